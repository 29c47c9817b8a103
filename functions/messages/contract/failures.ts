import { forbidden, invalid, missing } from '../../../lib/contract/failure.ts'

export const MessageNotFound = missing('Message not found', 'MESSAGE_NOT_FOUND')
export const ParentNotFound = missing('Parent message not found', 'MESSAGE_NOT_FOUND')
export const NotTheAuthor = missing('Message not found or you are not the author', 'MESSAGE_NOT_FOUND')
export const MessagingOff = forbidden('Messaging is not enabled for this organization', 'MESSAGING_DISABLED')
export const MembersOnly = forbidden(
  'You must be a member of this organization to post messages',
  'NOT_AN_ORG_MEMBER',
)
export const PostingForbidden = forbidden(
  'You do not have permission to post messages',
  'PERMISSION_REQUIRED',
)
export const SendAsOrgForbidden = forbidden(
  'You do not have permission to post as the organization',
  'PERMISSION_REQUIRED',
)
export const OrgPending = forbidden(
  'Your organization is pending approval and cannot post messages yet.',
  'ORG_PENDING_APPROVAL',
)
export const ViewForbidden = forbidden('You do not have permission to view this message', 'FORBIDDEN')
export const LikesOff = forbidden('Likes are not allowed for this organization', 'LIKES_DISABLED')
export const RepliesOff = forbidden('Replies are not allowed for this organization', 'REPLIES_DISABLED')
export const TooLateToEdit = forbidden(
  'Message can only be edited within 15 minutes of creation',
  'EDIT_WINDOW_OVER',
)
export const DeletionForbidden = forbidden('You do not have permission to delete this message', 'FORBIDDEN')

export const ContentRequired = invalid('Message content is required', 'CONTENT_REQUIRED')
/** The message names the limit. */
export const ContentTooLong = invalid('Message exceeds character limit', 'CONTENT_TOO_LONG')
export const ContentTooShort = invalid('Message is too short', 'CONTENT_TOO_SHORT')
export const ContentProfane = invalid('Message contains inappropriate language', 'CONTENT_PROFANE')
export const LinksOff = invalid(
  'Links and addresses are not allowed in messages; leave a blank behind a full stop',
  'LINKS_DISABLED',
)
export const MentionsOff = invalid('Event mentions are not allowed in messages', 'MENTIONS_DISABLED')
export const TooManyMentions = invalid('A message mentions at most ten events', 'MENTIONS_TOO_MANY')
export const UnknownEvent = invalid(
  'Message mentions an event that this organization does not have',
  'EVENT_UNKNOWN',
)
