import { ArnFormat, Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import type { LambdaApplication } from 'aws-cdk-lib/aws-codedeploy'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { accepted } from '../rules.ts'
import type { Stage } from '../stage.ts'
import { inlineCode, visitsOf } from './inline-code.ts'

/** What the release check needs of its stage. `ownFunctions` is the pattern of the names of the stage's functions. */
export type ReleaseCheckScope = {
  readonly application: LambdaApplication
  readonly ownFunctions: string
  readonly address: string | undefined
  readonly visitKey: string | undefined
  readonly edgeKeys: string | undefined
}

const roleOf = (stack: Stack, log: LogGroup, { application, ownFunctions }: ReleaseCheckScope): Role => {
  const functions = stack.formatArn({ service: 'lambda', resource: ownFunctions })
  const { applicationName } = application
  const groups = stack.formatArn({
    service: 'codedeploy',
    resource: 'deploymentgroup',
    resourceName: `${applicationName}/*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  })
  const role = new Role(stack, 'ReleaseCheckRole', {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      own: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
            resources: [log.logGroupArn],
          }),
          new PolicyStatement({
            actions: ['lambda:InvokeFunction', 'lambda:GetFunctionConfiguration'],
            resources: [functions],
          }),
          new PolicyStatement({
            actions: ['codedeploy:GetDeployment'],
            resources: [groups],
          }),
          // This action knows no resource. It takes the id of a running hook, which only CodeDeploy hands out.
          new PolicyStatement({
            actions: ['codedeploy:PutLifecycleEventHookExecutionStatus'],
            resources: ['*'],
          }),
          new PolicyStatement({
            actions: ['codedeploy:GetApplicationRevision'],
            resources: [application.applicationArn],
          }),
        ],
      }),
    },
  })
  const named = String(Object.values(stack.resolve(applicationName))[0])
  const account = '<AWS::Region>:<AWS::AccountId>'
  const hookResult = 'The result of a hook is sent by its id; the action knows no resource.'
  accepted(role, {
    'AwsSolutions-IAM5[Resource::*]': hookResult,
    'Serverless-LambdaStarPermissions': hookResult,
    [`AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:lambda:${account}:${ownFunctions}]`]:
      'The functions of this stage, whose names CloudFormation makes: it invokes the new version of each.',
    [`AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:codedeploy:${account}:deploymentgroup:<${named}>/*]`]:
      'The deployment groups of this stage: one for each function.',
  })
  return role
}

/** The function that CodeDeploy invokes before new code of any function gets traffic. */
export const releaseCheck = (stack: Stack, stage: Stage, scope: ReleaseCheckScope): LambdaFunction => {
  const log = new LogGroup(stack, 'ReleaseCheckLog', {
    retention: stage.values.logDays,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  const role = roleOf(stack, log, scope)
  const handler = new LambdaFunction(stack, 'ReleaseCheck', {
    description: `The release check of ${stage.name}`,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: inlineCode('release-check'),
    memorySize: 256,
    timeout: Duration.minutes(2),
    environment: {
      VISITS: visitsOf(stage, scope.address, scope.visitKey),
      ...(scope.edgeKeys === undefined ? {} : { EDGE_KEYS: scope.edgeKeys }),
    },
    logGroup: log,
    role: role.withoutPolicyUpdates(),
  })
  accepted(handler, {
    'Serverless-LambdaDLQ': 'CodeDeploy waits for the answer, and refuses the release without one.',
    'Serverless-LambdaTracing': 'Its log line says what it found.',
  })
  return handler
}
