import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SESv2Client, SendEmailCommand, TooManyRequestsException } from '@aws-sdk/client-sesv2'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, describe, expect, it } from 'vitest'
import { localMail } from '../../lib/gateways/local.ts'
import { sesMail } from '../../lib/gateways/ses.ts'
import { temporaryFolder } from './temporary.ts'

const mail = { to: 'ann@rpi.edu', subject: 'Grüße', text: 'Hello', html: '<p>Hello</p>', kind: 'verify' }
const now = () => new Date('2026-01-01T00:00:00Z')

const setUp = () => {
  const dataDir = temporaryFolder()
  let made = 0
  return { outbox: join(dataDir, 'outbox'), mailer: localMail(dataDir, now, () => `ID${made++}`) }
}

describe('local mail', () => {
  it('is one file a message', async () => {
    const { outbox, mailer } = setUp()
    expect(await mailer.send(mail)).toEqual({ id: 'ID0' })
    await Promise.all([mailer.send(mail), mailer.send(mail)])
    expect(readdirSync(outbox).sort()).toEqual(['ID0.json', 'ID1.json', 'ID2.json'])
    expect(JSON.parse(readFileSync(join(outbox, 'ID0.json'), 'utf8'))).toEqual({
      id: 'ID0',
      at: '2026-01-01T00:00:00.000Z',
      headers: {},
      ...mail,
    })
  })

  it('is readable by its owner alone: it holds links that sign people in', async () => {
    const { outbox, mailer } = setUp()
    await mailer.send(mail)
    expect(statSync(join(outbox, 'ID0.json')).mode & 0o777).toBe(0o600)
  })

  it('is complete as soon as it has its name', async () => {
    const { outbox, mailer } = setUp()
    await mailer.send(mail)
    const writes = Promise.all(
      Array.from({ length: 20 }, () => mailer.send({ ...mail, text: 'x'.repeat(100_000) })),
    )
    for (let round = 0; round < 20; round += 1) {
      for (const name of readdirSync(outbox).filter((each) => each.endsWith('.json'))) {
        expect(() => JSON.parse(readFileSync(join(outbox, name), 'utf8'))).not.toThrow()
      }
      await new Promise(setImmediate)
    }
    await writes
    expect(readdirSync(outbox).filter((name) => !name.endsWith('.json'))).toEqual([])
  })
})

const ses = mockClient(SESv2Client)
afterEach(() => ses.reset())

describe('mail through SES', () => {
  it('is simple, in UTF-8, to one recipient', async () => {
    ses.on(SendEmailCommand).resolves({ MessageId: 'abc' })
    expect(await sesMail('Quad <no-reply@example.com>').send(mail)).toEqual({ id: 'abc' })
    expect(ses.commandCalls(SendEmailCommand)[0]?.args[0].input).toEqual({
      FromEmailAddress: 'Quad <no-reply@example.com>',
      Destination: { ToAddresses: ['ann@rpi.edu'] },
      Content: {
        Simple: {
          Subject: { Data: 'Grüße', Charset: 'UTF-8' },
          Body: {
            Text: { Data: 'Hello', Charset: 'UTF-8' },
            Html: { Data: '<p>Hello</p>', Charset: 'UTF-8' },
          },
        },
      },
    })
  })

  it('has a sender whose name may be written in any script', async () => {
    ses.on(SendEmailCommand).resolves({})
    await sesMail('Université <no-reply@example.com>').send(mail)
    const { FromEmailAddress } = ses.commandCalls(SendEmailCommand)[0]?.args[0].input ?? {}
    expect(FromEmailAddress).toBe('=?UTF-8?B?VW5pdmVyc2l0w6k=?= <no-reply@example.com>')
  })

  it('that is throttled is not sent, and says so', async () => {
    const slow = new TooManyRequestsException({ message: 'Slow down', $metadata: { httpStatusCode: 429 } })
    ses.on(SendEmailCommand).rejects(slow)
    await expect(sesMail('no-reply@example.com').send(mail)).rejects.toBe(slow)
  })
})

const mailers = { local: () => setUp().mailer, SES: () => sesMail('no-reply@example.com') }

describe.each(Object.entries(mailers))('%s mail', (_, make) => {
  it.each([
    { to: 'ann@rpi.edu\r\nBcc: eve@evil.test' },
    { to: 'ann@rpi.edu, eve@evil.test' },
    { to: 'ann@rpi.edu;eve@evil.test' },
    { to: 'Ann <ann@rpi.edu>' },
    { to: 'ann@rpi.edu\n' },
    { to: 'ann' },
    { to: '' },
    { to: `${'a'.repeat(320)}@rpi.edu` },
    { subject: 'Hello\r\nBcc: eve@evil.test' },
    { subject: 'Hello\rBcc: eve@evil.test' },
    { subject: 'Hello\n' },
    { subject: 'Hello\u2028' },
    { subject: 'Hello\0' },
    { replyTo: 'Ada <ada@rpi.edu>' },
    { replyTo: 'ada@rpi.edu\r\nBcc: eve@evil.test' },
    { attachments: [{ filename: 'a"; b.ics', contentType: 'text/calendar', content: '' }] },
    { attachments: [{ filename: 'a.ics', contentType: 'text/calendar\r\nBcc: eve@evil.test', content: '' }] },
  ])('refuses %j', async (part) => {
    await expect(make().send({ ...mail, ...part })).rejects.toThrow('A mail of kind verify was refused')
    expect(ses.calls()).toHaveLength(0)
  })
})
