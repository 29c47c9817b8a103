// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { AttendeeVisibility, EventChange, EventTwice, Flag, ListedEvent, NewEvent, PlannedEvent, PlanningScope, SettingsView, WantedSettings } from './schemas.ts'
import { operation } from './send.ts'

export type CreateEventInput = NewEvent
export type CreateEventData = { readonly eventId: string; readonly data: { readonly event: PlannedEvent } }
export type CreateEventFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'MISSING_FIELDS' | 'UNSUPPORTED_IMAGE' | undefined | 'FORM_OF_OTHERS' | 'REGISTRATION_CLOSED' | 'EVENT_TYPE_NOT_ALLOWED' | 'EVENT_IN_BLACKOUT' | 'EVENT_TOO_SOON' | 'EVENT_TOO_FAR_AHEAD' | 'BOOKING_RULE' | 'CUSTOM_FIELD_INVALID' | 'SERIES_TOO_LONG'>
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'ORG_PENDING_APPROVAL' | 'FEATURE_RESTRICTED' | 'INDIVIDUAL_HOSTING_OFF'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'FORM_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'EVENT_LIMIT_REACHED' | 'reservation_conflict' | 'ROOM_TOO_SMALL'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE' | 'APPROVAL_ROUTING_UNAVAILABLE'>

export type CreateEventByFormInput = NewEvent & { readonly image?: Blob | undefined }
export type CreateEventByFormData = {
  readonly eventId: string
  readonly orgId?: string | undefined
  readonly orgName?: string | undefined
  readonly event: PlannedEvent
  readonly data: { readonly event: PlannedEvent }
}
export type CreateEventByFormFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'MISSING_FIELDS' | 'UNSUPPORTED_IMAGE' | undefined | 'FORM_OF_OTHERS' | 'REGISTRATION_CLOSED' | 'EVENT_TYPE_NOT_ALLOWED' | 'EVENT_IN_BLACKOUT' | 'EVENT_TOO_SOON' | 'EVENT_TOO_FAR_AHEAD' | 'BOOKING_RULE' | 'CUSTOM_FIELD_INVALID' | 'SERIES_TOO_LONG'>
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'ORG_PENDING_APPROVAL' | 'FEATURE_RESTRICTED' | 'INDIVIDUAL_HOSTING_OFF'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'FORM_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'EVENT_LIMIT_REACHED' | 'reservation_conflict' | 'ROOM_TOO_SMALL'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE' | 'APPROVAL_ROUTING_UNAVAILABLE'>

export type PublishEventInput = { readonly eventId: string }
export type PublishEventData = {
  readonly event: PlannedEvent
  readonly data: { readonly event: PlannedEvent }
  readonly status: string
}
export type PublishEventFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'MISSING_FIELDS' | 'EVENT_OVER' | 'EVENT_TYPE_NOT_ALLOWED' | 'EVENT_IN_BLACKOUT' | 'EVENT_TOO_SOON' | 'EVENT_TOO_FAR_AHEAD' | 'BOOKING_RULE' | 'CUSTOM_FIELD_INVALID' | 'SERIES_TOO_LONG'>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | undefined | 'ORG_INACTIVE' | 'ORG_PENDING_APPROVAL' | 'FEATURE_RESTRICTED' | 'INDIVIDUAL_HOSTING_OFF'>
  | Failed<404, undefined | 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'WRONG_STATUS' | 'CONCURRENT_CHANGE' | 'EVENT_LIMIT_REACHED' | 'reservation_conflict' | 'ROOM_TOO_SMALL'>
  | Failed<503, 'TENANT_UNAVAILABLE' | 'APPROVAL_ROUTING_UNAVAILABLE'>

export type UpdateEventInput = { readonly event_id: string } & EventChange
export type UpdateEventData = EventTwice
export type UpdateEventFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined | 'FORM_OF_OTHERS' | 'REGISTRATION_CLOSED' | 'EVENT_TYPE_NOT_ALLOWED' | 'EVENT_IN_BLACKOUT' | 'EVENT_TOO_SOON' | 'EVENT_TOO_FAR_AHEAD' | 'BOOKING_RULE' | 'CUSTOM_FIELD_INVALID' | 'SERIES_TOO_LONG'>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | undefined | 'INDIVIDUAL_HOSTING_OFF'>
  | Failed<404, undefined | 'FORM_NOT_FOUND'>
  | Failed<409, 'EVENT_CLOSED' | undefined | 'SERIES_MADE' | 'CONCURRENT_CHANGE' | 'EVENT_LIMIT_REACHED' | 'reservation_conflict' | 'ROOM_TOO_SMALL'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE' | 'APPROVAL_ROUTING_UNAVAILABLE'>

export type WithdrawEventInput = { readonly event_id: string }
export type WithdrawEventData = {
  readonly event: PlannedEvent
  readonly data: { readonly event: PlannedEvent }
  readonly status: string
}
export type WithdrawEventFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | undefined>
  | Failed<404, undefined>
  | Failed<409, 'WRONG_STATUS' | 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CancelEventInput = { readonly event_id: string } & { readonly scope?: PlanningScope | undefined; readonly reason?: string | undefined }
