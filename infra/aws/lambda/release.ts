import { Duration, type Stack } from 'aws-cdk-lib'
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  type Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import {
  type ILambdaDeploymentConfig,
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy'
import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Alias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { awsMetric, quadMetric, sumExpression } from '../alarms/metrics.ts'
import { alarmText } from '../alarms/texts.ts'
import { accepted } from '../rules.ts'
import { type Stage, watchOf } from '../stage.ts'
import { type ReleaseCheckScope, releaseCheck } from '../visits/release-check-function.ts'

/** Resources that all gradual deployments of a stage share. */
export type Rollout = {
  readonly application: LambdaApplication
  readonly role: IRole
  readonly steps: ILambdaDeploymentConfig
  /** Checks new code before it gets traffic. */
  readonly check: LambdaFunction
}

const name = 'live'

// CloudFormation starts a function's name with the stack name, which it may truncate.
const ownFunctions = (stage: Stage): string => `function:quad-${stage.name.slice(0, 15)}*`

/** Moves aliases and reads alarms. The role that AWS offers for this could also call functions. */
const deployerRole = (stack: Stack, stage: Stage, check: LambdaFunction): IRole => {
  const own = ownFunctions(stage)
  const arnOf = (resource: string) => stack.formatArn({ service: 'lambda', resource })
  const role = new Role(stack, 'Deployer', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    inlinePolicies: {
      own: new PolicyDocument({
        statements: [
          new PolicyStatement({
            // AWS requires these on the function, whichever alias a request names.
            actions: ['lambda:GetAlias', 'lambda:UpdateAlias'],
            resources: [arnOf(own)],
          }),
          new PolicyStatement({
            actions: ['lambda:GetProvisionedConcurrencyConfig'],
            resources: [arnOf(`${own}:${name}`)],
          }),
          new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [check.functionArn] }),
          new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
        ],
      }),
    },
  })
  accepted(role, {
    'AwsSolutions-IAM5[Resource::*]':
      'Alarms are described for all of an account or for none; it reads only.',
    ...Object.fromEntries(
      [own, `${own}:${name}`].map((resource) => [
        `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:${resource}]`,
        'The functions of this stage, whose names CloudFormation makes: a list of them all would not fit into a policy.',
      ]),
    ),
  })
  return role.withoutPolicyUpdates()
}

const rolloutSteps = {
  canary: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
  linear: LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_1MINUTE,
}

/** The rollout of new code on a stage. Undefined where it takes over at once, even while alarms ring. */
export const rolloutOf = (
  stack: Stack,
  stage: Stage,
  { edgeKeys, visitKey, address }: Pick<ReleaseCheckScope, 'edgeKeys' | 'visitKey' | 'address'>,
): Rollout | undefined => {
  const { rollout } = stage.values
  if (rollout === 'at-once') return undefined
  const application = new LambdaApplication(stack, 'Releases')
  const scope = { application, ownFunctions: ownFunctions(stage), address, edgeKeys, visitKey }
  const check = releaseCheck(stack, stage, scope)
  return { application, check, role: deployerRole(stack, stage, check), steps: rolloutSteps[rollout] }
}

/** Failures that a function counts without crashing. */
const ownFailures = (stage: Stage, domain: string, period: Duration): Metric => {
  if (domain === 'stream') return quadMetric(stage, 'ChangeEventFailures', { period })
  if (domain === 'clock') return quadMetric(stage, 'ScheduleFailures', { period })
  return quadMetric(stage, 'Faults', { dimensions: { Domain: domain }, period })
}

/** Rings when a function crashes or returns unexpected errors three times within a minute. */
const failureAlarm = (
  stack: Stack,
  stage: Stage,
  domain: string,
  handler: LambdaFunction,
  id: string,
): Alarm => {
  const period = Duration.minutes(1)
  const dimensions = { FunctionName: handler.functionName, Resource: `${handler.functionName}:${name}` }
  return new Alarm(stack, `${id}Failures`, {
    alarmDescription: alarmText('FunctionFails'),
    metric: new MathExpression({
      expression: sumExpression(['crashes', 'faults']),
      usingMetrics: {
        crashes: awsMetric('Lambda', 'Errors', { dimensions, period }),
        faults: ownFailures(stage, domain, period),
      },
      label: `failures of ${domain}`,
      period,
    }),
    threshold: 3,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    evaluationPeriods: 5,
    datapointsToAlarm: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  })
}

/**
 * The alias that callers use. A deployment publishes a new version and moves the alias to it step by step. When the
 * function's alarm rings meanwhile, the alias moves back and CloudFormation rolls back the rest.
 */
export const liveAlias = (
  stack: Stack,
  stage: Stage,
  rollout: Rollout | undefined,
  { domain, handler, id }: { readonly domain: string; readonly handler: LambdaFunction; readonly id: string },
) => {
  const live = new Alias(stack, `${id}Live`, { aliasName: name, version: handler.currentVersion })
  const alarm = watchOf(stage) === 'full' ? failureAlarm(stack, stage, domain, handler, id) : undefined
  if (rollout) {
    const { application, role, steps, check } = rollout
    new LambdaDeploymentGroup(stack, `${id}Release`, {
      application,
      role,
      alias: live,
      deploymentConfig: steps,
      alarms: alarm ? [alarm] : [],
      preHook: check,
    })
  }
  return { live, alarm }
}
