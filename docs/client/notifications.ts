// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { ActionOutcome, NewBatch, NewNotification, NewOrganizationNotification, NewSystemNotification, NotificationQuery, NotificationType, NotificationView, NotificationsPagination, OneClick, OrganizationEntryView, PreferenceChange, Preferences, SeveralIds, Statistics, UnsubscribeQuery } from './schemas.ts'
import { operation } from './send.ts'

export type ListNotificationsInput = NotificationQuery
export type ListNotificationsData = { readonly data: readonly NotificationView[]; readonly pagination: NotificationsPagination }
export type ListNotificationsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'INVALID_CURSOR'>
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CountUnreadNotificationsInput = Readonly<Record<string, never>>
export type CountUnreadNotificationsData = { readonly count: number }
export type CountUnreadNotificationsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetNotificationStatisticsInput = Readonly<Record<string, never>>
export type GetNotificationStatisticsData = Statistics
export type GetNotificationStatisticsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetNotificationPreferencesInput = Readonly<Record<string, never>>
export type GetNotificationPreferencesData = { readonly preferences: Preferences }
export type GetNotificationPreferencesFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type SetNotificationPreferencesInput = PreferenceChange
export type SetNotificationPreferencesData = { readonly preferences: Preferences }
export type SetNotificationPreferencesFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'SECURITY_NOT_MUTABLE'>
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ShowUnsubscribePageInput = UnsubscribeQuery
export type ShowUnsubscribePageData = string
export type ShowUnsubscribePageFailure = Anywhere | Failed<403, 'USE_TENANT_SUBDOMAIN'> | Failed<404, 'UNSUBSCRIBE_INVALID'>

export type UnsubscribeInput = UnsubscribeQuery & OneClick
export type UnsubscribeData = string
export type UnsubscribeFailure =
  | Anywhere
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'UNSUBSCRIBE_INVALID'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>

export type ReadSeveralNotificationsInput = SeveralIds
export type ReadSeveralNotificationsData = { readonly modifiedCount: number }
export type ReadSeveralNotificationsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ReadAllNotificationsInput = { readonly type?: NotificationType | undefined }
export type ReadAllNotificationsData = { readonly modifiedCount: number }
export type ReadAllNotificationsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CreateNotificationInput = NewNotification
export type CreateNotificationData = NotificationView
export type CreateNotificationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'WORDS_REQUIRED' | 'UNKNOWN_OPERATION'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'EMAIL_NOT_VERIFIED'>
  | Failed<404, 'USER_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CreateNotificationBatchInput = NewBatch
export type CreateNotificationBatchData = { readonly batchId: string; readonly count?: number | undefined }
export type CreateNotificationBatchFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'WORDS_REQUIRED' | 'UNKNOWN_OPERATION'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'EMAIL_NOT_VERIFIED'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CreateSystemNotificationInput = NewSystemNotification
export type CreateSystemNotificationData = { readonly batchId: string; readonly count?: number | undefined }
export type CreateSystemNotificationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'WORDS_REQUIRED' | 'UNKNOWN_OPERATION'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'EMAIL_NOT_VERIFIED'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CreateOrganizationNotificationInput = { readonly orgId: string } & NewOrganizationNotification
export type CreateOrganizationNotificationData = { readonly batchId: string; readonly count?: number | undefined }
export type CreateOrganizationNotificationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'EMAIL_NOT_VERIFIED' | 'ORG_PENDING_APPROVAL'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'ROLE_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListOrganizationEntriesInput = { readonly orgId: string } & { readonly limit?: string | undefined; readonly cursor?: string | undefined }
export type ListOrganizationEntriesData = { readonly data: readonly OrganizationEntryView[]; readonly nextCursor?: string | undefined }
export type ListOrganizationEntriesFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CleanUpNotificationsInput = Readonly<Record<string, never>>
export type CleanUpNotificationsData = { readonly deletedCount: number }
export type CleanUpNotificationsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetNotificationInput = { readonly id: string }
export type GetNotificationData = NotificationView
export type GetNotificationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'NOTIFICATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ReadNotificationInput = { readonly id: string }
export type ReadNotificationData = NotificationView
export type ReadNotificationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'NOTIFICATION_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type AcknowledgeNotificationInput = { readonly id: string }
export type AcknowledgeNotificationData = NotificationView
export type AcknowledgeNotificationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'NOTIFICATION_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ArchiveNotificationInput = { readonly id: string }
export type ArchiveNotificationData = NotificationView
export type ArchiveNotificationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'NOTIFICATION_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type DeleteNotificationInput = { readonly id: string }
export type DeleteNotificationData = NotificationView
export type DeleteNotificationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'NOTIFICATION_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type PerformNotificationActionInput = { readonly id: string; readonly actionId: string } & {
  readonly additionalData?: Readonly<Record<string, string | boolean | null | number>> | undefined
  readonly orgId?: string | undefined
  readonly eventId?: string | undefined
  readonly inviteId?: string | undefined
  readonly applicationId?: string | undefined
  readonly type?: string | undefined
}
export type PerformNotificationActionData = ActionOutcome
export type PerformNotificationActionFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'NOTIFICATION_NOT_FOUND' | 'ACTION_NOT_FOUND'>
  | Failed<409, 'ACTION_DONE' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** The inbox of a person, and what reaches them otherwise. */
