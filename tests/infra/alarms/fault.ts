import type { AlarmName } from '../../../infra/aws/alarms/texts.ts'
import type { MetricData } from './metric-data.ts'
import { ask, type Metrics, probeRound, say, visitRound } from './night.ts'

/** What goes wrong, the alarm that has to find it, and what it does to the recorded metrics of each minute. */
export type Fault = {
  readonly name: string
  readonly alarm: AlarmName
  readonly minute: (data: MetricData, minute: number, of: Metrics) => void
  /** What is no longer recorded. */
  readonly gone?: readonly string[]
}

export const ofClock = ['ClockLate', 'ScheduleFailures', 'DueLate']
export const ofStream = ['StreamLag', 'ChangeEventFailures', 'IteratorAge']
export const ofPeople = ['Requests', 'Latency']
export const ofProbe = ['Probes', 'ProbeFailures', 'CertificateDays', 'VisitFailures']
// At night the clock alone writes to the table.
export const clockAndStream = [...ofClock, ...ofStream]

export const strike = (data: MetricData, minute: number, ScheduleFailures: number): void =>
  say(data, minute, { operation: 'clock.strike', measured: { ClockLate: 1, ScheduleFailures } })

export const consume = (data: MetricData, minute: number, StreamLag: number, failures: number): void => {
  for (let at = 0; at < Math.max(1, failures); at += 1)
    say(data, minute, {
      operation: 'stream.consume',
      measured: { StreamLag, ChangeEventFailures: failures > 0 ? 1 : 0 },
    })
}

export const refuse = (
  data: MetricData,
  minute: number,
  operation: string,
  metric: string,
  status: number,
): void => ask(data, minute, operation, 3, { status, more: { [metric]: 1 } })

export const fail = (operation: string, times: number, of: number) => (data: MetricData, minute: number) => {
  ask(data, minute, operation, times, { faults: true, status: 500 })
  ask(data, minute, operation, of - times)
}

export const slow = (operation: string, ms: number) => (data: MetricData, minute: number) => {
  ask(data, minute, operation, 30)
  ask(data, minute, operation, 5, { ms })
}

/** Neither the probe nor the synthetic student gets an answer. */
export const outage = (data: MetricData, minute: number): void => {
  probeRound(data, minute, 1)
  visitRound(data, minute, 1)
}
