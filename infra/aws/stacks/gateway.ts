import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import {
  CfnIntegration,
  CfnRoute,
  HttpApi,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { CfnPermission, type IAlias } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { GatewayRoute } from '../../derive/gateway-routes.ts'
import { accepted } from '../rules.ts'
import type { Stage } from '../stage.ts'

/**
 * Fields that the functions cannot log: requests that reached none. Without people's addresses and without the query.
 */
const logFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    host: '$context.domainName',
    route: '$context.routeKey',
    method: '$context.httpMethod',
    status: '$context.status',
    ms: '$context.responseLatency',
    gatewayError: '$context.error.messageString',
    integrationStatus: '$context.integrationStatus',
    integrationError: '$context.integrationErrorMessage',
  }),
)

const integrationOf = (parent: Construct, api: HttpApi, domain: string, handler: IAlias): string => {
  const integration = new CfnIntegration(parent, `to ${domain}`, {
    apiId: api.apiId,
    integrationType: 'AWS_PROXY',
    integrationUri: handler.functionArn,
    payloadFormatVersion: '2.0',
  })
  // One permission for all paths of a function: a policy holds 20 KB, too little for one each.
  new CfnPermission(parent, `gateway to ${domain}`, {
    action: 'lambda:InvokeFunction',
    functionName: handler.functionArn,
    principal: 'apigateway.amazonaws.com',
    sourceArn: Stack.of(parent).formatArn({ service: 'execute-api', resource: api.apiId, resourceName: '*' }),
  })
  return `integrations/${integration.ref}`
}

const addRoutes = (
  stack: Stack,
  api: HttpApi,
  routes: readonly GatewayRoute[],
  handlers: ReadonlyMap<string, IAlias>,
): void => {
  // A separate construct, so that every path gives its resource a unique name.
  const parent = new Construct(stack, 'Routes')
  accepted(parent, {
    'AwsSolutions-APIG4':
      'Every operation says in its contract who may call it, and the functions refuse everybody else: signatures, sessions, schools and roles are more than an authorizer of the gateway can check. A test calls every route without a token.',
  })
  const targets = new Map<string, string>()
  for (const { path, domain, method } of routes) {
    const handler = handlers.get(domain)
    if (handler === undefined) throw new Error(`No function handles ${path}: unknown domain ${domain}.`)
    const target = targets.get(domain) ?? integrationOf(parent, api, domain, handler)
    targets.set(domain, target)
    new CfnRoute(parent, method === undefined ? path : `${method} ${path}`, {
      apiId: api.apiId,
      routeKey: path === '$default' ? path : `${method ?? 'ANY'} ${path}`,
      target,
    })
  }
}

/** The HTTP API. Functions may know its address. A stage with its own domain answers only there. */
export const httpApi = (stack: Stack, stage: Stage): HttpApi =>
  new HttpApi(stack, 'Api', {
    apiName: `quad-${stage.name}`,
    createDefaultStage: false,
    disableExecuteApiEndpoint: stage.domain !== undefined,
  })

/** The front door. It knows only paths; the functions answer methods, preflight requests and failures. */
export const gateway = (
  stack: Stack,
  stage: Stage,
  api: HttpApi,
  routes: readonly GatewayRoute[],
  handlers: ReadonlyMap<string, IAlias>,
) => {
  addRoutes(stack, api, routes, handlers)
  const log = new LogGroup(stack, 'GatewayLog', {
    retention: stage.values.logDays,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  const front = new HttpStage(stack, 'Front', {
    httpApi: api,
    stageName: '$default',
    autoDeploy: true,
    throttle: { rateLimit: stage.values.requestsPerSecond, burstLimit: stage.values.requestsAtOnce },
    accessLogSettings: { destination: new LogGroupLogDestination(log), format: logFormat },
  })
  return { front, log }
}
