import { fail, failureText, withText } from '../../lib/contract/failure.ts'
import { readAddress } from '../../lib/contract/fields.ts'
import { englishText } from '../../lib/contract/text/prepared.ts'
import { decodeCsv, isCsvSyntaxError, readCsv } from '../../lib/csv.ts'
import type { UploadedFile } from '../../lib/operation.ts'
import { maxRosterAddresses, RosterTooLong, RosterUnreadable } from './roster-shapes.ts'

/** A list as the client sent it. */
export type RosterList = {
  readonly emails?: readonly string[] | undefined
  readonly csv?: string | undefined
  readonly files?: { readonly file?: UploadedFile }
}

/** An entry of a list, with the number of its row in a table. */
type RosterEntry = { readonly value: string; readonly row?: number }

/** Addresses of a list, each once, in order, and the entries that are no addresses. */
type RosterAddresses = { readonly emails: readonly string[]; readonly wrong: readonly RosterEntry[] }

const heading = /^\s*e-?mail(?:[ _-]?address)?\s*$/i

/** Cells of the column whose heading names addresses, or of the first column, without blank ones. */
const addressesIn = (csv: string): readonly RosterEntry[] => {
  const found: RosterEntry[] = []
  let column = -1
  for (const { row, cells } of readCsv(csv)) {
    const isFirst = column < 0
    const headed = isFirst ? cells.findIndex((cell) => heading.test(cell)) : -1
    if (isFirst) column = Math.max(headed, 0)
    const value = headed < 0 ? cells[column] : undefined
    if (!value?.trim()) continue
    if (found.length === maxRosterAddresses) fail(RosterTooLong)
    found.push({ value, row })
  }
  return found
}

/**
 * Reads a table. Fails with 400 `ROSTER_UNREADABLE`, which names the row, and with 400 `ROSTER_TOO_LONG` at the first
 * address too many.
 */
const readTable = (field: 'csv' | 'file', read: () => string): readonly RosterEntry[] => {
  try {
    return addressesIn(read())
  } catch (error) {
    if (!isCsvSyntaxError(error)) throw error
    const { row } = error
    const text = failureText('Row {row} cannot be read. Check its quotation marks and special characters.', {
      row,
    })
    const both = failureText('{problem} {row}', { problem: failureText(RosterUnreadable.message), row: text })
    return fail(withText(RosterUnreadable, both), {
      field,
      details: [{ field, message: englishText(text), row }],
      texts: [text],
    })
  }
}

/**
 * Reads a list. Addresses are normalized as in sign-ins, so that one address matches in every spelling (rules/auth 46).
 */
export const readRoster = ({ emails = [], csv, files = {} }: RosterList): RosterAddresses => {
  const { file } = files
  const entries: readonly RosterEntry[] = [
    ...emails.filter((each) => each.trim()).map((value) => ({ value })),
    ...(csv === undefined ? [] : readTable('csv', () => csv)),
    ...(file ? readTable('file', () => decodeCsv(file.bytes)) : []),
  ]
  if (entries.length > maxRosterAddresses) fail(RosterTooLong)
  const parsed = entries.map((entry) => ({ entry, email: readAddress(entry.value.trim()) }))
  return {
    emails: [...new Set(parsed.flatMap(({ email }) => email ?? []))].sort(),
    wrong: parsed.flatMap(({ entry, email }) =>
      email === undefined ? [{ ...entry, value: entry.value.slice(0, 100) }] : [],
    ),
  }
}