export type CancelEventData = {
  readonly event: PlannedEvent
  readonly data: { readonly event: PlannedEvent }
  readonly status: string
}
export type CancelEventFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | undefined>
  | Failed<404, undefined>
  | Failed<409, 'WRONG_STATUS' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type DeleteEventInput = { readonly event_id: string } & { readonly scope?: PlanningScope | undefined }
export type DeleteEventData = undefined
export type DeleteEventFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | undefined>
  | Failed<404, undefined>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UploadEventImageInput = { readonly eventId?: string | undefined } & { readonly eventId?: string | undefined; readonly event_id?: string | undefined } & { readonly image?: Blob | undefined } & { readonly file?: Blob | undefined }
export type UploadEventImageData = { readonly imageUrl: string }
export type UploadEventImageFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'NO_FILE' | 'UNSUPPORTED_IMAGE'>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | undefined>
  | Failed<404, undefined>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type PreviewApprovalsInput = NewEvent
export type PreviewApprovalsData = {
  readonly approvals: readonly {
    readonly _id: string
    readonly role: string
    readonly stakeholderName: string
    readonly stage: number
    readonly requiredApprovals: number
    readonly reason: string
  }[]
  readonly acknowledgements: readonly {
    readonly _id: string
    readonly role: string
    readonly stakeholderName: string
    readonly stage: number
    readonly requiredApprovals: number
    readonly reason: string
  }[]
  readonly notifications: readonly {
    readonly _id: string
    readonly role: string
    readonly stakeholderName: string
    readonly stage: number
    readonly requiredApprovals: number
    readonly reason: string
  }[]
  readonly total: number
}
export type PreviewApprovalsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'TYPE_REQUIRED'>
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE' | 'APPROVAL_ROUTING_UNAVAILABLE'>

export type ListOrgEventsInput = { readonly orgId: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
  readonly status?: 'all' | 'draft' | 'pending' | 'approved' | 'not-applicable' | 'rejected' | 'cancelled' | 'completed' | 'archived' | undefined
  readonly type?: string | undefined
  readonly timeRange?: 'all' | 'upcoming' | 'past' | 'this_week' | 'this_month' | undefined
  readonly sortBy?: 'start_time' | 'name' | 'createdAt' | 'status' | 'expectedAttendance' | undefined
  readonly sortOrder?: 'asc' | 'desc' | undefined
  readonly search?: string | undefined
}
export type ListOrgEventsData = {
  readonly events: readonly ListedEvent[]
  readonly pagination: {
    readonly currentPage: number
    readonly totalPages: number
    readonly totalEvents: number
    readonly hasMore: boolean
    readonly nextCursor?: string | undefined
    readonly totalIsLowerBound?: boolean | undefined
    readonly sortedWithin?: number | undefined
  }
  readonly summary: {
    readonly totalEvents: number
    readonly totalExpectedAttendance: number
    readonly avgExpectedAttendance: number
    readonly statusCounts: Readonly<Record<string, number>>
  }
}
export type ListOrgEventsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetOrgEventInput = { readonly orgId: string; readonly eventId: string }
export type GetOrgEventData = {
  readonly event: {
    readonly _id: string
    readonly name: string
    readonly description?: string | undefined
    readonly type: string
    readonly hostingId: string
    readonly hostingType: 'User' | 'Org'
    readonly host: { readonly name: string; readonly image?: string | undefined }
    readonly start_time: string
    readonly end_time: string
    readonly timezone: string
    readonly location?: string | undefined
    readonly classroom_id: string | null
    readonly autoBook: boolean
    readonly reservation?: { readonly resourceId: string; readonly state: string; readonly at: string } | undefined
    readonly visibility: 'public' | 'unlisted' | 'members_only'
    readonly expectedAttendance: number
    readonly contact?: string | undefined
    readonly externalLink?: string | undefined
    readonly image?: string | undefined
    readonly tags: readonly string[]
    readonly targetAudience: readonly string[]
    readonly customFields: Readonly<Record<string, unknown>>
    readonly registrationEnabled: boolean
    readonly registrationRequired: boolean
    readonly registrationDeadline: string | null
    readonly registrationFormId: string | null
    readonly feedbackFormId: string | null
    readonly maxAttendees: number | null
    readonly waitlistEnabled: boolean
    readonly attendeeVisibility: AttendeeVisibility
    readonly registrationCount: number
    readonly seatsTaken: number
    readonly waitlistCount: number
    readonly checkedInCount: number
    readonly requiresApproval: boolean
    readonly status: string
    readonly operationalStatus: 'upcoming' | 'active' | 'completed'
    readonly submission: number
    readonly collaboratorOrgs: readonly { readonly orgId: string; readonly status: 'active' }[]
    readonly notificationSettings?: {
      readonly reminders: readonly number[]
      readonly channels: readonly ('email' | 'push' | 'in_app')[]
    } | undefined
    readonly recurrence?: {
      readonly frequency: 'daily' | 'weekly' | 'biweekly' | 'monthly'
      readonly interval: number
      readonly count?: number | undefined
      readonly until?: string | undefined
    } | undefined
    readonly seriesId?: string | undefined
    readonly occurrenceIndex?: number | undefined
    readonly createdBy: string
    readonly createdAt: string
    readonly updatedAt: string
    readonly version: number
    readonly approvalReference: string | null
    readonly checkInEnabled: boolean
    readonly checkInSettings: SettingsView
  }
  readonly analytics: { readonly registrations: number; readonly uniqueRegistrations: number }
}
export type GetOrgEventFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UpdateOrgEventInput = { readonly orgId: string; readonly eventId: string } & EventChange
export type UpdateOrgEventData = { readonly event: PlannedEvent }
export type UpdateOrgEventFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined | 'FORM_OF_OTHERS' | 'REGISTRATION_CLOSED' | 'EVENT_TYPE_NOT_ALLOWED' | 'EVENT_IN_BLACKOUT' | 'EVENT_TOO_SOON' | 'EVENT_TOO_FAR_AHEAD' | 'BOOKING_RULE' | 'CUSTOM_FIELD_INVALID' | 'SERIES_TOO_LONG'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | undefined | 'INDIVIDUAL_HOSTING_OFF'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined | 'FORM_NOT_FOUND'>
  | Failed<409, 'EVENT_CLOSED' | undefined | 'SERIES_MADE' | 'CONCURRENT_CHANGE' | 'EVENT_LIMIT_REACHED' | 'reservation_conflict' | 'ROOM_TOO_SMALL'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE' | 'APPROVAL_ROUTING_UNAVAILABLE'>

