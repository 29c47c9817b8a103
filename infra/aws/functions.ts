import { Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, type Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Data } from './data.ts'
import type { Rights } from './rights.ts'
import type { Stage } from './stage.ts'
import { statementsOf } from './statements.ts'

/** Where functions are made: every domain's code is a folder that holds `index.mjs`. */
export type Place = {
  readonly stack: Stack
  readonly stage: Stage
  readonly data: Data
  codeOf(domain: string): Code
}

const environmentOf = ({ stage, data }: Place): Record<string, string> => ({
  ...stage.settings,
  TABLE_NAME: data.table.tableName,
  MEDIA_BUCKET: data.media.bucket.bucketName,
  MEDIA_ORIGIN: data.media.origin,
  SECRET_ID: data.secret.secretArn,
})

const idOf = (domain: string): string =>
  domain.replace(/(^|-)([a-z])/g, (_, __, letter) => letter.toUpperCase())

const logOf = (stack: Stack, name: string): LogGroup =>
  new LogGroup(stack, `${name}Log`, {
    retention: RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY,
  })

// A role of its own: the one that the CDK would make may write to every log of the account.
const roleOf = ({ stack, stage, data }: Place, name: string, log: LogGroup, rights: Rights): Role => {
  const logging = new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [log.logGroupArn],
  })
  const statements = statementsOf(stack, data, rights, stage.settings.MAIL_FROM ?? '')
  return new Role(stack, `${name}Role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { own: new PolicyDocument({ statements: [logging, ...statements] }) },
  })
}

/** The function of one domain: its bundle, its settings, its log, and a role that may do what `rights` says. */
export const domainFunction = (
  place: Place,
  domain: string,
  rights: Rights,
  timeout = Duration.seconds(20),
): LambdaFunction => {
  const { stack } = place
  const name = idOf(domain)
  const log = logOf(stack, name)
  return new LambdaFunction(stack, name, {
    description: `Quad ${place.stage.name}: ${domain}`,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: place.codeOf(domain),
    // A full share of a processor begins at 1769 MB; passwords and cold starts want about half of one.
    memorySize: 1024,
    timeout,
    environment: environmentOf(place),
    logGroup: log,
    role: roleOf(place, name, log, rights),
  })
}
