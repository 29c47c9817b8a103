import { Duration } from 'aws-cdk-lib'
import { Metric, type MetricProps } from 'aws-cdk-lib/aws-cloudwatch'
import { type MetricName, metricNamespace } from '../../../lib/metrics.ts'
import type { Stage } from '../stage.ts'

type MetricOptions = Partial<Pick<MetricProps, 'statistic' | 'period' | 'label'>> & {
  readonly dimensions?: Readonly<Record<string, string>>
}

/** A metric that the functions write into their logs. Counts are summed over five minutes unless told otherwise. */
export const quadMetric = (
  { name }: Stage,
  metricName: MetricName,
  { dimensions = {}, statistic = 'Sum', period = Duration.minutes(5), ...rest }: MetricOptions = {},
): Metric =>
  new Metric({
    namespace: metricNamespace,
    metricName,
    dimensionsMap: { Stage: name, ...dimensions },
    statistic,
    period,
    ...rest,
  })

/** A metric that AWS keeps itself. */
export const awsMetric = (
  service: string,
  metricName: string,
  { dimensions = {}, statistic = 'Sum', period = Duration.minutes(5), ...rest }: MetricOptions = {},
): Metric =>
  new Metric({
    namespace: `AWS/${service}`,
    metricName,
    ...(Object.keys(dimensions).length > 0 ? { dimensionsMap: { ...dimensions } } : {}),
    statistic,
    period,
    ...rest,
  })

/** What never failed was never counted: the sum of metrics some of which may not exist. */
export const sumExpression = (names: readonly string[]): string =>
  `SUM([${names.map((name) => `FILL(${name}, 0)`).join(', ')}])`

/** What the gateway's log counts: requests that no function answered. Without dimensions it is 0 where nothing failed. */
export const unanswered = ({ name }: Stage) => ({
  namespace: metricNamespace,
  metricName: `Unanswered-${name}`,
})

/** What the gateway's log counts of 429: requests that it did not let through to a function. */
export const turnedAway = ({ name }: Stage): Metric =>
  new Metric({
    namespace: metricNamespace,
    metricName: `TurnedAway-${name}`,
    statistic: 'Sum',
    period: Duration.minutes(5),
  })

/** Operations that people wait for, by what they call it. */
export const indicators: Readonly<
  Record<'SignIn' | 'Refresh' | 'Rsvp', { operation: string; label: string }>
> = {
  SignIn: { operation: 'auth.login', label: 'sign-in' },
  Refresh: { operation: 'auth.refreshToken', label: 'refresh' },
  Rsvp: { operation: 'attendance.setRsvp', label: 'RSVP' },
}
