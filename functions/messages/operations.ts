import type { Operations } from '../../lib/operation.ts'
import { deleteMessage, editMessage, postMessage, replyToMessage } from './changes.ts'
import type { contract } from './contract.ts'
import { likeMessage } from './likes.ts'
import { getMessage, listMessages } from './retrieval.ts'

export const operations: Operations<typeof contract> = {
  postMessage,
  listMessages,
  getMessage,
  likeMessage,
  replyToMessage,
  editMessage,
  deleteMessage,
}
