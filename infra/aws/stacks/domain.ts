import { type App, CfnOutput, Stack } from 'aws-cdk-lib'
import { ApiMapping, DomainName, IpAddressType, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2'
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager'
import { AaaaRecord, ARecord, HostedZone, type IHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets'
import type { Stage } from '../stage.ts'
import { originName } from './edge.ts'
import type { Api } from './stacks.ts'

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
    // An AAAA alias needs a name that supports IPv6.
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
 * The addresses: `domain` is the platform, each of its subdomains a school. Without a Route 53 zone the deployment
 * waits until an operator enters the certificate's record. The outputs show the targets of both names.
 */
export const domainStack = (app: App, stage: Stage & { readonly domain: string }, api: Api) => {
  const { domain } = stage
  const stack = new Stack(app, `quad-${stage.name}-domain`, {
    description: 'Quad: certificate, names and DNS',
  })
  const zone = stage.zone && HostedZone.fromHostedZoneAttributes(stack, 'Zone', stage.zone)
  // Behind an edge the gateway has only one name, which only the edge uses.
  const names: Record<string, string> =
    stage.values.edge === 'none' ? { Apex: domain, Schools: `*.${domain}` } : { Origin: originName(domain) }
  const [domainName = '', ...subjectAlternativeNames] = Object.values(names)
  const certificate = new Certificate(stack, 'Certificate', {
    domainName,
    ...(subjectAlternativeNames.length > 0 ? { subjectAlternativeNames } : {}),
    validation: CertificateValidation.fromDns(zone),
  })
  for (const [id, host] of Object.entries(names)) {
    const name = answerAt(stack, id, host, certificate, api)
    if (zone) aliasesOf(stack, id, host, zone, name)
    new CfnOutput(stack, `${id}Target`, {
      value: name.regionalDomainName,
      description: `Where ${host} must point`,
    })
  }
  new CfnOutput(stack, 'CertificateArn', { value: certificate.certificateArn })
  return { stack }
}
