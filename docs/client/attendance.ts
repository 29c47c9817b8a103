// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { AttendanceAttendeeView, AttendanceGuestView, FormSnapshot, FormView, NewEntry, RegistrationView, ResponseView, RsvpView } from './schemas.ts'
import { operation } from './send.ts'

export type RegisterForEventInput = { readonly event_id: string } & {
  readonly guestCount?: number | undefined
  readonly formAnswers?: readonly (string | readonly string[] | null)[] | undefined
}
export type RegisterForEventData = {
  readonly status: 'attending' | 'waitlisted' | 'not_attending'
  readonly waitlistPosition?: number | undefined
  readonly registrationCount?: number | undefined
  readonly data: { readonly rsvp?: RsvpView | undefined; readonly promoted?: number | undefined }
}
export type RegisterForEventFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | undefined | 'INVALID_FORM_ANSWERS' | 'ANSWERS_TOO_LARGE'>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'ORG_INACTIVE'>
  | Failed<404, undefined>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | undefined | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type WithdrawFromEventInput = { readonly event_id: string }
export type WithdrawFromEventData = { readonly promoted: number }
export type WithdrawFromEventFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, undefined>
  | Failed<409, undefined | 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type SetRsvpInput = { readonly eventId: string } & {
  readonly userId: string
  readonly status: string
  readonly guestCount?: number | undefined
  readonly formAnswers?: readonly (string | readonly string[] | null)[] | undefined
}
export type SetRsvpData = {
  readonly status: 'attending' | 'waitlisted' | 'not_attending'
  readonly waitlistPosition?: number | undefined
  readonly registrationCount?: number | undefined
  readonly data: { readonly rsvp?: RsvpView | undefined; readonly promoted?: number | undefined }
}
export type SetRsvpFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | undefined | 'NOT_AN_ACTIVE_MEMBER' | 'INVALID_FORM_ANSWERS' | 'ANSWERS_TOO_LARGE'>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | undefined | 'ORG_INACTIVE'>
  | Failed<404, undefined>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | undefined | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetMyRsvpInput = { readonly event_id: string }
