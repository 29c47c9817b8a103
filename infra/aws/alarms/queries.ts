import type { Stack } from 'aws-cdk-lib'
import { LogQueryWidget } from 'aws-cdk-lib/aws-cloudwatch'
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs'
import type { Stage } from '../stage.ts'
import type { WatchedResources } from './watch.ts'

type Query = {
  /** Name in Logs Insights, and title on the dashboard. */
  readonly title: string
  readonly lines: readonly string[]
  readonly onDashboard?: true
}

const requests = 'filter ispresent(Operation) and ispresent(Requests)'
const latency =
  'count(*) as requests, pct(Latency, 50) as p50, pct(Latency, 95) as p95, sum(Faults) as faults'

/** Figures that need no metric: they are read from the functions' log lines when somebody asks. */
export const logQueries: readonly Query[] = [
  {
    title: 'Latency and faults by operation',
    lines: [requests, `stats ${latency} by Operation`, 'sort faults desc, p95 desc', 'limit 50'],
    onDashboard: true,
  },
  {
    title: 'Latency and faults by school',
    lines: [requests, `stats ${latency} by Tenant`, 'sort faults desc, p95 desc', 'limit 50'],
    onDashboard: true,
  },
  {
    title: 'Units by operation',
    lines: [
      requests,
      'stats count(*) as requests, sum(ReadUnits) as reads, sum(WriteUnits) as writes, avg(Latency) as ms by Operation',
      'sort writes desc',
      'limit 50',
    ],
    onDashboard: true,
  },
  {
    title: 'Failed requests by code',
    lines: [
      'filter status >= 500',
      'stats count(*) as failed by Operation, Tenant, code',
      'sort failed desc',
      'limit 50',
    ],
  },
  {
    title: 'Causes of failed table calls',
    lines: [
      'filter ispresent(fault.cause)',
      'stats count(*) as failed by fault.cause, fault.error, fault.call, fault.entity, Operation',
      'sort failed desc',
      'limit 50',
    ],
  },
  {
    title: 'Requests refused by a limit',
    lines: [
      'filter status = 429',
      'stats count(*) as refused by Operation, Tenant',
      'sort refused desc',
      'limit 50',
    ],
  },
  {
    title: 'Cold starts by function',
    lines: [
      'filter @type = "REPORT"',
      'stats count(*) as invocations, count(@initDuration) as coldStarts, avg(@initDuration) as ms by @log',
      'sort coldStarts desc',
      'limit 50',
    ],
  },
]

const groupsOf = ({ made }: Pick<WatchedResources, 'made'>): string[] =>
  made.map(({ log }) => log.logGroupName)

/** Saved queries in Logs Insights. They cost nothing until somebody runs one. */
export const savedQueries = (
  stack: Stack,
  { name }: Stage,
  watched: Pick<WatchedResources, 'made'>,
): void => {
  for (const [at, { title, lines }] of logQueries.entries())
    new CfnQueryDefinition(stack, `Query${at + 1}`, {
      name: `quad/${name}/${title}`,
      logGroupNames: groupsOf(watched),
      queryString: lines.join('\n| '),
    })
}

export const queryWidgets = (watched: Pick<WatchedResources, 'made'>): LogQueryWidget[] =>
  logQueries
    .filter(({ onDashboard }) => onDashboard)
    .map(
      ({ title, lines }) =>
        new LogQueryWidget({
          title,
          logGroupNames: groupsOf(watched),
          queryLines: [...lines],
          width: 24,
          height: 8,
        }),
    )
