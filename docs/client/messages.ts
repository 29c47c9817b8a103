// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { MessageView, MessagesVisibility, PublicUser } from './schemas.ts'
import { operation } from './send.ts'

export type PostMessageInput = { readonly orgId: string } & {
  readonly content?: string | undefined
  readonly visibility?: MessagesVisibility | undefined
  readonly sendAsOrg?: boolean | undefined
  readonly parentMessageId?: string | null | undefined
}
export type PostMessageData = MessageView
export type PostMessageFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'CONTENT_REQUIRED' | 'CONTENT_TOO_LONG' | 'CONTENT_TOO_SHORT' | 'CONTENT_PROFANE' | 'LINKS_DISABLED' | 'MENTIONS_DISABLED' | 'MENTIONS_TOO_MANY' | 'EVENT_UNKNOWN'>
  | Failed<403, 'NOT_A_MEMBER' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'MESSAGING_DISABLED' | 'ORG_PENDING_APPROVAL' | 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'REPLIES_DISABLED'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'MESSAGE_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListMessagesInput = { readonly orgId: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
  readonly includeReplies?: 'true' | 'false' | undefined
}
export type ListMessagesData = {
  readonly messages: readonly ({
    readonly _id: string
    readonly orgId: string
    readonly authorId: PublicUser
    readonly authorRole?: string | undefined
    readonly authorRoleDisplayName?: string | undefined
    readonly content: string
    readonly visibility: MessagesVisibility
    readonly mentionedEvents: readonly ({
      readonly _id: string
      readonly name: string
      readonly start_time?: string | undefined
      readonly location?: string | undefined
      readonly image?: string | undefined
      readonly previewImage?: string | undefined
      readonly type?: string | undefined
    })[]
    readonly links: readonly string[]
    readonly sendAsOrg: boolean
    readonly likes: readonly string[]
    readonly likedByMe: boolean
    readonly likeCount: number
    readonly replyCount: number
    readonly parentMessageId: string | null
    readonly isDeleted: false
    readonly createdAt: string
    readonly updatedAt: string
    readonly editedAt?: string | undefined
    readonly replies?: readonly MessageView[] | undefined
  })[]
  readonly pagination: {
    readonly page: number
    readonly limit: number
    readonly total: number
    readonly pages: number
    readonly nextCursor?: string | undefined
  }
}
export type ListMessagesFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetMessageInput = { readonly orgId: string; readonly messageId: string }
export type GetMessageData = { readonly message: MessageView; readonly replies: readonly MessageView[] }
export type GetMessageFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'FORBIDDEN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'MESSAGE_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type LikeMessageInput = { readonly orgId: string; readonly messageId: string } & { readonly liked?: boolean | undefined }
export type LikeMessageData = { readonly liked: boolean; readonly likeCount: number }
export type LikeMessageFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'FORBIDDEN' | 'LIKES_DISABLED'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'MESSAGE_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ReplyToMessageInput = { readonly orgId: string; readonly messageId: string } & { readonly content?: string | undefined }
export type ReplyToMessageData = MessageView
export type ReplyToMessageFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'CONTENT_REQUIRED' | 'CONTENT_TOO_LONG' | 'CONTENT_PROFANE' | 'LINKS_DISABLED' | 'MENTIONS_DISABLED' | 'MENTIONS_TOO_MANY' | 'EVENT_UNKNOWN'>
  | Failed<403, 'NOT_A_MEMBER' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'MESSAGING_DISABLED' | 'ORG_PENDING_APPROVAL' | 'NOT_AN_ORG_MEMBER' | 'REPLIES_DISABLED'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'MESSAGE_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type EditMessageInput = { readonly orgId: string; readonly messageId: string } & { readonly content?: string | undefined }
export type EditMessageData = MessageView
export type EditMessageFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'CONTENT_REQUIRED' | 'CONTENT_TOO_LONG' | 'CONTENT_TOO_SHORT' | 'CONTENT_PROFANE' | 'LINKS_DISABLED' | 'MENTIONS_DISABLED' | 'MENTIONS_TOO_MANY' | 'EVENT_UNKNOWN'>
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'EDIT_WINDOW_OVER' | 'MESSAGING_DISABLED' | 'ORG_PENDING_APPROVAL' | 'NOT_AN_ORG_MEMBER'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'MESSAGE_NOT_FOUND'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type DeleteMessageInput = { readonly orgId: string; readonly messageId: string }
export type DeleteMessageData = undefined
export type DeleteMessageFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'FORBIDDEN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'MESSAGE_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** Messages of organizations. */
export const messages = (send: Send) => ({
  /** Posts a message, or a reply when `parentMessageId` is given. `POST /org-messages/:orgId/messages` */
  postMessage: operation<PostMessageInput, PostMessageData, PostMessageFailure>(
    send,
    { method: 'POST', path: '/org-messages/:orgId/messages', body: true, reads: 'data', keyed: true },
  ),
  /** Messages that the caller may see, newest first. `GET /org-messages/:orgId/messages` */
  listMessages: operation<ListMessagesInput, ListMessagesData, ListMessagesFailure>(
    send,
    { method: 'GET', path: '/org-messages/:orgId/messages', query: ['page','limit','cursor','includeReplies'], reads: 'flat' },
  ),
  /** One message with its first hundred replies, oldest first. `GET /org-messages/:orgId/messages/:messageId` */
  getMessage: operation<GetMessageInput, GetMessageData, GetMessageFailure>(
    send,
    { method: 'GET', path: '/org-messages/:orgId/messages/:messageId', reads: 'flat' },
  ),
  /** Likes a message, or takes the like back; `liked` says which instead of toggling. `POST /org-messages/:orgId/messages/:messageId/like` */
  likeMessage: operation<LikeMessageInput, LikeMessageData, LikeMessageFailure>(
    send,
    { method: 'POST', path: '/org-messages/:orgId/messages/:messageId/like', body: true, reads: 'flat' },
  ),
  /** Replies to a message; a reply to a reply goes to the same message. `POST /org-messages/:orgId/messages/:messageId/reply` */
  replyToMessage: operation<ReplyToMessageInput, ReplyToMessageData, ReplyToMessageFailure>(
    send,
    { method: 'POST', path: '/org-messages/:orgId/messages/:messageId/reply', body: true, reads: 'data', keyed: true },
  ),
  /** Changes an own message within 15 minutes. `PUT /org-messages/:orgId/messages/:messageId` */
  editMessage: operation<EditMessageInput, EditMessageData, EditMessageFailure>(
    send,
    { method: 'PUT', path: '/org-messages/:orgId/messages/:messageId', body: true, reads: 'data' },
  ),
  /** Deletes a message with its replies, or one reply. `DELETE /org-messages/:orgId/messages/:messageId` */
  deleteMessage: operation<DeleteMessageInput, DeleteMessageData, DeleteMessageFailure>(
    send,
    { method: 'DELETE', path: '/org-messages/:orgId/messages/:messageId', reads: 'done' },
  ),
})
