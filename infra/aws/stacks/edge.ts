import { type App, CfnOutput, Duration, Stack } from 'aws-cdk-lib'
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import { edgeHeaders } from '../../../lib/contract/edge.ts'
import { edgeAlarms } from '../alarms/edge-alarms.ts'
import { accepted } from '../rules.ts'
import type { Stage } from '../stage.ts'
import { edgeKey, edgeRegion } from './edge-secret.ts'

/** The gateway's own name behind the edge. The label is reserved, so no school can have it. */
export const originName = (domain: string): string => `origin.${domain}`

/** CloudFront runs this with every request. It sets the client address and host, whatever the request itself claims. */
export const edgeCode = `function handler(event) {
  var request = event.request
  request.headers['${edgeHeaders.host}'] = { value: request.headers.host.value }
  request.headers['${edgeHeaders.address}'] = { value: event.viewer.ip }
  return request
}`

const visibilityOf = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
  metricName,
})

const managed = (name: string, priority: number, acts: boolean): CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: acts ? { none: {} } : { count: {} },
  statement: { managedRuleGroupStatement: { vendorName: 'AWS', name } },
  visibilityConfig: visibilityOf(name),
})

/** Blocks an address above this number of requests in five minutes, until it is below again. */
const perAddress = (
  name: string,
  priority: number,
  limit: number,
  scopeDownStatement?: CfnWebACL.StatementProperty,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  action: { block: { customResponse: { responseCode: 429 } } },
  statement: {
    rateBasedStatement: {
      limit,
      aggregateKeyType: 'IP',
      evaluationWindowSec: 300,
      ...(scopeDownStatement ? { scopeDownStatement } : {}),
    },
  },
  visibilityConfig: visibilityOf(name),
})

const signingIn = [
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/google-login',
  '/apple-login',
]

const startsWith = (path: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'STARTS_WITH',
    searchString: path,
    textTransformations: [{ priority: 0, type: 'NORMALIZE_PATH' }],
  },
})

/**
 * Rules by address, and AWS managed rules. The common rules only count: they take event descriptions and identity
 * provider responses for attacks. The functions validate those more precisely.
 */
const rules = (stack: Stack, { name, values: { requestsPerAddress } }: Stage): CfnWebACL =>
  new CfnWebACL(stack, 'Rules', {
    name: `quad-${name}`,
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: visibilityOf(`quad-${name}`),
    rules: [
      perAddress('PerAddress', 0, requestsPerAddress),
      perAddress('SignInPerAddress', 1, Math.max(10, Math.floor(requestsPerAddress / 10)), {
        orStatement: { statements: signingIn.map(startsWith) },
      }),
      managed('AWSManagedRulesAmazonIpReputationList', 2, true),
      managed('AWSManagedRulesKnownBadInputsRuleSet', 3, true),
      managed('AWSManagedRulesCommonRuleSet', 4, false),
    ],
  })

const originOf = (stage: Stage & { readonly domain: string }): HttpOrigin =>
  new HttpOrigin(originName(stage.domain), {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    readTimeout: Duration.seconds(30),
    customHeaders: { [edgeHeaders.key]: edgeKey(stage, 'current') },
  })

const distributionOf = (
  stack: Stack,
  stage: Stage & { readonly domain: string },
  certificate: Certificate,
): Distribution => {
  const sayWho = new EdgeFunction(stack, 'SayWho', {
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(edgeCode),
    comment: 'Says which host was asked for, and by whom',
  })
  const distribution = new Distribution(stack, 'Edge', {
    comment: `Quad ${stage.name}`,
    domainNames: [stage.domain, `*.${stage.domain}`],
    certificate,
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    webAclId: rules(stack, stage).attrArn,
    defaultBehavior: {
      origin: originOf(stage),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      // Every response is personal.
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      functionAssociations: [{ function: sayWho, eventType: FunctionEventType.VIEWER_REQUEST }],
    },
  })
  accepted(distribution, {
    'AwsSolutions-CFR1': 'Students travel, and their university with them.',
    'AwsSolutions-CFR3': 'Access logs would keep who asked for what from which address.',
  })
  return distribution
}

/**
 * The edge before the gateway, in CloudFront's region. It refers to the rest of the stage by name only, so the stage
 * may be in any region. The gateway answers it at `origin.<domain>`.
 */
export const edgeStack = (app: App, stage: Stage & { readonly domain: string }) => {
  const { domain, name } = stage
  const stack = new Stack(app, `quad-${name}-edge`, {
    description: 'Quad: CDN and firewall in front of the gateway',
    env: { region: edgeRegion },
  })
  const zone = stage.zone && HostedZone.fromHostedZoneAttributes(stack, 'Zone', stage.zone)
  const certificate = new Certificate(stack, 'Certificate', {
    domainName: domain,
    subjectAlternativeNames: [`*.${domain}`],
    validation: CertificateValidation.fromDns(zone),
  })
  const distribution = distributionOf(stack, stage, certificate)
  for (const [id, host] of Object.entries({ Apex: domain, Schools: `*.${domain}` })) {
    if (!zone) continue
    const to = {
      zone,
      recordName: `${host}.`,
      target: RecordTarget.fromAlias(new CloudFrontTarget(distribution)),
    }
    new ARecord(stack, `${id}A`, to)
    new AaaaRecord(stack, `${id}Aaaa`, to)
  }
  edgeAlarms(stack, stage)
  new CfnOutput(stack, 'EdgeTarget', {
    value: distribution.distributionDomainName,
    description: `Where ${domain} and *.${domain} must point`,
  })
  return { stack }
}
