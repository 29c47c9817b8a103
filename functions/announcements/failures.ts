import { forbidden, invalid, missing } from '../../lib/contract/failure.ts'

export const EventNotFound = missing('Event not found')
export const AnnouncementsOff = forbidden(
  'Event announcements are not enabled at this school',
  'EVENT_ANNOUNCEMENTS_DISABLED',
)
/** The message names the days. */
export const TooEarly = forbidden(
  'Announcements are not allowed yet for this event',
  'ANNOUNCEMENTS_NOT_YET_ALLOWED',
)
export const NoChannel = invalid('Choose at least one channel', 'CHANNEL_REQUIRED')
export const TooManyAttachments = invalid('At most three files may be attached', 'ATTACHMENTS_TOO_MANY')
export const UnsupportedAttachment = invalid(
  'Attachments are PDF files of at most 10 MB',
  'ATTACHMENT_UNSUPPORTED',
)
export const UploadNotFound = missing('Upload not found', 'UPLOAD_NOT_FOUND')
