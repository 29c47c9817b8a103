import { Duration } from 'aws-cdk-lib'
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch'
import { indexNames } from '../../../lib/table/schema.ts'
import type { Stage } from '../stage.ts'
import { awsMetric, quadMetric, sumExpression, unanswered } from './metrics.ts'
import type { WatchedResources } from './watch.ts'

const period = Duration.minutes(5)

/** Percentage of failed requests; zero below five failures. `all` leaves out what is `unanswered`. */
export const failureRate = (failed: Record<string, IMetric>, all: IMetric, label: string): MathExpression => {
  const sum = sumExpression(Object.keys(failed))
  return new MathExpression({
    expression: `IF(${sum} >= 5, 100 * (${sum}) / (FILL(total, 0) + ${sum}), 0)`,
    usingMetrics: { ...failed, total: all },
    label,
    period,
  })
}

/** Percentage of `part` in `part` and `rest` together; zero when their sum is below `least`. */
export const shareOf = (
  part: IMetric,
  rest: IMetric,
  least: number,
  label: string,
  window = period,
): MathExpression =>
  new MathExpression({
    expression: `IF(FILL(part, 0) >= ${least}, 100 * FILL(part, 0) / (FILL(part, 0) + FILL(rest, 0)), 0)`,
    usingMetrics: { part, rest },
    label,
    period: window,
  })

/** Percentage of requests that end in an unexpected error. */
export const faultRate = (stage: Stage): MathExpression =>
  failureRate(
    {
      faults: quadMetric(stage, 'Faults'),
      unanswered: new Metric({ ...unanswered(stage), statistic: 'Sum', period }),
    },
    quadMetric(stage, 'Requests'),
    'failed requests, %',
  )

const throttledReads = (tableName: string): Record<string, IMetric> => {
  const places = [{}, ...indexNames.map((name) => ({ GlobalSecondaryIndexName: name }))]
  return Object.fromEntries(
    places.flatMap((place, at) =>
      ['ReadThrottleEvents', 'WriteThrottleEvents'].map((metricName, kind) => [
        `m${at * 2 + kind}`,
        awsMetric('DynamoDB', metricName, { dimensions: { TableName: tableName, ...place } }),
      ]),
    ),
  )
}

/**
 * Throttled requests to the table and its indexes. DynamoDB alarms keep their state while there is no data. Read
 * counts, which exist every minute, let this alarm return to normal.
 */
export const throttled = ({ table: { tableName } }: WatchedResources['data']): MathExpression => {
  const turned = throttledReads(tableName)
  const alive = awsMetric('DynamoDB', 'ConsumedReadCapacityUnits', { dimensions: { TableName: tableName } })
  return new MathExpression({
    expression: `${sumExpression(Object.keys(turned))} + 0 * FILL(alive, 0)`,
    usingMetrics: { ...turned, alive },
    label: 'throttled by the table',
    period,
  })
}
