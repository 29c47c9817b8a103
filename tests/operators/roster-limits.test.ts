import { beforeAll, describe, expect, it } from 'vitest'
import { maxRosterAddresses, maxRosterBytes, RosterTooLong } from '../../functions/operators/roster-shapes.ts'
import { PayloadTooLarge } from '../../lib/contract/failures.ts'
import { csvLimits, readCsv } from '../../lib/csv.ts'
import { admins } from '../support/administrators.ts'
import { type Agent, refused } from '../support/agent.ts'
import { enrolSchool } from '../support/schools.ts'

let root: Agent

beforeAll(async () => {
  const { w, root: person } = await admins()
  root = person.device
  await enrolSchool(w, w.home)
})

const preview = async (list: string) => {
  const form = new FormData()
  form.set('mode', 'add')
  form.set('file', new Blob([list], { type: 'text/csv' }), 'people.csv')
  const sent = new Response(form)
  const raw = Buffer.from(await sent.arrayBuffer())
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
  return root.previewRoster({}, { raw, headers })
}

const most = maxRosterBytes - 1024
const { rows, columns, cells, cellLength } = csvLimits
// Not CSV: whoever reads beyond the limit answers otherwise.
const behind = '\n"a"b'
const wide = `${','.repeat(columns - 1)}\n`

const cellsOf = (text: string) => Array.from(readCsv(text), ({ cells: row }) => row)

/** Rows and cells that are made before reading ends. */
const workOf = (text: string) => {
  const work = { rows: 0, cells: 0, ended: 'at the end' }
  try {
    for (const { cells: row } of readCsv(text)) {
      work.rows += 1
      work.cells += row.length
    }
  } catch (error) {
    work.ended = error instanceof SyntaxError ? 'not CSV' : (error as Error).message
  }
  return work
}

describe('a table', () => {
  // rules/http 42
  it.each([
    ['nothing but commas', ','.repeat(most)],
    ['commas of rows', ',\n'.repeat(most / 2)],
    ['blank lines', '\n'.repeat(most)],
    ['one endless cell', 'a'.repeat(most)],
    ['one endless cell in quotes', `"${'a'.repeat(most - 2)}"`],
    ['nothing but quotes', '"'.repeat(most)],
    ['rows of many columns', wide.repeat(most / wide.length)],
  ])('of %s is refused as too large', async (_, list) => {
    expect(await preview(list)).toMatchObject(refused(PayloadTooLarge))
  })

  // rules/http 42
  it.each([
    ['columns', `${','.repeat(columns)}${behind}`, { rows: 0, cells: 0 }],
    ['rows', `${'a\n'.repeat(rows)}a${behind}`, { rows, cells: rows }],
    ['blank rows', `${'\n'.repeat(rows)}a${behind}`, { rows: 0, cells: 0 }],
    ['cells', `${wide.repeat(cells / columns)}a${behind}`, { rows: cells / columns, cells }],
    ['characters in a cell', `${'a'.repeat(cellLength + 1)}${behind}`, { rows: 0, cells: 0 }],
    ['characters before a quote', `${'a'.repeat(cellLength + 2)}"`, { rows: 0, cells: 0 }],
    ['quotes in an open cell', `"${'""'.repeat(cellLength + 2)}`, { rows: 0, cells: 0 }],
    ['characters in quotes', `"${'a'.repeat(cellLength + 1)}"${behind}`, { rows: 0, cells: 0 }],
    ['quotes in a cell', `"${'""'.repeat(cellLength + 1)}"${behind}`, { rows: 0, cells: 0 }],
  ])('is read up to its limit of %s and not beyond', (_, text, made) => {
    expect(workOf(text)).toEqual({ ...made, ended: PayloadTooLarge.message })
  })

  // rules/http 42
  it('is read completely at its limits', () => {
    const cell = `"${'""'.repeat(cellLength)}"`
    expect(workOf(wide.repeat(cells / columns))).toMatchObject({ cells, ended: 'at the end' })
    expect(workOf('a\r\n'.repeat(rows))).toMatchObject({ rows, ended: 'at the end' })
    expect(cellsOf(cell)).toEqual([['"'.repeat(cellLength)]])
  })

  it.each([
    [
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a;b\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\rb', [['a'], ['b']]],
    ['"a,\n""b""";c', [['a,\n"b"', 'c']]],
    ['\uFEFF"a"\n\n,\n', [['a'], ['', '']]],
    ['a,', [['a', '']]],
    ['""', []],
    ['', []],
  ])('reads %j', (text, expected) => {
    expect(cellsOf(text)).toEqual(expected)
  })

  it.each(['a,"b', '"a"b', 'a"b', '"'])('does not read %j', (text) => {
    expect(workOf(text).ended).toBe('not CSV')
  })

  // rules/auth 46
  it('is rejected at the first address too many', async () => {
    const list = `${'a@x.example.edu\n'.repeat(maxRosterAddresses + 1)}${behind}`
    expect(await preview(list)).toMatchObject(refused(RosterTooLong))
  })
})
