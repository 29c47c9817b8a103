import { describe, expect, it } from 'vitest'
import { contracts } from '../../functions/routes.ts'
import { indicators } from '../../infra/aws/alarms/metrics.ts'
import { logQueries } from '../../infra/aws/alarms/queries.ts'
import {
  type AlarmName,
  alarmText,
  alarmTexts,
  type Severity,
  severities,
} from '../../infra/aws/alarms/texts.ts'
import { topicNames } from '../../infra/aws/alarms/topics.ts'
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
  const runbook = read('docs/operations.md')
  const headings = [...runbook.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading)

  it.each(Object.entries(alarmTexts))('has a severity, an effect and a page: %s', (_, text) => {
    expect(severities).toContain(text.severity)
    expect(text.effect).toMatch(/^[A-Z].*\.$/)
    expect(headings.filter((one) => one === text.heading)).toHaveLength(1)
  })

  it.each([...new Set<string>(Object.values(alarmTexts).map(({ heading }) => heading))])(
    'leads to a page that ends in a command or a decision: %s',
    (heading) => {
      const page =
        runbook
          .split(`\n### ${heading}\n`)[1]
          ?.split(/\n##+ /)[0]
          ?.trim() ?? ''
      const [last = '', before = ''] = page.split('\n\n').reverse()
      // The page about records that were put aside ends with its numbered steps.
      const steps = [last, before].find((part) => part.startsWith('**Act:** ')) ?? ''
      expect(steps).toMatch(/^\*\*Act:\*\* (?!Look|Check|See|Watch)[A-Z]/)
      expect(steps).toMatch(/`[^`]+`|\]\(|[Dd]o nothing|[Ww]ait/)
    },
  )

  it('carries one of these texts', () => {
    const texts = new Set<string>((Object.keys(alarmTexts) as AlarmName[]).map(alarmText))
    expect(alarms.filter(([, { Properties }]) => !texts.has(Properties.AlarmDescription))).toEqual([])
  })

  it('notifies the topic of its severity', () => {
    const calling = alarms.filter(([, { Properties }]) => Properties.AlarmActions !== undefined)
    for (const [id, { Properties }] of calling) {
      const [topic] = Properties.AlarmActions
      const severity = /^(\w+):/.exec(Properties.AlarmDescription)?.[1] as Severity
      expect([id, topic.Ref]).toEqual([id, expect.stringMatching(new RegExp(`^${topicNames[severity]}`))])
    }
  })

  it('rings for pages alone where the stage is watched for its service levels, and not at all on a trial', () => {
    const of = (context: Readonly<Record<string, unknown>>) => {
      const { functions, watching } = templatesWith(context)
      return [functions, watching].flatMap((template) => [
        ...resourcesOf(template, 'AWS::CloudWatch::Alarm'),
        ...resourcesOf(template, 'AWS::CloudWatch::CompositeAlarm'),
      ])
    }
    const slo = of({ ...everything, watch: 'slo' })
    expect(slo.length).toBeGreaterThan(10)
    expect(slo.filter(([, { Properties }]) => !Properties.AlarmDescription.startsWith('page: '))).toEqual([])
    expect(of({})).toEqual([])
    expect(resourcesOf(trial.watching, 'AWS::CloudWatch::Dashboard')).toEqual([])
    expect(resourcesOf(trial.watching, 'AWS::Logs::MetricFilter')).toEqual([])
    const [told] = [...functionsOf(trial.functions).values()]
    expect(told?.Properties.Environment.Variables.COUNT_METRICS).toBe('false')
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
      'BackupFails',
      'CertificateEnds',
      'DeadLetters',
      'EffectsFail',
      'FewFail',
      'MailBounces',
      'MailComplaints',
      'MailRefused',
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
    const key = '{{resolve:secretsmanager:quad-production-visits:SecretString}}'
    expect(JSON.parse(Environment.Variables.VISITS)).toEqual({
      platform: 'https://quad.example.edu',
      school: 'https://www.quad.example.edu',
      email: 'success+quad-production@simulator.amazonses.com',
      key,
    })
    for (const { Properties } of functionsOf(full.functions).values())
      expect(Properties.Environment.Variables.VISIT_KEY).toBe(key)
    expect(resourcesOf(trial.data, 'AWS::SecretsManager::Secret').map(([id]) => id)).toEqual([
      expect.stringMatching(/^SigningSecret/),
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

describe('the topics of the alarms', () => {
  it('write to the operator where one is named, and to the webhook of each severity', () => {
    const paged = templatesWith({ ...everything, pageWebhook: 'https://events.pager.example/sns' })
    const subscribed = resourcesOf(paged.watching, 'AWS::SNS::Subscription').map(([, { Properties }]) => [
      Properties.TopicArn.Ref.replace(/[0-9A-F]{8}$/, ''),
      Properties.Protocol,
      Properties.Endpoint,
    ])
    expect(subscribed.sort()).toEqual([
      ['Notes', 'email', 'operators@example.edu'],
      ['Pages', 'email', 'operators@example.edu'],
      ['Pages', 'https', 'https://events.pager.example/sns'],
      ['Tickets', 'email', 'operators@example.edu'],
    ])
    expect(resourcesOf(trial.watching, 'AWS::SNS::Subscription')).toEqual([])
  })

  it('takes messages from alarms, budgets and the watch of the secret, encrypted', () => {
    const statements: { Effect: string; Principal: { Service?: string | string[] }; Condition: unknown }[] =
      theOne(full.watching, 'AWS::SNS::TopicPolicy', 'Pages').Properties.PolicyDocument.Statement
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
    'by Operation',
    'by Tenant',
    'sum(WriteUnits)',
  ])('shows %s', (part) => {
    expect(body).toContain(part)
  })

  // Logs Insights asks at most fifty groups at once.
  it('asks no more logs than it may', () => {
    expect(functionsOf(full.functions).size).toBeLessThanOrEqual(50)
  })
})

describe('saved queries', () => {
  it('are there on every stage, over the logs of all functions', () => {
    const saved = resourcesOf(trial.watching, 'AWS::Logs::QueryDefinition').map(
      ([, { Properties }]) => Properties,
    )
    expect(saved.map(({ Name }) => Name)).toEqual(logQueries.map(({ title }) => `quad/test/${title}`))
    for (const { LogGroupNames } of saved)
      expect(LogGroupNames).toHaveLength(functionsOf(trial.functions).size)
  })
})

describe('traces', () => {
  it('are taken only where the stage asks for them, because no sampling rule applies to Lambda', () => {
    const modes = (context: object) =>
      new Set(
        [...functionsOf(templatesWith({ ...context }).functions).values()].map(
          ({ Properties }) => Properties.TracingConfig?.Mode,
        ),
      )
    expect([...modes({})]).toEqual(['PassThrough'])
    expect([...modes({ traces: true })]).toEqual(['Active'])
  })
})
