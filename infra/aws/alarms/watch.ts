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
 * Tells when the month's money goes. It counts the whole account: a budget of what is tagged with the stage would count
 * nothing until somebody has activated the tag, and say nothing about that.
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
  // AWS tries the topic when the budget is made, so that its policy has to stand.
  made.node.addDependency(topic)
}

/** Roles that read the secret because their functions sign with it. */
const readers = ({ made }: WatchedResources): string[] =>
  made.filter(({ rights }) => rights.mints).map(({ role }) => role.roleArn)

/**
 * Tells who read or changed the signing secret, unless it was a function that signs. Reading is an event of the account's
 * trail: without a trail nobody is told, which the runbook's first deployment sees to.
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

/** What alarms and the dashboard look at. */
export type WatchedResources = {
  readonly data: Data
  readonly api: HttpApi
  /** The access log of the gateway. */
  readonly log: LogGroup
  readonly notices: DeployedFunction & { readonly deadLetters: Queue }
  readonly clock: DeployedFunction
  readonly made: readonly DeployedFunction[]
}

/** Where alarms go. CloudWatch and the budgets of this account may write there, encrypted in transit. */
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
 * Counts what never got an answer from a function, because it crashed, took too long or could not start, and what the
 * gateway let through to none, because more came than it may let through.
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

/** Alarms, the dashboard, the budget, and whom they tell. */
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
