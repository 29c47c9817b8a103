// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { AttendeeView, AttendeeVisibility, EventPageView, EventView, GuestView, Pagination } from './schemas.ts'
import { operation } from './send.ts'

export type GetEventInput = { readonly event_id: string } & { readonly type?: 'approval' | undefined }
export type GetEventData = { readonly event: EventPageView }
export type GetEventFailure =
  | Anywhere
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListFutureEventsInput = {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
  readonly filter?: string | undefined
  readonly search?: string | undefined
}
export type ListFutureEventsData = {
  readonly events: readonly EventView[]
  readonly nextCursor?: string | undefined
  readonly pagination: Pagination
}
export type ListFutureEventsFailure =
  | Anywhere
  | Failed<400, undefined>
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListAllEventsInput = {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListAllEventsData = {
  readonly events: readonly EventView[]
  readonly nextCursor?: string | undefined
  readonly pagination: Pagination
}
export type ListAllEventsFailure = Anywhere | Failed<403, 'USE_TENANT_SUBDOMAIN'> | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListEventsOfMonthInput = {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
  readonly filter?: string | undefined
  readonly month?: string | undefined
  readonly year?: string | undefined
}
export type ListEventsOfMonthData = { readonly events: readonly EventView[]; readonly nextCursor?: string | undefined }
export type ListEventsOfMonthFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined>
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListEventsBetweenInput = {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
  readonly filter?: string | undefined
  readonly start?: string | undefined
  readonly end?: string | undefined
}
export type ListEventsBetweenData = { readonly events: readonly EventView[]; readonly nextCursor?: string | undefined }
export type ListEventsBetweenFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined>
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListMyEventsInput = {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
  readonly orgId?: string | undefined
  readonly type?: 'future' | 'past' | 'ongoing' | 'archived' | 'pending' | 'draft' | undefined
  readonly sort?: 'asc' | 'desc' | undefined
}
export type ListMyEventsData = { readonly events: readonly EventView[]; readonly nextCursor?: string | undefined }
export type ListMyEventsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'NOT_A_MEMBER' | 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListGoingEventsInput = {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListGoingEventsData = {
  readonly events: readonly ({
    readonly _id: string
    readonly name: string
    readonly type: string
    readonly hostingType: 'User' | 'Org'
    readonly host: { readonly name: string; readonly image?: string | undefined }
    readonly start_time: string
    readonly end_time: string
    readonly timezone: string
    readonly location?: string | undefined
    readonly classroom_id: string | null
    readonly image?: string | undefined
    readonly visibility: string
    readonly attendeeVisibility: AttendeeVisibility
    readonly expectedAttendance: number
    readonly tags: readonly string[]
    readonly registrationEnabled: boolean
    readonly registrationRequired: boolean
    readonly registrationDeadline: string | null
    readonly registrationFormId: string | null
    readonly maxAttendees: number | null
    readonly waitlistEnabled: boolean
    readonly status: string
    readonly seriesId?: string | undefined
    readonly createdBy: string
    readonly createdAt: string
    readonly updatedAt: string
    readonly attendees: readonly AttendeeView[]
    readonly globalAttendees: readonly GuestView[]
    readonly attendeesTruncated: boolean
    readonly registrationCount: number
    readonly seatsTaken: number
    readonly waitlistCount: number
    readonly hostingId: string
    readonly rsvpStatus: 'attending' | 'waitlisted'
    readonly guestCount: number
  })[]
  readonly nextCursor?: string | undefined
}
export type ListGoingEventsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListEventsOfSameHostInput = { readonly eventId: string } & { readonly limit?: string | undefined }
export type ListEventsOfSameHostData = { readonly events: readonly EventView[] }
export type ListEventsOfSameHostFailure =
  | Anywhere
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RecommendEventsInput = { readonly limit?: string | undefined }
export type RecommendEventsData = { readonly events: readonly EventView[] }
export type RecommendEventsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** Events: their pages and the lists in which they are found. */
export const events = (send: Send) => ({
  /** The page of an event, with its first fifty people. `GET /get-event/:event_id` */
  getEvent: operation<GetEventInput, GetEventData, GetEventFailure>(
    send,
    { method: 'GET', path: '/get-event/:event_id', query: ['type'], reads: 'flat', open: true },
  ),
  /** Public events that are not over, the next first; `search` takes words of their names, or beginnings. `GET /get-future-events` */
  listFutureEvents: operation<ListFutureEventsInput, ListFutureEventsData, ListFutureEventsFailure>(
    send,
    { method: 'GET', path: '/get-future-events', query: ['page','limit','cursor','filter','search'], reads: 'flat', open: true },
  ),
  /** Every public event that is live. `GET /get-all-events` */
  listAllEvents: operation<ListAllEventsInput, ListAllEventsData, ListAllEventsFailure>(
    send,
    { method: 'GET', path: '/get-all-events', query: ['page','limit','cursor'], reads: 'flat', open: true },
  ),
  /** Public events that begin in a month of the school, those that have taken place too. `GET /get-events-by-month` */
  listEventsOfMonth: operation<ListEventsOfMonthInput, ListEventsOfMonthData, ListEventsOfMonthFailure>(
    send,
    { method: 'GET', path: '/get-events-by-month', query: ['page','limit','cursor','filter','month','year'], reads: 'flat' },
  ),
  /** Public events that begin between two moments or days, of which the last counts too; at most 93 days. `GET /get-events-by-range` */
  listEventsBetween: operation<ListEventsBetweenInput, ListEventsBetweenData, ListEventsBetweenFailure>(
    send,
    { method: 'GET', path: '/get-events-by-range', query: ['page','limit','cursor','filter','start','end'], reads: 'flat' },
  ),
  /** Events that the caller hosts, or an organization of which the caller manages the events. `GET /get-my-events` */
  listMyEvents: operation<ListMyEventsInput, ListMyEventsData, ListMyEventsFailure>(
    send,
    { method: 'GET', path: '/get-my-events', query: ['page','limit','cursor','orgId','type','sort'], reads: 'flat' },
  ),
  /** Events that the caller attends or waits for and that are not over, the next first. `GET /going-events` */
  listGoingEvents: operation<ListGoingEventsInput, ListGoingEventsData, ListGoingEventsFailure>(
    send,
    { method: 'GET', path: '/going-events', query: ['page','limit','cursor'], reads: 'flat' },
  ),
  /** Other events of the host of an event, the next first. `GET /events-by-creator/:eventId` */
  listEventsOfSameHost: operation<ListEventsOfSameHostInput, ListEventsOfSameHostData, ListEventsOfSameHostFailure>(
    send,
    { method: 'GET', path: '/events-by-creator/:eventId', query: ['limit'], reads: 'flat', open: true },
  ),
  /** What the caller may like: by organizations, tags and popularity. `GET /event-recommendation` */
  recommendEvents: operation<RecommendEventsInput, RecommendEventsData, RecommendEventsFailure>(
    send,
    { method: 'GET', path: '/event-recommendation', query: ['limit'], reads: 'flat' },
  ),
})
