import { type App, CfnOutput, NestedStack, Stack } from 'aws-cdk-lib'
import type { Code, IFunction } from 'aws-cdk-lib/aws-lambda'
import type { Contract } from '../../lib/contract/row.ts'
import { defaultDomain, type GatewayRoute, gatewayRoutes } from '../derive/gateway-routes.ts'
import { clockFunction, noticesFunction } from './background.ts'
import type { Data } from './data.ts'
import { domainFunction, type Place } from './functions.ts'
import { gateway } from './gateway.ts'
import { type backgroundDomains, rightsOf } from './rights.ts'
import type { Stage } from './stage.ts'

type Background = (typeof backgroundDomains)[number]

/** What is served: the contracts, what runs beside them without HTTP, and everybody's code. */
export type Served = {
  readonly contracts: readonly Contract[]
  readonly background: readonly Background[]
  codeOf(domain: string): Code
}

/** Every path that a contract names, and the function that answers what nobody names. */
const routesOf = (contracts: readonly Contract[]): readonly GatewayRoute[] => [
  ...gatewayRoutes(contracts),
  { path: '$default', domain: defaultDomain },
]

/**
 * One function for each contract behind one HTTP API, the consumer of the stream, and the clock. A stack holds 500
 * resources: the functions have one of their own inside this one, which is deployed and taken back with it.
 */
export const apiStack = (app: App, stage: Stage, data: Data, served: Served) => {
  const stack = new Stack(app, `quad-${stage.name}-api`, {
    description: 'Quad: functions and their front door',
  })
  const functions = new NestedStack(stack, 'Functions', { description: 'Quad: functions' })
  const place: Place = { stack: functions, stage, data, codeOf: served.codeOf }
  const handlers = new Map<string, IFunction>(
    served.contracts.map((contract) => [
      contract.domain,
      domainFunction(place, contract.domain, rightsOf(contract)),
    ]),
  )
  const { api, front } = gateway(stack, stage, routesOf(served.contracts), handlers)
  if (served.background.includes('notices')) noticesFunction(place)
  if (served.background.includes('clock')) clockFunction(place)
  if (stage.domain === undefined) new CfnOutput(stack, 'Address', { value: api.apiEndpoint })
  return { stack, functions, api, front }
}

export type Api = ReturnType<typeof apiStack>
