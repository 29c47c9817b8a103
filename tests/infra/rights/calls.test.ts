import { describe, expect, it } from 'vitest'
import { allows, type Deed, type Statement } from '../../deployed/policy.ts'
import { account, region } from '../../deployed/resolver.ts'
import { context } from '../../deployed/synthesis.ts'
import type { Value } from '../../deployed/template.ts'
import { type Granted, grantedBy } from './granted.ts'
import { deedOf, recordedCalls } from './recorded-calls.ts'

const platform = grantedBy(context())
const from = 'no-reply@campus.example'
const arn = (service: string, rest: string): string => `arn:aws:${service}:${region}:${account}:${rest}`

const all = (type: string): readonly { readonly id: string; readonly properties: Value }[] =>
  platform.assembly.stacks.flatMap((stack) =>
    Object.entries(stack.resources).flatMap(([id, { Type, Properties }]) =>
      Type === type ? [{ id, properties: platform.resolve(stack, Properties) }] : [],
    ),
  )

/** Somebody whom policies are asked about: a role, or a service that a resource lets in. */
type Asked = { readonly who: string; readonly deed: Deed }

const idOf = (domain: string): string =>
  domain.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())

const isOf = (who: string, id: string): boolean =>
  new RegExp(`^${who}[0-9A-F]{8}$`).test(id) || (who === 'StreamRole' && id.startsWith('Following'))

const functions = all('AWS::Lambda::Function').filter(({ properties }) =>
  /^Quad /.test(properties.Description),
)
const domainOf = (description: string): string => description.replace(/^.*: /, '')

const recorded: readonly Asked[] = recordedCalls().map((call) => ({
  who: `${idOf(call.domain)}Role`,
  deed: deedOf(call, from),
}))

/** What Lambda itself does with the role of each function, as its developer guide says. */
const runtime: readonly Asked[] = functions.flatMap(({ properties }) => {
  const who = `${idOf(domainOf(properties.Description))}Role`
  const stream = `${arn('logs', `log-group:${properties.LoggingConfig.LogGroup}`)}:log-stream:2027/01/01/[1]a`
  return [
    { who, deed: { action: 'logs:CreateLogStream', resource: stream } },
    { who, deed: { action: 'logs:PutLogEvents', resource: stream } },
    { who, deed: { action: 'xray:PutTraceSegments', resource: '*' } },
    { who, deed: { action: 'xray:PutTelemetryRecords', resource: '*' } },
  ]
})

const tableStream = `${arn('dynamodb', 'table/quad')}/stream/1`
const queue = arn('sqs', all('AWS::SQS::Queue')[0]?.id.toLowerCase() ?? '')
const bucket = `arn:aws:s3:::${all('AWS::S3::Bucket')
  .find(({ id }) => id.startsWith('PutAside'))
  ?.id.toLowerCase()}`

/** What Lambda does to read the stream, and where it puts what fails. */
const following: readonly Asked[] = [
  ...['DescribeStream', 'GetRecords', 'GetShardIterator'].map((name) => ({
    who: 'StreamRole',
    deed: { action: `dynamodb:${name}`, resource: tableStream },
  })),
  { who: 'StreamRole', deed: { action: 'dynamodb:ListStreams', resource: '*' } },
  { who: 'StreamRole', deed: { action: 's3:PutObject', resource: `${bucket}/aws/lambda/1` } },
  { who: 'StreamRole', deed: { action: 's3:ListBucket', resource: bucket } },
]

/** What CodeDeploy does in every release of a function, by its user guide. AWS asks about aliases on the function itself. */
const releasing: readonly Asked[] = functions.flatMap(({ id }) => {
  const name = `function:quad-deployed-api-${id}`
  return [
    { action: 'lambda:GetAlias', resource: arn('lambda', name) },
    { action: 'lambda:UpdateAlias', resource: arn('lambda', name) },
    { action: 'lambda:GetProvisionedConcurrencyConfig', resource: arn('lambda', `${name}:live`) },
    { action: 'cloudwatch:DescribeAlarms', resource: '*' },
  ].map((deed) => ({ who: 'Deployer', deed }))
})

