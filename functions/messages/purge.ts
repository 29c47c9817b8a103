import type { Table } from '../../lib/table/table.ts'
import { remove } from '../../lib/table/write.ts'
import { deletedMessage, like, listReplies, message, messageCount, reply } from './repository.ts'

const pageSize = 50
/** Pages that one notice removes. */
const maxPages = 20

const likesOf = async (table: Table, messageId: string) =>
  (await table.list(like, { keyParams: { messageId }, limit: pageSize })).items

/** One page of the likes of a message or reply; whether there was any. */
const purgeLikes = async (table: Table, messageId: string): Promise<boolean> => {
  const likes = await likesOf(table, messageId)
  if (likes.length > 0) await table.write(likes.map((row) => remove(like, row)))
  return likes.length > 0
}

/** One page of replies, those first that nobody likes any more; whether there was any. */
const purgeReplies = async (table: Table, parentMessageId: string): Promise<boolean> => {
  const replies = await listReplies(table, parentMessageId, pageSize)
  const liked = await Promise.all(replies.map(({ id }) => purgeLikes(table, id)))
  const bare = replies.filter((_, at) => !liked[at])
  if (bare.length > 0) await table.write(bare.map(({ id }) => remove(reply, { parentMessageId, id })))
  return replies.length > 0
}

/** One page of likes and replies below a message; whether there was any. */
const purgePage = async (table: Table, id: string): Promise<boolean> =>
  (await Promise.all([purgeLikes(table, id), purgeReplies(table, id)])).includes(true)

/** Removes likes and replies below a message. What is left after some pages is removed when the notice comes again. */
export const purgeThread = async (table: Table, id: string): Promise<void> => {
  for (let pages = 0; pages < maxPages; pages += 1) if (!(await purgePage(table, id))) return
  throw new Error('more is left to purge')
}

/** Messages of an organization that one page looks below. */
const maxMessages = 10

/**
 * One page of the messages of an organization that is no more, and of what hangs on them: a message goes when nothing is
 * left below it. Says whether there may be more.
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
  await table.write([remove(messageCount, { orgId }), ...bare.map(({ gone }) => gone)])
  return all.length > 0
}
