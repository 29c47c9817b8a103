import { routes } from '../../functions/routes.ts'
import { days } from '../../lib/contract/time.ts'
import {
  assumed,
  coldShares,
  edgeCosts,
  fixedCosts,
  load,
  type Month,
  million,
  monthOf,
  people,
  running,
  student,
} from './costs.ts'
import { textOf } from './places.ts'
import { prices } from './prices.ts'

const total = (rows: readonly (readonly [string, number])[]): number =>
  rows.reduce((sum, [, dollars]) => sum + dollars, 0)

const dollars = (rows: readonly (readonly [string, number])[]): string =>
  [...rows, ['**together**', total(rows)] as const]
    .map(([name, amount]) => `| ${name} | ${amount.toFixed(2)} |`)
    .join('\n')

const listed = (values: Readonly<Record<string, number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `| ${name} | ${value} |`)
    .join('\n')

const fixedTable = (): string => {
  const [full, slo, none] = (['full', 'slo', 'none'] as const).map(fixedCosts)
  const rows = (full ?? []).map(
    ([name, amount], at) => [name, amount, slo?.[at]?.[1] ?? 0, none?.[at]?.[1] ?? 0] as const,
  )
  return [...rows, ['**together**', total(full ?? []), total(slo ?? []), total(none ?? [])] as const]
    .map(([name, ...amounts]) => `| ${name} | ${amounts.map((amount) => amount.toFixed(2)).join(' | ')} |`)
    .join('\n')
}

const percent = (share: number): string =>
  share > 0.995 ? '> 99' : (100 * share).toFixed(share < 0.1 ? 1 : 0)

const coldStarts = (): string => {
  const rows = coldShares(routes.map(({ domain }) => domain))
  return `Lambda keeps an idle function for some minutes (${assumed('minutes that an idle function is kept')} are assumed). A request that finds none waits for a cold
start, some 300 to 500 ms ([benchmarks](benchmarks.md)). The table shows the share of cold requests for each domain, from
its requests by the habits below, evenly over ${assumed('hours of a day with requests')} hours of a day. A synthetic visit calls every function each five
minutes, so with \`watch=full\` or \`slo\` the first execution of each function stays warm: what remains are requests
beside others, and deployments. Domains that the habits do not name get ${assumed('requests of a student in a month for a domain without habits')} requests of a student in a month.

| domain | 100 students, % cold | 1,000 | 20,000 | with visits, each size |
|---|---|---|---|---|
${rows.map(({ domain, shares, visited }) => `| ${domain} | ${shares.map(percent).join(' | ')} | ${percent(visited)} |`).join('\n')}`
}

/** A thousand students on an almost empty campus, and on a full one. */
type Months = { readonly empty: Month; readonly full: Month }

const bothCosts = ({ empty, full }: Months): string => {
  const baseline = running(empty)
  const rows = running(full).map(([name, amount], at) => [name, baseline[at]?.[1] ?? 0, amount] as const)
  return [...rows, ['**together**', total(baseline), total(running(full))] as const]
    .map(([name, few, many]) => `| ${name} | ${few.toFixed(2)} | ${many.toFixed(2)} |`)
    .join('\n')
}

const inMillions = (units: number): string => ((people * units) / million).toFixed(2)

const page = (months: Months): string => {
  const month = months.full
  const perDay = (people * month.requests) / 30
  const busiest = (perDay / days) * assumed('busiest second, times the average')
  return `# What it costs

Made by \`npm run derive\` from two sets of unit costs and the assumptions in \`infra/derive/costs.ts\`. Change those and run it again:
the first two tables follow. The \`costs\` of each contract row say what the operation costs on an almost empty campus. \`tests/load/sizes/units-among-many.json\` says the least and the most that it costs among 100 to 10,000 of everything
that it looks at (people, events, members, seats, messages), as far as there can be so many: that is what to expect, and the
most of it is counted here.

## A thousand active students

They send ${Math.round(perDay).toLocaleString('en')} requests a day, ${busiest.toFixed(1)} in a busy second. In a month they take
${inMillions(month.reads)} million read units and ${inMillions(month.writes)} million write units on a full campus
(${inMillions(months.empty.reads)} and ${inMillions(months.empty.writes)} on one that is almost empty), what their requests cause afterwards left out.

| spent on | almost empty, US dollars a month | full |
|---|---|---|
${bothCosts(months)}

## Fixed cost of a stage

What a stage costs without any user, by its value \`watch\`. A trial without a domain has \`watch=none\`.

| spent on | full | slo | none |
|---|---|---|---|
${fixedTable()}

X-Ray is off. \`-c traces=true\` adds five dollars for each million traces: Lambda takes one request a second and 5 % of the
others, and no sampling rule changes that.

## Cold starts

${coldStarts()}

## With an edge

What \`edge=cloudfront\` adds, for a thousand students.

| spent on | US dollars a month |
|---|---|
${dollars(edgeCosts(month))}

## Assumptions

| price | US dollars |
|---|---|
${listed(prices)}

| assumption | |
|---|---|
${listed(load)}

| a student in a month | times |
|---|---|
${listed(student)}
`
}

const declared = (): Month =>
  monthOf(
    Object.fromEntries(
      routes.flatMap(({ domain, rows }) =>
        Object.entries(rows).map(([operation, { costs }]) => [`${domain}.${operation}`, costs]),
      ),
    ),
  )

const recordedIn = (path: string): Month => monthOf(JSON.parse(textOf(path) ?? '{}'))

/** docs/costs.md, from the recorded units. */
export const costPage = (): string =>
  page({
    empty: declared(),
    full: recordedIn('tests/load/sizes/units-among-many.json'),
  })
