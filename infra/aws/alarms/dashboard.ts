import { Duration, type Stack } from 'aws-cdk-lib'
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  LogQueryWidget,
  MathExpression,
  SingleValueWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { Stage } from '../stage.ts'
import { faultRate, throttled } from './expressions.ts'
import { awsMetric, indicators, quadMetric } from './metrics.ts'
import type { WatchedResources } from './watch.ts'

const graph = (title: string, left: IMetric[], right: IMetric[] = []): IWidget =>
  new GraphWidget({ title, left, right, width: 12, height: 6 })

/** One line for each operation or school with recent requests, however many there are. */
const each = ({ name }: Stage, dimension: string, metric: string, statistic: string): IMetric =>
  new MathExpression({
    expression: `SEARCH('{Quad,Stage,${dimension}} Stage="${name}" MetricName="${metric}"', '${statistic}', 300)`,
    usingMetrics: {},
    label: '',
    period: Duration.minutes(5),
  })

const indicatorRows = (stage: Stage): IWidget[] =>
  Object.values(indicators).map(({ operation, label }) => {
    const dimensions = { Operation: operation }
    const latency = (statistic: string) =>
      quadMetric(stage, 'Latency', { dimensions, statistic, label: statistic })
    const all = quadMetric(stage, 'Latency', { dimensions, statistic: 'SampleCount', label: 'requests' })
    const answered = new MathExpression({
      expression: '100 * (1 - FILL(faults, 0) / total)',
      usingMetrics: { faults: quadMetric(stage, 'Faults', { dimensions }), total: all },
      label: 'answered, %',
    })
    return new GraphWidget({
      title: `${label} (${operation})`,
      left: [latency('p50'), latency('p95'), latency('p99')],
      right: [answered],
      leftYAxis: { label: 'ms', showUnits: false, min: 0 },
      rightYAxis: { label: '%', showUnits: false, max: 100 },
      width: 8,
      height: 6,
    })
  })

/** Units per operation, from the functions' log lines. */
const unitsByOperation = ({ made }: WatchedResources): IWidget =>
  new LogQueryWidget({
    title: 'Units by operation',
    logGroupNames: made.map(({ log }) => log.logGroupName),
    queryLines: [
      'filter ispresent(Operation)',
      'stats count(*) as requests, sum(ReadUnits) as reads, sum(WriteUnits) as writes, avg(Latency) as ms by Operation',
      'sort writes desc',
      'limit 50',
    ],
    width: 24,
    height: 8,
  })

const tableRow = ({ data }: WatchedResources): IWidget[] => {
  const dimensions = { TableName: data.table.tableName }
  return [
    graph('Units of the table', [
      awsMetric('DynamoDB', 'ConsumedReadCapacityUnits', { dimensions, label: 'read' }),
      awsMetric('DynamoDB', 'ConsumedWriteCapacityUnits', { dimensions, label: 'written' }),
    ]),
    graph(
      'Turned away by the table',
      [throttled(data)],
      [awsMetric('DynamoDB', 'TransactionConflict', { dimensions, label: 'conflicts' })],
    ),
  ]
}

const backgroundRow = (stage: Stage, { notices }: WatchedResources): IWidget[] => [
  graph(
    'Stream and clock',
    [
      quadMetric(stage, 'StreamLag', { statistic: 'Maximum', label: 'the stream lags, s' }),
      quadMetric(stage, 'DueLate', { statistic: 'Maximum', label: 'what is due is late, s' }),
    ],
    [notices.deadLetters.metricApproximateNumberOfMessagesVisible({ label: 'put aside' })],
  ),
  graph('Failures behind', [
    quadMetric(stage, 'NoticeFailures', { label: 'notices' }),
    quadMetric(stage, 'ScheduleFailures', { label: 'schedules' }),
    quadMetric(stage, 'MailRefused', { label: 'mails refused' }),
  ]),
]

/** The dashboard of a stage, from user-facing effects down to the table. */
export const dashboard = (
  stack: Stack,
  stage: Stage,
  watched: WatchedResources,
  alarms: readonly Alarm[],
): void => {
  const rows: IWidget[][] = [
    [
      new TextWidget({
        markdown: `# Quad ${stage.name}\nWhat an alarm means: docs/operations.md.`,
        width: 12,
        height: 3,
      }),
      new SingleValueWidget({
        metrics: [quadMetric(stage, 'Requests'), faultRate(stage), quadMetric(stage, 'Refusals')],
        width: 12,
        height: 3,
      }),
    ],
    [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: 24, height: 5 })],
    indicatorRows(stage),
    [
      graph('Latency by operation, p95', [each(stage, 'Operation', 'Latency', 'p95')]),
      graph('Faults by operation', [each(stage, 'Operation', 'Faults', 'Sum')]),
    ],
    [
      graph('Latency by school, p95', [each(stage, 'Tenant', 'Latency', 'p95')]),
      graph('Faults by school', [each(stage, 'Tenant', 'Faults', 'Sum')]),
    ],
    tableRow(watched),
    backgroundRow(stage, watched),
    [unitsByOperation(watched)],
  ]
  new Dashboard(stack, 'Dashboard', { dashboardName: `quad-${stage.name}`, widgets: rows })
}
