import { on } from '../../lib/consumer.ts'
import { type CounterChange, fold } from '../../lib/fold.ts'
import { organization } from '../../lib/identity/org/records.ts'
import type { ChangeEvent } from '../../lib/table/change-event.ts'
import { check, update } from '../../lib/table/write.ts'
import { purgeThread } from './purge.ts'
import {
  countWrite,
  deletedMessage,
  like,
  type Message,
  message,
  messageCount,
  parentIdOf,
  reply,
} from './repository.ts'

type MessageChange = ChangeEvent<Message>

/** A message counts for each kind of reader that can see it. */
const countPosted = ({ kind, before, after }: MessageChange): CounterChange | undefined => {
  const sent = after ?? before
  if (!sent) return undefined
  const { orgId, id, visibility } = sent
  const by = kind === 'made' ? 1 : -1
  return {
    item: orgId,
    counter: `posted.${id}`,
    add: {
      members: by,
      followers: visibility === 'members_only' ? 0 : by,
      public: visibility === 'public' ? by : 0,
    },
    // The counter row may already be gone, when the organization was deleted.
    writes: (add) => [
      update(
        messageCount,
        { orgId },
        { set: { orgId }, add },
        Number(add.members) > 0 ? {} : { exists: true },
      ),
      check(organization, { orgId }, { exists: true }),
    ],
  }
}

const countReplied = ({ kind, before, after }: MessageChange): CounterChange | undefined => {
  const sent = after ?? before
  if (!sent) return undefined
  const { orgId, id } = sent
  const parentId = parentIdOf(id) ?? ''
  return {
    item: parentId,
    counter: `replied.${id}`,
    add: { replyCount: kind === 'made' ? 1 : -1 },
    writes: (add) => [countWrite(orgId, parentId, add, 'hasReplies')],
  }
}

/** Counts messages, replies and likes. Removes the replies and likes of a deleted message when it expires. */
export const streamConsumers = [
  fold(message, ['made', 'gone'], countPosted),
  fold(reply, ['made', 'gone'], countReplied),
  fold(like, ['made', 'gone'], ({ kind, before, after }) => {
    const { orgId, messageId, entryId } = after ?? before ?? {}
    if (orgId === undefined || messageId === undefined) return undefined
    return {
      item: messageId,
      counter: `liked.${entryId}`,
      add: { likeCount: kind === 'made' ? 1 : -1 },
      writes: (add) => [countWrite(orgId, messageId, add, 'hasLikes')],
    }
  }),
  on(deletedMessage, ['gone'], async ({ before }, { table }) => {
    if (!before) return
    // Runs rarely, long after a message was deleted.
    await purgeThread(table, before.id)
  }),
]
