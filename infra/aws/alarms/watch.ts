import { CfnOutput, NestedStack, type Stack } from 'aws-cdk-lib'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { CfnRule } from 'aws-cdk-lib/aws-events'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs'
import type { ITopic, Topic } from 'aws-cdk-lib/aws-sns'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { DeployedFunction } from '../lambda/functions.ts'
import { accepted } from '../rules.ts'
import type { Data } from '../stacks/data.ts'
import { type Stage, watchOf } from '../stage.ts'
import { probe } from '../visits/probe-function.ts'
import { alarms } from './alarms.ts'
import { dashboard } from './dashboard.ts'
import { turnedAway, unanswered } from './metrics.ts'
import { savedQueries } from './queries.ts'
import { alarmText, severities } from './texts.ts'
import { alarmTopics, topicNames } from './topics.ts'

/**
 * Notifies when the monthly budget is used up. It covers the whole account: a budget by the stage's tag would count
 * nothing, without warning, until the tag is activated.
 */
export const budget = (stack: Stack, { name, values: { monthlyBudget } }: Stage, topic: ITopic): void => {
  if (monthlyBudget === undefined) return
  const notification = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: {
      notificationType,
      threshold,
      comparisonOperator: 'GREATER_THAN',
      thresholdType: 'PERCENTAGE',
    },
    subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
  })
  const made = new CfnBudget(stack, 'Budget', {
    budget: {
      budgetName: `quad-${name}`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyBudget, unit: 'USD' },
    },
    notificationsWithSubscribers: [notification('ACTUAL', 80), notification('FORECASTED', 100)],
  })
  // AWS tests the topic when it creates the budget, so the topic policy must exist first.
  made.node.addDependency(topic)
}

/** Roles of functions that sign with the secret. */
const readers = ({ made }: WatchedResources): string[] =>
  made.filter(({ rights }) => rights.mints).map(({ role }) => role.roleArn)

/**
 * Notifies when anything but a signing function reads or changes the signing secret. Reads are events of the account's
 * trail. Without a trail there is no notification; the runbook's first deployment creates one.
 */
export const secretWatch = (stack: Stack, watched: WatchedResources, topic: Topic): void => {
  const { secretArn, secretName } = watched.data.secret
  const rule = new CfnRule(stack, 'SecretRead', {
    description: alarmText('SecretRead'),
    state: 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS',
    eventPattern: {
      source: ['aws.secretsmanager'],
      'detail-type': ['AWS API Call via CloudTrail'],
      detail: {
        eventName: ['GetSecretValue', 'PutSecretValue', 'UpdateSecret', 'DeleteSecret'],
        requestParameters: { secretId: [secretArn, secretName] },
        userIdentity: {
          sessionContext: {
            sessionIssuer: { arn: [{ 'anything-but': readers(watched) }, { exists: false }] },
          },
        },
      },
    },
    targets: [
      {
        id: 'Alarms',
        arn: topic.topicArn,
        inputTransformer: {
          inputPathsMap: { who: '$.detail.userIdentity.arn', what: '$.detail.eventName', at: '$.time' },
          inputTemplate: `"<what> of the signing secret by <who> at <at>. ${alarmText('SecretRead').replaceAll('"', '\\"')}"`,
        },
      },
    ],
  })
  topic.grantPublish(
    new ServicePrincipal('events.amazonaws.com', {
      conditions: { ArnEquals: { 'aws:SourceArn': rule.attrArn } },
    }),
  )
  accepted(rule, {
    'Serverless-EventBusDLQ':
      'The target is the topic of the alarms: where its messages cannot go, a queue would not be read either.',
  })
}

/** Resources that alarms and the dashboard read. */
export type WatchedResources = {
  readonly data: Data
  /** The address of a stage without its own domain. */
  readonly address: string | undefined
  /** The access log of the gateway. */
  readonly log: LogGroup
  readonly consumer: DeployedFunction & { readonly deadLetters: Queue }
  readonly clock: DeployedFunction
  readonly made: readonly DeployedFunction[]
}

/**
 * Counts requests without a response from a function (crash, timeout, failed start), and requests that the gateway
 * throttled.
 */
const countAtGateway = (stack: Stack, stage: Stage, log: LogGroup): void => {
  const counted = {
    Unanswered: { ...unanswered(stage), pattern: '{ $.integrationError != "-" }' },
    TurnedAway: { ...turnedAway(stage), pattern: '{ ($.status = "429") && ($.integrationStatus = "-") }' },
  }
  for (const [id, { namespace, metricName, pattern }] of Object.entries(counted)) {
    new MetricFilter(stack, `${id}Count`, {
      logGroup: log,
      filterPattern: FilterPattern.literal(pattern),
      metricNamespace: namespace,
      metricName,
      metricValue: '1',
      defaultValue: 0,
    })
  }
}

/** Alarms, the dashboard, saved queries, the budget, and their recipients, as far as the stage is monitored. */
export const watch = (
  parent: Stack,
  stage: Stage,
  data: Data,
  rest: Omit<WatchedResources, 'data'>,
): Stack => {
  const stack = new NestedStack(parent, 'Watch', { description: 'Quad: alarms and dashboard' })
  const watched: WatchedResources = { data, ...rest }
  const topics = alarmTopics(stack, stage)
  secretWatch(stack, watched, topics.page)
  budget(stack, stage, topics.note)
  savedQueries(stack, stage, watched)
  for (const severity of severities)
    new CfnOutput(parent, `${topicNames[severity]}Topic`, { value: topics[severity].topicArn })
  if (watchOf(stage) === 'none') return stack
  countAtGateway(stack, stage, rest.log)
  const { log, rule } = probe(stack, stage, rest.address, data.visitKey)
  const ringing = alarms(stack, stage, watched, topics)
  if (watchOf(stage) === 'full') dashboard(stack, stage, watched, ringing)
  new CfnOutput(parent, 'ProbeRule', { value: rule.ruleName })
  new CfnOutput(parent, 'ProbeLogName', { value: log.logGroupName })
  return stack
}
