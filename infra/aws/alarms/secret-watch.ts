import type { Stack } from 'aws-cdk-lib'
import { CfnRule } from 'aws-cdk-lib/aws-events'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Topic } from 'aws-cdk-lib/aws-sns'
import { accepted } from '../accepted.ts'
import { alarmText } from './texts.ts'
import type { Watched } from './watch.ts'

/** Roles that read the secret because their functions sign with it. */
const readers = ({ made }: Watched): string[] =>
  made.filter(({ rights }) => rights.mints).map(({ role }) => role.roleArn)

/**
 * Tells who read or changed the signing secret, unless it was a function that signs. Reading is an event of the account's
 * trail: without a trail nobody is told, which the runbook's first deployment sees to.
 */
export const secretWatch = (stack: Stack, watched: Watched, topic: Topic): void => {
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
