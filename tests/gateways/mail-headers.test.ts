import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, describe, expect, it } from 'vitest'
import { localMail } from '../../lib/gateways/local.ts'
import { sesMail } from '../../lib/gateways/ses.ts'
import { temporaryFolder } from './temporary.ts'

const headers = {
  'List-Unsubscribe': '<https://rpi.quad.example/notifications/unsubscribe?token=t>',
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
}
const mail = { to: 'ann@rpi.edu', subject: 'S', text: 'T', html: '<p>T</p>', kind: 'event_created', headers }

const ses = mockClient(SESv2Client)
afterEach(() => ses.reset())

describe('further headers of a mail', () => {
  it('travel through SES', async () => {
    ses.on(SendEmailCommand).resolves({ MessageId: 'abc' })
    await sesMail('Quad <no-reply@quad.example>').send(mail)
    const { Content } = ses.commandCalls(SendEmailCommand)[0]?.args[0].input ?? {}
    expect(Content?.Simple?.Headers).toEqual(
      Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
    )
  })

  it('stand in the local file', async () => {
    const dataDir = temporaryFolder()
    await localMail(
      dataDir,
      () => new Date(0),
      () => 'ID',
    ).send(mail)
    expect(JSON.parse(readFileSync(join(dataDir, 'outbox', 'ID.json'), 'utf8')).headers).toEqual(headers)
  })

  const evil: Record<string, string>[] = [
    { 'List-Unsubscribe': '<https://a>\r\nBcc: eve@evil.example' },
    { 'X-A: b\r\nBcc': 'eve@evil.example' },
  ]

  it.each(evil)('are refused when they are more than one line', async (headers) => {
    ses.on(SendEmailCommand).resolves({ MessageId: 'abc' })
    const sent = sesMail('Quad <no-reply@quad.example>').send({ ...mail, headers })
    await expect(sent).rejects.toThrow('one line')
    expect(ses.commandCalls(SendEmailCommand)).toHaveLength(0)
  })
})

describe('the reply address and the files of a mail', () => {
  const replyTo = 'club@rpi.edu'
  const attachments = [{ filename: 'event.ics', contentType: 'text/calendar', content: 'SUMMARY:Café' }]

  it('travel through SES', async () => {
    ses.on(SendEmailCommand).resolves({ MessageId: 'abc' })
    await sesMail('Quad <no-reply@quad.example>').send({ ...mail, replyTo, attachments })
    const { Content, ReplyToAddresses } = ses.commandCalls(SendEmailCommand)[0]?.args[0].input ?? {}
    expect(ReplyToAddresses).toEqual([replyTo])
    const [file] = Content?.Simple?.Attachments ?? []
    expect(file).toMatchObject({ FileName: 'event.ics', ContentType: 'text/calendar' })
    expect(new TextDecoder().decode(file?.RawContent)).toBe('SUMMARY:Café')
  })

  it('are in the local file', async () => {
    const dataDir = temporaryFolder()
    await localMail(
      dataDir,
      () => new Date(0),
      () => 'ID',
    ).send({ ...mail, replyTo, attachments })
    const stored = JSON.parse(readFileSync(join(dataDir, 'outbox', 'ID.json'), 'utf8'))
    expect(stored).toMatchObject({ replyTo, attachments })
  })
})
