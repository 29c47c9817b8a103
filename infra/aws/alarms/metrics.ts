import { Duration } from 'aws-cdk-lib'
import { Metric, type MetricProps } from 'aws-cdk-lib/aws-cloudwatch'
import { type MetricName, metricNamespace } from '../../../lib/metrics.ts'
import type { Stage } from '../stage.ts'

type MetricOptions = Partial<Pick<MetricProps, 'statistic' | 'period' | 'label'>> & {
  readonly dimensions?: Readonly<Record<string, string>>
}

/** A metric from the functions' logs. Counts are summed over five minutes by default. */
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

/** A metric that AWS reports itself. */
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

/** The sum of metrics, some of which may not exist because their event never happened. */
export const sumExpression = (names: readonly string[]): string =>
  `SUM([${names.map((name) => `FILL(${name}, 0)`).join(', ')}])`

/**
 * Counted by the gateway's log: requests without a response from a function. Without dimensions it is 0 when nothing
 * failed.
 */
export const unanswered = ({ name }: Stage) => ({
  namespace: metricNamespace,
  metricName: `Unanswered-${name}`,
})

/** Counted by the gateway's log: 429 responses, for requests that the gateway did not pass to a function. */
export const turnedAway = ({ name }: Stage): Metric =>
  new Metric({
    namespace: metricNamespace,
    metricName: `TurnedAway-${name}`,
    statistic: 'Sum',
    period: Duration.minutes(5),
  })

/** Operations that users wait for, by their everyday names. */
export const indicators: Readonly<
  Record<'SignIn' | 'Refresh' | 'Rsvp', { operation: string; label: string }>
> = {
  SignIn: { operation: 'auth.login', label: 'sign-in' },
  Refresh: { operation: 'auth.refreshToken', label: 'refresh' },
  Rsvp: { operation: 'attendance.setRsvp', label: 'RSVP' },
}
