import { type AttributeValue, ScanCommand, type ScanCommandOutput } from '@aws-sdk/client-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import type { TableClient } from '../lib/table/client.ts'

type Image = Record<string, AttributeValue>

const idOf = (image: Image): string => image.id?.S ?? ''

/** The notice that the stream sends of a new item. Its number follows from the item's id, as the order does. */
const noticeOf = (image: Image): DynamoDBRecord => ({
  eventID: idOf(image),
  eventName: 'INSERT',
  eventSource: 'aws:dynamodb',
  dynamodb: { SequenceNumber: idOf(image), NewImage: image as never },
})

/** Notices of the mails that some schools still have to send, oldest first. */
export const pendingMails = async (
  { name, documents }: TableClient,
  tenants: readonly string[],
): Promise<DynamoDBRecord[]> => {
  const images: Image[] = []
  let start: Image | undefined
  do {
    const command = new ScanCommand({ TableName: name, ConsistentRead: true, ExclusiveStartKey: start })
    const page = (await documents.send(command as never)) as unknown as ScanCommandOutput
    images.push(...(page.Items ?? []))
    start = page.LastEvaluatedKey
  } while (start)
  const due = images.filter(
    ({ entity, status, pk }) =>
      entity?.S === 'OutboxMail' &&
      status?.S === 'pending' &&
      tenants.some((tenant) => pk?.S?.startsWith(`T#${tenant}#`)),
  )
  return due.sort((a, b) => idOf(a).localeCompare(idOf(b))).map(noticeOf)
}

/** The six digits of the newest mail to an address. */
export const codeIn = (mails: readonly { to: string; text: string }[], email: string): string => {
  const newest = mails.findLast(({ to, text }) => to === email && /^\d{6}$/m.test(text))
  const code = newest?.text.match(/^\d{6}$/m)?.[0]
  if (code === undefined) throw new Error(`no mail with a code went to ${email}`)
  return code
}
