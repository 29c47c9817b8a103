import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { like } from './likes.ts'
import { listPage, readOne } from './list.ts'
import { edit, erase } from './message-edit.ts'
import { answer, post } from './message-post.ts'

export const operations: Operations<typeof contract> = {
  async postMessage({ parentMessageId, ...draft }, context) {
    return parentMessageId ? answer({ ...draft, messageId: parentMessageId }, context) : post(draft, context)
  },
  listMessages: listPage,
  getMessage: readOne,
  likeMessage: like,
  replyToMessage: answer,
  editMessage: edit,
  async deleteMessage(input, context) {
    await erase(input, context)
    return undefined
  },
}