export type DeleteOrgEventInput = { readonly orgId: string; readonly eventId: string } & { readonly scope?: PlanningScope | undefined }
export type DeleteOrgEventData = undefined
export type DeleteOrgEventFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | undefined>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CheckRoomAvailabilityInput = { readonly orgId: string; readonly eventId: string } & { readonly startTime?: string | undefined; readonly endTime?: string | undefined }
export type CheckRoomAvailabilityData = {
  readonly isAvailable: boolean
  readonly reason?: string | undefined
  readonly conflicts: readonly {
    readonly roomId: string
    readonly start: string
    readonly end: string
    readonly eventId: string
  }[]
}
export type CheckRoomAvailabilityFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type SetEventStatusInput = { readonly orgId: string; readonly eventId: string } & { readonly status?: string | undefined; readonly reason?: string | undefined }
export type SetEventStatusData = { readonly event: PlannedEvent }
export type SetEventStatusFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'STATUS_REQUIRED' | 'INVALID_STATUS' | 'REASON_REQUIRED' | 'MISSING_FIELDS' | 'EVENT_OVER' | 'EVENT_TYPE_NOT_ALLOWED' | 'EVENT_IN_BLACKOUT' | 'EVENT_TOO_SOON' | 'EVENT_TOO_FAR_AHEAD' | 'BOOKING_RULE' | 'CUSTOM_FIELD_INVALID' | 'SERIES_TOO_LONG'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'FORBIDDEN' | undefined | 'ORG_INACTIVE' | 'ORG_PENDING_APPROVAL' | 'FEATURE_RESTRICTED' | 'INDIVIDUAL_HOSTING_OFF'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<409, 'WRONG_STATUS' | 'CONCURRENT_CHANGE' | 'EVENT_LIMIT_REACHED' | 'reservation_conflict' | 'ROOM_TOO_SMALL'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE' | 'APPROVAL_ROUTING_UNAVAILABLE'>

