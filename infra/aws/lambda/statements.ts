import type { Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { indexNames } from '../../../lib/table/schema.ts'
import { exportActions } from '../stacks/buckets.ts'
import type { Data } from '../stacks/data.ts'
import { configurationSetName, senderOf } from '../stacks/mail.ts'
import type { Stage } from '../stage.ts'
import type { Rights } from './rights.ts'

const reading = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query']
const writing = [
  'dynamodb:PutItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:ConditionCheckItem',
]

const below = (resources: string[], actions: string[], keys: readonly string[]): PolicyStatement =>
  new PolicyStatement({
    actions,
    resources,
    conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } },
  })

/** Item actions on the given partition keys. No function may scan, and none may change the table itself. */
const tableStatements = ({ table }: Data, { reads, writes }: Rights): PolicyStatement[] => {
  const items = table.tableArn
  const indexes = indexNames.map((name) => `${items}/index/${name}`)
  return [
    below([items, ...indexes], reading, reads),
    ...(writes.length > 0 ? [below([items], writing, writes)] : []),
  ]
}

const secretStatement = ({ secret }: Data): PolicyStatement =>
  new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [secret.secretArn] })

/** The right to list distinguishes a missing picture (404) from a forbidden one (403). */
const mediaStatements = ({ media: { bucket } }: Data): PolicyStatement[] => [
  new PolicyStatement({
    actions: ['s3:PutObject', 's3:GetObject', 's3:DeleteObject'],
    resources: [bucket.arnForObjects('*')],
  }),
  new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }),
]

const exportStatements = ({ exports: { bucket } }: Data, domain: string): PolicyStatement[] => {
  const actions = exportActions[domain]
  return actions
    ? [new PolicyStatement({ actions: [...actions], resources: [bucket.arnForObjects('*')] })]
    : []
}

/**
 * Mail is sent from one address, of an identity that SES has verified: the address itself or its domain. SES checks
 * `SendRawEmail` for a mail with attachments.
 */
const mailStatement = (stack: Stack, stage: Stage): PolicyStatement => {
  const { address, domain } = senderOf(stage)
  const named = (resource: string, resourceName: string) =>
    stack.formatArn({ service: 'ses', resource, resourceName })
  return new PolicyStatement({
    actions: ['ses:SendEmail', 'ses:SendRawEmail'],
    resources: [
      named('identity', address),
      named('identity', domain),
      // The identity's default configuration set. SES requires it even for a mail that does not name it.
      named('configuration-set', configurationSetName(stage)),
    ],
    conditions: { StringEquals: { 'ses:FromAddress': address } },
  })
}

/** All rights of a domain's function beyond writing its log. */
export const statementsOf = (
  stack: Stack,
  data: Data,
  stage: Stage,
  domain: string,
  rights: Rights,
): PolicyStatement[] => [
  ...tableStatements(data, rights),
  ...(rights.mints ? [secretStatement(data)] : []),
  ...(rights.keepsMedia ? mediaStatements(data) : []),
  ...exportStatements(data, domain),
  ...(rights.sendsMail ? [mailStatement(stack, stage)] : []),
]
