import type { Stack } from 'aws-cdk-lib'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { accepted } from '../rules.ts'
import type { Stage } from '../stage.ts'
import type { Severity } from './texts.ts'

export const topicNames = { page: 'Pages', ticket: 'Tickets', note: 'Notes' } as const

/**
 * The topic of one severity. It has its own webhook, of a pager or a chat, and the stage's address for alarms.
 * CloudWatch and this account's budgets may publish to it, encrypted in transit.
 */
export const topicOf = (stack: Stack, { name, values }: Stage, severity: Severity): Topic => {
  const displayName = `Quad ${name} ${severity}`
  const topic = new Topic(stack, topicNames[severity], { displayName, enforceSSL: true })
  for (const service of ['cloudwatch', 'budgets']) {
    topic.grantPublish(
      new ServicePrincipal(`${service}.amazonaws.com`, {
        conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
      }),
    )
  }
  const webhook = values[`${severity}Webhook`]
  if (webhook !== undefined) topic.addSubscription(new UrlSubscription(webhook))
  if (values.alarmEmail !== undefined) topic.addSubscription(new EmailSubscription(values.alarmEmail))
  if (webhook !== undefined || values.alarmEmail !== undefined)
    accepted(topic, {
      'Serverless-SNSRedrivePolicy':
        'SNS itself retries, mail for days. The console shows the alarm in the meantime.',
    })
  return topic
}

export type Topics = Readonly<Record<Severity, Topic>>

/** One topic for each severity. */
export const alarmTopics = (stack: Stack, stage: Stage): Topics => ({
  page: topicOf(stack, stage, 'page'),
  ticket: topicOf(stack, stage, 'ticket'),
  note: topicOf(stack, stage, 'note'),
})
