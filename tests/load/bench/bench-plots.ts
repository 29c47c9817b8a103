import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from '../figures.ts'
import { aws, claimed, predict } from '../storms/designs/seat-model.ts'
import { resultsFolder } from './bench-programs.ts'
import type { Results } from './bench-results.ts'
import { linesPlot, type Row, rowsPlot } from './svg.ts'

export type Plot = { readonly file: string; readonly svg: string; readonly words: string }

const numbers = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : []

const figuresOf = (results: Results, name: string): readonly Figure[] => results[name]?.figures ?? []

const unitsPlot = (results: Results): Plot[] => {
  const all = figuresOf(results, 'units').filter(({ operation }) => operation !== undefined)
  const sizes = numbers(all[0]?.sizes)
  if (sizes.length < 2) return []
  const rows: Row[] = all.map(({ operation, read, write }) => {
    const writes = numbers(write)
    return { label: String(operation), values: numbers(read).map((units, at) => units + (writes[at] ?? 0)) }
  })
  const title = `Units of ${rows.length} operations among so many of what they look at`
  const svg = linesPlot(title, 'read and write units', sizes, rows)
  return [
    { file: 'units.svg', svg, words: 'One line an operation; red where it rises by more than half a unit.' },
  ]
}

/** The whole platform beside the bare designs: people of the storm a second, each with everything that a request does. */
const servedRow = (results: Results): readonly Row[] =>
  figuresOf(results, 'calm-storm')
    .filter(({ figure }) => figure.startsWith('people served'))
    .map(({ value, counters }) => {
      const { perSecond } = predict(claimed(Number(counters)), aws.warmed)
      return { label: `the platform, ${counters} counter(s)`, values: [perSecond, value] }
    })

const seatsPlot = (results: Results): Plot[] => {
  const rows: Row[] = figuresOf(results, 'seats')
    .filter(({ design }) => design !== undefined)
    .map(({ design, value, model }) => ({ label: String(design), values: [Number(model ?? 0), value] }))
  if (rows.length === 0) return []
  const svg = rowsPlot(
    'Registrations a second by design',
    'a second',
    ['AWS (model)', 'local engine'],
    [...rows, ...servedRow(results)],
  )
  return [
    {
      file: 'seats.svg',
      svg,
      words: 'The local engine takes one write at a time: no design of counters is faster there.',
    },
  ]
}

const dayPlot = (results: Results): Plot[] => {
  const rows: Row[] = figuresOf(results, 'day')
    .filter(({ operation }) => operation !== undefined)
    .map(({ operation, p50, p95, p99 }) => ({
      label: String(operation),
      values: [p50, p95, p99].map(Number),
    }))
  if (rows.length === 0) return []
  const svg = rowsPlot('A day of the campus, by operation', 'ms', ['p50', 'p95', 'p99'], rows)
  return [{ file: 'day.svg', svg, words: 'Milliseconds of one process and its engine on this machine.' }]
}

/** The pictures that the results are enough for. */
export const plotsOf = (results: Results): readonly Plot[] => [
  ...unitsPlot(results),
  ...seatsPlot(results),
  ...dayPlot(results),
]

export const writePlots = (plots: readonly Plot[]): void => {
  mkdirSync(join(resultsFolder, 'plots'), { recursive: true })
  for (const { file, svg } of plots) writeFileSync(join(resultsFolder, 'plots', file), svg)
}
