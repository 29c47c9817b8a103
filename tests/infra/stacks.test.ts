import { describe, expect, it } from 'vitest'
import { contracts } from '../../functions/routes.ts'
import { consumers } from '../../functions/stream/handler.ts'
import { unconsumed } from '../../infra/unconsumed-kinds.ts'
import { redeliverySeconds } from '../../lib/contract/time.ts'
import { readSettings, settingTable } from '../../lib/settings.ts'
import { functionsOf, type Resource, resourcesOf, templatesWith, theOne } from './stack-templates.ts'

const trial = templatesWith()
const campus = { stage: 'production', domain: 'quad.example.edu', zoneId: 'Z1', zoneName: 'example.edu' }
const production = templatesWith(campus)
const domains = [...Object.keys(contracts), 'stream', 'clock']

describe('the functions', () => {
  const functions = functionsOf(trial.functions)

  it('are one for each domain, the consumer of the stream and the clock', () => {
    expect([...functions.keys()].sort()).toEqual([...domains].sort())
    for (const [, { Properties }] of functions) {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
      })
    }
  })

  it('answer before their gateway gives up', () => {
    const slow = Object.keys(contracts).filter((domain) => functions.get(domain)?.Properties.Timeout >= 30)
    expect(slow).toEqual([])
  })

  it('keep their logs for a while', () => {
    const retention = new Map(
      resourcesOf(trial.functions, 'AWS::Logs::LogGroup').map(([id, log]) => [
        id,
        log.Properties.RetentionInDays,
      ]),
    )
    const days = [...functions.values()].map(({ Properties }) =>
      retention.get(Properties.LoggingConfig.LogGroup.Ref),
    )
    expect(days.filter((kept) => !(kept >= 30 && kept <= 366))).toEqual([])
  })

  it.each([
    ['a trial', trial],
    ['a domain', production],
  ])('of %s are told settings that exist and can be used', (_, { functions: template }) => {
    for (const [domain, { Properties }] of functionsOf(template)) {
      const told: Record<string, unknown> = Properties.Environment.Variables
      const created = (name: string) => (/ORIGIN$|ADDRESS$/.test(name) ? 'https://made.example' : 'created')
      const env = Object.entries(told).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.replace(/^\{\{resolve:.*\}\}$/, 'k'.repeat(48)) : created(name),
      ])
      expect([domain, Object.keys(told).filter((name) => !(name in settingTable))]).toEqual([domain, []])
      expect(() => readSettings(Object.fromEntries(env))).not.toThrow()
    }
  })
})

describe('the gateway', () => {
  const routes = resourcesOf(trial.api, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) => Properties)

  it('has routes to every domain, one for everything else, and no more than it may hold', () => {
    expect(routes.length).toBeLessThanOrEqual(300)
    expect(routes.filter(({ RouteKey }) => !/^(?:(?:ANY|GET|POST) \/|\$default$)/.test(RouteKey))).toEqual([])
    expect(routes.filter(({ RouteKey }) => RouteKey === '$default')).toHaveLength(1)
    const targets = new Set(routes.map(({ Target }) => Target['Fn::Join'][1][1].Ref))
    const integrations = resourcesOf(trial.api, 'AWS::ApiGatewayV2::Integration')
    expect(integrations.map(([id]) => id).filter((id) => !targets.has(id))).toEqual([])
    expect(integrations).toHaveLength(Object.keys(contracts).length)
    // A stack holds 500 resources; the rest is room for alarms.
    for (const template of [trial.api, trial.functions])
      expect(Object.keys(template.toJSON().Resources).length).toBeLessThanOrEqual(450)
  })

  it('leaves preflight to the functions, throttles, and logs without addresses', () => {
    const api = theOne(trial.api, 'AWS::ApiGatewayV2::Api').Properties
    expect(api.CorsConfiguration).toBeUndefined()
    const { DefaultRouteSettings, AccessLogSettings } = theOne(
      trial.api,
      'AWS::ApiGatewayV2::Stage',
    ).Properties
    expect(DefaultRouteSettings.ThrottlingRateLimit).toBeGreaterThan(0)
    expect(AccessLogSettings.Format).not.toMatch(/sourceIp|userAgent|querystring|authorizer/i)
  })

  it('may be reached past the domain only when there is none', () => {
    const open = [trial, production].map(
      ({ api }) => !theOne(api, 'AWS::ApiGatewayV2::Api').Properties.DisableExecuteApiEndpoint,
    )
    expect(open).toEqual([true, false])
  })

  it('may invoke each function by one permission', () => {
    const { api } = trial
    const permitted = resourcesOf(api, 'AWS::Lambda::Permission').filter(
      ([, { Properties }]) => Properties.Principal === 'apigateway.amazonaws.com',
    )
    expect(permitted).toHaveLength(Object.keys(contracts).length)
  })
})

