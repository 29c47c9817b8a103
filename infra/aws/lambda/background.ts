import { Duration } from 'aws-cdk-lib'
import { EventField, Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets'
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { EventSourceMapping, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { accepted } from '../accepted.ts'
import { domainFunction, type Place } from './functions.ts'
import { backgroundRights } from './rights.ts'

const streamRights = (streamArn: string): PolicyStatement[] => [
  new PolicyStatement({
    actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
    resources: [streamArn],
  }),
  // Names of streams only, and the one action of these that knows no narrower resource.
  new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: ['*'] }),
]

const sending = (queue: Queue): PolicyStatement =>
  new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] })

const streamOf = ({ data: { table } }: Place): string => {
  if (table.tableStreamArn === undefined) throw new Error('The table has no stream.')
  return table.tableStreamArn
}

/**
 * The consumer of the table's stream. Notices of one item come in order and at least once; what fails is halved until
 * the culprit is alone, and after five more tries the culprit waits in the queue, so that the others can pass.
 */
export const noticesFunction = (place: Place) => {
  const { stack } = place
  const made = domainFunction(place, 'notices', backgroundRights('notices'), Duration.minutes(1))
  const { live, role } = made
  const stream = streamOf(place)
  const deadLetters = new Queue(stack, 'DeadLetters', {
    retentionPeriod: Duration.days(14),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
  })
  const last = 'It is the last queue itself: an alarm calls people to what comes to lie in it.'
  accepted(deadLetters, { 'AwsSolutions-SQS3': last, 'Serverless-SQSRedrivePolicy': last })
  // One policy beside the role: what the role owns is written before the queue and the stream are known.
  const following = new Policy(stack, 'Following', {
    roles: [role],
    statements: [...streamRights(stream), sending(deadLetters)],
  })
  accepted(following, {
    'AwsSolutions-IAM5[Resource::*]':
      'Streams are listed for a whole account or not at all: names, no contents.',
  })
  const mapping = new EventSourceMapping(stack, 'Stream', {
    target: live,
    eventSourceArn: stream,
    // Nothing that was written before the consumer existed is lost.
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    retryAttempts: 5,
    onFailure: { bind: () => ({ destination: deadLetters.queueArn }) },
  })
  // Creating the mapping is refused unless the role may already read the stream.
  mapping.node.addDependency(following)
  return { ...made, deadLetters }
}

/** One invocation a minute: `{schedule: 'minute', time}`. A minute that fails is made up for by the next one. */
export const clockFunction = (place: Place) => {
  const made = domainFunction(place, 'clock', backgroundRights('clock'), Duration.seconds(55))
  const target = new LambdaTarget(made.live, {
    event: RuleTargetInput.fromObject({ schedule: 'minute', time: EventField.time }),
    retryAttempts: 0,
    maxEventAge: Duration.minutes(1),
  })
  const rule = new Rule(place.stack, 'EveryMinute', {
    schedule: Schedule.rate(Duration.minutes(1)),
    targets: [target],
  })
  accepted(rule, {
    'Serverless-EventBusDLQ':
      'A minute is worth nothing later: the next one does what this one missed. An alarm tells when none comes.',
  })
  return made
}
