import { describe, expect, it } from 'vitest'
import type { Statement } from '../../deployed/policy.ts'
import { everything } from '../stack-templates.ts'
import { grantedBy } from './granted.ts'
import { statementProblems } from './reference.ts'

const at = (service: string, rest: string): string => `arn:aws:${service}:us-east-1:111111111111:${rest}`
const table = at('dynamodb', 'table/quad')

const right = {
  aliases: { Action: ['lambda:GetAlias', 'lambda:UpdateAlias'], Resource: at('lambda', 'function:quad-a*') },
  table: {
    Action: ['dynamodb:GetItem', 'dynamodb:Query'],
    Resource: [table, `${table}/index/gsi1`],
    Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['T#*'] } },
  },
  stream: { Action: 'dynamodb:GetRecords', Resource: `${table}/stream/2027-01-01T00:00:00.000` },
  streams: { Action: 'dynamodb:ListStreams', Resource: '*' },
  log: { Action: 'logs:PutLogEvents', Resource: at('logs', 'log-group:quad:*') },
  files: { Action: ['s3:GetObject', 's3:PutObject'], Resource: 'arn:aws:s3:::quad-media/*' },
  bucket: { Action: 's3:ListBucket', Resource: 'arn:aws:s3:::quad-media' },
  mail: {
    Action: 'ses:SendEmail',
    Resource: [at('ses', 'identity/quad.example'), at('ses', 'configuration-set/quad')],
    Condition: { StringEquals: { 'ses:FromAddress': 'no-reply@quad.example' } },
  },
  queue: { Action: 'sqs:SendMessage', Resource: at('sqs', 'dead-letters') },
  secret: { Action: 'secretsmanager:GetSecretValue', Resource: at('secretsmanager', 'secret:quad-a1b2c3') },
  topic: {
    Action: 'sns:Publish',
    Resource: at('sns', 'alarms'),
    Condition: { StringEquals: { 'aws:SourceAccount': '111111111111' } },
  },
} as const satisfies Record<string, Omit<Statement, 'Effect'>>

const problemsOf = (statement: Omit<Statement, 'Effect'>) =>
  statementProblems({ Effect: 'Allow', ...statement })

describe('every statement of the templates', () => {
  it.each([
    ['a trial', {}],
    ['a campus with everything', everything],
    [
      'a campus that restored its table',
      { ...everything, tableStream: `${table}/stream/2027-01-01T00:00:00.000` },
    ],
  ])('of %s is what the service authorization reference knows', async (_, context) => {
    const { granted } = grantedBy(context)
    expect(granted.length).toBeGreaterThan(200)
    const looked = new Map(granted.map((one) => [JSON.stringify([one.kind, one.statement]), one]))
    for (const { type, id, kind, statement } of looked.values()) {
      const { Resource: _resource, ...trust } = statement
      const problems = await statementProblems(kind === 'trust' ? trust : statement)
      expect([type, id, problems]).toEqual([type, id, []])
    }
  })
})

describe('the check of statements', () => {
  it.each(Object.entries(right))('finds nothing wrong with what is right: %s', async (_, statement) => {
    expect(await problemsOf(statement)).toEqual([])
  })

  const { aliases, table: items, stream, streams, log, files, bucket, mail, queue, secret, topic } = right
  const keys = items.Condition['ForAllValues:StringLike']

  it.each<[string, Omit<Statement, 'Effect'>]>([
    ['an alias where the function is asked for', { ...aliases, Resource: `${aliases.Resource}:live` }],
    ['an action that there is not', { ...aliases, Action: 'lambda:MoveAlias' }],
    ['a service that there is not', { ...queue, Action: 'sqss:SendMessage' }],
    ['an action of another service', { ...queue, Action: 'sns:SendMessage' }],
    ['wildcards that match no action', { ...files, Action: 's3:Fetch*' }],
    ['a resource of another service', { ...queue, Resource: topic.Resource }],
    ['an index to write to', { Action: 'dynamodb:PutItem', Resource: [table, `${table}/index/gsi1`] }],
    ['only an index to write to', { Action: 'dynamodb:PutItem', Resource: `${table}/index/gsi1` }],
    ['a table where a stream is read', { ...stream, Resource: table }],
    ['a stream where a table is read', { ...items, Resource: stream.Resource }],
    ['a resource for an action that knows none', { ...streams, Resource: table }],
    ['a bucket where an object is read', { ...files, Resource: bucket.Resource }],
    ['objects where a bucket is listed', { ...bucket, Resource: files.Resource }],
    ['a bucket with a region', { ...bucket, Resource: at('s3', 'quad-media') }],
    ['a log group without its streams', { ...log, Resource: at('logs', 'log-group:quad') }],
    ['a configuration set without an identity', { ...mail, Resource: mail.Resource[1] }],
    ['an identity by the name alone', { ...mail, Resource: at('ses', 'quad.example') }],
    ['a secret by the name alone', { ...secret, Resource: 'quad-a1b2c3' }],
    ['a condition of another service', { ...queue, Condition: { StringEquals: { 'ses:FromAddress': 'x' } } }],
    [
      'a condition that the action does not know',
      { ...stream, Condition: { 'ForAllValues:StringLike': keys } },
    ],
    ['a condition that there is not', { ...topic, Condition: { StringEquals: { 'aws:SourceAcount': '1' } } }],
    ['many values compared as one', { ...items, Condition: { StringLike: keys } }],
    [
      'one value compared as many',
      { ...mail, Condition: { 'ForAllValues:StringEquals': mail.Condition.StringEquals } },
    ],
    ['a text compared as a number', { ...mail, Condition: { NumericEquals: { 'ses:FromAddress': '1' } } }],
    ['two that are right and one that is not', { ...files, Action: [...files.Action, 's3:ListBucket'] }],
  ])('finds %s', async (_, statement) => {
    expect(await problemsOf(statement)).not.toEqual([])
  })
})
