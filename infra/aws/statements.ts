import type { Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Data } from './data.ts'
import type { Rights } from './rights.ts'

const reading = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query']
const writing = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:ConditionCheckItem',
]

const below = ({ table }: Data, actions: string[], keys: readonly string[]): PolicyStatement =>
  new PolicyStatement({
    actions,
    resources: [table.tableArn, `${table.tableArn}/index/*`],
    conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } },
  })

/** Item actions below given partition keys. No function may scan, and none may touch the table itself. */
const tableStatements = (data: Data, { reads, writes }: Rights): PolicyStatement[] => [
  below(data, reading, reads),
  ...(writes.length > 0 ? [below(data, writing, writes)] : []),
]

const secretStatement = ({ secret }: Data): PolicyStatement =>
  new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [secret.secretArn] })

/** Listing tells a picture that is not there (404) from one that may not be read (403). */
const mediaStatements = ({ media: { bucket } }: Data): PolicyStatement[] => [
  new PolicyStatement({
    actions: ['s3:PutObject', 's3:GetObject', 's3:DeleteObject'],
    resources: [bucket.arnForObjects('*')],
  }),
  new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }),
]

/** The address in `Name <address>` or in a bare address. */
const addressOf = (sender: string): string => /<([^>]+)>\s*$/.exec(sender)?.[1] ?? sender

/** Mail goes out under one address, of an identity that SES has verified: the address itself or its domain. */
const mailStatement = (stack: Stack, sender: string): PolicyStatement => {
  const address = addressOf(sender)
  const identity = (resourceName: string) =>
    stack.formatArn({ service: 'ses', resource: 'identity', resourceName })
  return new PolicyStatement({
    actions: ['ses:SendEmail'],
    resources: [identity(address), identity(address.split('@')[1] ?? address)],
    conditions: { StringEquals: { 'ses:FromAddress': address } },
  })
}

/** All that a function may do beside writing its log. */
export const statementsOf = (stack: Stack, data: Data, rights: Rights, sender: string): PolicyStatement[] => [
  ...tableStatements(data, rights),
  ...(rights.mints ? [secretStatement(data)] : []),
  ...(rights.keepsMedia ? mediaStatements(data) : []),
  ...(rights.sendsMail ? [mailStatement(stack, sender)] : []),
]
