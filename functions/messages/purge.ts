import type { Table } from '../../lib/table/table.ts'
import { remove } from '../../lib/table/write.ts'
import { deletedMessage, like, listReplies, message, messageCount, reply } from './repository.ts'

const pageSize = 50
/** Pages that one change event removes. */
const maxPages = 20

const likesOf = async (table: Table, messageId: string) =>
  (await table.list(like, { keyParams: { messageId }, limit: pageSize })).items

/** Removes one page of likes of a message or reply. Returns whether it found any. */
const purgeLikes = async (table: Table, messageId: string): Promise<boolean> => {
  const likes = await likesOf(table, messageId)
  if (likes.length > 0) await table.write(likes.map((row) => remove(like, row)))
  return likes.length > 0
}

/** Removes one page of replies, each after its likes. Returns whether it found any. */
const purgeReplies = async (table: Table, parentMessageId: string): Promise<boolean> => {
  const replies = await listReplies(table, parentMessageId, pageSize)
  const liked = await Promise.all(replies.map(({ id }) => purgeLikes(table, id)))
  const bare = replies.filter((_, at) => !liked[at])
  if (bare.length > 0) await table.write(bare.map(({ id }) => remove(reply, { parentMessageId, id })))
  return replies.length > 0
}

/** Removes one page of likes and replies below a message. Returns whether it found any. */
const purgePage = async (table: Table, id: string): Promise<boolean> =>
  (await Promise.all([purgeLikes(table, id), purgeReplies(table, id)])).includes(true)

/** Removes likes and replies below a message. After some pages the change event is retried for the rest. */
export const purgeThread = async (table: Table, id: string): Promise<void> => {
  for (let pages = 0; pages < maxPages; pages += 1) if (!(await purgePage(table, id))) return
  throw new Error('more is left to purge')
}

/** Messages per page whose replies and likes are removed. */
const maxMessages = 10

/**
 * Removes one page of a deleted organization's messages, each after its replies and likes. Returns whether more may
 * exist.
 */
export const purgeMessages = async (table: Table, orgId: string): Promise<boolean> => {
  const page = { keyParams: { orgId }, limit: maxMessages, strong: true }
  const [{ items: live }, { items: deleted }] = await Promise.all([
    table.list(message, page),
    table.list(deletedMessage, page),
  ])
  const all = [
    ...live.map(({ id }) => ({ id, gone: remove(message, { orgId, id }) })),
    ...deleted.map(({ id }) => ({ id, gone: remove(deletedMessage, { orgId, id }) })),
  ]
  const busy = await Promise.all(all.map(({ id }) => purgePage(table, id)))
  const bare = all.filter((_, at) => !busy[at])
  // Without the count, the stream counts no removed message.
  await table.write([remove(messageCount, { orgId }), ...bare.map(({ gone }) => gone)])
  return all.length > 0
}
