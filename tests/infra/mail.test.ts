import { describe, expect, it } from 'vitest'
import { functionsOf, resourcesOf, statementsOf, templatesWith, theOne } from './stack-templates.ts'

const campus = { stage: 'production', domain: 'quad.example.edu', zoneId: 'Z1', zoneName: 'example.edu' }

/** The templates of a stage that sends mail. */
const sendingWith = (context: Readonly<Record<string, unknown>>) => {
  const templates = templatesWith(context)
  if (templates.mail === undefined) throw new Error('no mail stack')
  return { ...templates, mail: templates.mail }
}

describe('mail', () => {
  const ours = sendingWith(campus)
  const elsewhere = [
    sendingWith({ stage: 'production', domain: 'quad.example.edu' }),
    sendingWith({ ...campus, MAIL_FROM: 'Campus <events@other.example>' }),
  ]
  const trials = [templatesWith(), templatesWith({ MAIL_FROM: 'Trial <trial@example.edu>' })]

  it('is sent as the domain of the sender, signed by keys in its zone', () => {
    expect(theOne(ours.mail, 'AWS::SES::EmailIdentity').Properties).toMatchObject({
      EmailIdentity: 'quad.example.edu',
      ConfigurationSetAttributes: { ConfigurationSetName: { Ref: expect.any(String) } },
    })
    const records = resourcesOf(ours.mail, 'AWS::Route53::RecordSet').map(([, { Properties }]) => Properties)
    expect(records.filter(({ Type }) => Type !== 'CNAME').map(({ Type, Name }) => `${Type} ${Name}`)).toEqual(
      ['MX bounce.quad.example.edu.', 'TXT bounce.quad.example.edu.', 'TXT _dmarc.quad.example.edu.'],
    )
    const keys = records.filter(({ Type }) => Type === 'CNAME')
    expect(keys).toHaveLength(3)
    for (const { Type, HostedZoneId, Name } of keys) {
      expect([Type, HostedZoneId]).toEqual(['CNAME', 'Z1'])
      expect(JSON.stringify(Name)).toMatch(/DkimDNSTokenName/)
    }
  })

  it('says which keys to publish when DNS is kept elsewhere', () => {
    for (const { mail } of elsewhere) {
      expect(resourcesOf(mail, 'AWS::Route53::RecordSet')).toEqual([])
      expect(Object.keys(mail.findOutputs('*')).sort()).toEqual(
        expect.arrayContaining(['Key1', 'Key2', 'Key3', 'BouncesRecord', 'SpfRecord', 'DmarcRecord']),
      )
    }
  })

  it('counts what bounces, and writes to nobody who complained', () => {
    expect(theOne(ours.mail, 'AWS::SES::ConfigurationSet').Properties).toMatchObject({
      Name: 'quad-production',
      ReputationOptions: { ReputationMetricsEnabled: true },
      SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
      DeliveryOptions: { TlsPolicy: 'REQUIRE' },
    })
    const { EventDestination } = theOne(ours.mail, 'AWS::SES::ConfigurationSetEventDestination').Properties
    expect(EventDestination.MatchingEventTypes).toEqual(['send', 'delivery', 'bounce', 'complaint', 'reject'])
  })

  it('goes out under one address of one identity, from one function', () => {
    const sending = [...functionsOf(ours.functions)].flatMap(([domain, one]) =>
      statementsOf(ours.functions, one)
        .filter(({ Action }) => [Action].flat().includes('ses:SendEmail'))
        .map((statement) => ({ domain, statement })),
    )
    expect(sending.map(({ domain }) => domain)).toEqual(['stream'])
    const [only] = sending
    expect(only?.statement.Condition).toEqual({
      StringEquals: { 'ses:FromAddress': 'no-reply@quad.example.edu' },
    })
    const resources = [only?.statement.Resource].flat().map((arn) => JSON.stringify(arn))
    expect(resources).toEqual([
      expect.stringContaining(':configuration-set/quad-production"'),
      expect.stringContaining(':identity/no-reply@quad.example.edu"'),
      expect.stringContaining(':identity/quad.example.edu"'),
    ])
  })

  it('has no sender on a trial, until one is named', () => {
    expect(trials.map(({ mail }) => mail !== undefined)).toEqual([false, true])
  })
})
