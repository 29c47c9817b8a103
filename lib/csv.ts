import { fail } from './contract/failure.ts'
import { PayloadTooLarge } from './contract/failures.ts'

/** Limits of one table (rules/http 42). Blank lines count as rows; `cellLength` is in UTF-16 code units. */
export type CsvLimits = {
  readonly rows: number
  readonly columns: number
  readonly cells: number
  readonly cellLength: number
}

/** An export of 50,000 people with twenty columns is within all four limits. */
export const csvLimits: CsvLimits = { rows: 100_000, columns: 200, cells: 1_000_000, cellLength: 32_768 }

/** Why a table cannot be read: the text is not CSV. Exceeded limits fail with 413 instead. */
export type CsvSyntaxError = SyntaxError
const syntaxError = (row: number): SyntaxError => new SyntaxError(`Row ${row} is not CSV`)

const code = (sign: string): number => sign.charCodeAt(0)
const [comma, semicolon, tab, quote, newline, carriageReturn] = [',', ';', '\t', '"', '\n', '\r'].map(
  code,
) as [number, number, number, number, number, number]

const isDelimiter = (sign: number): boolean => sign === comma || sign === semicolon || sign === tab
const endsCell = (sign: number): boolean => isDelimiter(sign) || sign === newline || sign === carriageReturn

const exceed = (message: string): never => fail(PayloadTooLarge, { details: [{ field: '', message }] })

/** The text of an uploaded table: UTF-8, with or without a byte order mark. Throws a `TypeError` for other bytes. */
export const decodeCsv = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(bytes)

/**
 * Reads a table row by row (RFC 4180): columns are separated by comma, semicolon or tab, rows end with LF, CRLF or CR.
 * Blank lines are skipped. Each character is visited once, and reading stops at the first exceeded limit with 413
 * `PAYLOAD_TOO_LARGE`. A quote that is opened inside a cell, never closed, or followed by text is a `SyntaxError`.
 */
export function* readCsv(text: string, limits: CsvLimits = csvLimits): Generator<readonly string[]> {
  const { length } = text
  let at = text.startsWith('\uFEFF') ? 1 : 0
  let rows = 0
  let cells = 0

  /** The cell that begins at `at`. Afterwards `at` points to the character that ends the cell. */
  const readQuoted = (): string => {
    const start = at + 1
    let isEscaped = false
    for (let end = start; ; end += 1) {
      end = text.indexOf('"', end)
      // A quote beyond the limit is not examined; a missing one ends the search at the end of the text.
      if (end < 0) throw syntaxError(rows)
      if (end - start > 2 * limits.cellLength) exceed(`A cell has at most ${limits.cellLength} characters`)
      if (text.charCodeAt(end + 1) === quote) {
        isEscaped = true
        end += 1
        continue
      }
      at = end + 1
      if (at < length && !endsCell(text.charCodeAt(at))) throw syntaxError(rows)
      const inner = text.slice(start, end)
      return isEscaped ? inner.replaceAll('""', '"') : inner
    }
  }

  const readPlain = (): string => {
    const start = at
    for (; at < length; at += 1) {
      const sign = text.charCodeAt(at)
      if (endsCell(sign)) break
      if (sign === quote) throw syntaxError(rows)
      if (at - start > limits.cellLength) exceed(`A cell has at most ${limits.cellLength} characters`)
    }
    return text.slice(start, at)
  }

  const readCell = (): string => {
    cells += 1
    if (cells > limits.cells) exceed(`A table has at most ${limits.cells} cells`)
    const cell = text.charCodeAt(at) === quote ? readQuoted() : readPlain()
    if (cell.length > limits.cellLength) exceed(`A cell has at most ${limits.cellLength} characters`)
    return cell
  }

  while (at < length) {
    rows += 1
    if (rows > limits.rows) exceed(`A table has at most ${limits.rows} rows`)
    const row = [readCell()]
    while (at < length && isDelimiter(text.charCodeAt(at))) {
      if (row.length === limits.columns) exceed(`A row has at most ${limits.columns} columns`)
      at += 1
      row.push(readCell())
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    if (row.length > 1 || row[0] !== '') yield row
  }
}
