import { fail } from '../../lib/contract/failure.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { findClub } from './changes.ts'
import { LikesOff, MessageNotFound } from './contract.ts'
import { addLike, findMessage, markMessage, removeLike } from './repository.ts'
import type { VisitorContext } from './retrieval.ts'
import { requireVisible } from './retrieval.ts'

type LikeRequest = {
  readonly orgId: string
  readonly messageId: string
  readonly liked?: boolean | undefined
}

/**
 * Toggles the caller's like, or sets it to `liked`. Each like has its own row, so likes never conflict with each other.
 * The stream counts likes. A conflict is retried.
 */
export const likeMessage = async (request: LikeRequest, context: VisitorContext) => {
  const { table, caller, counts, now, newId } = context
  const userId = caller.tenantUserId
  const [first, { settings }] = await Promise.all([
    requireVisible(request, context),
    findClub(context, request.orgId),
  ])
  if (!settings.allowLikes) fail(LikesOff)
  let { found, liked } = first
  return table.retryOnConflict(async () => {
    const isLiking = request.liked ?? !liked
    const likeCount = () => counts.shown('likes', found.id, found.likeCount)
    if (isLiking === liked) return { liked, likeCount: likeCount() }
    const entry = { entryId: newId(), userId, at: now().toISOString() }
    const [isWritten] = await Promise.all(
      isLiking
        ? [addLike(table, found, entry), markMessage(table, found, 'hasLikes')]
        : [removeLike(table, found, userId)],
    )
    if (isWritten) {
      counts.change('likes', found.id, found.likeCount, isLiking ? 1 : -1)
      return { liked: isLiking, likeCount: likeCount() }
    }
    const again = await findMessage(table, request.orgId, request.messageId, userId)
    found = again.found ?? fail(MessageNotFound)
    liked = again.liked
    return conflicted
  })
}
