import type { Operations } from '../../lib/operation.ts'
import { edit, erase } from './changing.ts'
import type { contract } from './contract.ts'
import { like } from './liking.ts'
import { listPage, readOne } from './listing.ts'
import { answer, post } from './posting.ts'

export { checkedText, limitsOf } from './content.ts'
export { type Club, clubOf } from './posting.ts'
export { purgeMessages } from './purging.ts'
export { type Author, type Authors, authorOf, authorsOf, writerOf } from './views.ts'

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