/** Services that a resource lets in: the gateway, the rules of the clock and of the probe, and what writes alarms. */
const services: readonly Asked[] = [
  ...all('AWS::ApiGatewayV2::Integration').map(({ properties }) => ({
    who: 'apigateway.amazonaws.com',
    deed: {
      action: 'lambda:InvokeFunction',
      resource: properties.IntegrationUri,
      facts: { 'aws:SourceArn': [arn('execute-api', `${properties.ApiId}/$default/GET/login`)] },
    },
  })),
  ...all('AWS::Events::Rule')
    .filter(({ properties }) => properties.ScheduleExpression)
    .flatMap(({ id, properties }) =>
      properties.Targets.map(({ Arn }: Value) => ({
        who: 'events.amazonaws.com',
        deed: {
          action: 'lambda:InvokeFunction',
          resource: Arn,
          facts: { 'aws:SourceArn': [arn('events', `rule/${id.toLowerCase()}`)] },
        },
      })),
    ),
  ...all('AWS::Events::Rule')
    .filter(({ properties }) => properties.EventPattern?.source?.includes('aws.s3'))
    .map(({ id }) => ({
      who: 'events.amazonaws.com',
      deed: {
        action: 'sqs:SendMessage',
        resource: queue,
        facts: {
          'aws:SourceArn': [arn('events', `rule/${id.toLowerCase()}`)],
          'aws:SecureTransport': ['true'],
        },
      },
    })),
  ...['cloudwatch', 'budgets'].map((service) => ({
    who: `${service}.amazonaws.com`,
    deed: {
      action: 'sns:Publish',
      resource: arn('sns', all('AWS::SNS::Topic')[0]?.id.toLowerCase() ?? ''),
      facts: { 'aws:SourceAccount': [account], 'aws:SecureTransport': ['true'] },
    },
  })),
]

const letsIn = (who: string, { Principal }: Granted['statement']): boolean =>
  Principal === '*' || Principal?.AWS === '*' || [Principal?.Service].flat().includes(who)

const mayDo = (granted: readonly Granted[], { who, deed }: Asked): boolean => {
  const statements = who.endsWith('.amazonaws.com')
    ? granted.filter(({ kind, statement }) => kind === 'resource' && letsIn(who, statement))
    : granted.filter(({ kind, id }) => kind === 'role' && isOf(who, id))
  return allows(
    statements.map(({ statement }) => statement),
    deed,
  )
}

const asked = [...recorded, ...runtime, ...following, ...releasing, ...services]
const denied = (granted: readonly Granted[]): readonly string[] =>
  asked.filter((one) => !mayDo(granted, one)).map(({ who, deed }) => `${who} ${deed.action} ${deed.resource}`)

describe('the roles', () => {
  it('allow every call that was recorded, and those that the services make by their documentation', () => {
    expect(recorded.length).toBeGreaterThan(60)
    expect(releasing.length + services.length + runtime.length).toBeGreaterThan(300)
    expect(denied(platform.granted)).toEqual([])
  })
})

type Change = (statement: Value) => Value | undefined
const without =
  (action: string): Change =>
  (statement) => ({ ...statement, Action: [statement.Action].flat().filter((one: string) => one !== action) })
const at =
  (resource: string): Change =>
  (statement) => ({ ...statement, Resource: resource })
const gone: Change = () => undefined
const denying: Change = (statement) => ({ ...statement, Effect: 'Deny' })
const condition =
  (Condition: object): Change =>
  (statement) => ({ ...statement, Condition })
