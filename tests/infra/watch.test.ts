import { describe, expect, it } from 'vitest'
import { contracts } from '../../functions/routes.ts'
import { indicators } from '../../infra/aws/alarms/metrics.ts'
import { alarmTexts } from '../../infra/aws/alarms/texts.ts'
import { keyed, minting } from '../../infra/aws/lambda/rights.ts'
import { read } from '../house/files.ts'
import {
  everything,
  functionsOf,
  type Resource,
  resourcesOf,
  templatesWith,
  theOne,
} from './stack-templates.ts'

const trial = templatesWith()
const full = templatesWith(everything)

const alarms = [full.functions, full.watching].flatMap((template) => [
  ...resourcesOf(template, 'AWS::CloudWatch::Alarm'),
  ...resourcesOf(template, 'AWS::CloudWatch::CompositeAlarm'),
])
const alarm = (name: string): Resource => {
  const [found] = alarms.filter(([id]) => new RegExp(`^${name}[0-9A-F]{8}$`).test(id))
  if (found === undefined) throw new Error(`no alarm ${name}`)
  return found[1]
}
const textOf = (value: unknown): string => JSON.stringify(value)

describe('an alarm', () => {
  const headings = [...read('docs/operations.md').matchAll(/^### (.+)$/gm)].map(([, heading]) => heading)

  it.each(Object.values(alarmTexts))('says what people feel, and "$heading" helps', ({ feels, heading }) => {
    expect(feels).toMatch(/^[A-Z].*\.$/)
    expect(headings.filter((one) => one === heading)).toHaveLength(1)
  })

  it('carries one of these texts', () => {
    const pages = new Set<string>(Object.values(alarmTexts).map(({ heading }) => heading))
    const silent = alarms.filter(([, { Properties }]) => {
      const [, heading = ''] =
        /Runbook \(docs\/operations\.md\): "(.+)"\.$/.exec(Properties.AlarmDescription) ?? []
      return !pages.has(heading)
    })
    expect(silent).toEqual([])
  })

  it('reads operations that there are', () => {
    const named = Object.values(indicators).map(({ operation }) => operation.split('.'))
    for (const [domain = '', name = ''] of named)
      expect(Object.keys(contracts[domain as keyof typeof contracts].rows)).toContain(name)
  })

  it('calls by the topic, and what belongs together calls once', () => {
    const called = alarms
      .filter(([, { Properties }]) => Properties.AlarmActions !== undefined)
      .map(([id]) => id)
    expect(called.map((id) => id.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
      'CertificateEnds',
      'ClockStops',
      'EffectsFail',
      'MailBounces',
      'MailComplaints',
      'OpenIdRefused',
      'PartFails',
      'PeopleAffected',
      'SamlRefused',
    ])
    const rule = textOf(alarm('PeopleAffected').Properties.AlarmRule)
    for (const name of ['RequestsFail', 'SignInFails', 'SignInSlow', 'RefreshFails', 'RsvpFails', 'RsvpSlow'])
      expect(rule).toContain(name)
    expect(rule).not.toContain('StreamLate')
  })

  it.each([
    ['ClockSilent', 'ClockLate'],
    ['StreamSilent', 'StreamLag'],
    ['ProbeSilent', 'Probes'],
  ])('rings when something is silent, not only when it fails: %s', (name, MetricName) => {
    expect(alarm(name).Properties).toMatchObject({
      Namespace: 'Quad',
      MetricName,
      Period: 60,
      Threshold: 1,
      ComparisonOperator: 'LessThanThreshold',
      TreatMissingData: 'breaching',
    })
  })

  it('asks from outside for a stage with a domain, and for no trial', () => {
    expect(resourcesOf(trial.watching, 'AWS::Lambda::Function')).toEqual([])
    const { Environment } = theOne(full.watching, 'AWS::Lambda::Function').Properties
    expect(JSON.parse(Environment.Variables.PROBE)).toEqual([
      { address: 'https://quad.example.edu/health', method: 'GET', status: 200 },
      { address: 'https://www.quad.example.edu/login', method: 'POST', status: 400 },
    ])
  })

  it('watches the stream, what was put aside, the table with its indexes, and mail', () => {
    expect(alarm('StreamLate').Properties).toMatchObject({ MetricName: 'IteratorAge', Threshold: 120_000 })
    expect(alarm('DeadLetters').Properties).toMatchObject({
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Threshold: 0,
      EvaluationPeriods: 1,
    })
    const table = textOf(alarm('TableThrottled').Properties.Metrics)
    for (const part of ['ReadThrottleEvents', 'WriteThrottleEvents', 'gsi1', 'gsi2'])
      expect(table).toContain(part)
    expect(alarm('MailBounces').Properties).toMatchObject({
      MetricName: 'Reputation.BounceRate',
      Dimensions: [{ Name: 'ses:configuration-set', Value: 'quad-production' }],
    })
    expect(alarm('MailRefused').Properties).toMatchObject({
      Namespace: 'Quad',
      Dimensions: [{ Name: 'Stage', Value: 'production' }],
    })
  })

  it('counts what no function answered', () => {
    const filters = resourcesOf(full.watching, 'AWS::Logs::MetricFilter').map(([, { Properties }]) => [
      Properties.FilterPattern,
      Properties.MetricTransformations[0].MetricName,
      Properties.MetricTransformations[0].DefaultValue,
    ])
    expect(filters).toEqual([
      ['{ $.integrationError != "-" }', 'Unanswered-production', 0],
      ['{ ($.status = "429") && ($.integrationStatus = "-") }', 'TurnedAway-production', 0],
    ])
    expect(textOf(alarm('RequestsFail').Properties.Metrics)).toContain('"Unanswered-production"')
    const { Format } = theOne(full.api, 'AWS::ApiGatewayV2::Stage').Properties.AccessLogSettings
    expect(Object.keys(JSON.parse(Format))).toContain('integrationError')
  })
})

describe('the topic of the alarms', () => {
  it('writes to the operator where one is named', () => {
    expect(theOne(full.watching, 'AWS::SNS::Subscription').Properties).toMatchObject({
      Protocol: 'email',
      Endpoint: 'operators@example.edu',
    })
    expect(resourcesOf(trial.watching, 'AWS::SNS::Subscription')).toEqual([])
  })

  it('takes messages from alarms, budgets and the watch of the secret, encrypted', () => {
    const statements: { Effect: string; Principal: { Service?: string | string[] }; Condition: unknown }[] =
      theOne(full.watching, 'AWS::SNS::TopicPolicy').Properties.PolicyDocument.Statement
    const services = statements.filter(({ Effect }) => Effect === 'Allow')
    expect(services.flatMap(({ Principal }) => Principal.Service)).toEqual([
      'budgets.amazonaws.com',
      'cloudwatch.amazonaws.com',
      'events.amazonaws.com',
    ])
    expect(services.filter(({ Condition }) => !/aws:Source(?:Account|Arn)/.test(textOf(Condition)))).toEqual(
      [],
    )
    expect(textOf(statements.filter(({ Effect }) => Effect === 'Deny'))).toContain('aws:SecureTransport')
  })

  it('hears who else reads the signing secret', () => {
    const { EventPattern, State } = theOne(full.watching, 'AWS::Events::Rule', 'SecretRead').Properties
    // Without this state EventBridge does not show what only reads.
    expect(State).toBe('ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS')
    const [others, people] = EventPattern.detail.userIdentity.sessionContext.sessionIssuer.arn
    expect(others['anything-but']).toHaveLength(minting.length + keyed.length)
    expect(people).toEqual({ exists: false })
    expect(EventPattern.detail.eventName).toContain('GetSecretValue')
  })

  it('hears of money before the month is over, when a budget is set', () => {
    const { Budget, NotificationsWithSubscribers } = theOne(full.watching, 'AWS::Budgets::Budget').Properties
    expect(Budget).toMatchObject({ BudgetLimit: { Amount: 500, Unit: 'USD' }, TimeUnit: 'MONTHLY' })
    expect(NotificationsWithSubscribers).toMatchObject([
      { Notification: { NotificationType: 'ACTUAL', Threshold: 80 } },
      { Notification: { NotificationType: 'FORECASTED', Threshold: 100 } },
    ])
    expect(resourcesOf(trial.watching, 'AWS::Budgets::Budget')).toEqual([])
  })
})

describe('the dashboard', () => {
  const body = textOf(theOne(full.watching, 'AWS::CloudWatch::Dashboard').Properties.DashboardBody)

  it.each([
    ...Object.values(indicators).map(({ operation }) => operation),
    'ConsumedWriteCapacityUnits',
    'WriteThrottleEvents',
    'StreamLag',
    'DueLate',
    'ApproximateNumberOfMessagesVisible',
    '{Quad,Stage,Operation}',
    '{Quad,Stage,Tenant}',
    'sum(WriteUnits)',
  ])('shows %s', (part) => {
    expect(body).toContain(part)
  })

  // Logs Insights asks at most fifty groups at once.
  it('asks no more logs than it may', () => {
    expect(functionsOf(full.functions).size).toBeLessThanOrEqual(50)
  })
})

describe('traces', () => {
  it('are taken in every function', () => {
    const untraced = [...functionsOf(trial.functions)].filter(
      ([, { Properties }]) => Properties.TracingConfig?.Mode !== 'Active',
    )
    expect(untraced).toEqual([])
  })
})
