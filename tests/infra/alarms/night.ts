import { type LogLine, metricLine } from '../../../lib/log.ts'
import type { Value } from '../../deployed/template.ts'
import { type MetricData, type MetricId, metricData } from './metric-data.ts'
import type { Watching } from './rings.ts'

/** Minutes that are looked at; what goes wrong does so in the second hour. */
export const span = { until: 210, from: 60, to: 120 } as const

const stage = 'production'

/** What an alarm of the templates looks at, by its id there; without one, of an alarm of a single metric. */
export const metricsOf = (alarms: readonly Watching[]) => {
  const idOf = ({ Namespace, MetricName, Dimensions = [] }: Value): MetricId => ({
    namespace: Namespace,
    name: MetricName,
    dimensions: Object.fromEntries(Dimensions.map(({ Name, Value: value }: Value) => [Name, value])),
  })
  return (name: string, id?: string): MetricId => {
    const found = alarms.find((alarm) => alarm.name === name)
    const part = found?.properties.Metrics?.find(({ Id }: Value) => Id === id)
    const source = id === undefined ? found?.properties : part?.MetricStat.Metric
    if (!source) throw new Error(`${name} looks at no ${id}`)
    return idOf(source)
  }
}

export type Metrics = ReturnType<typeof metricsOf>

/** Takes a line of a function's log in as CloudWatch would. */
const take = (data: MetricData, minute: number, text: string, times: number): void => {
  const line: Value = JSON.parse(text)
  for (const { Namespace, Dimensions, Metrics } of line._aws.CloudWatchMetrics)
    for (const { Name } of Metrics)
      data.put(
        {
          namespace: Namespace,
          name: Name,
          dimensions: Object.fromEntries(Dimensions[0].map((name: string) => [name, line[name]])),
        },
        minute,
        ...Array.from({ length: times }, () => line[Name]),
      )
}

type Said = { readonly isFirst?: boolean; readonly times?: number }

/** Writes a line of the log of a function at a minute, or the same several times. */
export const say = (
  data: MetricData,
  minute: number,
  line: LogLine,
  { isFirst = false, times = 1 }: Said = {},
): void => take(data, minute, metricLine(stage, line, minute * 60_000, isFirst), times)

export type Answered = {
  readonly ms?: number
  readonly faults?: boolean
  readonly status?: number
  readonly more?: LogLine['measured']
  readonly isFirst?: boolean
}

/** So many requests for an operation within a minute. */
export const ask = (
  data: MetricData,
  minute: number,
  operation: string,
  times = 1,
  { ms = 40, faults = false, status = 200, more = {}, isFirst = false }: Answered = {},
): void => {
  const refused = status >= 400 && !faults
  const measured = {
    Requests: 1,
    Latency: ms,
    Faults: faults ? 1 : 0,
    Refusals: refused ? 1 : 0,
    Limited: status === 429 ? 1 : 0,
    ReadUnits: 1,
    WriteUnits: 0,
    ...more,
  }
  say(data, minute, { operation, tenant: 'demo', status, measured }, { isFirst, times })
}

export const probeRound = (data: MetricData, minute: number, failures: number, days = 60): void => {
  const dimensions = { Stage: stage }
  data.put({ namespace: 'Quad', name: 'Probes', dimensions }, minute, 1)
  data.put({ namespace: 'Quad', name: 'ProbeFailures', dimensions }, minute, failures)
  data.put({ namespace: 'Quad', name: 'CertificateDays', dimensions }, minute, days)
}

/** The synthetic student comes every five minutes. */
export const visitRound = (data: MetricData, minute: number, failures: number): void => {
  if (minute % 5 !== 0) return
  data.put({ namespace: 'Quad', name: 'VisitFailures', dimensions: { Stage: stage } }, minute, failures)
}

const passing = [
  'auth.refreshToken',
  'auth.validateToken',
  'events.listFutureEvents',
  'calendars.getMyCalendar',
]

/** What clock, stream and AWS itself record each minute while nothing is wrong. */
export const consumeQuietly = (data: MetricData, minute: number, of: Metrics): void => {
  say(data, minute, { operation: 'clock.strike', measured: { ClockLate: 1, ScheduleFailures: 0 } })
  say(data, minute, { operation: 'stream.consume', measured: { StreamLag: 0.4, ChangeEventFailures: 0 } })
  data.put(of('StreamLate'), minute, 300)
  data.put(of('DeadLetters'), minute, 0)
  data.put(of('RequestsFail', 'unanswered'), minute, 0)
  data.put(of('TurnedAway', 'part'), minute, 0)
  data.put(of('TableThrottled', 'alive'), minute, 12)
  data.put(of('ClockFailures', 'crashes'), minute, 0)
  data.put(of('StreamFailures', 'crashes'), minute, 0)
  data.put(of('FunctionsThrottled'), minute, 0)
  data.put(of('ConcurrencyHigh'), minute, 9)
  if (minute % 60 === 5) {
    data.put(of('MailBounces'), minute, 0.01)
    data.put(of('MailComplaints'), minute, 0.0002)
  }
}

const everyMinute = (data: MetricData, minute: number, of: Metrics): void => {
  for (const operation of passing) ask(data, minute, operation, 2)
  consumeQuietly(data, minute, of)
  probeRound(data, minute, 0)
  visitRound(data, minute, 0)
}

/** A night as most are: few people, and now and then something small that nobody should be woken by. */
export const quietNight = (of: Metrics): MetricData => {
  const data = metricData()
  for (let minute = 0; minute < span.until; minute += 1) everyMinute(data, minute, of)
  ask(data, 20, 'auth.login', 1, { ms: 900, isFirst: true })
  ask(data, 70, 'auth.login', 3, { status: 401 })
  ask(data, 75, 'auth.login', 2, { status: 429 })
  ask(data, 80, 'events.getEvent', 2, { faults: true, status: 500 })
  ask(data, 85, 'saml.receiveSamlResponse', 1, { status: 400, more: { SamlRefusals: 1 } })
  ask(data, 86, 'saml.receiveSamlResponse', 1, { more: { SamlSignIns: 1 } })
  ask(data, 90, 'attendance.setRsvp', 4, { ms: 1500 })
  say(data, 95, { operation: 'stream.consume', measured: { StreamLag: 70, ChangeEventFailures: 1 } })
  data.put(of('StreamLate'), 95, 150_000)
  data.put(of('RequestsFail', 'unanswered'), 96, 2)
  data.put(of('TableThrottled', 'm0'), 97, 8)
  data.put(of('FunctionsThrottled'), 98, 1)
  data.put(of('TurnedAway', 'part'), 99, 12)
  say(data, 100, { operation: 'clock.strike', measured: { ClockLate: 9, ScheduleFailures: 1 } })
  say(data, 101, { operation: 'clock.due', measured: { DueLate: 400 } })
  probeRound(data, 102, 1)
  visitRound(data, 110, 1)
  data.drop(({ name }) => name === 'ClockLate' || name === 'StreamLag', 103, 106)
  return data
}
