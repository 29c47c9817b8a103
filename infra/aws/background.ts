import { Duration } from 'aws-cdk-lib'
import { EventField, Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { EventSourceMapping, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
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
  const handler = domainFunction(place, 'notices', backgroundRights('notices'), Duration.minutes(1))
  const stream = streamOf(place)
  for (const statement of streamRights(stream)) handler.addToRolePolicy(statement)
  const deadLetters = new Queue(stack, 'DeadLetters', {
    retentionPeriod: Duration.days(14),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
  })
  const mapping = new EventSourceMapping(stack, 'Stream', {
    target: handler,
    eventSourceArn: stream,
    // Nothing that was written before the consumer existed is lost.
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    retryAttempts: 5,
    onFailure: new SqsDlq(deadLetters),
  })
  // Creating the mapping is refused unless the role may already read the stream.
  mapping.node.addDependency(handler.role ?? handler)
  return { handler, deadLetters }
}

/** One invocation a minute: `{schedule: 'minute', time}`. A minute that fails is made up for by the next one. */
export const clockFunction = (place: Place) => {
  const handler = domainFunction(place, 'clock', backgroundRights('clock'), Duration.seconds(55))
  const target = new LambdaTarget(handler, {
    event: RuleTargetInput.fromObject({ schedule: 'minute', time: EventField.time }),
    retryAttempts: 0,
    maxEventAge: Duration.minutes(1),
  })
  new Rule(place.stack, 'EveryMinute', { schedule: Schedule.rate(Duration.minutes(1)), targets: [target] })
  return { handler }
}
