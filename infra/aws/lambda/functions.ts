import { Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch'
import { EventField, Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as LambdaTarget, SqsQueue as SqsTarget } from 'aws-cdk-lib/aws-events-targets'
import { Policy, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  type Alias,
  Architecture,
  type Code,
  EventSourceMapping,
  Function as LambdaFunction,
  Runtime,
  StartingPosition,
  Tracing,
} from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { memoryOf } from '../bundle/picture-decoder.ts'
import { accepted } from '../rules.ts'
import { exportActions } from '../stacks/buckets.ts'
import type { Data } from '../stacks/data.ts'
import { type Stage, watchOf } from '../stage.ts'
import { liveAlias, type Rollout } from './release.ts'
import { backgroundRights, type Rights } from './rights.ts'
import { statementsOf } from './statements.ts'
import { deliveredChangeEvents } from './stream-filters.ts'

/** Context for creating functions. Every domain's code is a folder with `index.mjs`. */
export type FunctionScope = {
  readonly stack: Stack
  readonly stage: Stage
  readonly data: Data
  readonly rollout: Rollout | undefined
  /** The address of a stage without its own domain. */
  readonly address: string | undefined
  codeOf(domain: string): Code
}

/** A function, its live alias, and its alarm. */
export type DeployedFunction = {
  readonly domain: string
  readonly handler: LambdaFunction
  readonly live: Alias
  /** Absent unless the stage is fully monitored. */
  readonly alarm: Alarm | undefined
  readonly log: LogGroup
  readonly role: Role
  readonly rights: Rights
}

const environmentOf = ({ stage, data, address }: FunctionScope): Record<string, string> => ({
  ...stage.settings,
  ...(address === undefined ? {} : { PUBLIC_ADDRESS: address }),
  ...(data.edgeKeys === undefined ? {} : { EDGE_KEYS: data.edgeKeys }),
  ...(data.visitKey === undefined ? {} : { VISIT_KEY: data.visitKey }),
  METRICS_STAGE: stage.name,
  COUNT_METRICS: String(watchOf(stage) !== 'none'),
  TABLE_NAME: data.table.tableName,
  MEDIA_BUCKET: data.media.bucket.bucketName,
  MEDIA_ORIGIN: data.media.origin,
  EXPORTS_BUCKET: data.exports.bucket.bucketName,
  SECRET_ID: data.secret.secretArn,
})

const idOf = (domain: string): string =>
  domain.replace(/(^|-)([a-z])/g, (_, __, letter) => letter.toUpperCase())

const logOf = ({ stack, stage }: FunctionScope, name: string): LogGroup =>
  new LogGroup(stack, `${name}Log`, {
    retention: stage.values.logDays,
    removalPolicy: RemovalPolicy.DESTROY,
  })

const tracing = new PolicyStatement({
  actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
  resources: ['*'],
})

const acceptRole = (role: Role, { media, exports }: Data, domain: string, { keepsMedia }: Rights): void => {
  const anyTrace =
    'Traces belong to no resource, so that X-Ray takes no narrower one. A test of the roles knows every statement like it.'
  const anyObject =
    'The objects of one bucket: their names are made when somebody uploads or asks for a file.'
  const buckets = [
    ...(keepsMedia ? [media.importedArn] : []),
    ...(domain in exportActions ? [exports.importedArn] : []),
  ]
  accepted(role, {
    'AwsSolutions-IAM5[Resource::*]': anyTrace,
    'Serverless-LambdaStarPermissions': anyTrace,
    ...Object.fromEntries(buckets.map((arn) => [`AwsSolutions-IAM5[Resource::${arn}/*]`, anyObject])),
  })
}

// Its own role: the one that the CDK would create may write to every log of the account.
const roleOf = (place: FunctionScope, domain: string, log: LogGroup, rights: Rights): Role => {
  const { stack, stage, data } = place
  const logging = new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [log.logGroupArn],
  })
  const statements = [logging, tracing, ...statementsOf(stack, data, stage, domain, rights)]
  const role = new Role(stack, `${idOf(domain)}Role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { own: new PolicyDocument({ statements }) },
  })
  acceptRole(role, data, domain, rights)
  return role
}

/** A changed description gives a function a new version, so that the deployment moves its alias. */
const noteOf = (formerVersion: number | undefined): string =>
  formerVersion === undefined ? '' : ` (after version ${formerVersion})`

const architectures = { arm64: Architecture.ARM_64, x86_64: Architecture.X86_64 }

/** The function of one domain: its bundle, settings, log, and a role limited to `rights`. */
export const domainFunction = (
  place: FunctionScope,
  domain: string,
  rights: Rights,
  timeout = Duration.seconds(20),
): DeployedFunction => {
  const { stack, stage } = place
  const { memory, architecture, reservedConcurrency, redeploy } = stage.values
  const name = idOf(domain)
  const log = logOf(place, name)
  const role = roleOf(place, domain, log, rights)
  const reserved = reservedConcurrency?.[domain]
  const handler = new LambdaFunction(stack, name, {
    description: `Quad ${stage.name}: ${domain}${noteOf(redeploy?.[domain])}`,
    runtime: Runtime.NODEJS_24_X,
    architecture: architectures[architecture],
    handler: 'index.handler',
    // Kept, so that an alias can return to the previous version.
    currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
    code: place.codeOf(domain),
    memorySize: memoryOf(domain, memory),
    timeout,
    tracing: stage.values.traces ? Tracing.ACTIVE : Tracing.PASS_THROUGH,
    environment: environmentOf(place),
    logGroup: log,
    // The role is complete. It already permits tracing, so the CDK need not add a policy.
    role: role.withoutPolicyUpdates(),
    ...(reserved === undefined ? {} : { reservedConcurrentExecutions: reserved }),
  })
  accepted(handler, {
    'Serverless-LambdaDLQ':
      'Requests, the stream and the clock: a caller waits for the answer, the stream has its own queue, the next minute does what this one missed. Nothing is handed over to be retried later.',
    'Serverless-LambdaTracing':
      'Each log line has the duration and the units of its request. The value `traces` switches X-Ray on.',
  })
  return {
    domain,
    handler,
    log,
    role,
    rights,
    ...liveAlias(stack, stage, place.rollout, { domain, handler, id: name }),
  }
}

const streamRights = (streamArn: string): PolicyStatement[] => [
  new PolicyStatement({
    actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
    resources: [streamArn],
  }),
  // Reads only stream names. This action supports no narrower resource.
  new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: ['*'] }),
]

/** Lambda puts failed records aside with the role of the consumer. */
const puttingAside = ({ putAside: { bucket } }: Data): PolicyStatement[] => [
  new PolicyStatement({ actions: ['s3:PutObject'], resources: [bucket.arnForObjects('*')] }),
  new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }),
]

const streamOf = ({ data: { table } }: FunctionScope): string => {
  if (table.tableStreamArn === undefined) throw new Error('The table has no stream.')
  return table.tableStreamArn
}

/**
 * One message for each object that was put aside. Its alarm rings until the redrive has removed object and message. The
 * bus sends no test message, which would ring in the first deployment; S3 itself would.
 */
const putAsideQueue = ({ stack, data: { putAside } }: FunctionScope): Queue => {
  const queue = new Queue(stack, 'DeadLetters', {
    retentionPeriod: Duration.days(14),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
  })
  const last = 'It is the last queue itself: an alarm calls people to what comes to lie in it.'
  accepted(queue, { 'AwsSolutions-SQS3': last, 'Serverless-SQSRedrivePolicy': last })
  const rule = new Rule(stack, 'PutAside', {
    eventPattern: {
      source: ['aws.s3'],
      detailType: ['Object Created'],
      detail: { bucket: { name: [putAside.bucket.bucketName] } },
    },
    targets: [new SqsTarget(queue)],
  })
  accepted(rule, {
    'Serverless-EventBusDLQ':
      'It fills the last queue. The objects stay in the bucket, whatever happens to a message.',
  })
  return queue
}

/**
 * The consumer of the table's stream. Change events of one item come in order and at least once. A failed batch is
 * halved until the failing record is alone. After five more attempts that record goes to a bucket as a whole, so that
 * later ones can pass.
 */
export const streamFunction = (place: FunctionScope) => {
  const { stack, data } = place
  const deployed = domainFunction(place, 'stream', backgroundRights('stream'), Duration.minutes(1))
  const { live, role } = deployed
  const stream = streamOf(place)
  const deadLetters = putAsideQueue(place)
  // A separate policy, because the role is written before the stream is known.
  const following = new Policy(stack, 'Following', {
    roles: [role],
    statements: [...streamRights(stream), ...puttingAside(data)],
  })
  accepted(following, {
    'AwsSolutions-IAM5[Resource::*]':
      'Streams are listed for a whole account or not at all: names, no contents.',
    [`AwsSolutions-IAM5[Resource::${data.putAside.importedArn}/*]`]:
      'The objects of one bucket, whose names Lambda makes.',
  })
  const mapping = new EventSourceMapping(stack, 'StreamMapping', {
    target: live,
    eventSourceArn: stream,
    // Includes records written before the consumer existed.
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    ...deliveredChangeEvents,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    retryAttempts: 5,
    // Only S3 receives the records themselves; other destinations receive their sequence numbers.
    supportS3OnFailureDestination: true,
    onFailure: { bind: () => ({ destination: data.putAside.bucket.bucketArn }) },
  })
  // Creating the mapping fails unless the role may already read the stream.
  mapping.node.addDependency(following)
  return { ...deployed, deadLetters, mapping }
}

/** One invocation a minute: `{schedule: 'minute', time}`. The next minute makes up for a failed one. */
export const clockFunction = (place: FunctionScope) => {
  const deployed = domainFunction(place, 'clock', backgroundRights('clock'), Duration.seconds(55))
  // The rule hands its event to Lambda's own queue, which would retry a failed minute twice, beside the next ones.
  deployed.live.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) })
  accepted(deployed.live, {
    'Serverless-LambdaAsyncFailureDestination':
      'A minute is worth nothing later: the next one does what this one missed. An alarm tells when none comes.',
  })
  const target = new LambdaTarget(deployed.live, {
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
  return { ...deployed, rule }
}
