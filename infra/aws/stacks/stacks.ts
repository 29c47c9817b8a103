import { type App, CfnOutput, NestedStack, Stack, Tags } from 'aws-cdk-lib'
import { ApiMapping, DomainName, IpAddressType, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2'
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager'
import type { Code } from 'aws-cdk-lib/aws-lambda'
import { AaaaRecord, ARecord, HostedZone, type IHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets'
import type { Contract } from '../../../lib/contract/row.ts'
import { defaultDomain, type GatewayRoute, gatewayRoutes } from '../../derive/gateway-routes.ts'
import { watch } from '../alarms/watch.ts'
import { clockFunction, domainFunction, type Made, noticesFunction, type Place } from '../lambda/functions.ts'
import { rolloutOf } from '../lambda/release.ts'
import { rightsOf } from '../lambda/rights.ts'
import type { Stage } from '../stage.ts'
import { type Data, dataStack } from './data.ts'
import { gateway } from './gateway.ts'
import { mailStack, sendsMail } from './mail.ts'

/** What is served: the contracts, and everybody's code, that of `notices` and `clock` too. */
export type Served = {
  readonly contracts: readonly Contract[]
  codeOf(domain: string): Code
}

/** Every path that a contract names, and the function that answers what nobody names. */
const routesOf = (contracts: readonly Contract[]): readonly GatewayRoute[] => [
  ...gatewayRoutes(contracts),
  { path: '$default', domain: defaultDomain },
]

const refuseStrangers = ({ values: { reservedConcurrency = {} } }: Stage, made: readonly Made[]): void => {
  const strange = Object.keys(reservedConcurrency).filter(
    (name) => !made.some(({ domain }) => domain === name),
  )
  if (strange.length > 0) throw new Error(`reservedConcurrency names no function: ${strange.join(', ')}.`)
}

/**
 * One function for each contract behind one HTTP API, the consumer of the stream, the clock, and what watches them. A
 * stack holds 500 resources: functions and alarms have stacks of their own inside this one, deployed and taken back with
 * it.
 */
export const apiStack = (app: App, stage: Stage, data: Data, { contracts, codeOf }: Served) => {
  const stack = new Stack(app, `quad-${stage.name}-api`, {
    description: 'Quad: functions and their front door',
  })
  const functions = new NestedStack(stack, 'Functions', { description: 'Quad: functions' })
  const place: Place = { stack: functions, stage, data, codeOf, rollout: rolloutOf(functions, stage) }
  const serving = contracts.map((contract) => domainFunction(place, contract.domain, rightsOf(contract)))
  const handlers = new Map(serving.map(({ domain, live }) => [domain, live]))
  const { api, front, log } = gateway(stack, stage, routesOf(contracts), handlers)
  const notices = noticesFunction(place)
  const clock = clockFunction(place)
  const made = [...serving, notices, clock]
  refuseStrangers(stage, made)
  const watching = watch(stack, stage, data, { api, log, notices, clock, made })
  if (stage.domain === undefined) new CfnOutput(stack, 'Address', { value: api.apiEndpoint })
  return { stack, functions, watching, api, front }
}

export type Api = ReturnType<typeof apiStack>

const answerAt = (
  stack: Stack,
  id: string,
  domainName: string,
  certificate: Certificate,
  { api, front }: Api,
) => {
  const name = new DomainName(stack, id, {
    domainName,
    certificate,
    securityPolicy: SecurityPolicy.TLS_1_2,
    // An AAAA alias of a name that speaks IPv4 only would lead nowhere.
    ipAddressType: IpAddressType.DUAL_STACK,
  })
  new ApiMapping(stack, `${id}Mapping`, { api, domainName: name, stage: front })
  return name
}

const aliasesOf = (
  stack: Stack,
  id: string,
  recordName: string,
  zone: IHostedZone,
  name: DomainName,
): void => {
  const { regionalDomainName, regionalHostedZoneId } = name
  const target = RecordTarget.fromAlias(
    new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId),
  )
  new ARecord(stack, `${id}A`, { zone, recordName: `${recordName}.`, target })
  new AaaaRecord(stack, `${id}Aaaa`, { zone, recordName: `${recordName}.`, target })
}

/**
 * The addresses: `domain` is the platform, each of its subdomains a school. Without a zone in Route 53 the deployment
 * waits until somebody has entered the certificate's record, and the outputs say where both names must point.
 */
export const domainStack = (app: App, stage: Stage & { readonly domain: string }, api: Api) => {
  const { domain } = stage
  const stack = new Stack(app, `quad-${stage.name}-domain`, {
    description: 'Quad: certificate, names and DNS',
  })
  const zone = stage.zone && HostedZone.fromHostedZoneAttributes(stack, 'Zone', stage.zone)
  const certificate = new Certificate(stack, 'Certificate', {
    domainName: domain,
    subjectAlternativeNames: [`*.${domain}`],
    validation: CertificateValidation.fromDns(zone),
  })
  const names = { Apex: domain, Schools: `*.${domain}` }
  for (const [id, host] of Object.entries(names)) {
    const name = answerAt(stack, id, host, certificate, api)
    if (zone) aliasesOf(stack, id, host, zone, name)
    else
      new CfnOutput(stack, `${id}Target`, {
        value: name.regionalDomainName,
        description: `Where ${host} must point`,
      })
  }
  return { stack }
}

/** All stacks of a stage: what lasts, what serves, and where the stage has a name of its own, who it is. */
export const stacksOf = (app: App, stage: Stage, served: Served) => {
  const data = dataStack(app, stage)
  const api = apiStack(app, stage, data, served)
  const { domain } = stage
  const names = domain === undefined ? undefined : domainStack(app, { ...stage, domain }, api)
  const mail = sendsMail(stage) ? mailStack(app, stage) : undefined
  Tags.of(app).add('quad:stage', stage.name)
  return { data, api, names, mail }
}