const keysWithout =
  (key: string): Change =>
  ({ Condition, ...statement }) => {
    const keys: readonly string[] = Condition['ForAllValues:StringLike']['dynamodb:LeadingKeys']
    const left = keys.filter((one) => one !== key)
    return { ...statement, Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': left } } }
  }

/** Whose policy, the action whose statement is changed, and how. */
const mutants: readonly (readonly [name: string, who: RegExp, action: string, change: Change])[] = [
  [
    'aliases of the deployer at the alias',
    /^Deployer/,
    'lambda:UpdateAlias',
    at(arn('lambda', 'function:quad-*:live')),
  ],
  ['a deployer that reads no alias', /^Deployer/, 'lambda:GetAlias', without('lambda:GetAlias')],
  [
    'a deployer of another stage',
    /^Deployer/,
    'lambda:UpdateAlias',
    at(arn('lambda', 'function:quad-test*')),
  ],
  ['a deployer blind to alarms', /^Deployer/, 'cloudwatch:DescribeAlarms', gone],
  [
    'concurrency at the function',
    /^Deployer/,
    'lambda:GetProvisionedConcurrencyConfig',
    at(arn('lambda', 'function:x')),
  ],
  ['a sign-in that reads no credentials', /^AuthRole/, 'dynamodb:GetItem', keysWithout('G#CRED#*')],
  ['a sign-in that writes no sessions', /^AuthRole/, 'dynamodb:PutItem', keysWithout('G#U#*')],
  ['a sign-in without its secret', /^AuthRole/, 'secretsmanager:GetSecretValue', gone],
  [
    'checks of conditions left out',
    /^OrganizationsRole/,
    'dynamodb:ConditionCheckItem',
    without('dynamodb:ConditionCheckItem'),
  ],
  ['a table without its indexes', /^MembersRole/, 'dynamodb:Query', at(arn('dynamodb', 'table/quad'))],
  ['schools nowhere', /^PlanningRole/, 'dynamodb:GetItem', keysWithout('T#*')],
  [
    'one key for all',
    /^StreamRole/,
    'dynamodb:PutItem',
    condition({ StringEquals: { 'dynamodb:LeadingKeys': 'T#*' } }),
  ],
  [
    'mail from another address',
    /^StreamRole/,
    'ses:SendEmail',
    condition({ StringEquals: { 'ses:FromAddress': 'x@campus.example' } }),
  ],
  [
    'mail without the identity of the domain',
    /^StreamRole/,
    'ses:SendEmail',
    at(arn('ses', 'configuration-set/quad-deployed')),
  ],
  [
    'a consumer of another stream',
    /^Following/,
    'dynamodb:GetRecords',
    at(`${arn('dynamodb', 'table/other')}/stream/1`),
  ],
  ['nowhere to put what fails', /^Following/, 's3:PutObject', gone],
  ['records put aside in silence', /^DeadLetters/, 'sqs:SendMessage', gone],
  ['a clock without its hours', /^ClockRole/, 'dynamodb:Query', keysWithout('G#DUE#*')],
  ['files that nobody may fetch', /^StreamRole/, 's3:PutObject', without('s3:PutObject')],
  ['a log of another function', /^AuthRole/, 'logs:PutLogEvents', at(arn('logs', 'log-group:other:*'))],
  ['traces that nobody takes', /^AuthRole/, 'xray:PutTraceSegments', denying],
  [
    'a gateway of another API',
    /^Routesgatewaytoauth/i,
    'lambda:InvokeFunction',
    condition({ ArnLike: { 'aws:SourceArn': arn('execute-api', 'other/*') } }),
  ],
  ['a clock that no rule may call', /^EveryMinute/, 'lambda:InvokeFunction', gone],
  ['alarms that may not write to their topic', /^PagesPolicy/, 'sns:Publish', denying],
]

describe('a policy that was changed', () => {
  it('is one of twenty and more', () => expect(mutants.length).toBeGreaterThanOrEqual(20))

  it.each(mutants)('is found: %s', (_, who, action, change) => {
    const has = ({ Action }: Statement): boolean => [Action].flat().includes(action)
    let changes = 0
    const granted = platform.granted.flatMap((one): Granted[] => {
      if (!who.test(one.id) || !has(one.statement)) return [one]
      changes += 1
      const statement = change(one.statement)
      return statement ? [{ ...one, statement }] : []
    })
    expect(changes).toBeGreaterThan(0)
    expect(denied(granted)).not.toEqual([])
  })
})