export type BulkActionInput = { readonly orgId: string } & {
  readonly action?: string | undefined
  readonly eventIds?: readonly string[] | undefined
  readonly reason?: string | undefined
}
export type BulkActionData = {
  readonly modifiedCount: number
  readonly results: readonly { readonly eventId: string; readonly ok: boolean; readonly message: string }[]
}
export type BulkActionFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'EVENT_IDS_REQUIRED' | 'INVALID_ACTION' | 'REASON_REQUIRED'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CreateEventTemplateInput = { readonly orgId: string } & ({
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly templateData?: {
    readonly name?: string | undefined
    readonly description?: string | null | undefined
    readonly type?: string | undefined
    readonly start_time?: string | undefined
    readonly end_time?: string | undefined
    readonly timezone?: string | undefined
    readonly location?: string | null | undefined
    readonly classroom_id?: string | null | undefined
    readonly visibility?: 'public' | 'unlisted' | 'members_only' | 'campus' | 'private' | undefined
    readonly attendeeVisibility?: AttendeeVisibility | undefined
    readonly contact?: string | null | undefined
    readonly externalLink?: string | null | undefined
    readonly image?: string | null | undefined
    readonly registrationDeadline?: string | '' | null | undefined
    readonly registrationFormId?: string | null | undefined
    readonly feedbackFormId?: string | null | undefined
    readonly autoBook?: boolean | string | undefined
    readonly expectedAttendance?: number | string | undefined
    readonly tags?: readonly string[] | string | undefined
    readonly targetAudience?: readonly string[] | string | undefined
    readonly customFields?: Readonly<Record<string, unknown>> | string | undefined
    readonly registrationEnabled?: boolean | string | undefined
    readonly registrationRequired?: boolean | string | undefined
    readonly maxAttendees?: number | null | string | undefined
    readonly waitlistEnabled?: boolean | string | undefined
    readonly requiresApproval?: boolean | string | undefined
    readonly notificationSettings?: {
      readonly reminders?: readonly number[] | undefined
      readonly channels?: readonly ('email' | 'push' | 'in_app')[] | undefined
    } | null | string | undefined
    readonly recurrence?: {
      readonly frequency: 'daily' | 'weekly' | 'biweekly' | 'monthly'
      readonly interval?: number | undefined
      readonly count?: number | undefined
      readonly until?: string | undefined
    } | null | string | undefined
    readonly duration?: number | string | undefined
    readonly checkInEnabled?: boolean | string | undefined
    readonly checkInSettings?: WantedSettings | null | string | undefined
    readonly date?: string | undefined
    readonly time?: string | undefined
    readonly title?: string | undefined
    readonly category?: string | undefined
    readonly event_tags?: readonly string[] | string | undefined
    readonly capacity?: number | null | string | undefined
    readonly roomId?: string | null | undefined
    readonly resourceId?: string | null | undefined
    readonly rsvpEnabled?: boolean | string | undefined
    readonly rsvpRequired?: boolean | string | undefined
    readonly rsvpDeadline?: string | '' | null | undefined
    readonly startTime?: string | undefined
    readonly endTime?: string | undefined
    readonly _id?: never | undefined
    readonly status?: never | undefined
    readonly attendees?: never | undefined
    readonly globalAttendees?: never | undefined
    readonly registrationCount?: never | undefined
    readonly seatsTaken?: never | undefined
    readonly waitlistCount?: never | undefined
    readonly checkedInCount?: never | undefined
    readonly correctedCount?: never | undefined
    readonly registeredInCount?: never | undefined
    readonly checkInToken?: never | undefined
    readonly approvalReference?: never | undefined
    readonly isDeleted?: never | undefined
    readonly deletedAt?: never | undefined
    readonly createdBy?: never | undefined
    readonly createdAt?: never | undefined
    readonly updatedAt?: never | undefined
    readonly collaboratorOrgs?: never | undefined
    readonly reservation?: never | undefined
    readonly seriesId?: never | undefined
    readonly occurrenceIndex?: never | undefined
    readonly submission?: never | undefined
    readonly version?: never | undefined
    readonly hostingId?: never | undefined
    readonly hostingType?: never | undefined
    readonly organizationId?: never | undefined
    readonly collaboratorOrgIds?: never | undefined
    readonly taskBlueprint?: readonly unknown[] | undefined
  } | undefined
})
export type CreateEventTemplateData = {
  readonly _id: string
  readonly orgId: string
  readonly name: string
  readonly description: string
  readonly createdBy: string
  readonly templateData: Readonly<Record<string, unknown>>
  readonly isActive: boolean
  readonly usageCount: number
  readonly lastUsed: string | null
  readonly createdAt: string
  readonly updatedAt: string
}
export type CreateEventTemplateFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'MISSING_FIELDS'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'TOO_MANY_TEMPLATES'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListEventTemplatesInput = { readonly orgId: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
  readonly includeInactive?: 'true' | 'false' | undefined
}
export type ListEventTemplatesData = {
  readonly data: readonly ({
    readonly _id: string
    readonly orgId: string
    readonly name: string
    readonly description: string
    readonly createdBy: string
    readonly templateData: Readonly<Record<string, unknown>>
    readonly isActive: boolean
    readonly usageCount: number
    readonly lastUsed: string | null
    readonly createdAt: string
    readonly updatedAt: string
  })[]
  readonly nextCursor?: string | undefined
}
export type ListEventTemplatesFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UpdateEventTemplateInput = { readonly orgId: string; readonly templateId: string } & ({
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly templateData?: {
    readonly name?: string | undefined
    readonly description?: string | null | undefined
    readonly type?: string | undefined
    readonly start_time?: string | undefined
    readonly end_time?: string | undefined
    readonly timezone?: string | undefined
    readonly location?: string | null | undefined
    readonly classroom_id?: string | null | undefined
    readonly visibility?: 'public' | 'unlisted' | 'members_only' | 'campus' | 'private' | undefined
    readonly attendeeVisibility?: AttendeeVisibility | undefined
    readonly contact?: string | null | undefined
    readonly externalLink?: string | null | undefined
    readonly image?: string | null | undefined
    readonly registrationDeadline?: string | '' | null | undefined
    readonly registrationFormId?: string | null | undefined
    readonly feedbackFormId?: string | null | undefined
    readonly autoBook?: boolean | string | undefined
    readonly expectedAttendance?: number | string | undefined
    readonly tags?: readonly string[] | string | undefined
    readonly targetAudience?: readonly string[] | string | undefined
    readonly customFields?: Readonly<Record<string, unknown>> | string | undefined
    readonly registrationEnabled?: boolean | string | undefined
    readonly registrationRequired?: boolean | string | undefined
    readonly maxAttendees?: number | null | string | undefined
    readonly waitlistEnabled?: boolean | string | undefined
    readonly requiresApproval?: boolean | string | undefined
    readonly notificationSettings?: {
      readonly reminders?: readonly number[] | undefined
      readonly channels?: readonly ('email' | 'push' | 'in_app')[] | undefined
    } | null | string | undefined
    readonly recurrence?: {
      readonly frequency: 'daily' | 'weekly' | 'biweekly' | 'monthly'
      readonly interval?: number | undefined
      readonly count?: number | undefined
      readonly until?: string | undefined
    } | null | string | undefined
    readonly duration?: number | string | undefined
    readonly checkInEnabled?: boolean | string | undefined
    readonly checkInSettings?: WantedSettings | null | string | undefined
    readonly date?: string | undefined
    readonly time?: string | undefined
    readonly title?: string | undefined
    readonly category?: string | undefined
    readonly event_tags?: readonly string[] | string | undefined
    readonly capacity?: number | null | string | undefined
    readonly roomId?: string | null | undefined
    readonly resourceId?: string | null | undefined
    readonly rsvpEnabled?: boolean | string | undefined
    readonly rsvpRequired?: boolean | string | undefined
    readonly rsvpDeadline?: string | '' | null | undefined
    readonly startTime?: string | undefined
    readonly endTime?: string | undefined
    readonly _id?: never | undefined
    readonly status?: never | undefined
    readonly attendees?: never | undefined
    readonly globalAttendees?: never | undefined
    readonly registrationCount?: never | undefined
    readonly seatsTaken?: never | undefined
    readonly waitlistCount?: never | undefined
    readonly checkedInCount?: never | undefined
    readonly correctedCount?: never | undefined
    readonly registeredInCount?: never | undefined
    readonly checkInToken?: never | undefined
    readonly approvalReference?: never | undefined
    readonly isDeleted?: never | undefined
    readonly deletedAt?: never | undefined
    readonly createdBy?: never | undefined
    readonly createdAt?: never | undefined
    readonly updatedAt?: never | undefined
    readonly collaboratorOrgs?: never | undefined
    readonly reservation?: never | undefined
    readonly seriesId?: never | undefined
    readonly occurrenceIndex?: never | undefined
    readonly submission?: never | undefined
    readonly version?: never | undefined
    readonly hostingId?: never | undefined
    readonly hostingType?: never | undefined
    readonly organizationId?: never | undefined
    readonly collaboratorOrgIds?: never | undefined
    readonly taskBlueprint?: readonly unknown[] | undefined
  } | undefined
  readonly isActive?: boolean | undefined
})
export type UpdateEventTemplateData = {
  readonly _id: string
  readonly orgId: string
  readonly name: string
  readonly description: string
  readonly createdBy: string
  readonly templateData: Readonly<Record<string, unknown>>
  readonly isActive: boolean
  readonly usageCount: number
  readonly lastUsed: string | null
  readonly createdAt: string
  readonly updatedAt: string
}
export type UpdateEventTemplateFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<409, 'TOO_MANY_TEMPLATES' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type DeleteEventTemplateInput = { readonly orgId: string; readonly templateId: string }
export type DeleteEventTemplateData = undefined
export type DeleteEventTemplateFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CreateEventFromTemplateInput = { readonly orgId: string; readonly templateId: string } & ({
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
  readonly customizations?: {
    readonly name?: string | undefined
    readonly description?: string | null | undefined
    readonly type?: string | undefined
    readonly start_time?: string | undefined
    readonly end_time?: string | undefined
    readonly timezone?: string | undefined
    readonly location?: string | null | undefined
    readonly classroom_id?: string | null | undefined
    readonly visibility?: 'public' | 'unlisted' | 'members_only' | 'campus' | 'private' | undefined
    readonly attendeeVisibility?: AttendeeVisibility | undefined
    readonly contact?: string | null | undefined
    readonly externalLink?: string | null | undefined
    readonly image?: string | null | undefined
    readonly registrationDeadline?: string | '' | null | undefined
    readonly registrationFormId?: string | null | undefined
    readonly feedbackFormId?: string | null | undefined
    readonly autoBook?: boolean | string | undefined
    readonly expectedAttendance?: number | string | undefined
    readonly tags?: readonly string[] | string | undefined
    readonly targetAudience?: readonly string[] | string | undefined
    readonly customFields?: Readonly<Record<string, unknown>> | string | undefined
    readonly registrationEnabled?: boolean | string | undefined
    readonly registrationRequired?: boolean | string | undefined
    readonly maxAttendees?: number | null | string | undefined
    readonly waitlistEnabled?: boolean | string | undefined
    readonly requiresApproval?: boolean | string | undefined
    readonly notificationSettings?: {
      readonly reminders?: readonly number[] | undefined
      readonly channels?: readonly ('email' | 'push' | 'in_app')[] | undefined
    } | null | string | undefined
    readonly recurrence?: {
      readonly frequency: 'daily' | 'weekly' | 'biweekly' | 'monthly'
      readonly interval?: number | undefined
      readonly count?: number | undefined
      readonly until?: string | undefined
    } | null | string | undefined
    readonly duration?: number | string | undefined
    readonly checkInEnabled?: boolean | string | undefined
    readonly checkInSettings?: WantedSettings | null | string | undefined
    readonly date?: string | undefined
    readonly time?: string | undefined
    readonly title?: string | undefined
    readonly category?: string | undefined
    readonly event_tags?: readonly string[] | string | undefined
    readonly capacity?: number | null | string | undefined
    readonly roomId?: string | null | undefined
    readonly resourceId?: string | null | undefined
    readonly rsvpEnabled?: boolean | string | undefined
    readonly rsvpRequired?: boolean | string | undefined
    readonly rsvpDeadline?: string | '' | null | undefined
    readonly startTime?: string | undefined
    readonly endTime?: string | undefined
    readonly _id?: never | undefined
    readonly status?: never | undefined
    readonly attendees?: never | undefined
    readonly globalAttendees?: never | undefined
    readonly registrationCount?: never | undefined
    readonly seatsTaken?: never | undefined
    readonly waitlistCount?: never | undefined
    readonly checkedInCount?: never | undefined
    readonly correctedCount?: never | undefined
    readonly registeredInCount?: never | undefined
    readonly checkInToken?: never | undefined
    readonly approvalReference?: never | undefined
    readonly isDeleted?: never | undefined
    readonly deletedAt?: never | undefined
    readonly createdBy?: never | undefined
    readonly createdAt?: never | undefined
    readonly updatedAt?: never | undefined
    readonly collaboratorOrgs?: never | undefined
    readonly reservation?: never | undefined
    readonly seriesId?: never | undefined
    readonly occurrenceIndex?: never | undefined
    readonly submission?: never | undefined
    readonly version?: never | undefined
    readonly hostingId?: never | undefined
    readonly hostingType?: never | undefined
    readonly organizationId?: never | undefined
    readonly collaboratorOrgIds?: never | undefined
    readonly asDraft?: Flag | undefined
  } | undefined
})
export type CreateEventFromTemplateData = PlannedEvent
export type CreateEventFromTemplateFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'MISSING_FIELDS' | undefined | 'FORM_OF_OTHERS' | 'REGISTRATION_CLOSED' | 'EVENT_TYPE_NOT_ALLOWED' | 'EVENT_IN_BLACKOUT' | 'EVENT_TOO_SOON' | 'EVENT_TOO_FAR_AHEAD' | 'BOOKING_RULE' | 'CUSTOM_FIELD_INVALID' | 'SERIES_TOO_LONG'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'INDIVIDUAL_HOSTING_OFF'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined | 'FORM_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'CONCURRENT_CHANGE' | 'EVENT_LIMIT_REACHED' | 'reservation_conflict' | 'ROOM_TOO_SMALL'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE' | 'APPROVAL_ROUTING_UNAVAILABLE'>

