import type { Figure } from '../load/figures.ts'
import { costsOf } from '../support/costs.ts'
import type { Results } from './bench-results.ts'

/** `within` is undefined where another suite judges. */
type Measured = { readonly text: string; readonly within: boolean | undefined }
type Budget = {
  readonly id: string
  readonly what: string
  readonly budget: string
  readonly measure: (results: Results) => Measured | undefined
}

const of = (results: Results, name: string): readonly Figure[] => results[name]?.figures ?? []

const isWithin = ({ value, budget = Number.POSITIVE_INFINITY, withinBudget }: Figure): boolean =>
  withinBudget ?? value <= budget

/** The figures of a program whose name says `part`: from the least to the most, and whether all keep their budget. */
const range = (results: Results, name: string, part: RegExp): Measured | undefined => {
  const found = of(results, name).filter(({ figure }) => part.test(figure))
  const values = found.map(({ value }) => value)
  if (values.length === 0) return undefined
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const late = found.filter((figure) => !isWithin(figure))
  const unit = found[0]?.unit ?? ''
  const text = least === most ? `${most} ${unit}` : `${least} to ${most} ${unit}`
  return {
    text: late.length > 0 ? `${text}; ${late.length} of ${found.length} over` : text,
    within: late.length === 0,
  }
}

const all = (results: Results, name: string, part: RegExp): Measured | undefined => {
  const found = of(results, name).filter(({ figure, budget }) => part.test(figure) && budget !== undefined)
  if (found.length === 0) return undefined
  const text = found.map(({ figure, value }) => `${figure}: ${value}`).join('; ')
  return { text, within: found.every(isWithin) }
}

const passed = (results: Results, ...names: string[]): Measured | undefined => {
  const found = names.flatMap((name) => results[name] ?? [])
  if (found.length === 0) return undefined
  const findings = found.flatMap(({ figures }) => figures).filter(({ unit }) => unit === 'findings')
  const sum = findings.reduce((total, { value }) => total + value, 0)
  return {
    text: `${sum} findings in ${found.length} storms`,
    within: found.every((one) => one.passed) && sum === 0,
  }
}

const kept = (text: string): Measured => ({ text, within: undefined })

const depths = (results: Results): Measured | undefined => {
  const figure = of(results, 'units').find((one) => one.figure.startsWith('round trips behind'))
  if (!figure) return undefined
  const { value, beyondTwo = 0, beyondThree = 0 } = figure
  const text = `${value} at most; ${beyondTwo} operations take more than 2, ${beyondThree} more than 3`
  return { text, within: isWithin(figure) }
}

/** Somebody signs in, refreshes, looks at three organizations and an event, takes a seat and comes. */
const journey = [
  'auth.login',
  'auth.refreshToken',
  'organizations.getOrganization',
  'organizations.getOrganization',
  'organizations.getOrganization',
  'events.getEvent',
  'attendance.registerForEvent',
  'checkins.checkIn',
] as const

const journeyCost = (): Measured => {
  const sum = (of: 'read' | 'write') => journey.reduce((total, name) => total + costsOf(name)[of], 0)
  const [read, write] = [sum('read'), sum('write')]
  const stretch = write <= 12 && read <= 14 ? 'met' : 'missed'
  return {
    text: `compared; ${write} write and ${read} read units, so the stretch is ${stretch}`,
    within: true,
  }
}

const table: readonly Budget[] = [
  {
    id: 'P1',
    what: 'cold start beside the common stack',
    budget: '≤ 0.70x',
    measure: (results) => range(results, 'cold', /^cold start/),
  },
  {
    id: 'P4',
    what: 'authentication',
    budget: '1 round trip, 2 read units',
    measure: () => kept('held by the `costs` of each row'),
  },
  {
    id: 'P5',
    what: 'depth behind authentication',
    budget: '≤ 2 round trips, some 3',
    measure: depths,
  },
  {
    id: 'P6',
    what: 'cost of every operation at three sizes',
    budget: '≤ 0.5 units apart, no scan, examined ≤ 2x + 1, answers ≤ 64 KB',
    measure: (results) => all(results, 'units', /^operations/),
  },
  {
    id: 'P7',
    what: 'units of every operation; sign-in, refresh, three pages of organizations, a page of an event, RSVP, check-in',
    budget:
      'the `costs` of each row are compared by `npm run test:cost`; stretch: ≤ 12 write and 14 read units together',
    measure: journeyCost,
  },
  {
    id: 'P8',
    what: 'a storm on 500 seats, with kills',
    budget: 'exactly 500, nobody twice, lost or passed over',
    measure: (results) => passed(results, 'storm', 'calm-storm', 'storm-like-aws'),
  },
  {
    id: 'P9',
    what: 'analytics over 90 days',
    budget: '1 round trip, ≤ 2.5 read units',
    measure: (results) => range(results, 'units', /^read units of analytics/),
  },
  {
    id: 'P10',
    what: 'start and edit',
    budget: 'first 5 s, second 2 s, edit 1 s',
    measure: (results) => all(results, 'start', /start|served/),
  },
  {
    id: 'P11',
    what: 'what fifty people do at once, in slow motion, beside puts into one partition',
    budget: 'a seat ≥ 0.7x, joining ≥ 0.2x, a line ≥ 0.35x, all else ≥ 0.6x; nobody refused',
    measure: (results) => all(results, 'slow-motion', /./),
  },
]

/** The cells of the table of budgets: number, what, budget, measured, within or missed. */
export const budgetRows = (results: Results): readonly (readonly string[])[] =>
  table.map(({ id, what, budget, measure }) => {
    const measured = measure(results)
    const word = measured?.within === undefined ? '–' : measured.within ? 'within' : '**missed**'
    return [id, what, budget, measured?.text ?? 'not measured yet', word]
  })
