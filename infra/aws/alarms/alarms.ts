import { Duration, type Stack } from 'aws-cdk-lib'
import {
  Alarm,
  AlarmRule,
  ComparisonOperator,
  CompositeAlarm,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import { indexNames } from '../../../lib/table/schema.ts'
import { configurationSetName } from '../stacks/mail.ts'
import type { Stage } from '../stage.ts'
import { indicators, ofAws, quad, summed, unanswered } from './metrics.ts'
import { type AlarmName, alarmText } from './texts.ts'
import type { Watched } from './watch.ts'

type Threshold = {
  readonly metric: IMetric
  readonly above: number
  /** Rings when `times` of the last `of` periods were above. */
  readonly times?: number
  readonly of?: number
}

const alarmOf = (stack: Stack, name: AlarmName, { metric, above, times = 2, of = 3 }: Threshold): Alarm =>
  new Alarm(stack, name, {
    alarmDescription: alarmText(name),
    metric,
    threshold: above,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    evaluationPeriods: of,
    datapointsToAlarm: times,
    // Nothing is counted where nothing happens: at night, on a new stage.
    treatMissingData: TreatMissingData.NOT_BREACHING,
  })

/** Of a hundred requests, those that failed; none while fewer than five did. */
const failureRate = (failed: Record<string, IMetric>, all: IMetric, label: string): MathExpression => {
  const sum = summed(Object.keys(failed))
  return new MathExpression({
    expression: `IF(${sum} >= 5, 100 * (${sum}) / (FILL(total, 0) + ${sum}), 0)`,
    usingMetrics: { ...failed, total: all },
    label,
    period: Duration.minutes(5),
  })
}

/** Requests that ended in an error which nobody foresaw, in percent. */
export const faultRate = (stage: Stage): MathExpression =>
  failureRate(
    {
      faults: quad(stage, 'Faults'),
      unanswered: new Metric({ ...unanswered(stage), statistic: 'Sum', period: Duration.minutes(5) }),
    },
    quad(stage, 'Requests'),
    'failed requests, %',
  )

const slowAfter = { SignIn: 2000, Refresh: 1000, Rsvp: 1000 }

const indicatorAlarms = (stack: Stack, stage: Stage): Alarm[] =>
  (['SignIn', 'Refresh', 'Rsvp'] as const).flatMap((name) => {
    const { operation, label } = indicators[name]
    const dimensions = { Operation: operation }
    const all = quad(stage, 'Latency', { dimensions, statistic: 'SampleCount' })
    const rate = failureRate({ faults: quad(stage, 'Faults', { dimensions }) }, all, `failed: ${label}, %`)
    const tail = quad(stage, 'Latency', { dimensions, statistic: 'p95', label: `p95 of ${label}, ms` })
    return [
      alarmOf(stack, `${name}Fails`, { metric: rate, above: 1 }),
      alarmOf(stack, `${name}Slow`, { metric: tail, above: slowAfter[name], times: 3 }),
    ]
  })

const throttledReads = ({ table: { tableName } }: Watched['data']): Record<string, IMetric> => {
  const places = [{}, ...indexNames.map((name) => ({ GlobalSecondaryIndexName: name }))]
  return Object.fromEntries(
    places.flatMap((place, at) =>
      ['ReadThrottleEvents', 'WriteThrottleEvents'].map((metricName, kind) => [
        `m${at * 2 + kind}`,
        ofAws('DynamoDB', metricName, { dimensions: { TableName: tableName, ...place } }),
      ]),
    ),
  )
}

/** Requests to the table and its indexes that were turned away. */
export const throttled = (data: Watched['data']): MathExpression => {
  const usingMetrics = throttledReads(data)
  return new MathExpression({
    expression: summed(Object.keys(usingMetrics)),
    usingMetrics,
    label: 'throttled by the table',
    period: Duration.minutes(5),
  })
}

const mailAlarms = (stack: Stack, stage: Stage): Alarm[] => {
  const dimensions = { 'ses:configuration-set': configurationSetName(stage) }
  const rate = (name: string) =>
    ofAws('SES', name, { dimensions, statistic: 'Average', period: Duration.hours(1) })
  return [
    alarmOf(stack, 'MailRefused', { metric: quad(stage, 'MailRefused'), above: 4 }),
    alarmOf(stack, 'MailBounces', { metric: rate('Reputation.BounceRate'), above: 0.05, times: 1, of: 1 }),
    alarmOf(stack, 'MailComplaints', {
      metric: rate('Reputation.ComplaintRate'),
      above: 0.001,
      times: 1,
      of: 1,
    }),
  ]
}

const backgroundAlarms = (stack: Stack, stage: Stage, { notices, clock }: Watched): Alarm[] => {
  const age = ofAws('Lambda', 'IteratorAge', {
    dimensions: { FunctionName: notices.handler.functionName },
    statistic: 'Maximum',
  })
  const waiting = notices.deadLetters.metricApproximateNumberOfMessagesVisible({
    period: Duration.minutes(1),
  })
  const late = quad(stage, 'DueLate', { statistic: 'Maximum' })
  const struck = ofAws('Lambda', 'Invocations', { dimensions: { FunctionName: clock.handler.functionName } })
  return [
    alarmOf(stack, 'StreamLate', { metric: age, above: 120_000 }),
    alarmOf(stack, 'DeadLetters', { metric: waiting, above: 0, times: 1, of: 1 }),
    alarmOf(stack, 'DueLate', { metric: late, above: 900 }),
    new Alarm(stack, 'ClockSilent', {
      alarmDescription: alarmText('ClockSilent'),
      metric: struck,
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      evaluationPeriods: 2,
      // A clock that is not called counts nothing at all.
      treatMissingData: TreatMissingData.BREACHING,
    }),
  ]
}

/** Makes the alarms of a stage. What people notice at once calls by one alarm, everything else by its own. */
export const alarms = (stack: Stack, stage: Stage, watched: Watched, topic: ITopic): Alarm[] => {
  const noticed = [
    alarmOf(stack, 'RequestsFail', { metric: faultRate(stage), above: 1 }),
    ...indicatorAlarms(stack, stage),
  ]
  const affected = new CompositeAlarm(stack, 'PeopleAffected', {
    alarmDescription: alarmText('PeopleAffected'),
    alarmRule: AlarmRule.anyOf(...noticed),
  })
  const behind = [
    ...backgroundAlarms(stack, stage, watched),
    ...mailAlarms(stack, stage),
    alarmOf(stack, 'TableThrottled', { metric: throttled(watched.data), above: 10 }),
    alarmOf(stack, 'FunctionsThrottled', { metric: ofAws('Lambda', 'Throttles'), above: 0 }),
  ]
  for (const alarm of [affected, ...behind]) alarm.addAlarmAction(new SnsAction(topic))
  for (const alarm of behind) alarm.addOkAction(new SnsAction(topic))
  return [...noticed, ...behind]
}
