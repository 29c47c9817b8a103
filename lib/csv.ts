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
export type CsvSyntaxError = SyntaxError & { readonly row: number }
const syntaxError = (row: number): CsvSyntaxError =>
  Object.assign(new SyntaxError(`Row ${row} is not CSV`), { row })
export const isCsvSyntaxError = (error: unknown): error is CsvSyntaxError =>
  error instanceof SyntaxError && 'row' in error

const code = (sign: string): number => sign.charCodeAt(0)
const [comma, semicolon, tab, quote, newline, carriageReturn] = [',', ';', '\t', '"', '\n', '\r'].map(
  code,
) as [number, number, number, number, number, number]

const isDelimiter = (sign: number): boolean => sign === comma || sign === semicolon || sign === tab
const endsCell = (sign: number): boolean => isDelimiter(sign) || sign === newline || sign === carriageReturn

const exceed = (message: string): never => fail(PayloadTooLarge, { details: [{ field: '', message }] })

type Cell = string | number | boolean | null | undefined

/** Spreadsheets ignore blanks and invisible characters before a sign that begins a formula. */
const formulaStart = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u

/** One cell. An apostrophe precedes text that a spreadsheet would read as a formula. */
const cellOf = (value: Cell): string => {
  const text = String(value ?? '')
  const safe = typeof value === 'string' && formulaStart.test(text) ? `'${text}` : text
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Spreadsheets read a file as UTF-8 only if it begins with this character. Programs can leave it out. */
export const byteOrderMark = (bom: 'true' | 'false' | undefined): string => (bom === 'false' ? '' : '\uFEFF')

/** Writes rows (RFC 4180): commas, CRLF, and no cell that a spreadsheet runs as a formula (rules/http 52). */
export const writeCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

const decode = (encoding: string, bytes: Uint8Array): string =>
  new TextDecoder(encoding, { fatal: true }).decode(bytes)

/** The encoding by a byte order mark, or by a zero byte, which a table has in UTF-16 only. */
const utf16Of = ([first = 1, second = 1]: Uint8Array): string | undefined => {
  if ((first === 0xff && second === 0xfe) || (first > 0 && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second > 0) ? 'utf-16be' : undefined
}

/** Characters that no table has: bytes that are a picture or another file become some of them. */
const control = /(?![\t\r\n])\p{Cc}/u

/**
 * The text of an uploaded table: UTF-8, UTF-16, or Windows-1252 if the bytes are no UTF-8 (rules/http 54). Fails with
 * `CsvSyntaxError` for a control character, and with row 1 for broken UTF-16.
 */
export const decodeCsv = (bytes: Uint8Array): string => {
  let text: string
  const utf16 = utf16Of(bytes)
  try {
    text = decode(utf16 ?? 'utf-8', bytes)
  } catch {
    if (utf16) throw syntaxError(1)
    text = decode('windows-1252', bytes)
  }
  const at = text.search(control)
  if (at >= 0) throw syntaxError(text.slice(0, at).split(/\r\n|\n|\r/).length)
  return text
}

/** A row of a table, and its number from 1. Blank rows have numbers too. */
export type CsvRow = { readonly row: number; readonly cells: readonly string[] }

/**
 * Reads a table row by row (RFC 4180): columns are separated by comma, semicolon or tab, rows end with LF, CRLF or CR.
 * Blank lines are skipped, and so is a first line that names the separator (`sep=;`). Each character is visited once,
 * and reading stops at the first exceeded limit with 413 `PAYLOAD_TOO_LARGE`. A quote that is opened inside a cell,
 * never closed, or followed by text is a `CsvSyntaxError`, which has the number of the row.
 */
export function* readCsv(text: string, limits: CsvLimits = csvLimits): Generator<CsvRow> {
  const { length } = text
  let at = text.startsWith('\uFEFF') ? 1 : 0
  let rows = 0
  let cells = 0
  const separator = /^\uFEFF?sep=[,;\t](\r\n|\n|\r|$)/i.exec(text)
  if (separator) {
    at = separator[0].length
    rows = 1
  }

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
    if (row.length > 1 || row[0] !== '') yield { row: rows, cells: row }
  }
}
