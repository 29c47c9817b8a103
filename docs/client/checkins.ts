// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { CheckedInView, CheckedOutView, DeskView, DoorPerson, DoorView, ScanBody, ScanResult, WantedSettings } from './schemas.ts'
import { operation } from './send.ts'

export type EnableCheckInInput = { readonly eventId: string } & { readonly orgId?: string | undefined; readonly settings?: WantedSettings | undefined }
export type EnableCheckInData = DeskView
export type EnableCheckInFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'PERMISSION_REQUIRED' | undefined>
  | Failed<404, undefined>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type DisableCheckInInput = { readonly eventId: string } & { readonly orgId?: string | undefined }
export type DisableCheckInData = DeskView
export type DisableCheckInFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'PERMISSION_REQUIRED' | undefined>
  | Failed<404, undefined>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RotateCheckInInput = { readonly eventId: string } & { readonly orgId?: string | undefined }
export type RotateCheckInData = DeskView
export type RotateCheckInFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'PERMISSION_REQUIRED' | undefined>
  | Failed<404, undefined>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetCheckInSettingsInput = { readonly eventId: string } & { readonly orgId?: string | undefined }
export type GetCheckInSettingsData = DeskView
export type GetCheckInSettingsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'PERMISSION_REQUIRED'>
  | Failed<404, undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ChangeCheckInSettingsInput = { readonly eventId: string } & { readonly orgId?: string | undefined; readonly settings: WantedSettings }
export type ChangeCheckInSettingsData = DeskView
export type ChangeCheckInSettingsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'PERMISSION_REQUIRED' | undefined>
  | Failed<404, undefined>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetCheckInLinkInput = { readonly eventId: string } & { readonly orgId?: string | undefined }
export type GetCheckInLinkData = { readonly checkInUrl: string }
export type GetCheckInLinkFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'PERMISSION_REQUIRED'>
  | Failed<404, undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetCheckInCodeInput = { readonly eventId: string } & {
  readonly orgId?: string | undefined
  readonly format?: 'svg' | 'png' | undefined
  readonly rotating?: 'true' | 'false' | undefined
}
export type GetCheckInCodeData = { readonly qrCode: string; readonly checkInUrl: string; readonly expiresAt?: string | undefined }
export type GetCheckInCodeFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'PERMISSION_REQUIRED'>
  | Failed<404, undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CreateDoorCredentialInput = { readonly eventId: string } & { readonly orgId?: string | undefined; readonly name: string; readonly hours?: number | undefined }