describe('what runs without a request', () => {
  it('consumes the stream in order, puts culprits aside and reports how far it came', () => {
    const mapping = theOne(trial.functions, 'AWS::Lambda::EventSourceMapping').Properties
    expect(mapping).toMatchObject({
      BisectBatchOnFunctionError: true,
      ParallelizationFactor: 4,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRetryAttempts: 5,
      StartingPosition: 'TRIM_HORIZON',
    })
    expect(theOne(trial.functions, 'AWS::SQS::Queue').Properties.MessageRetentionPeriod).toBe(14 * 24 * 3600)
  })

  it('puts aside whole records in a private bucket for thirty days, and rings for each object', () => {
    const [[, bucket], ...others] = resourcesOf(trial.data, 'AWS::S3::Bucket').filter(([id]) =>
      id.startsWith('PutAside'),
    ) as [[string, Resource]]
    expect(others).toEqual([])
    expect(bucket.Properties).toMatchObject({
      BucketEncryption: { ServerSideEncryptionConfiguration: [expect.anything()] },
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
      LifecycleConfiguration: { Rules: [{ ExpirationInDays: 30, Status: 'Enabled' }] },
      NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
    })
    // Effects are remembered for longer than the bucket keeps a record.
    expect(redeliverySeconds).toBeGreaterThan(30 * 24 * 3600)
    const { DestinationConfig } = theOne(trial.functions, 'AWS::Lambda::EventSourceMapping').Properties
    const arn = JSON.stringify(DestinationConfig.OnFailure.Destination)
    expect(arn).toContain('PutAside')
    const role = JSON.stringify(resourcesOf(trial.functions, 'AWS::IAM::Policy'))
    expect(role).toContain(arn)
    const rule = theOne(trial.functions, 'AWS::Events::Rule', 'PutAside').Properties
    expect(rule.EventPattern).toMatchObject({ source: ['aws.s3'], 'detail-type': ['Object Created'] })
    expect(rule.EventPattern.detail.bucket.name).toHaveLength(1)
    const [queueId] = resourcesOf(trial.functions, 'AWS::SQS::Queue').map(([id]) => id)
    expect(rule.Targets).toMatchObject([{ Arn: { 'Fn::GetAtt': [queueId, 'Arn'] } }])
  })

  // docs/decisions/073
  it('is not invoked for what nobody consumes, and for everything that somebody does', () => {
    const { FilterCriteria } = theOne(trial.functions, 'AWS::Lambda::EventSourceMapping').Properties
    const patterns = FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern))
    const S = [{ 'anything-but': [...unconsumed] }]
    expect(patterns).toEqual([
      { dynamodb: { NewImage: { entity: { S } } } },
      { eventName: ['REMOVE'], dynamodb: { OldImage: { entity: { S } } } },
    ])
    const wanted = new Set(consumers.map(({ on }) => on))
    expect(unconsumed.filter((name) => wanted.has(name))).toEqual([])
  })

  it('strikes every minute', () => {
    const { ScheduleExpression, Targets } = theOne(
      trial.functions,
      'AWS::Events::Rule',
      'EveryMinute',
    ).Properties
    expect(ScheduleExpression).toBe('rate(1 minute)')
    expect(JSON.stringify(Targets)).toContain('\\"schedule\\":\\"minute\\"')
  })

  // rules/clock 2
  it('leaves a failed minute to the next one: neither the rule nor Lambda itself retries it', () => {
    const { Targets } = theOne(trial.functions, 'AWS::Events::Rule', 'EveryMinute').Properties
    expect(Targets).toMatchObject([
      { RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 } },
    ])
    const { Qualifier, ...retries } = theOne(trial.functions, 'AWS::Lambda::EventInvokeConfig').Properties
    expect(JSON.stringify(Qualifier)).toContain('ClockLive')
    expect(retries).toMatchObject({ MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 })
  })
})

describe('the domain stack', () => {
  it('is there for a stage that has a domain', () => {
    expect([trial.domain, production.domain !== undefined]).toEqual([undefined, true])
  })

  it('answers at the apex and at every school, over IPv4 and IPv6', () => {
    const { domain } = production
    if (domain === undefined) throw new Error('no domain stack')
    const names = ['quad.example.edu', '*.quad.example.edu']
    const made = resourcesOf(domain, 'AWS::ApiGatewayV2::DomainName').map(([, { Properties }]) => Properties)
    expect(made.map(({ DomainName }) => DomainName)).toEqual(names)
    expect(theOne(domain, 'AWS::CertificateManager::Certificate').Properties).toMatchObject({
      DomainName: names[0],
      SubjectAlternativeNames: [names[1]],
    })
    expect(resourcesOf(domain, 'AWS::ApiGatewayV2::ApiMapping')).toHaveLength(2)
    const records = resourcesOf(domain, 'AWS::Route53::RecordSet').map(([, { Properties }]) => Properties)
    expect(records.map(({ Name, Type }) => `${Type} ${Name}`).sort()).toEqual(
      ['A', 'AAAA'].flatMap((type) => names.map((name) => `${type} ${name}.`)).sort(),
    )
  })

  it('says where names must point when DNS is kept elsewhere', () => {
    const { domain } = templatesWith({ stage: 'production', domain: 'quad.example.edu' })
    expect(resourcesOf(domain as never, 'AWS::Route53::RecordSet')).toEqual([])
    expect(Object.keys(domain?.findOutputs('*') ?? {}).sort()).toEqual([
      'ApexTarget',
      'CertificateArn',
      'SchoolsTarget',
    ])
  })
})