export type GetMyRsvpData = { readonly rsvp: RsvpView | null }
export type GetMyRsvpFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetMyRsvpsInput = { readonly eventIds: string }
export type GetMyRsvpsData = { readonly rsvps: Readonly<Record<string, RsvpView>> }
export type GetMyRsvpsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined>
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListAttendeesInput = { readonly event_id: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListAttendeesData = {
  readonly attendees: readonly AttendanceAttendeeView[]
  readonly globalAttendees: readonly AttendanceGuestView[]
  readonly registrationCount: number
  readonly seatsTaken: number
  readonly waitlistCount: number
  readonly nextCursor?: string | undefined
}
export type ListAttendeesFailure =
  | Anywhere
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetRegistrationFormInput = { readonly event_id: string }
export type GetRegistrationFormData = { readonly form: FormView }
export type GetRegistrationFormFailure =
  | Anywhere
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListRegistrationsInput = { readonly orgId: string; readonly eventId: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListRegistrationsData = {
  readonly registrations: readonly RegistrationView[]
  readonly formResponses: readonly ({
    readonly _id: string
    readonly form: string
    readonly formSnapshot: FormSnapshot
    readonly answers: readonly (string | readonly string[] | null)[]
    readonly submittedBy: {
      readonly _id: string
      readonly username: string
      readonly name: string
      readonly picture?: string | undefined
      readonly email: string
    } | string | null
    readonly globalSubmittedBy?: string | undefined
    readonly guestName?: string | undefined
    readonly guestEmail?: string | undefined
    readonly event?: string | undefined
    readonly submittedAt: string
    readonly name?: string | undefined
    readonly email?: string | undefined
  })[]
  readonly registrationFormId: string | null
  readonly nextCursor?: string | undefined
}
export type ListRegistrationsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListSchoolRegistrationsInput = { readonly eventId: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListSchoolRegistrationsData = {
  readonly registrations: readonly RegistrationView[]
  readonly formResponses: readonly ({
    readonly _id: string
    readonly form: string
    readonly formSnapshot: FormSnapshot
    readonly answers: readonly (string | readonly string[] | null)[]
    readonly submittedBy: {
      readonly _id: string
      readonly username: string
      readonly name: string
      readonly picture?: string | undefined
      readonly email: string
    } | string | null
    readonly globalSubmittedBy?: string | undefined
    readonly guestName?: string | undefined
    readonly guestEmail?: string | undefined
    readonly event?: string | undefined
    readonly submittedAt: string
    readonly name?: string | undefined
    readonly email?: string | undefined
  })[]
  readonly registrationFormId: string | null
  readonly nextCursor?: string | undefined
}
export type ListSchoolRegistrationsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListFeedbackResponsesInput = { readonly orgId: string; readonly eventId: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListFeedbackResponsesData = {
  readonly responses: readonly ResponseView[]
  readonly aggregated: Readonly<Record<string, {
    readonly question: string
    readonly options: readonly string[]
    readonly counts: Readonly<Record<string, number>>
    readonly total: number
  }>>
  readonly responseCount: number
  readonly feedbackFormId: string | null
  readonly nextCursor?: string | undefined
}
export type ListFeedbackResponsesFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RemoveRegistrationResponseInput = { readonly orgId: string; readonly eventId: string; readonly responseId: string }
export type RemoveRegistrationResponseData = { readonly removed: true }
export type RemoveRegistrationResponseFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | undefined>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RemoveRegistrationInput = { readonly orgId: string; readonly eventId: string; readonly userId: string }
export type RemoveRegistrationData = { readonly removed: true }
export type RemoveRegistrationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | undefined>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListWaitlistInput = { readonly orgId: string; readonly eventId: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListWaitlistData = {
  readonly entries: readonly ({
    readonly entryId: string
    readonly registrationId: string
    readonly userId?: string | undefined
    readonly globalUserId?: string | undefined
    readonly name: string
    readonly username?: string | undefined
    readonly picture?: string | undefined
    readonly email?: string | undefined
    readonly sourceTenant?: string | undefined
    readonly status: 'attending' | 'waitlisted'
    readonly registeredAt: string
    readonly guestCount: number
    readonly checkedIn: boolean
    readonly checkedInAt: string | null
    readonly checkedInBy: string | null
    readonly formResponseId?: string | undefined
    readonly reason?: string | undefined
    readonly promotedAt?: string | undefined
  })[]
  readonly total: number
  readonly nextCursor?: string | undefined
}
export type ListWaitlistFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type AddToWaitlistInput = { readonly orgId: string; readonly eventId: string } & NewEntry
export type AddToWaitlistData = {
  readonly entry: {
    readonly entryId: string
    readonly registrationId: string
    readonly userId?: string | undefined
    readonly globalUserId?: string | undefined
    readonly name: string
    readonly username?: string | undefined
    readonly picture?: string | undefined
    readonly email?: string | undefined
    readonly sourceTenant?: string | undefined
    readonly status: 'attending' | 'waitlisted'
    readonly registeredAt: string
    readonly guestCount: number
    readonly checkedIn: boolean
    readonly checkedInAt: string | null
    readonly checkedInBy: string | null
    readonly formResponseId?: string | undefined
    readonly reason?: string | undefined
    readonly promotedAt?: string | undefined
  }
}
export type AddToWaitlistFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'NOT_AN_ACTIVE_MEMBER' | undefined | 'INVALID_FORM_ANSWERS' | 'ANSWERS_TOO_LARGE'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | undefined | 'ORG_INACTIVE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined | 'USER_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | undefined | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RemoveFromWaitlistInput = { readonly orgId: string; readonly eventId: string; readonly entryId: string }
export type RemoveFromWaitlistData = { readonly removed: true }
export type RemoveFromWaitlistFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | undefined>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type PromoteFromWaitlistInput = { readonly orgId: string; readonly eventId: string; readonly entryId: string } & { readonly force?: boolean | undefined }
export type PromoteFromWaitlistData = RegistrationView
export type PromoteFromWaitlistFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'NOT_AN_ACTIVE_MEMBER' | undefined>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | undefined>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<409, undefined | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** Registration for events, seats and the line for them. */
export const attendance = (send: Send) => ({
  /** Registers the caller for an event, or changes the registration; a full event has a line. `POST /rsvp/:event_id` */
  registerForEvent: operation<RegisterForEventInput, RegisterForEventData, RegisterForEventFailure>(
    send,
    { method: 'POST', path: '/rsvp/:event_id', body: true, reads: 'flat', keyed: true },
  ),
  /** Takes the caller off an event; the seats go to who waits. `DELETE /rsvp/:event_id` */
  withdrawFromEvent: operation<WithdrawFromEventInput, WithdrawFromEventData, WithdrawFromEventFailure>(
    send,
    { method: 'DELETE', path: '/rsvp/:event_id', reads: 'data' },
  ),
  /** Registers or withdraws by a status: `attending` or `not_attending`. `POST /api/events/:eventId/rsvp` */
  setRsvp: operation<SetRsvpInput, SetRsvpData, SetRsvpFailure>(
    send,
    { method: 'POST', path: '/api/events/:eventId/rsvp', body: true, reads: 'flat', keyed: true },
  ),
  /** How the caller stands to an event. `GET /my-rsvp/:event_id` */
  getMyRsvp: operation<GetMyRsvpInput, GetMyRsvpData, GetMyRsvpFailure>(
    send,
    { method: 'GET', path: '/my-rsvp/:event_id', reads: 'flat' },
  ),
  /** How the caller stands to at most a hundred events, by their ids with commas. `GET /my-rsvps` */
  getMyRsvps: operation<GetMyRsvpsInput, GetMyRsvpsData, GetMyRsvpsFailure>(
    send,
    { method: 'GET', path: '/my-rsvps', query: ['eventIds'], reads: 'flat' },
  ),
  /** People who go to an event: how many, who they are for whoever is signed in, all of it for who manages it. `GET /attendees/:event_id` */
  listAttendees: operation<ListAttendeesInput, ListAttendeesData, ListAttendeesFailure>(
    send,
    { method: 'GET', path: '/attendees/:event_id', query: ['page','limit','cursor'], reads: 'flat', open: true },
  ),
  /** The form that whoever registers for an event answers. `GET /events/:event_id/registration-form` */
  getRegistrationForm: operation<GetRegistrationFormInput, GetRegistrationFormData, GetRegistrationFormFailure>(
    send,
    { method: 'GET', path: '/events/:event_id/registration-form', reads: 'flat', open: true },
  ),
  /** Registrations of an event with what was answered to its form, at most fifty a page. `GET /org-event-management/:orgId/events/:eventId/registration-responses` */
  listRegistrations: operation<ListRegistrationsInput, ListRegistrationsData, ListRegistrationsFailure>(
    send,
    { method: 'GET', path: '/org-event-management/:orgId/events/:eventId/registration-responses', query: ['page','limit','cursor'], reads: 'data' },
  ),
  /** Registrations of any event of the school, as its host reads them, for administrators. `GET /org-management/admin-tenant-events/:eventId/registration-responses` */
  listSchoolRegistrations: operation<ListSchoolRegistrationsInput, ListSchoolRegistrationsData, ListSchoolRegistrationsFailure>(
    send,
    { method: 'GET', path: '/org-management/admin-tenant-events/:eventId/registration-responses', query: ['page','limit','cursor'], reads: 'data' },
  ),
  /** What people said of an event that is over, at most fifty a page, and how often each option was chosen. `GET /org-event-management/:orgId/events/:eventId/feedback-responses` */
  listFeedbackResponses: operation<ListFeedbackResponsesInput, ListFeedbackResponsesData, ListFeedbackResponsesFailure>(
    send,
    { method: 'GET', path: '/org-event-management/:orgId/events/:eventId/feedback-responses', query: ['page','limit','cursor'], reads: 'data' },
  ),
  /** Removes a registration by its answers. `DELETE /org-event-management/:orgId/events/:eventId/registration-responses/:responseId` */
  removeRegistrationResponse: operation<RemoveRegistrationResponseInput, RemoveRegistrationResponseData, RemoveRegistrationResponseFailure>(
    send,
    { method: 'DELETE', path: '/org-event-management/:orgId/events/:eventId/registration-responses/:responseId', reads: 'data' },
  ),
  /** Removes a registration by its person: a user, or `g-` and a global user. `DELETE /org-event-management/:orgId/events/:eventId/registrations/:userId` */
  removeRegistration: operation<RemoveRegistrationInput, RemoveRegistrationData, RemoveRegistrationFailure>(
    send,
    { method: 'DELETE', path: '/org-event-management/:orgId/events/:eventId/registrations/:userId', reads: 'data' },
  ),
  /** The line for an event, in its order. `GET /org-event-management/:orgId/events/:eventId/waitlist` */
  listWaitlist: operation<ListWaitlistInput, ListWaitlistData, ListWaitlistFailure>(
    send,
    { method: 'GET', path: '/org-event-management/:orgId/events/:eventId/waitlist', query: ['page','limit','cursor'], reads: 'data' },
  ),
  /** Registers a user of the school: in line, or seated where there is room and no line. `POST /org-event-management/:orgId/events/:eventId/waitlist` */
  addToWaitlist: operation<AddToWaitlistInput, AddToWaitlistData, AddToWaitlistFailure>(
    send,
    { method: 'POST', path: '/org-event-management/:orgId/events/:eventId/waitlist', body: true, reads: 'data', keyed: true },
  ),
  /** Takes somebody out of the line. `DELETE /org-event-management/:orgId/events/:eventId/waitlist/:entryId` */
  removeFromWaitlist: operation<RemoveFromWaitlistInput, RemoveFromWaitlistData, RemoveFromWaitlistFailure>(
    send,
    { method: 'DELETE', path: '/org-event-management/:orgId/events/:eventId/waitlist/:entryId', reads: 'data' },
  ),
  /** Seats somebody who waits before their turn, with `force` also above the capacity. `POST /org-event-management/:orgId/events/:eventId/waitlist/:entryId/promote` */
  promoteFromWaitlist: operation<PromoteFromWaitlistInput, PromoteFromWaitlistData, PromoteFromWaitlistFailure>(
    send,
    { method: 'POST', path: '/org-event-management/:orgId/events/:eventId/waitlist/:entryId/promote', body: true, reads: 'data' },
  ),
})
