import { habitOf, load, student } from '../../../infra/derive/costs.ts'
import { type MetricData, metricData } from './metric-data.ts'
import { type Answered, ask, consumeQuietly, type Metrics, probeRound, visitRound } from './night.ts'

const fine: Answered = {}

/** The moment of a fault, after an hour without one. */
export const faultAt = 60

const minutesOfMonth = 30 * load['hours of a day with requests'] * 60
const visitEvery = load['minutes between two visits of the synthetic student']

/** How a fault changes one request: undefined leaves it as it is. */
export type Outcome = Answered | undefined

/** What a fault does to requests and to the background, by minute since it began. */
export type SizedFault = {
  readonly name: string
  /** The outcome of the `at`th request for an operation since the fault began. */
  readonly outcome?: (operation: string, at: number) => Outcome
  /** Whether the probe and the synthetic student notice it. */
  readonly probe?: boolean
  readonly visit?: boolean
  /** Recorded instead of the quiet background, or beside it. */
  readonly minute?: (data: MetricData, minute: number, of: Metrics, size: number) => void
  readonly gone?: readonly string[]
}

/** Requests come evenly: so many until the end of a minute. */
const countUntil = (rate: number, minute: number): number => Math.floor(rate * minute)

/** Operations with their requests of a student in a month: those of the cost page, and one for a domain without habits. */
const rates: Readonly<Record<string, number>> = {
  ...student,
  'budgets.getBudget': habitOf('budgets'),
  'saml.receiveSamlResponse': student['auth.login'] ?? 0,
}

/** What a day at a school of this size records, with a fault from `faultAt` on. */
export const dayOf = (size: number, fault: SizedFault, of: Metrics, until: number): MetricData => {
  const data = metricData()
  for (let minute = 0; minute < until; minute += 1) {
    const broken = minute >= faultAt
    consumeQuietly(data, minute, of)
    for (const [operation, times] of Object.entries(rates)) {
      const rate = (size * times) / minutesOfMonth
      const outcomes = new Map<Answered, number>()
      for (let at = countUntil(rate, minute); at < countUntil(rate, minute + 1); at += 1) {
        const since = at - countUntil(rate, faultAt)
        const outcome = (broken && fault.outcome?.(operation, since)) || fine
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
      for (const [outcome, times] of outcomes) ask(data, minute, operation, times, outcome)
    }
    probeRound(data, minute, broken && fault.probe ? 1 : 0)
    if (minute % visitEvery === 0) {
      for (const operation of ['auth.login', 'auth.refreshToken', 'attendance.setRsvp'])
        ask(data, minute, operation, 1, (broken && fault.outcome?.(operation, 0)) || {})
      visitRound(data, minute, broken && fault.visit ? 1 : 0)
    }
  }
  const gone = new Set(fault.gone)
  data.drop(({ name }) => gone.has(name), faultAt, until)
  for (let minute = faultAt; minute < until; minute += 1) fault.minute?.(data, minute, of, size)
  return data
}
