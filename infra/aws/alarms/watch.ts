import { CfnOutput, NestedStack, type Stack } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { CfnRule } from 'aws-cdk-lib/aws-events'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs'
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { DeployedFunction } from '../lambda/functions.ts'
import { accepted } from '../rules.ts'
import type { Data } from '../stacks/data.ts'
import { probes, type Stage } from '../stage.ts'
import { alarms } from './alarms.ts'
import { dashboard } from './dashboard.ts'
import { turnedAway, unanswered } from './metrics.ts'
import { probe } from './probe-function.ts'
import { alarmText } from './texts.ts'

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
  readonly api: HttpApi
  /** The access log of the gateway. */
  readonly log: LogGroup
  readonly notices: DeployedFunction & { readonly deadLetters: Queue }
  readonly clock: DeployedFunction
  readonly made: readonly DeployedFunction[]
}

/** The topic for alarms. CloudWatch and this account's budgets may publish to it, encrypted in transit. */
const alarmTopic = (stack: Stack, { name, values: { alarmEmail } }: Stage): Topic => {
  const topic = new Topic(stack, 'Alarms', { displayName: `Quad ${name}`, enforceSSL: true })
  for (const service of ['cloudwatch', 'budgets']) {
    topic.grantPublish(
      new ServicePrincipal(`${service}.amazonaws.com`, {
        conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
      }),
    )
  }
  if (alarmEmail !== undefined) {
    topic.addSubscription(new EmailSubscription(alarmEmail))
    accepted(topic, {
      'Serverless-SNSRedrivePolicy':
        'Mail is tried for days by SNS itself, and the alarm stands in the console meanwhile.',
    })
  }
  return topic
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

/** Alarms, the dashboard, the budget, and their recipients. */
export const watch = (
  parent: Stack,
  stage: Stage,
  data: Data,
  rest: Omit<WatchedResources, 'data'>,
): Stack => {
  const stack = new NestedStack(parent, 'Watch', { description: 'Quad: alarms and dashboard' })
  const watched: WatchedResources = { data, ...rest }
  const topic = alarmTopic(stack, stage)
  countAtGateway(stack, stage, rest.log)
  const asking = probes(stage) ? probe(stack, stage, rest.api) : undefined
  const ringing = alarms(stack, stage, watched, topic)
  secretWatch(stack, watched, topic)
  budget(stack, stage, topic)
  dashboard(stack, stage, watched, [...ringing, ...rest.made.map(({ alarm }) => alarm)])
  new CfnOutput(parent, 'AlarmTopic', { value: topic.topicArn, description: 'Where alarms go' })
  if (asking) {
    new CfnOutput(parent, 'ProbeRule', { value: asking.rule.ruleName })
    new CfnOutput(parent, 'ProbeLogName', { value: asking.log.logGroupName })
  }
  return stack
}