export type InviteCollaboratorsInput = { readonly id: string } & { readonly collaboratorOrgIds: readonly string[] }
export type InviteCollaboratorsData = { readonly invited: readonly string[] }
export type InviteCollaboratorsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'HOST_IS_A_PERSON' | 'HOST_INVITED' | 'UNKNOWN_ORGANIZATION'>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | undefined>
  | Failed<404, undefined>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'ALREADY_COLLABORATING' | 'TOO_MANY_COLLABORATORS' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RemoveCollaboratorInput = { readonly id: string; readonly orgId: string }
export type RemoveCollaboratorData = undefined
export type RemoveCollaboratorFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | undefined>
  | Failed<404, undefined | 'COLLABORATOR_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type AcceptCollaborationInput = { readonly inviteId: string }
export type AcceptCollaborationData = undefined
export type AcceptCollaborationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'ORG_INACTIVE'>
  | Failed<404, 'INVITE_NOT_FOUND' | undefined>
  | Failed<409, 'INVITE_ANSWERED' | 'TOO_MANY_COLLABORATORS' | 'CONCURRENT_CHANGE'>
  | Failed<410, 'INVITE_EXPIRED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type DeclineCollaborationInput = { readonly inviteId: string }
export type DeclineCollaborationData = undefined
export type DeclineCollaborationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'INVITE_NOT_FOUND'>
  | Failed<409, 'INVITE_ANSWERED' | 'CONCURRENT_CHANGE'>
  | Failed<410, 'INVITE_EXPIRED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListCollaborationInvitesInput = { readonly orgId: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListCollaborationInvitesData = {
  readonly invites: readonly ({
    readonly _id: string
    readonly eventId: string
    readonly hostOrgId: string
    readonly collaboratorOrgId: string
    readonly invitedByUserId: string
    readonly status: 'pending'
    readonly expiresAt: string
    readonly hostOrg: {
      readonly _id: string
      readonly org_name: string
      readonly org_profile_image?: string | undefined
    }
    readonly event: {
      readonly _id: string
      readonly name: string
      readonly type: string
      readonly start_time: string
      readonly end_time: string
      readonly location?: string | undefined
      readonly image?: string | undefined
      readonly status: string
    }
  })[]
  readonly nextCursor?: string | undefined
}
export type ListCollaborationInvitesFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** Planning of events: making, publishing, changing and ending them. */
export const planning = (send: Send) => ({
  /** Makes an event and submits it, or keeps it as a draft. `POST /api/events` */
  createEvent: operation<CreateEventInput, CreateEventData, CreateEventFailure>(
    send,
    { method: 'POST', path: '/api/events', body: true, reads: 'flat', keyed: true },
  ),
  /** Makes an event from the form of the clients, with a picture if there is one. `POST /create-event` */
  createEventByForm: operation<CreateEventByFormInput, CreateEventByFormData, CreateEventByFormFailure>(
    send,
    { method: 'POST', path: '/create-event', body: true, files: ['image'], reads: 'flat', keyed: true },
  ),
  /** Submits a draft, or a rejected event anew. `POST /publish-event/:eventId` */
  publishEvent: operation<PublishEventInput, PublishEventData, PublishEventFailure>(
    send,
    { method: 'POST', path: '/publish-event/:eventId', reads: 'flat' },
  ),
  /** Changes an event; what people see anew may need a decision anew. `PUT /update-event/:event_id` */
  updateEvent: operation<UpdateEventInput, UpdateEventData, UpdateEventFailure>(
    send,
    { method: 'PUT', path: '/update-event/:event_id', body: true, reads: 'flat' },
  ),
  /** Takes an event that waits for a decision back; it is a draft again. `POST /withdraw-event/:event_id` */
  withdrawEvent: operation<WithdrawEventInput, WithdrawEventData, WithdrawEventFailure>(
    send,
    { method: 'POST', path: '/withdraw-event/:event_id', reads: 'flat' },
  ),
  /** Calls an event off; those who go there are told, and why where a reason is given. `POST /cancel-event/:event_id` */
  cancelEvent: operation<CancelEventInput, CancelEventData, CancelEventFailure>(
    send,
    { method: 'POST', path: '/cancel-event/:event_id', body: true, reads: 'flat' },
  ),
  /** Deletes an event; what is kept of it goes after 30 days. `DELETE /delete-event/:event_id` */
  deleteEvent: operation<DeleteEventInput, DeleteEventData, DeleteEventFailure>(
    send,
    { method: 'DELETE', path: '/delete-event/:event_id', query: ['scope'], reads: 'done' },
  ),
  /** Gives an event another picture. `POST /upload-event-image` */
  uploadEventImage: operation<UploadEventImageInput, UploadEventImageData, UploadEventImageFailure>(
    send,
    { method: 'POST', path: '/upload-event-image', query: ['eventId'], body: true, files: ['image','file'], reads: 'flat' },
  ),
  /** Who would have to decide about an event, take note of it or hear of it. `POST /preview-approvals` */
  previewApprovals: operation<PreviewApprovalsInput, PreviewApprovalsData, PreviewApprovalsFailure>(
    send,
    { method: 'POST', path: '/preview-approvals', body: true, reads: 'data' },
  ),
  /** Events that the organization hosts or helps to run, drafts too. `GET /org-event-management/:orgId/events` */
  listOrgEvents: operation<ListOrgEventsInput, ListOrgEventsData, ListOrgEventsFailure>(
    send,
    { method: 'GET', path: '/org-event-management/:orgId/events', query: ['page','limit','cursor','status','type','timeRange','sortBy','sortOrder','search'], reads: 'data' },
  ),
  /** An event of the organization, as those who manage it read it. `GET /org-event-management/:orgId/events/:eventId` */
  getOrgEvent: operation<GetOrgEventInput, GetOrgEventData, GetOrgEventFailure>(
    send,
    { method: 'GET', path: '/org-event-management/:orgId/events/:eventId', reads: 'data' },
  ),
  /** Changes an event of the organization. `PUT /org-event-management/:orgId/events/:eventId` */
  updateOrgEvent: operation<UpdateOrgEventInput, UpdateOrgEventData, UpdateOrgEventFailure>(
    send,
    { method: 'PUT', path: '/org-event-management/:orgId/events/:eventId', body: true, reads: 'data' },
  ),
  /** Calls an event of the organization off and deletes it. `DELETE /org-event-management/:orgId/events/:eventId` */
  deleteOrgEvent: operation<DeleteOrgEventInput, DeleteOrgEventData, DeleteOrgEventFailure>(
    send,
    { method: 'DELETE', path: '/org-event-management/:orgId/events/:eventId', query: ['scope'], reads: 'done' },
  ),
  /** Whether the room of an event is free for it, at its own time or another one. `POST /org-event-management/:orgId/events/:eventId/check-room-availability` */
  checkRoomAvailability: operation<CheckRoomAvailabilityInput, CheckRoomAvailabilityData, CheckRoomAvailabilityFailure>(
    send,
    { method: 'POST', path: '/org-event-management/:orgId/events/:eventId/check-room-availability', body: true, reads: 'data' },
  ),
  /** Moves an event to a state; what needs a decision takes those who decide. `PUT /org-event-management/:orgId/events/:eventId/status` */
  setEventStatus: operation<SetEventStatusInput, SetEventStatusData, SetEventStatusFailure>(
    send,
    { method: 'PUT', path: '/org-event-management/:orgId/events/:eventId/status', body: true, reads: 'data' },
  ),
  /** Does one thing to many events, and says of each what became of it. `POST /org-event-management/:orgId/events/bulk-action` */
  bulkAction: operation<BulkActionInput, BulkActionData, BulkActionFailure>(
    send,
    { method: 'POST', path: '/org-event-management/:orgId/events/bulk-action', body: true, reads: 'data' },
  ),
  /** Keeps a pattern for events. `POST /org-event-management/:orgId/event-templates` */
  createEventTemplate: operation<CreateEventTemplateInput, CreateEventTemplateData, CreateEventTemplateFailure>(
    send,
    { method: 'POST', path: '/org-event-management/:orgId/event-templates', body: true, reads: 'data', keyed: true },
  ),
  /** Patterns for events, newest first; deleted ones with `includeInactive`. `GET /org-event-management/:orgId/event-templates` */
  listEventTemplates: operation<ListEventTemplatesInput, ListEventTemplatesData, ListEventTemplatesFailure>(
    send,
    { method: 'GET', path: '/org-event-management/:orgId/event-templates', query: ['page','limit','cursor','includeInactive'], reads: 'flat' },
  ),
  /** Changes a pattern; only fields that are sent. `PUT /org-event-management/:orgId/event-templates/:templateId` */
  updateEventTemplate: operation<UpdateEventTemplateInput, UpdateEventTemplateData, UpdateEventTemplateFailure>(
    send,
    { method: 'PUT', path: '/org-event-management/:orgId/event-templates/:templateId', body: true, reads: 'data' },
  ),
  /** Takes a pattern out of the list. `DELETE /org-event-management/:orgId/event-templates/:templateId` */
  deleteEventTemplate: operation<DeleteEventTemplateInput, DeleteEventTemplateData, DeleteEventTemplateFailure>(
    send,
    { method: 'DELETE', path: '/org-event-management/:orgId/event-templates/:templateId', reads: 'done' },
  ),
  /** Makes an event from a pattern; it goes the way of every other. `POST /org-event-management/:orgId/events/from-template/:templateId` */
  createEventFromTemplate: operation<CreateEventFromTemplateInput, CreateEventFromTemplateData, CreateEventFromTemplateFailure>(
    send,
    { method: 'POST', path: '/org-event-management/:orgId/events/from-template/:templateId', body: true, reads: 'data', keyed: true },
  ),
  /** Asks organizations to help with an event; an open invitation stays as it is. `POST /events/:id/collaborators` */
  inviteCollaborators: operation<InviteCollaboratorsInput, InviteCollaboratorsData, InviteCollaboratorsFailure>(
    send,
    { method: 'POST', path: '/events/:id/collaborators', body: true, reads: 'data', keyed: true },
  ),
  /** Ends the help of an organization, or its invitation; the organization may leave by itself. `DELETE /events/:id/collaborators/:orgId` */
  removeCollaborator: operation<RemoveCollaboratorInput, RemoveCollaboratorData, RemoveCollaboratorFailure>(
    send,
    { method: 'DELETE', path: '/events/:id/collaborators/:orgId', reads: 'done' },
  ),
  /** Takes an invitation to help with an event. `POST /event-collaboration-invites/:inviteId/accept` */
  acceptCollaboration: operation<AcceptCollaborationInput, AcceptCollaborationData, AcceptCollaborationFailure>(
    send,
    { method: 'POST', path: '/event-collaboration-invites/:inviteId/accept', reads: 'done' },
  ),
  /** Declines an invitation to help with an event. `POST /event-collaboration-invites/:inviteId/decline` */
  declineCollaboration: operation<DeclineCollaborationInput, DeclineCollaborationData, DeclineCollaborationFailure>(
    send,
    { method: 'POST', path: '/event-collaboration-invites/:inviteId/decline', reads: 'done' },
  ),
  /** Invitations to the organization that are still open, the first to run out first. `GET /org-event-management/:orgId/collaboration-invites/pending` */
  listCollaborationInvites: operation<ListCollaborationInvitesInput, ListCollaborationInvitesData, ListCollaborationInvitesFailure>(
    send,
    { method: 'GET', path: '/org-event-management/:orgId/collaboration-invites/pending', query: ['page','limit','cursor'], reads: 'data' },
  ),
})
