import { type App, CfnOutput, NestedStack, Stack, Tags } from 'aws-cdk-lib'
import type { Code } from 'aws-cdk-lib/aws-lambda'
import type { Contract } from '../../../lib/contract/row.ts'
import { defaultDomain, type GatewayRoute, gatewayRoutes } from '../../derive/gateway-routes.ts'
import { watch } from '../alarms/watch.ts'
import {
  clockFunction,
  type DeployedFunction,
  domainFunction,
  type FunctionScope,
  streamFunction,
} from '../lambda/functions.ts'
import { rolloutOf } from '../lambda/release.ts'
import { rightsOf } from '../lambda/rights.ts'
import type { Stage } from '../stage.ts'
import { type Data, dataStack } from './data.ts'
import { domainStack } from './domain.ts'
import { edgeStack } from './edge.ts'
import { gateway, httpApi } from './gateway.ts'
import { mailStack, sendsMail } from './mail.ts'

/** The contracts, and the code of all functions, including `stream` and `clock`. */
export type ServedDomain = {
  readonly contracts: readonly Contract[]
  codeOf(domain: string): Code
}

/** Every path of the contracts, and the default function for all others. */
const routesOf = (contracts: readonly Contract[]): readonly GatewayRoute[] => [
  ...gatewayRoutes(contracts),
  { path: '$default', domain: defaultDomain },
]

const refuseStrangers = ({ values }: Stage, made: readonly DeployedFunction[]): void => {
  for (const name of ['reservedConcurrency', 'redeploy'] as const) {
    const strange = Object.keys(values[name] ?? {}).filter(
      (named) => !made.some(({ domain }) => domain === named),
    )
    if (strange.length > 0) throw new Error(`${name} names no function: ${strange.join(', ')}.`)
  }
}

/**
 * One function per contract behind one HTTP API, the stream consumer, the clock, and their alarms. A stack holds 500
 * resources, so functions and alarms have nested stacks. They are deployed and rolled back with this one.
 */
export const apiStack = (app: App, stage: Stage, data: Data, { contracts, codeOf }: ServedDomain) => {
  const stack = new Stack(app, `quad-${stage.name}-api`, {
    description: 'Quad: functions and their front door',
  })
  const functions = new NestedStack(stack, 'Functions', { description: 'Quad: functions' })
  const api = httpApi(stack, stage)
  const address = stage.domain === undefined ? api.apiEndpoint : undefined
  const rollout = rolloutOf(functions, stage, {
    edgeKeys: data.edgeKeys,
    visitKey: data.visitKey,
    address,
  })
  const place: FunctionScope = {
    stack: functions,
    stage,
    data,
    codeOf,
    rollout,
    address,
  }
  const serving = contracts.map((contract) => domainFunction(place, contract.domain, rightsOf(contract)))
  const handlers = new Map(serving.map(({ domain, live }) => [domain, live]))
  const { front, log } = gateway(stack, stage, api, routesOf(contracts), handlers)
  const consumer = streamFunction(place)
  const clock = clockFunction(place)
  const made = [...serving, consumer, clock]
  refuseStrangers(stage, made)
  const watching = watch(stack, stage, data, { address, log, consumer, clock, made })
  if (stage.domain === undefined) new CfnOutput(stack, 'Address', { value: api.apiEndpoint })
  // Values that the runbook's commands need.
  const outputs = {
    ApiId: api.apiId,
    GatewayLogName: log.logGroupName,
    ClockRule: clock.rule.ruleName,
    ClockLogName: clock.log.logGroupName,
    StreamMapping: consumer.mapping.eventSourceMappingId,
    StreamFunction: consumer.live.functionArn,
    StreamLogName: consumer.log.logGroupName,
    DeadLettersUrl: consumer.deadLetters.queueUrl,
  }
  for (const [id, value] of Object.entries(outputs)) new CfnOutput(stack, id, { value })
  return { stack, functions, watching, api, front }
}

export type Api = ReturnType<typeof apiStack>

/** All stacks of a stage: durable data, the API, and for a stage with its own domain the names and mail. */
export const stacksOf = (app: App, stage: Stage, served: ServedDomain) => {
  const data = dataStack(app, stage)
  const api = apiStack(app, stage, data, served)
  const { domain } = stage
  const named = domain === undefined ? undefined : { ...stage, domain }
  const names = named && domainStack(app, named, api)
  const edge = named && stage.values.edge === 'cloudfront' ? edgeStack(app, named) : undefined
  // The gateway must release the names before the edge can take them.
  if (names) edge?.stack.addStackDependency(names.stack)
  const mail = sendsMail(stage) ? mailStack(app, stage) : undefined
  Tags.of(app).add('quad:stage', stage.name)
  return { data, api, names, mail, ...(edge ? { edge } : {}) }
}
