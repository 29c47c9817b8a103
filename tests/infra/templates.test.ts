import { loadAwsServiceSpec } from '@aws-cdk/aws-service-spec'
import { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, it } from 'vitest'
import { everything, templatesWith } from './stack-templates.ts'
import { type TemplateBody, templateProblems } from './template-check.ts'

const db = await loadAwsServiceSpec()

const bodiesOf = (context: Readonly<Record<string, unknown>>): [string, TemplateBody][] =>
  Object.entries(templatesWith(context)).flatMap(([name, template]) =>
    template instanceof Template ? [[name, template.toJSON() as TemplateBody]] : [],
  )

const trial = bodiesOf({})
const campus = bodiesOf(everything)

describe('the templates', () => {
  it.each([
    ['a trial', trial, 4],
    ['a campus with everything', campus, 7],
  ])('of %s are what CloudFormation takes', (_, bodies, count) => {
    expect(bodies).toHaveLength(count)
    for (const [name, body] of bodies) expect([name, templateProblems(db, body)]).toEqual([name, []])
  })

  // A stack holds 500 resources, 200 outputs and 200 parameters, and a template a million bytes.
  it('leave room in every stack', () => {
    for (const [, body] of [...trial, ...campus]) {
      expect(Object.keys(body.Resources).length).toBeLessThanOrEqual(400)
      expect(Object.keys(body.Outputs ?? {}).length).toBeLessThanOrEqual(160)
      expect(Object.keys(body.Parameters ?? {}).length).toBeLessThanOrEqual(160)
      expect(JSON.stringify(body).length).toBeLessThanOrEqual(800_000)
    }
  })
})

describe('the check of templates', () => {
  const hole = (name: string) => ['a-$', '{', name, '}'].join('')
  const bucket = (Properties: unknown, more = {}) => ({
    Resources: { Pictures: { Type: 'AWS::S3::Bucket', Properties, ...more } },
  })

  it.each([
    ['a type', { Resources: { It: { Type: 'AWS::S3::Bukket' } } }, /It is a AWS::S3::Bukket/],
    ['a property', bucket({ BucketNam: 'x' }), /Pictures has BucketNam/],
    [
      'an inner property',
      bucket({ VersioningConfiguration: { Status: 'Enabled', State: 'On' } }),
      /has State/,
    ],
    ['a type of value', bucket({ BucketName: { a: 1, b: 2 } }), /Pictures.BucketName is no string/],
    ['a list', bucket({ Tags: { Key: 'a', Value: 'b' } }), /Pictures.Tags is no list/],
    ['a value', bucket({ VersioningConfiguration: { Status: 'On' } }), /cannot be On/],
    ['what is missing', bucket({ VersioningConfiguration: {} }), /lacks Status/],
    ['a reference', bucket({ BucketName: { Ref: 'Nobody' } }), /refers to Nobody/],
    ['an attribute', bucket({ BucketName: { 'Fn::GetAtt': ['Pictures', 'Arm'] } }), /asks for Pictures.Arm/],
    ['a name in a text', bucket({ BucketName: { 'Fn::Sub': hole('Nobody') } }), /asks for Nobody/],
    ['an order', bucket({}, { DependsOn: ['Nobody'] }), /waits for Nobody/],
    [
      'an output',
      { ...bucket({}), Outputs: { Name: { Value: { Ref: 'Nobody' } } } },
      /Outputs.Name.Value refers to Nobody/,
    ],
  ])('finds %s that is wrong', (_, template, problem) => {
    const problems = templateProblems(db, template as TemplateBody)
    expect(problems).toEqual([expect.stringMatching(problem)])
  })

  it('finds nothing wrong with what is right', () => {
    const right = bucket({
      BucketName: { 'Fn::Sub': hole('AWS::Region') },
      VersioningConfiguration: { Status: 'Enabled' },
    })
    expect(templateProblems(db, right)).toEqual([])
  })
})
