import { join } from 'node:path'
import { Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { buildSync } from 'esbuild'
import { accepted } from '../rules.ts'
import type { Stage } from '../stage.ts'

/** The probe's code as text in the template, so that deployment and rollback include it with the alarms. */
export const probeCode = (): string => {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, 'probe.ts')],
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

/**
 * Requests to the platform's own address and to a school's sign-in. An empty body returns 400 after the school was
 * looked up. It tries no password, so no sign-in attempt is counted.
 */
const probeRequestsOf = ({ domain, values: { probeSchool = 'www' } }: Stage, api: HttpApi): string => {
  const platform = domain === undefined ? api.apiEndpoint : `https://${domain}`
  const school = domain === undefined ? api.apiEndpoint : `https://${probeSchool}.${domain}`
  return JSON.stringify([
    { address: `${platform}/health`, method: 'GET', status: 200 },
    { address: `${school}/login`, method: 'POST', status: 400 },
  ])
}

const roleOf = (stack: Stack, log: LogGroup): Role =>
  new Role(stack, 'ProbeRole', {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      own: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
            resources: [log.logGroupArn],
          }),
        ],
      }),
    },
  })

/**
 * Checks every minute, over the internet like any client, that the stage responds and that people can sign in. Returns
 * its log and the rule that invokes it.
 */
export const probe = (stack: Stack, stage: Stage, api: HttpApi) => {
  const log = new LogGroup(stack, 'ProbeLog', {
    retention: stage.values.logDays,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  const handler = new LambdaFunction(stack, 'Probe', {
    description: `The probe of ${stage.name}`,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: Code.fromInline(probeCode()),
    memorySize: 128,
    timeout: Duration.seconds(20),
    environment: { METRICS_STAGE: stage.name, PROBE: probeRequestsOf(stage, api) },
    logGroup: log,
    role: roleOf(stack, log).withoutPolicyUpdates(),
  })
  accepted(handler, {
    'Serverless-LambdaDLQ': 'A round that fails is worth nothing later: the next one is a minute away.',
    'Serverless-LambdaTracing':
      'It asks the platform and nothing else; the traces of what answers are those of the functions.',
  })
  const target = new LambdaTarget(handler, { retryAttempts: 0, maxEventAge: Duration.minutes(1) })
  const rule = new Rule(stack, 'ProbeEveryMinute', {
    schedule: Schedule.rate(Duration.minutes(1)),
    targets: [target],
  })
  accepted(rule, { 'Serverless-EventBusDLQ': 'As above: an alarm tells when no round comes.' })
  return { log, rule }
}
