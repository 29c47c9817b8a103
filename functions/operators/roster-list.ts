import * as z from 'zod/mini'
import { fail } from '../../lib/contract/failure.ts'
import { Email } from '../../lib/contract/fields.ts'
import type { UploadedFile } from '../../lib/operation.ts'
import { mostListed, RosterTooLong, RosterUnreadable } from './roster-shapes.ts'

/** A list as it was sent. */
export type Sent = {
  readonly emails?: readonly string[] | undefined
  readonly csv?: string | undefined
  readonly files?: { readonly file?: UploadedFile }
}

/** The addresses of a list, each once, in order; and what is none. */
type Read = { readonly emails: readonly string[]; readonly wrong: readonly string[] }

const heading = /^\s*e-?mail(?:[ _-]?address)?\s*$/i

/** The cells under the heading that says so, or else the first column. */
const columnOf = ([head = [], ...rows]: readonly string[][]): string[] => {
  const at = head.findIndex((cell) => heading.test(cell))
  return (at < 0 ? [head, ...rows] : rows).map((row) => row[Math.max(at, 0)] ?? '')
}

/** A table as other systems write it, whichever sign separates its columns. */
const cellsOf = async (csv: string): Promise<string[]> => {
  const { parse } = await import('csv-parse/sync')
  try {
    const rows: string[][] = parse(csv, {
      bom: true,
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_empty_lines: true,
    })
    return columnOf(rows)
  } catch {
    return fail(RosterUnreadable, { field: 'csv' })
  }
}

const textOf = ({ bytes }: UploadedFile): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return fail(RosterUnreadable, { field: 'file' })
  }
}

/** Reads a list: addresses as sign-ins write them, so that the same one is found however it is spelt (rules/auth 46). */
export const readRoster = async ({ emails = [], csv, files = {} }: Sent): Promise<Read> => {
  const tables = [csv, files.file && textOf(files.file)].filter((table) => table !== undefined)
  const cells = await Promise.all(tables.map(cellsOf))
  const given = [emails, ...cells].flat().filter((each) => each.trim())
  if (given.length > mostListed) fail(RosterTooLong)
  const read = given.map((each) => ({ each, email: z.safeParse(Email, each.trim()).data }))
  return {
    emails: [...new Set(read.flatMap(({ email }) => email ?? []))].sort(),
    wrong: read.flatMap(({ each, email }) => (email === undefined ? [each.slice(0, 100)] : [])),
  }
}
