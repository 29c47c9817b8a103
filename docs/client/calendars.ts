// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import { operation } from './send.ts'

export type GetEventCalendarInput = { readonly id: string }
export type GetEventCalendarData = string
export type GetEventCalendarFailure =
  | Anywhere
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetOrgCalendarInput = { readonly orgId: string }
export type GetOrgCalendarData = string
export type GetOrgCalendarFailure =
  | Anywhere
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetSchoolCalendarInput = Readonly<Record<string, never>>
export type GetSchoolCalendarData = string
export type GetSchoolCalendarFailure = Anywhere | Failed<403, 'USE_TENANT_SUBDOMAIN'> | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetMyCalendarInput = { readonly token?: string | undefined }
export type GetMyCalendarData = string
export type GetMyCalendarFailure =
  | Anywhere
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'CALENDAR_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CreateCalendarTokenInput = Readonly<Record<string, never>>
export type CreateCalendarTokenData = { readonly url: string; readonly token: string; readonly createdAt: string }
export type CreateCalendarTokenFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RevokeCalendarTokenInput = Readonly<Record<string, never>>
export type RevokeCalendarTokenData = undefined
export type RevokeCalendarTokenFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListCalendarLinksInput = Readonly<Record<string, never>>
export type ListCalendarLinksData = {
  readonly links: readonly { readonly id: string; readonly school: string; readonly createdAt: string }[]
}
export type ListCalendarLinksFailure = Anywhere | NotSignedIn

export type RemoveCalendarLinkInput = { readonly linkId: string }
export type RemoveCalendarLinkData = undefined
export type RemoveCalendarLinkFailure = Anywhere | NotSignedIn | Failed<403, 'CROSS_SITE'> | Failed<404, 'CALENDAR_NOT_FOUND'>

/** Calendars of events, for calendar programs. */
export const calendars = (send: Send) => ({
  /** One event as a calendar. `GET /events/:id/calendar.ics` */
  getEventCalendar: operation<GetEventCalendarInput, GetEventCalendarData, GetEventCalendarFailure>(
    send,
    { method: 'GET', path: '/events/:id/calendar.ics', reads: 'text', open: true },
  ),
  /** Events of an organization, from 30 days ago to a year ahead; for its members also those for members. `GET /org-calendar/:orgId/calendar.ics` */
  getOrgCalendar: operation<GetOrgCalendarInput, GetOrgCalendarData, GetOrgCalendarFailure>(
    send,
    { method: 'GET', path: '/org-calendar/:orgId/calendar.ics', reads: 'text', open: true },
  ),
  /** Public events of the school, from 30 days ago to a year ahead. `GET /calendar.ics` */
  getSchoolCalendar: operation<GetSchoolCalendarInput, GetSchoolCalendarData, GetSchoolCalendarFailure>(
    send,
    { method: 'GET', path: '/calendar.ics', reads: 'text', open: true },
  ),
  /** Events that somebody is registered for, under the secret address that they asked for. `GET /my-events/calendar.ics` */
  getMyCalendar: operation<GetMyCalendarInput, GetMyCalendarData, GetMyCalendarFailure>(
    send,
    { method: 'GET', path: '/my-events/calendar.ics', query: ['token'], reads: 'text', open: true },
  ),
  /** Makes the secret address of the caller's calendar; the one before it is dead at once. `POST /my-events/calendar-token` */
  createCalendarToken: operation<CreateCalendarTokenInput, CreateCalendarTokenData, CreateCalendarTokenFailure>(
    send,
    { method: 'POST', path: '/my-events/calendar-token', reads: 'data' },
  ),
  /** Takes the secret address of the caller's calendar back. `DELETE /my-events/calendar-token` */
  revokeCalendarToken: operation<RevokeCalendarTokenInput, RevokeCalendarTokenData, RevokeCalendarTokenFailure>(
    send,
    { method: 'DELETE', path: '/my-events/calendar-token', reads: 'done' },
  ),
  /** Lists the secret calendar addresses of the caller, at whichever school. `GET /calendar-links` */
  listCalendarLinks: operation<ListCalendarLinksInput, ListCalendarLinksData, ListCalendarLinksFailure>(
    send,
    { method: 'GET', path: '/calendar-links', reads: 'data' },
  ),
  /** Takes one secret calendar address of the caller back, at whichever school. `DELETE /calendar-links/:linkId` */
  removeCalendarLink: operation<RemoveCalendarLinkInput, RemoveCalendarLinkData, RemoveCalendarLinkFailure>(
    send,
    { method: 'DELETE', path: '/calendar-links/:linkId', reads: 'done' },
  ),
})
