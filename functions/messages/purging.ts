import type { Table } from '../../lib/table/table.ts'
import { remove } from '../../lib/table/write.ts'
import { like, listReplies, reply } from './repository.ts'

const pageSize = 50
/** Pages that one notice removes. */
const mostPages = 20

const likesOf = async (table: Table, messageId: string) =>
  (await table.list(like, { holes: { messageId }, limit: pageSize })).items

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

/** Removes likes and replies below a message. What is left after some pages is removed when the notice comes again. */
export const purgeBelow = async (table: Table, id: string): Promise<void> => {
  for (let pages = 0; pages < mostPages; pages += 1) {
    const found = await Promise.all([purgeLikes(table, id), purgeReplies(table, id)])
    if (!found.includes(true)) return
  }
  throw new Error('more is left to purge')
}
