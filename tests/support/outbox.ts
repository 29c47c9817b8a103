import type { DynamoDBRecord } from 'aws-lambda'
import type { TableClient } from '../../lib/table/client.ts'
import { everyImage, type Image, type Wanted } from './table/whole-table.ts'

const idOf = (image: Image): string => image.id?.S ?? ''

/** The notice that the stream sends of a new item. Its number follows from the item's id, as the order does. */
const noticeOf = (image: Image): DynamoDBRecord => ({
  eventID: idOf(image),
  eventName: 'INSERT',
  eventSource: 'aws:dynamodb',
  dynamodb: { SequenceNumber: idOf(image), NewImage: image as never },
})

const pending: Wanted = {
  FilterExpression: '#entity = :mail AND #status = :pending',
  ExpressionAttributeNames: { '#entity': 'entity', '#status': 'status' },
  ExpressionAttributeValues: { ':mail': { S: 'OutboxMail' }, ':pending': { S: 'pending' } },
}

/** Notices of the mails that some schools still have to send, oldest first. */
export const pendingMails = async (
  client: TableClient,
  tenants: readonly string[],
): Promise<DynamoDBRecord[]> => {
  const images = await everyImage(client, pending)
  const due = images.filter(({ pk }) => tenants.some((tenant) => pk?.S?.startsWith(`T#${tenant}#`)))
  return due.sort((a, b) => idOf(a).localeCompare(idOf(b))).map(noticeOf)
}

/** The six digits of the newest mail to an address. */
export const codeIn = (mails: readonly { to: string; text: string }[], email: string): string => {
  const newest = mails.findLast(({ to, text }) => to === email && /^\d{6}$/m.test(text))
  const code = newest?.text.match(/^\d{6}$/m)?.[0]
  if (code === undefined) throw new Error(`no mail with a code went to ${email}`)
  return code
}

/** The code in the link of the newest mail to an address. */
export const linkIn = (mails: readonly { to: string; text: string }[], email: string): string => {
  const newest = mails.findLast(({ to, text }) => to === email && /\/reset-password\?/.test(text))
  const link = newest?.text.match(/https?:\S+\/reset-password\?\S+/)?.[0]
  const { searchParams } = new URL(link ?? 'http://no.link')
  if (searchParams.get('email') !== email) throw new Error(`no mail with a link went to ${email}`)
  return searchParams.get('code') ?? ''
}

/** The token in the link of the newest mail by which somebody registers at an address. */
export const registrationIn = (mails: readonly { to: string; text: string }[], email: string): string => {
  const newest = mails.findLast(({ to, text }) => to === email && text.includes('/register?'))
  const link = newest?.text.match(/https?:\S+\/register\?\S+/)?.[0]
  return new URL(link ?? 'http://no.link').searchParams.get('invite') ?? ''
}

/** The token of the newest invitation that was mailed to an address. Mails of one moment come in no order. */
export const invitationIn = (mails: readonly { to: string; text: string }[], email: string): string => {
  const newest = mails.findLast(({ to, text }) => to === email && text.includes('/landing/'))
  const token = newest?.text.match(/\/landing\/([0-9a-f]{64})/)?.[1]
  if (token === undefined) throw new Error(`no invitation went to ${email}`)
  return token
}
