import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import type { MailAttachment, Mailer } from './gateways.ts'
import { checkMail } from './mail.ts'

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' })

// A display name outside ASCII is sent as an encoded word (RFC 2047); the address stays unchanged.
const encodedSender = (from: string): string => {
  const [, name, rest] = /^(.*\S)\s*(<[^<>]*>)$/.exec(from) ?? []
  if (!name || !rest || /^[\x20-\x7e]*$/.test(name)) return from
  return `=?UTF-8?B?${Buffer.from(name, 'utf8').toString('base64')}?= ${rest}`
}

/** The sender address with another display name, quoted so that it cannot become an address. */
const named = (from: string, name: string | undefined): string => {
  if (name === undefined) return from
  const address = /<([^<>]+)>$/.exec(from)?.[1] ?? from
  const safe = name.replace(/["\\<>\p{Cc}]/gu, ' ')
  return /^[\x20-\x7e]*$/.test(safe) ? `"${safe}" <${address}>` : `${safe} <${address}>`
}

const headerLines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([Name, Value]) => ({ Name, Value }))

const attachmentOf = ({ filename, contentType, content }: MailAttachment) => ({
  FileName: filename,
  ContentType: contentType,
  ContentDisposition: 'ATTACHMENT' as const,
  ContentTransferEncoding: 'BASE64' as const,
  RawContent: new TextEncoder().encode(content),
})

/**
 * Mail through Amazon SES, sent by `from` (`Name <address>`), with region and credentials from the environment.
 * Rejects with the SDK's error after its attempts; `id` is SES's message id.
 */
export const sesMail = (from: string): Mailer => {
  const client = new SESv2Client({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
  })
  return {
    async send(mail) {
      checkMail(mail)
      const command = new SendEmailCommand({
        FromEmailAddress: encodedSender(named(from, mail.senderName)),
        Destination: { ToAddresses: [mail.to] },
        ...(mail.replyTo ? { ReplyToAddresses: [mail.replyTo] } : {}),
        Content: {
          Simple: {
            Subject: utf8(mail.subject),
            Body: { Text: utf8(mail.text), Html: utf8(mail.html) },
            ...(mail.headers ? { Headers: headerLines(mail.headers) } : {}),
            ...(mail.attachments ? { Attachments: mail.attachments.map(attachmentOf) } : {}),
          },
        },
      })
      const { MessageId } = await client.send(command)
      return { id: MessageId ?? '' }
    },
  }
}
