import { Duration, type Stack } from 'aws-cdk-lib'
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  type Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { configurationSetName } from '../stacks/mail.ts'
import type { Stage } from '../stage.ts'
import { failureRate, faultRate, shareOf, throttled } from './expressions.ts'
import { awsMetric, indicators, quadMetric, turnedAway } from './metrics.ts'
import { type AlarmName, alarmText } from './texts.ts'
import type { WatchedResources } from './watch.ts'

const minute = Duration.minutes(1)

type Threshold = {
  readonly metric: IMetric
  readonly above: number
  /** Rings when `times` of the last `of` periods exceed the threshold. */
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
    // No data means no traffic: at night, or on a new stage.
    treatMissingData: TreatMissingData.NOT_BREACHING,
  })

/**
 * Rings when a metric that is reported every minute is missing for ten minutes, because stopped code reports nothing.
 * Many short periods work better than few long ones: AWS reads older data first where the newest is missing.
 */
const silenceOf = (stack: Stack, name: AlarmName, metric: Metric): Alarm =>
  new Alarm(stack, name, {
    alarmDescription: alarmText(name),
    metric: metric.with({ period: minute }),
    threshold: 1,
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    evaluationPeriods: 10,
    treatMissingData: TreatMissingData.BREACHING,
  })

const slowAfter = { SignIn: 2000, Refresh: 1000, Rsvp: 1000 }

const indicatorAlarms = (stack: Stack, stage: Stage): Alarm[] =>
  (['SignIn', 'Refresh', 'Rsvp'] as const).flatMap((name) => {
    const { operation, label } = indicators[name]
    const dimensions = { Operation: operation }
    const all = quadMetric(stage, 'Latency', { dimensions, statistic: 'SampleCount' })
    const rate = failureRate(
      { faults: quadMetric(stage, 'Faults', { dimensions }) },
      all,
      `failed: ${label}, %`,
    )
    const tail = quadMetric(stage, 'Latency', { dimensions, statistic: 'p95', label: `p95 of ${label}, ms` })
    return [
      alarmOf(stack, `${name}Fails`, { metric: rate, above: 1 }),
      alarmOf(stack, `${name}Slow`, { metric: tail, above: slowAfter[name], times: 3 }),
    ]
  })

/** Alarms on effects that users notice. */
export const noticedAlarms = (stack: Stack, stage: Stage): Alarm[] => [
  alarmOf(stack, 'RequestsFail', { metric: faultRate(stage), above: 1 }),
  ...indicatorAlarms(stack, stage),
  alarmOf(stack, 'TurnedAway', {
    metric: shareOf(turnedAway(stage), quadMetric(stage, 'Requests'), 20, 'turned away, %'),
    above: 1,
  }),
  alarmOf(stack, 'ManyLimited', {
    metric: new MathExpression({
      expression: 'IF(FILL(part, 0) >= 10, 100 * FILL(part, 0) / FILL(total, 1), 0)',
      usingMetrics: { part: quadMetric(stage, 'Limited'), total: quadMetric(stage, 'Requests') },
      label: 'told to come later, %',
      period: Duration.minutes(5),
    }),
    above: 5,
  }),
  alarmOf(stack, 'ProbeFails', {
    metric: quadMetric(stage, 'ProbeFailures', { period: minute }),
    above: 0,
    times: 3,
    of: 5,
  }),
  // A visit comes every five minutes, so a period has one or two.
  alarmOf(stack, 'VisitFails', { metric: quadMetric(stage, 'VisitFailures'), above: 0 }),
]

/** Rings before the certificate expires. */
export const certificateAlarm = (stack: Stack, stage: Stage): Alarm =>
  new Alarm(stack, 'CertificateEnds', {
    alarmDescription: alarmText('CertificateEnds'),
    metric: quadMetric(stage, 'CertificateDays', { statistic: 'Minimum', period: Duration.hours(1) }),
    threshold: 14,
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  })

/** The clock logs a line at the end of each run. Without a line it did not run, even if it was invoked. */
export const clockAlarms = (stack: Stack, stage: Stage) => ({
  silent: silenceOf(stack, 'ClockSilent', quadMetric(stage, 'ClockLate', { statistic: 'SampleCount' })),
  late: alarmOf(stack, 'DueLate', {
    metric: quadMetric(stage, 'DueLate', { statistic: 'Maximum' }),
    above: 900,
  }),
})