export const notifications = (send: Send) => ({
  /** Lists the inbox, newest first; archived ones only when asked for. `GET /notifications` */
  listNotifications: operation<ListNotificationsInput, ListNotificationsData, ListNotificationsFailure>(
    send,
    { method: 'GET', path: '/notifications', query: ['status','type','priority','category','limit','skip','cursor'], reads: 'flat' },
  ),
  /** How many notifications are unread. `GET /notifications/unread-count` */
  countUnreadNotifications: operation<CountUnreadNotificationsInput, CountUnreadNotificationsData, CountUnreadNotificationsFailure>(
    send,
    { method: 'GET', path: '/notifications/unread-count', reads: 'data' },
  ),
  /** How many notifications there are, by status. `GET /notifications/statistics` */
  getNotificationStatistics: operation<GetNotificationStatisticsInput, GetNotificationStatisticsData, GetNotificationStatisticsFailure>(
    send,
    { method: 'GET', path: '/notifications/statistics', reads: 'data' },
  ),
  /** Which kinds of notifications reach the caller by which channels. `GET /notifications/preferences` */
  getNotificationPreferences: operation<GetNotificationPreferencesInput, GetNotificationPreferencesData, GetNotificationPreferencesFailure>(
    send,
    { method: 'GET', path: '/notifications/preferences', reads: 'data' },
  ),
  /** Turns channels on and off by kind; security notices stay on. `PUT /notifications/preferences` */
  setNotificationPreferences: operation<SetNotificationPreferencesInput, SetNotificationPreferencesData, SetNotificationPreferencesFailure>(
    send,
    { method: 'PUT', path: '/notifications/preferences', body: true, reads: 'data' },
  ),
  /** The page behind the link of a mail, which asks before it ends mails of that kind. `GET /notifications/unsubscribe` */
  showUnsubscribePage: operation<ShowUnsubscribePageInput, ShowUnsubscribePageData, ShowUnsubscribePageFailure>(
    send,
    { method: 'GET', path: '/notifications/unsubscribe', query: ['token'], reads: 'text', open: true },
  ),
  /** Ends mails of one kind to one person, by the link of such a mail (RFC 8058). `POST /notifications/unsubscribe` */
  unsubscribe: operation<UnsubscribeInput, UnsubscribeData, UnsubscribeFailure>(
    send,
    { method: 'POST', path: '/notifications/unsubscribe', query: ['token'], body: true, reads: 'text', open: true },
  ),
  /** Marks notifications as read. `PATCH /notifications/read-multiple` */
  readSeveralNotifications: operation<ReadSeveralNotificationsInput, ReadSeveralNotificationsData, ReadSeveralNotificationsFailure>(
    send,
    { method: 'PATCH', path: '/notifications/read-multiple', body: true, reads: 'data' },
  ),
  /** Marks everything, or everything of one type, as read. `PATCH /notifications/read-all` */
  readAllNotifications: operation<ReadAllNotificationsInput, ReadAllNotificationsData, ReadAllNotificationsFailure>(
    send,
    { method: 'PATCH', path: '/notifications/read-all', body: true, reads: 'data' },
  ),
  /** Notifies one person. `POST /notifications` */
  createNotification: operation<CreateNotificationInput, CreateNotificationData, CreateNotificationFailure>(
    send,
    { method: 'POST', path: '/notifications', body: true, reads: 'data', keyed: true },
  ),
  /** Notifies up to a thousand people. `POST /notifications/batch` */
  createNotificationBatch: operation<CreateNotificationBatchInput, CreateNotificationBatchData, CreateNotificationBatchFailure>(
    send,
    { method: 'POST', path: '/notifications/batch', body: true, reads: 'data', keyed: true },
  ),
  /** Notifies everybody of the school. `POST /notifications/system` */
  createSystemNotification: operation<CreateSystemNotificationInput, CreateSystemNotificationData, CreateSystemNotificationFailure>(
    send,
    { method: 'POST', path: '/notifications/system', body: true, reads: 'data', keyed: true },
  ),
  /** Notifies the other active members of an organization, or those with one of some roles. `POST /notifications/org/:orgId` */
  createOrganizationNotification: operation<CreateOrganizationNotificationInput, CreateOrganizationNotificationData, CreateOrganizationNotificationFailure>(
    send,
    { method: 'POST', path: '/notifications/org/:orgId', body: true, reads: 'data', keyed: true },
  ),
  /** What the school tells on the page of an organization, newest first, for its members; an entry ends after 30 days. `GET /notifications/org/:orgId` */
  listOrganizationEntries: operation<ListOrganizationEntriesInput, ListOrganizationEntriesData, ListOrganizationEntriesFailure>(
    send,
    { method: 'GET', path: '/notifications/org/:orgId', query: ['limit','cursor'], reads: 'flat' },
  ),
  /** Kept for existing clients: expired notifications leave every inbox by themselves. `POST /notifications/cleanup` */
  cleanUpNotifications: operation<CleanUpNotificationsInput, CleanUpNotificationsData, CleanUpNotificationsFailure>(
    send,
    { method: 'POST', path: '/notifications/cleanup', body: true, reads: 'data' },
  ),
  /** One notification of the caller. `GET /notifications/:id` */
  getNotification: operation<GetNotificationInput, GetNotificationData, GetNotificationFailure>(
    send,
    { method: 'GET', path: '/notifications/:id', reads: 'data' },
  ),
  /** Marks a notification as read. `PATCH /notifications/:id/read` */
  readNotification: operation<ReadNotificationInput, ReadNotificationData, ReadNotificationFailure>(
    send,
    { method: 'PATCH', path: '/notifications/:id/read', body: true, reads: 'data' },
  ),
  /** Acknowledges a notification. `PATCH /notifications/:id/acknowledge` */
  acknowledgeNotification: operation<AcknowledgeNotificationInput, AcknowledgeNotificationData, AcknowledgeNotificationFailure>(
    send,
    { method: 'PATCH', path: '/notifications/:id/acknowledge', body: true, reads: 'data' },
  ),
  /** Puts a notification away. `PATCH /notifications/:id/archive` */
  archiveNotification: operation<ArchiveNotificationInput, ArchiveNotificationData, ArchiveNotificationFailure>(
    send,
    { method: 'PATCH', path: '/notifications/:id/archive', body: true, reads: 'data' },
  ),
  /** Removes a notification from the inbox. `DELETE /notifications/:id` */
  deleteNotification: operation<DeleteNotificationInput, DeleteNotificationData, DeleteNotificationFailure>(
    send,
    { method: 'DELETE', path: '/notifications/:id', reads: 'data' },
  ),
  /** Carries out an action of a notification under the rights of its reader. `POST /notifications/:id/actions/:actionId` */
  performNotificationAction: operation<PerformNotificationActionInput, PerformNotificationActionData, PerformNotificationActionFailure>(
    send,
    { method: 'POST', path: '/notifications/:id/actions/:actionId', body: true, reads: 'data' },
  ),
})
