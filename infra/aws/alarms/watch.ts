import { CfnOutput, NestedStack, type Stack } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { accepted } from '../accepted.ts'
import type { Made } from '../lambda/functions.ts'
import { budget } from '../stacks/budget.ts'
import type { Data } from '../stacks/data.ts'
import type { Stage } from '../stage.ts'
import { alarms } from './alarms.ts'
import { dashboard } from './dashboard.ts'
import { unanswered } from './metrics.ts'
import { secretWatch } from './secret-watch.ts'

/** What alarms and the dashboard look at. */
export type Watched = {
  readonly data: Data
  readonly api: HttpApi
  /** The access log of the gateway. */
  readonly log: LogGroup
  readonly notices: Made & { readonly deadLetters: Queue }
  readonly clock: Made
  readonly made: readonly Made[]
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

/** Counts what never got an answer from a function: it crashed, took too long, or could not start. */
const countUnanswered = (stack: Stack, stage: Stage, log: LogGroup): void => {
  const { namespace, metricName } = unanswered(stage)
  new MetricFilter(stack, 'Unanswered', {
    logGroup: log,
    filterPattern: FilterPattern.literal('{ $.integrationError != "-" }'),
    metricNamespace: namespace,
    metricName,
    metricValue: '1',
    defaultValue: 0,
  })
}

/** Alarms, the dashboard, the budget, and whom they tell. */
export const watch = (parent: Stack, stage: Stage, data: Data, rest: Omit<Watched, 'data'>): Stack => {
  const stack = new NestedStack(parent, 'Watch', { description: 'Quad: alarms and dashboard' })
  const watched: Watched = { data, ...rest }
  const topic = alarmTopic(stack, stage)
  countUnanswered(stack, stage, rest.log)
  const ringing = alarms(stack, stage, watched, topic)
  secretWatch(stack, watched, topic)
  budget(stack, stage, topic)
  dashboard(stack, stage, watched, [...ringing, ...rest.made.map(({ alarm }) => alarm)])
  new CfnOutput(parent, 'AlarmTopic', { value: topic.topicArn, description: 'Where alarms go' })
  return stack
}
