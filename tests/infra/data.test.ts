import type { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, it } from 'vitest'
import { tableDefinition } from '../../lib/table/schema.ts'
import {
  functionsOf,
  type Resource,
  resourcesOf,
  statementsOf,
  templatesWith,
  theOne,
} from './stack-templates.ts'

const table = 'arn:aws:dynamodb:eu-central-1:123456789012:table/quad-restored'
const tableStream = `${table}/stream/2027-01-01T00:00:00.000`
const campus = { stage: 'production', domain: 'quad.example.edu' }
const before = templatesWith(campus)
const after = templatesWith({ ...campus, tableStream })
const { data } = before

/** The one resource of a type whose id begins with a word. */
const called = (template: Template, type: string, word: string): Resource => {
  const [found, ...others] = resourcesOf(template, type).filter(([id]) => id.startsWith(word))
  if (found === undefined || others.length > 0) throw new Error(`not one ${word}`)
  return found[1]
}

describe('the table', () => {
  const { Properties } = theOne(data, 'AWS::DynamoDB::GlobalTable')

  it('is that of every other engine', () => {
    const { TableName: _, StreamSpecification, BillingMode, ...shape } = tableDefinition('any')
    expect(Properties).toMatchObject(shape)
    expect(Properties.BillingMode).toBe(BillingMode)
    expect(Properties.StreamSpecification.StreamViewType).toBe(StreamSpecification?.StreamViewType)
    expect(Properties.TimeToLiveSpecification).toEqual({ AttributeName: 'ttl', Enabled: true })
  })

  it('can be taken back to any moment, and is not deleted by mistake', () => {
    const [replica, ...others] = Properties.Replicas
    expect(others).toEqual([])
    expect(replica).toMatchObject({
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    })
    expect(before.termination).toBe(true)
  })
})

describe('the data stack', () => {
  it('keeps what nobody can make again', () => {
    const kept = [
      called(data, 'AWS::DynamoDB::GlobalTable', 'Table'),
      called(data, 'AWS::S3::Bucket', 'Media'),
      called(data, 'AWS::SecretsManager::Secret', 'SigningSecret'),
    ]
    expect(kept.map(({ DeletionPolicy }) => DeletionPolicy)).toEqual(['Retain', 'Retain', 'Retain'])
    expect(called(data, 'AWS::S3::Bucket', 'ExportFiles').DeletionPolicy).toBe('Delete')
  })

  it('generates the signing secret as the functions read it', () => {
    const { GenerateSecretString } = theOne(data, 'AWS::SecretsManager::Secret', 'SigningSecret').Properties
    expect(GenerateSecretString).toMatchObject({ SecretStringTemplate: '{}', GenerateStringKey: 'current' })
    expect(GenerateSecretString.PasswordLength).toBeGreaterThanOrEqual(32)
  })

  it('keeps pictures that were deleted or replaced for a week', () => {
    const { VersioningConfiguration, LifecycleConfiguration } = called(
      data,
      'AWS::S3::Bucket',
      'Media',
    ).Properties
    expect(VersioningConfiguration).toEqual({ Status: 'Enabled' })
    expect(LifecycleConfiguration.Rules).toContainEqual(
      expect.objectContaining({
        NoncurrentVersionExpiration: { NoncurrentDays: 7 },
        ExpiredObjectDeleteMarker: true,
      }),
    )
  })

  it.each(['Media', 'ExportFiles'])('shows %s to nobody, encrypted at rest and on the way', (word) => {
    const bucket = called(data, 'AWS::S3::Bucket', word).Properties
    expect(Object.values(bucket.PublicAccessBlockConfiguration)).toEqual([true, true, true, true])
    expect(bucket.BucketEncryption.ServerSideEncryptionConfiguration).toEqual([
      { ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } },
    ])
    const [refusal] = called(data, 'AWS::S3::BucketPolicy', word).Properties.PolicyDocument.Statement
    expect(refusal).toMatchObject({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } })
  })

  it('lets media out through their own address only', () => {
    const [, ...rest] = called(data, 'AWS::S3::BucketPolicy', 'Media').Properties.PolicyDocument.Statement
    const delivery = { Action: 's3:GetObject', Principal: { Service: 'cloudfront.amazonaws.com' } }
    // rules/http 50
    expect(rest).toMatchObject([
      { ...delivery, Effect: 'Deny', Resource: { 'Fn::Join': ['', [{}, '/pending/*']] } },
      { ...delivery, Effect: 'Allow' },
    ])
    expect(called(data, 'AWS::S3::Bucket', 'Media').Properties.LifecycleConfiguration.Rules).toContainEqual({
      ExpirationInDays: 1,
      Prefix: 'pending/',
      Status: 'Enabled',
    })
    expect(
      called(data, 'AWS::S3::BucketPolicy', 'ExportFiles').Properties.PolicyDocument.Statement,
    ).toHaveLength(1)
  })

  it('takes direct uploads from pages of the platform only', () => {
    const [{ AllowedOrigins }] = called(data, 'AWS::S3::Bucket', 'Media').Properties.CorsConfiguration
      .CorsRules
    expect(AllowedOrigins).toEqual(['https://quad.example.edu', 'https://*.quad.example.edu'])
  })

  it('ends files that were written for somebody to fetch after three days', () => {
    const { LifecycleConfiguration, CorsConfiguration } = called(
      data,
      'AWS::S3::Bucket',
      'ExportFiles',
    ).Properties
    expect(LifecycleConfiguration.Rules).toMatchObject([
      { ExpirationInDays: 3, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 }, Status: 'Enabled' },
    ])
    expect(CorsConfiguration).toBeUndefined()
  })
})

describe('a restored table', () => {
  it('is the one that every function is told of and may touch', () => {
    for (const [, made] of functionsOf(after.functions)) {
      expect(made.Properties.Environment.Variables.TABLE_NAME).toBe('quad-restored')
      const onTables = statementsOf(after.functions, made).filter(({ Action }) =>
        JSON.stringify(Action).includes('dynamodb:GetItem'),
      )
      expect(onTables.map(({ Resource }) => Resource)).toEqual([
        [table, `${table}/index/gsi1`, `${table}/index/gsi2`],
      ])
    }
  })

  it('is the one whose stream is followed and whose refusals ring', () => {
    const mapping = theOne(after.functions, 'AWS::Lambda::EventSourceMapping').Properties
    expect(mapping.EventSourceArn).toBe(tableStream)
    const [, alarm] =
      resourcesOf(after.watching, 'AWS::CloudWatch::Alarm').find(([id]) => id.startsWith('TableThrottled')) ??
      []
    expect(JSON.stringify(alarm?.Properties.Metrics)).toContain('"Value":"quad-restored"')
  })

  // CloudFormation refuses to take back an export while another stack still uses it.
  it('takes over in one deployment, and the former table stays', () => {
    const exportsOf = ({ data }: typeof before) =>
      Object.values(data.findOutputs('*')).flatMap(({ Export }) => Export?.Name ?? [])
    expect(exportsOf(after)).toEqual(exportsOf(before))
    const kept = ({ data }: typeof before) => theOne(data, 'AWS::DynamoDB::GlobalTable')
    expect(kept(after)).toEqual(kept(before))
  })
})