/** The clock writes to the table every minute, so a working stream is never silent. */
export const streamAlarms = (stack: Stack, stage: Stage, { consumer }: WatchedResources) => ({
  late: alarmOf(stack, 'StreamLate', {
    metric: awsMetric('Lambda', 'IteratorAge', {
      dimensions: { FunctionName: consumer.handler.functionName },
      statistic: 'Maximum',
    }),
    above: 120_000,
  }),
  silent: silenceOf(stack, 'StreamSilent', quadMetric(stage, 'StreamLag', { statistic: 'SampleCount' })),
})

/** Alarms on single effects that failed. */
export const effectAlarms = (stack: Stack, stage: Stage, { consumer }: WatchedResources) => ({
  aside: alarmOf(stack, 'DeadLetters', {
    metric: consumer.deadLetters.metricApproximateNumberOfMessagesVisible({ period: minute }),
    above: 0,
    times: 1,
    of: 1,
  }),
  // Lasts an hour, so that a single event outlasts the wait for user-facing alarms.
  mail: alarmOf(stack, 'MailRefused', {
    metric: quadMetric(stage, 'MailRefused', { period: Duration.hours(1) }),
    above: 0,
    times: 1,
    of: 1,
  }),
})

/**
 * More than one request of ten thousand within a day, and at least three. Finds defects of operations that few people
 * use, and of small schools.
 */
export const fewFailAlarm = (stack: Stack, stage: Stage): Alarm => {
  const period = Duration.days(1)
  return alarmOf(stack, 'FewFail', {
    metric: new MathExpression({
      expression: 'IF(FILL(part, 0) >= 3, 10000 * FILL(part, 0) / FILL(total, 1), 0)',
      usingMetrics: {
        part: quadMetric(stage, 'Faults', { period }),
        total: quadMetric(stage, 'Requests', { period }),
      },
      label: 'failed requests of ten thousand',
      period,
    }),
    above: 1,
    times: 1,
    of: 1,
  })
}

/** Alarms on single parts and on resource limits. */
export const partAlarms = (stack: Stack, stage: Stage, { data }: WatchedResources): Alarm[] => [
  alarmOf(stack, 'TableThrottled', { metric: throttled(data), above: 10 }),
  alarmOf(stack, 'FunctionsThrottled', { metric: awsMetric('Lambda', 'Throttles'), above: 0 }),
  alarmOf(stack, 'ConcurrencyHigh', {
    metric: awsMetric('Lambda', 'ConcurrentExecutions', { statistic: 'Maximum' }),
    above: 0.8 * stage.values.concurrencyQuota,
  }),
  alarmOf(stack, 'ClockFails', {
    metric: quadMetric(stage, 'ScheduleFailures', { period: minute }),
    above: 0,
    times: 3,
    of: 5,
  }),
  silenceOf(stack, 'ProbeSilent', quadMetric(stage, 'Probes')),
]

/** Rings when a weekly backup fails. Empty for a stage without backups. */
export const backupAlarm = (stack: Stack, { data: { vault } }: WatchedResources) =>
  vault === undefined
    ? {}
    : {
        BackupFails: alarmOf(stack, 'BackupFails', {
          metric: awsMetric('Backup', 'NumberOfBackupJobsFailed', {
            dimensions: { BackupVaultName: vault.backupVaultName },
            period: Duration.days(1),
          }),
          above: 0,
          times: 1,
          of: 1,
        }),
      }

export const mailAlarms = (stack: Stack, stage: Stage) => {
  const dimensions = { 'ses:configuration-set': configurationSetName(stage) }
  const rate = (name: string) =>
    awsMetric('SES', name, { dimensions, statistic: 'Average', period: Duration.hours(1) })
  const once = { times: 1, of: 1 }
  const complaints = rate('Reputation.ComplaintRate')
  return {
    MailBounces: alarmOf(stack, 'MailBounces', {
      metric: rate('Reputation.BounceRate'),
      above: 0.05,
      ...once,
    }),
    MailComplaints: alarmOf(stack, 'MailComplaints', { metric: complaints, above: 0.001, ...once }),
  }
}

/**
 * Alarms on rejected responses of identity providers, whose settings may be outdated. Few people of a small school sign
 * in within minutes, so they look back for hours.
 */
export const refusedAlarms = (stack: Stack, stage: Stage) => {
  const period = Duration.hours(6)
  const refused = (name: 'SamlRefused' | 'OpenIdRefused', by: 'Saml' | 'OpenId'): Alarm =>
    alarmOf(stack, name, {
      metric: shareOf(
        quadMetric(stage, `${by}Refusals`, { period }),
        quadMetric(stage, `${by}SignIns`, { period }),
        3,
        `${by} refused, %`,
        period,
      ),
      above: 50,
      times: 1,
      of: 1,
    })
  return { SamlRefused: refused('SamlRefused', 'Saml'), OpenIdRefused: refused('OpenIdRefused', 'OpenId') }
}
