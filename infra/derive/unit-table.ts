import type { Contract } from '../../lib/contract/row.ts'
import { textOf } from './places.ts'

/** What one operation costs: sequential round trips to the table, read units, write units. */
export type Units = { readonly depth: number; readonly read: number; readonly write: number }

const page = 'docs/performance.md'
const recorded = 'tests/operations/units.json'
const heading = '## Unit table'

const intro = `# Performance

`

const figures = (units: Units | undefined): string =>
  units ? `${units.depth} | ${units.read} | ${units.write}` : '– | – | –'

const section = (contracts: readonly Contract[], units: Readonly<Record<string, Units>>): string => {
  const rows = contracts.flatMap(({ domain, rows }) =>
    Object.keys(rows).map((name) => `| ${domain}.${name} | ${figures(units[`${domain}.${name}`])} |`),
  )
  return `${heading}

Made by \`npm run derive\` from \`${recorded}\`, which \`tests/operations/units.test.ts\` compares with what each sample costs on a warm
function: sequential round trips to the table, read units and write units, the caller's own read included.

| operation | round trips | read units | write units |
|---|---|---|---|
${rows.join('\n')}
`
}

/**
 * docs/performance.md with its unit table as the recorded units say; the rest of the page stays as it is. Undefined
 * while nothing has been recorded.
 */
export const unitSection = (contracts: readonly Contract[]): string | undefined => {
  const text = textOf(recorded)
  if (text === undefined) return undefined
  const whole = textOf(page) ?? intro
  const start = whole.indexOf(heading)
  const before = start < 0 ? `${whole.trimEnd()}\n\n` : whole.slice(0, start)
  const rest = start < 0 ? '' : whole.slice(start + heading.length)
  const next = rest.search(/^## /m)
  return `${before}${section(contracts, JSON.parse(text))}${next < 0 ? '' : `\n${rest.slice(next)}`}`
}
