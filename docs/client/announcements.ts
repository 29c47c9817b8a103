// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { AnnouncementView, NewAnnouncement, RecipientView } from './schemas.ts'
import { operation } from './send.ts'

export type AnnounceInput = { readonly orgId: string; readonly eventId: string } & NewAnnouncement & { readonly attachments?: Blob | undefined } & { readonly attachments2?: Blob | undefined } & { readonly attachments3?: Blob | undefined }
export type AnnounceData = AnnouncementView
export type AnnounceFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'CHANNEL_REQUIRED' | 'CONTENT_REQUIRED' | 'CONTENT_TOO_LONG' | 'CONTENT_TOO_SHORT' | 'CONTENT_PROFANE' | 'LINKS_DISABLED' | 'ATTACHMENTS_TOO_MANY' | 'ATTACHMENT_UNSUPPORTED'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'NOT_A_MEMBER' | 'MESSAGING_DISABLED' | 'EVENT_ANNOUNCEMENTS_DISABLED' | 'ORG_PENDING_APPROVAL' | 'ANNOUNCEMENTS_NOT_YET_ALLOWED' | 'EMAIL_NOT_VERIFIED'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined | 'UPLOAD_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListAnnouncementsInput = { readonly orgId: string; readonly eventId: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListAnnouncementsData = { readonly announcements: readonly AnnouncementView[]; readonly nextCursor?: string | undefined }
export type ListAnnouncementsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListAnnouncementRecipientsInput = { readonly orgId: string; readonly eventId: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListAnnouncementRecipientsData = {
  readonly recipients: readonly RecipientView[]
  readonly anonymousWithNoEmailCount: number
  readonly nextCursor?: string | undefined
}
export type ListAnnouncementRecipientsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RequestAnnouncementUploadInput = { readonly orgId: string; readonly eventId: string } & { readonly type: 'application/pdf'; readonly size: number }
export type RequestAnnouncementUploadData = { readonly uploadId: string; readonly uploadUrl: string; readonly expiresAt: string }
export type RequestAnnouncementUploadFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** What organizations tell the people of their events. */
export const announcements = (send: Send) => ({
  /** Tells the people of an event something; three files at most. `POST /org-messages/:orgId/events/:eventId/announcements` */
  announce: operation<AnnounceInput, AnnounceData, AnnounceFailure>(
    send,
    { method: 'POST', path: '/org-messages/:orgId/events/:eventId/announcements', body: true, files: ['attachments','attachments2','attachments3'], reads: 'data', keyed: true },
  ),
  /** What the organization has told the people of an event, newest first. `GET /org-messages/:orgId/events/:eventId/announcements` */
  listAnnouncements: operation<ListAnnouncementsInput, ListAnnouncementsData, ListAnnouncementsFailure>(
    send,
    { method: 'GET', path: '/org-messages/:orgId/events/:eventId/announcements', query: ['page','limit','cursor'], reads: 'data' },
  ),
  /** Whom an announcement would reach now, a page at a time. `GET /org-messages/:orgId/events/:eventId/announcement-recipients` */
  listAnnouncementRecipients: operation<ListAnnouncementRecipientsInput, ListAnnouncementRecipientsData, ListAnnouncementRecipientsFailure>(
    send,
    { method: 'GET', path: '/org-messages/:orgId/events/:eventId/announcement-recipients', query: ['page','limit','cursor'], reads: 'data' },
  ),
  /** An address to which a larger file of an announcement is put. `POST /org-messages/:orgId/events/:eventId/announcement-uploads` */
  requestAnnouncementUpload: operation<RequestAnnouncementUploadInput, RequestAnnouncementUploadData, RequestAnnouncementUploadFailure>(
    send,
    { method: 'POST', path: '/org-messages/:orgId/events/:eventId/announcement-uploads', body: true, reads: 'data', keyed: true },
  ),
})
