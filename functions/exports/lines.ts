import { createHash } from 'node:crypto'

/** What a file of a school begins with. A reader refuses other formats and versions. */
export const schoolFormat = 'quad-school'
export const schoolVersion = 1

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(
    fields.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, ordered(field)]),
  )
}

/** A value as one line: the same for the same content, in whatever order a table keeps fields. */
export const lineOf = (value: unknown): string => JSON.stringify(ordered(value))

/** The hash before the first line. */
export const noLine = ''

/** One line more behind others: a line that is missing, added or changed shows at the end of the file. */
export const chainLine = (hash: string, line: string): string =>
  createHash('sha256').update(`${hash}\n${line}`).digest('base64url')
