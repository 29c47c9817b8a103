import type { Value } from '../../deployed/template.ts'
import { type MetricData, type MetricId, statisticOf } from './metric-data.ts'
import { mathAt } from './metric-math.ts'

export type State = 'OK' | 'ALARM'

/** So many older datapoints CloudWatch looks at where newer ones are missing. */
const older = 2

const idOf = ({ Namespace, MetricName, Dimensions = [] }: Value): MetricId => ({
  namespace: Namespace,
  name: MetricName,
  dimensions: Object.fromEntries(Dimensions.map(({ Name, Value: value }: Value) => [Name, value])),
})

const comparisons: Readonly<Record<string, (value: number, threshold: number) => boolean>> = {
  GreaterThanThreshold: (value, threshold) => value > threshold,
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
  LessThanOrEqualToThreshold: (value, threshold) => value <= threshold,
}

type Point = (data: MetricData, from: number, to: number) => number | undefined

const sourceOf = (alarm: Value): { readonly minutes: number; readonly point: Point } => {
  if (alarm.Metrics === undefined) {
    const metric = idOf(alarm)
    const statistic = alarm.Statistic ?? alarm.ExtendedStatistic
    return {
      minutes: alarm.Period / 60,
      point: (data, from, to) => statisticOf(statistic, data.between(metric, from, to)),
    }
  }
  const given = alarm.Metrics.filter(({ MetricStat }: Value) => MetricStat)
  const [returned] = alarm.Metrics.filter(({ ReturnData = true }: Value) => ReturnData)
  const periods = new Set<number>(given.map(({ MetricStat }: Value) => MetricStat.Period))
  const [seconds = 60, ...others] = periods
  if (others.length > 0) throw new Error(`${alarm.AlarmDescription} mixes periods`)
  const stats = given.map(({ Id, MetricStat: { Metric, Stat } }: Value) => ({
    Id,
    Stat,
    metric: idOf(Metric),
  }))
  const point: Point = (data, from, to) =>
    mathAt(
      // A metric that is only given a name is an expression of itself.
      returned.Expression ?? returned.Id,
      Object.fromEntries(
        stats.map(({ Id, Stat, metric }: Value) => [Id, statisticOf(Stat, data.between(metric, from, to))]),
      ),
    )
  return { minutes: seconds / 60, point }
}

/**
 * The state of a metric alarm after each minute, as CloudWatch decides it: so many of the last periods beyond the
 * threshold; where data is missing, older data first, and what the alarm says of missing data for the rest. Periods are
 * those of the clock, but for alarms of one period, which looks back from every minute.
 */
export const metricAlarm = (alarm: Value): ((data: MetricData, minute: number, before: State) => State) => {
  const { minutes, point } = sourceOf(alarm)
  const of: number = alarm.EvaluationPeriods
  const times: number = alarm.DatapointsToAlarm ?? of
  const compare = comparisons[alarm.ComparisonOperator]
  if (!compare) throw new Error(`no test knows ${alarm.ComparisonOperator}`)
  const isBreaching = (value: number): boolean => compare(value, alarm.Threshold)
  // CloudWatch keeps the state of alarms on the table's own metrics while these are missing, whatever the alarm says.
  const onTable = JSON.stringify(alarm).includes('"AWS/DynamoDB"')
  const missing: string = onTable ? 'ignore' : (alarm.TreatMissingData ?? 'missing')
  return (data, minute, before) => {
    // A long window changes slowly. Looking every ten minutes keeps the test fast.
    if (minutes >= 60 && minute % 10 !== 0) return before
    // Between two ends of a period nothing new is known.
    if (of > 1 && minute % minutes !== 0) return before
    const values = Array.from({ length: of + older }, (_, back) => {
      const to = minute - back * minutes
      // A day is longer than what is recorded: nothing happened before.
      if (of > 1 && to - minutes < 0) return undefined
      return point(data, Math.max(0, to - minutes), to)
    })
    const real = values.filter((value) => value !== undefined).slice(0, of)
    if (real.length === 0 && (missing === 'ignore' || missing === 'missing')) return before
    const breaching = real.filter(isBreaching).length
    const filled = missing === 'breaching' ? of - real.length : 0
    return breaching + filled >= times ? 'ALARM' : 'OK'
  }
}
