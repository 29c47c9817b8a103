import { fail } from '../../lib/contract/failure.ts'
import { readAddress } from '../../lib/contract/fields.ts'
import { decodeCsv, readCsv } from '../../lib/csv.ts'
import type { UploadedFile } from '../../lib/operation.ts'
import { maxRosterAddresses, RosterTooLong, RosterUnreadable } from './roster-shapes.ts'

/** A list as the client sent it. */
export type RosterList = {
  readonly emails?: readonly string[] | undefined
  readonly csv?: string | undefined
  readonly files?: { readonly file?: UploadedFile }
}

/** Addresses of a list, each once, in order, and the entries that are no addresses. */
type RosterAddresses = { readonly emails: readonly string[]; readonly wrong: readonly string[] }

const heading = /^\s*e-?mail(?:[ _-]?address)?\s*$/i

/**
 * Cells of the column whose heading names addresses, or of the first column, without blank ones. Fails with 400
 * `ROSTER_TOO_LONG` at the first address too many.
 */
const addressesIn = (csv: string): readonly string[] => {
  const found: string[] = []
  let column = -1
  try {
    for (const row of readCsv(csv)) {
      const isFirst = column < 0
      const headed = isFirst ? row.findIndex((cell) => heading.test(cell)) : -1
      if (isFirst) column = Math.max(headed, 0)
      const cell = headed < 0 ? row[column] : undefined
      if (!cell?.trim()) continue
      if (found.length === maxRosterAddresses) fail(RosterTooLong)
      found.push(cell)
    }
    return found
  } catch (error) {
    if (error instanceof SyntaxError) return fail(RosterUnreadable, { field: 'csv' })
    throw error
  }
}

const textOf = ({ bytes }: UploadedFile): string => {
  try {
    return decodeCsv(bytes)
  } catch {
    return fail(RosterUnreadable, { field: 'file' })
  }
}

/**
 * Reads a list. Addresses are normalized as in sign-ins, so that one address matches in every spelling (rules/auth 46).
 */
export const readRoster = ({ emails = [], csv, files = {} }: RosterList): RosterAddresses => {
  const tables = [csv, files.file && textOf(files.file)].filter((table) => table !== undefined)
  const cells = [emails.filter((each) => each.trim()), ...tables.map(addressesIn)].flat()
  if (cells.length > maxRosterAddresses) fail(RosterTooLong)
  const parsed = cells.map((each) => ({ each, email: readAddress(each.trim()) }))
  return {
    emails: [...new Set(parsed.flatMap(({ email }) => email ?? []))].sort(),
    wrong: parsed.flatMap(({ each, email }) => (email === undefined ? [each.slice(0, 100)] : [])),
  }
}
