import { Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import { EventField, Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { accepted } from '../rules.ts'
import type { Stage } from '../stage.ts'
import { inlineCode, visitsOf } from './inline-code.ts'

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
 * Checks every minute, over the internet like any client, that the stage responds and that people can sign in. Every
 * five minutes the synthetic student visits. Returns the probe's log and the rule that invokes it.
 */
export const probe = (
  stack: Stack,
  stage: Stage,
  address: string | undefined,
  visitKey: string | undefined,
) => {
  const log = new LogGroup(stack, 'ProbeLog', {
    retention: stage.values.logDays,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  const handler = new LambdaFunction(stack, 'Probe', {
    description: `The probe of ${stage.name}`,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: inlineCode('probe'),
    memorySize: 256,
    timeout: Duration.seconds(55),
    environment: { METRICS_STAGE: stage.name, VISITS: visitsOf(stage, address, visitKey) },
    logGroup: log,
    role: roleOf(stack, log).withoutPolicyUpdates(),
  })
  accepted(handler, {
    'Serverless-LambdaDLQ': 'A round that fails is worth nothing later: the next one is a minute away.',
    'Serverless-LambdaTracing':
      'It asks the platform and nothing else; the traces of what answers are those of the functions.',
  })
  const target = new LambdaTarget(handler, {
    event: RuleTargetInput.fromObject({ time: EventField.time }),
    retryAttempts: 0,
    maxEventAge: Duration.minutes(1),
  })
  const rule = new Rule(stack, 'ProbeEveryMinute', {
    schedule: Schedule.rate(Duration.minutes(1)),
    targets: [target],
  })
  accepted(rule, { 'Serverless-EventBusDLQ': 'As above: an alarm tells when no round comes.' })
  return { log, rule }
}
