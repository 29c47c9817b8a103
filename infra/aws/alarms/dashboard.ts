import type { Stack } from 'aws-cdk-lib'
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  MathExpression,
  SingleValueWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { Stage } from '../stage.ts'
import { faultRate, throttled } from './expressions.ts'
import { awsMetric, indicators, quadMetric } from './metrics.ts'
import { queryWidgets } from './queries.ts'
import type { WatchedResources } from './watch.ts'

const graph = (title: string, left: IMetric[], right: IMetric[] = []): IWidget =>
  new GraphWidget({ title, left, right, width: 12, height: 6 })

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

const backgroundRow = (stage: Stage, { consumer }: WatchedResources): IWidget[] => [
  graph(
    'Stream and clock',
    [
      quadMetric(stage, 'StreamLag', { statistic: 'Maximum', label: 'the stream lags, s' }),
      quadMetric(stage, 'DueLate', { statistic: 'Maximum', label: 'what is due is late, s' }),
    ],
    [consumer.deadLetters.metricApproximateNumberOfMessagesVisible({ label: 'put aside' })],
  ),
  graph('Failures behind', [
    quadMetric(stage, 'ChangeEventFailures', { label: 'change events' }),
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
        metrics: [quadMetric(stage, 'Requests'), faultRate(stage)],
        width: 12,
        height: 3,
      }),
    ],
    [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: 24, height: 5 })],
    indicatorRows(stage),
    tableRow(watched),
    backgroundRow(stage, watched),
    ...queryWidgets(watched).map((widget) => [widget]),
  ]
  new Dashboard(stack, 'Dashboard', { dashboardName: `quad-${stage.name}`, widgets: rows })
}
