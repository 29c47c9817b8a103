import { fail } from '../../lib/contract/failure.ts'
import type { Operations } from '../../lib/operation.ts'
import { lost } from '../../lib/table/retry.ts'
import { clubOf, deleteMessage, editMessage, post, replyToMessage } from './changes.ts'
import { type contract, LikesOff, MessageNotFound } from './contract.ts'
import { findMessage, likeWrites, unlikeWrites } from './repository.ts'
import { getMessage, listMessages, requireVisible, type Visit } from './retrieval.ts'

type Wish = { readonly orgId: string; readonly messageId: string; readonly liked?: boolean | undefined }

/**
 * Toggles the caller's like, or makes it what `liked` says. The like is a row of its own and changes the count in its
 * own transaction, so parallel likes neither get lost nor count twice. A race that was lost is tried again.
 */
const likeMessage = async (wish: Wish, context: Visit) => {
  const { table, caller, now } = context
  const [first, { settings }] = await Promise.all([
    requireVisible(wish, context),
    clubOf(context, wish.orgId),
  ])
  if (!settings.allowLikes) fail(LikesOff)
  let { found, liked } = first
  return table.retryOnConflict(async () => {
    const wanted = wish.liked ?? !liked
    if (wanted === liked) return { liked, likeCount: found.likeCount }
    const writes = wanted
      ? likeWrites(found, caller.tenantUserId, now().toISOString())
      : unlikeWrites(found, caller.tenantUserId)
    const { ok } = await table.write(writes)
    if (ok) return { liked: wanted, likeCount: found.likeCount + (wanted ? 1 : -1) }
    const again = await findMessage(table, wish.orgId, wish.messageId, caller.tenantUserId)
    found = again.found ?? fail(MessageNotFound)
    liked = again.liked
    return lost
  })
}

export const operations: Operations<typeof contract> = {
  async postMessage({ parentMessageId, ...draft }, context) {
    return parentMessageId
      ? replyToMessage({ ...draft, messageId: parentMessageId }, context)
      : post(draft, context)
  },
  listMessages,
  getMessage,
  likeMessage,
  replyToMessage,
  editMessage,
  async deleteMessage(input, context) {
    await deleteMessage(input, context)
    return undefined
  },
}
