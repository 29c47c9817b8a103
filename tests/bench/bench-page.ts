import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from '../load/figures.ts'
import { knownMisses } from '../load/sizes/size-budgets.ts'
import { budgetRows } from './bench-budgets.ts'
import { programs, resultsFolder, root } from './bench-programs.ts'
import type { Result, Results } from './bench-results.ts'

const page = join(root, 'docs', 'performance.md')
const begin = '<!-- budgets: written by a run of everything -->'
const end = '<!-- end of budgets -->'

const cell = (value: unknown): string => String(value).replaceAll('|', '\\|')
const shown = (value: number | null): string =>
  value === null ? '–' : value.toLocaleString('en-US', { maximumFractionDigits: 2 })

const verdict = ({ value, budget, withinBudget }: Figure): string => {
  if (budget === undefined) return ''
  return withinBudget === false || value > budget ? `missed (${shown(budget)})` : `within ${shown(budget)}`
}

const plain = new Set(['figure', 'value', 'unit', 'budget', 'withinBudget', 'operation', 'design', 'missed'])

const details = (figure: Figure): string =>
  Object.entries(figure)
    .filter(([name, value]) => !plain.has(name) && !Array.isArray(value))
    .map(([name, value]) => `${name} ${typeof value === 'number' ? shown(value) : value}`)
    .join(', ')

const figureRow = (figure: Figure): string =>
  `| ${[figure.figure, `${shown(figure.value)} ${figure.unit}`, verdict(figure), details(figure)].map(cell).join(' | ')} |`

const reasonOf = (operation: string): string => {
  const known = knownMisses.find(({ names }) => names.test(operation))
  return known ? ` (${known.why})` : ''
}

const misses = (figures: readonly Figure[]): readonly string[] => {
  const rows = figures.filter(({ missed }) => typeof missed === 'string' && missed !== '')
  if (rows.length === 0) return []
  return [
    '',
    'Operations that miss a budget:',
    '',
    ...rows.map(({ operation, missed }) => `- \`${operation}\`: ${missed}${reasonOf(String(operation))}`),
  ]
}

const section = (name: string, shows: string, result: Result): readonly string[] => [
  '',
  `### ${name}`,
  '',
  `${shows[0]?.toUpperCase()}${shows.slice(1)}. ${result.date} UTC, commit ${result.commit}, ${result.machine}; ` +
    `${shown(result.seconds)} s${result.quick ? ', **short run**' : ''}, ${result.passed ? 'passed' : '**failed**'}.`,
  '',
  '| figure | value | budget | more |',
  '|---|---|---|---|',
  ...result.figures.filter(({ operation }) => operation === undefined || name === 'day').map(figureRow),
  ...misses(result.figures),
]

const figures = (results: Results): string =>
  programs
    .flatMap(({ name, shows }) => {
      const result = results[name]
      return result ? section(name, shows, result) : []
    })
    .join('\n')

const budgets = (results: Results): string =>
  [
    '| # | what | budget | measured | |',
    '|---|---|---|---|---|',
    ...budgetRows(results).map((cells) => `| ${cells.map(cell).join(' | ')} |`),
  ].join('\n')

/** Writes `dist/performance.md`: budgets and every figure of the last result of each program. */
export const writePage = (results: Results): void => {
  const parts = ['# Results', '## Budgets', budgets(results), '## Figures', figures(results).trim()]
  writeFileSync(join(resultsFolder, 'performance.md'), `${parts.join('\n\n')}\n`)
}

/** Writes the budgets into docs/performance.md, between their markers; what people wrote stays. */
export const writeBudgets = (results: Results): void => {
  const whole = readFileSync(page, 'utf8')
  const [from, to] = [whole.indexOf(begin), whole.indexOf(end)]
  if (from < 0 || to < from) throw new Error('docs/performance.md has no place for the budgets')
  writeFileSync(page, `${whole.slice(0, from)}${begin}\n\n${budgets(results)}\n\n${whole.slice(to)}`)
}