export type CreateDoorCredentialData = {
  readonly credential: {
    readonly _id: string
    readonly name: string
    readonly createdBy: string
    readonly createdAt: string
    readonly expiresAt: string
    readonly revokedAt?: string | undefined
    readonly secret: string
  }
}
export type CreateDoorCredentialFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID'>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'PERMISSION_REQUIRED' | undefined>
  | Failed<404, undefined>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListDoorCredentialsInput = { readonly eventId: string } & {
  readonly orgId?: string | undefined
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListDoorCredentialsData = { readonly credentials: readonly DoorView[]; readonly nextCursor?: string | undefined }
export type ListDoorCredentialsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'PERMISSION_REQUIRED' | undefined>
  | Failed<404, undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RevokeDoorCredentialInput = { readonly eventId: string; readonly doorId: string } & { readonly orgId?: string | undefined }
export type RevokeDoorCredentialData = undefined
export type RevokeDoorCredentialFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'PERMISSION_REQUIRED' | undefined>
  | Failed<404, undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CheckInInput = { readonly eventId: string } & { readonly token: string }
export type CheckInData = CheckedInView
export type CheckInFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | undefined>
  | Failed<404, undefined>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CheckInOnPageInput = { readonly eventId: string }
export type CheckInOnPageData = CheckedInView
export type CheckInOnPageFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | undefined>
  | Failed<404, undefined>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetCheckInTicketInput = { readonly eventId: string }
export type GetCheckInTicketData = { readonly code: string }
export type GetCheckInTicketFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CheckInPersonInput = { readonly eventId: string; readonly userId: string } & {
  readonly orgId?: string | undefined
  readonly doorCredential?: string | undefined
  readonly reason?: string | undefined
}
export type CheckInPersonData = CheckedInView
export type CheckInPersonFailure =
  | Anywhere
  | Failed<400, undefined>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'PERMISSION_REQUIRED' | 'DOOR_CREDENTIAL_INVALID' | undefined>
  | Failed<404, undefined>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CheckInGuestInput = { readonly eventId: string; readonly globalUserId: string } & {
  readonly orgId?: string | undefined
  readonly doorCredential?: string | undefined
  readonly reason?: string | undefined
}
export type CheckInGuestData = CheckedInView
export type CheckInGuestFailure =
  | Anywhere
  | Failed<400, undefined>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'PERMISSION_REQUIRED' | 'DOOR_CREDENTIAL_INVALID'>
  | Failed<404, undefined>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type TakeScansInput = { readonly eventId: string } & {
  readonly orgId?: string | undefined
  readonly doorCredential?: string | undefined
  readonly reason?: string | undefined
  readonly scans: readonly ScanBody[]
}
export type TakeScansData = { readonly results: readonly ScanResult[] }
export type TakeScansFailure =
  | Anywhere
  | Failed<400, undefined>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'PERMISSION_REQUIRED' | 'DOOR_CREDENTIAL_INVALID'>
  | Failed<404, undefined>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CheckOutInput = { readonly eventId: string }
export type CheckOutData = CheckedOutView
export type CheckOutFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, undefined>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CheckOutPersonInput = { readonly eventId: string; readonly userId: string } & {
  readonly orgId?: string | undefined
  readonly doorCredential?: string | undefined
  readonly reason?: string | undefined
}
export type CheckOutPersonData = CheckedOutView
export type CheckOutPersonFailure =
  | Anywhere
  | Failed<400, undefined>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'PERMISSION_REQUIRED' | 'DOOR_CREDENTIAL_INVALID'>
  | Failed<404, undefined>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListCheckedInInput = { readonly eventId: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
  readonly orgId?: string | undefined
  readonly q?: string | undefined
  readonly checkedIn?: 'true' | 'false' | 'all' | undefined
}
export type ListCheckedInData = {
  readonly attendees: readonly DoorPerson[]
  readonly stats: {
    readonly totalCheckedIn: number
    readonly totalRegistrations: number
    readonly checkInRate: number
    readonly anonymousBrowserCheckIns: number
    readonly corrections: number
  }
  readonly nextCursor?: string | undefined
}
export type ListCheckedInFailure =
  | Anywhere
  | Failed<400, undefined>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'PERMISSION_REQUIRED' | 'DOOR_CREDENTIAL_INVALID'>
  | Failed<404, undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListExpectedInput = { readonly orgId: string; readonly eventId: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListExpectedData = {
  readonly registrations: readonly ({
    readonly type: 'logged-in' | 'guest'
    readonly userId?: string | undefined
    readonly globalUserId?: string | undefined
    readonly displayName: string
    readonly email?: string | undefined
    readonly guestCount: number
    readonly registeredAt: string
  })[]
  readonly stats: {
    readonly totalCheckedIn: number
    readonly totalRegistrations: number
    readonly checkInRate: number
    readonly anonymousBrowserCheckIns: number
    readonly corrections: number
  }
  readonly nextCursor?: string | undefined
}
export type ListExpectedFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** Check-in at the door of events. */
export const checkins = (send: Send) => ({
  /** Opens the desk of an event. `POST /events/:eventId/check-in/enable` */
  enableCheckIn: operation<EnableCheckInInput, EnableCheckInData, EnableCheckInFailure>(
    send,
    { method: 'POST', path: '/events/:eventId/check-in/enable', body: true, reads: 'data' },
  ),
  /** Closes the desk of an event; who is checked in stays so. `POST /events/:eventId/check-in/disable` */
  disableCheckIn: operation<DisableCheckInInput, DisableCheckInData, DisableCheckInFailure>(
    send,
    { method: 'POST', path: '/events/:eventId/check-in/disable', body: true, reads: 'data' },
  ),
  /** Makes new links; those of before are dead at once. `POST /events/:eventId/check-in/rotate` */
  rotateCheckIn: operation<RotateCheckInInput, RotateCheckInData, RotateCheckInFailure>(
    send,
    { method: 'POST', path: '/events/:eventId/check-in/rotate', body: true, reads: 'data' },
  ),
  /** Whether the desk is open, and how people check in. `GET /events/:eventId/check-in/settings` */
  getCheckInSettings: operation<GetCheckInSettingsInput, GetCheckInSettingsData, GetCheckInSettingsFailure>(
    send,
    { method: 'GET', path: '/events/:eventId/check-in/settings', query: ['orgId'], reads: 'data' },
  ),
  /** Changes how people check in; what is not sent stays. `PUT /events/:eventId/check-in/settings` */
  changeCheckInSettings: operation<ChangeCheckInSettingsInput, ChangeCheckInSettingsData, ChangeCheckInSettingsFailure>(
    send,
    { method: 'PUT', path: '/events/:eventId/check-in/settings', body: true, reads: 'data' },
  ),
  /** The address that checks people in. `GET /events/:eventId/check-in/link` */
  getCheckInLink: operation<GetCheckInLinkInput, GetCheckInLinkData, GetCheckInLinkFailure>(
    send,
    { method: 'GET', path: '/events/:eventId/check-in/link', query: ['orgId'], reads: 'flat' },
  ),
  /** A QR code of the address: the one that stays, or one for a screen that asks again when it ends. `GET /events/:eventId/check-in/qr` */
  getCheckInCode: operation<GetCheckInCodeInput, GetCheckInCodeData, GetCheckInCodeFailure>(
    send,
    { method: 'GET', path: '/events/:eventId/check-in/qr', query: ['orgId','format','rotating'], reads: 'flat' },
  ),
  /** A secret for helpers at the door of one event, shown once, for at most a day. `POST /events/:eventId/check-in/door-credentials` */
  createDoorCredential: operation<CreateDoorCredentialInput, CreateDoorCredentialData, CreateDoorCredentialFailure>(
    send,
    { method: 'POST', path: '/events/:eventId/check-in/door-credentials', body: true, reads: 'data', keyed: true },
  ),
  /** Door credentials of an event, newest first, without their secrets. `GET /events/:eventId/check-in/door-credentials` */
  listDoorCredentials: operation<ListDoorCredentialsInput, ListDoorCredentialsData, ListDoorCredentialsFailure>(
    send,
    { method: 'GET', path: '/events/:eventId/check-in/door-credentials', query: ['orgId','page','limit','cursor'], reads: 'data' },
  ),
  /** Takes a door credential back. `DELETE /events/:eventId/check-in/door-credentials/:doorId` */
  revokeDoorCredential: operation<RevokeDoorCredentialInput, RevokeDoorCredentialData, RevokeDoorCredentialFailure>(
    send,
    { method: 'DELETE', path: '/events/:eventId/check-in/door-credentials/:doorId', query: ['orgId'], reads: 'done' },
  ),
  /** Checks the caller in by the token of a link or a screen. `POST /events/:eventId/check-in` */
  checkIn: operation<CheckInInput, CheckInData, CheckInFailure>(
    send,
    { method: 'POST', path: '/events/:eventId/check-in', body: true, reads: 'data' },
  ),
  /** Checks the caller in on the page of the event. `POST /events/:eventId/check-in/self` */
  checkInOnPage: operation<CheckInOnPageInput, CheckInOnPageData, CheckInOnPageFailure>(
    send,
    { method: 'POST', path: '/events/:eventId/check-in/self', body: true, reads: 'data' },
  ),
  /** What the caller shows at the door, for devices that scan without a connection. `GET /events/:eventId/check-in/ticket` */
  getCheckInTicket: operation<GetCheckInTicketInput, GetCheckInTicketData, GetCheckInTicketFailure>(
    send,
    { method: 'GET', path: '/events/:eventId/check-in/ticket', reads: 'data' },
  ),
  /** Checks somebody in: a user, or `g-` and a global user; for a week after the end as a correction. `POST /events/:eventId/check-in/:userId` */
  checkInPerson: operation<CheckInPersonInput, CheckInPersonData, CheckInPersonFailure>(
    send,
    { method: 'POST', path: '/events/:eventId/check-in/:userId', body: true, reads: 'data', open: true },
  ),
  /** Checks in a guest of another school; for a week after the end as a correction. `POST /events/:eventId/check-in/guest/:globalUserId` */
  checkInGuest: operation<CheckInGuestInput, CheckInGuestData, CheckInGuestFailure>(
    send,
    { method: 'POST', path: '/events/:eventId/check-in/guest/:globalUserId', body: true, reads: 'data', open: true },
  ),
  /** Takes scans of a device that was without a connection; the same ones again change nothing. `POST /events/:eventId/check-in/batch` */
  takeScans: operation<TakeScansInput, TakeScansData, TakeScansFailure>(
    send,
    { method: 'POST', path: '/events/:eventId/check-in/batch', body: true, reads: 'data', open: true },
  ),
  /** Checks the caller out. `POST /events/:eventId/check-out` */
  checkOut: operation<CheckOutInput, CheckOutData, CheckOutFailure>(
    send,
    { method: 'POST', path: '/events/:eventId/check-out', body: true, reads: 'data' },
  ),
  /** Takes the check-in of somebody back, for a week after the end too; who came without a registration is taken off. `POST /events/:eventId/check-out/:userId` */
  checkOutPerson: operation<CheckOutPersonInput, CheckOutPersonData, CheckOutPersonFailure>(
    send,
    { method: 'POST', path: '/events/:eventId/check-out/:userId', body: true, reads: 'data', open: true },
  ),
  /** Who is in, or may come, by the beginning of their names. `GET /events/:eventId/check-in/attendees` */
  listCheckedIn: operation<ListCheckedInInput, ListCheckedInData, ListCheckedInFailure>(
    send,
    { method: 'GET', path: '/events/:eventId/check-in/attendees', query: ['page','limit','cursor','orgId','q','checkedIn'], reads: 'flat', open: true },
  ),
  /** Registrations of people who have not come yet. `GET /org-event-management/:orgId/events/:eventId/check-in/registrations` */
  listExpected: operation<ListExpectedInput, ListExpectedData, ListExpectedFailure>(
    send,
    { method: 'GET', path: '/org-event-management/:orgId/events/:eventId/check-in/registrations', query: ['page','limit','cursor'], reads: 'data' },
  ),
})
