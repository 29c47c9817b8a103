// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import { operation } from './send.ts'

export type CheckResourceInput = {
  readonly resourceId: string
  readonly start_time: string
  readonly end_time: string
  readonly excludeEventId?: string | undefined
}
export type CheckResourceData = { readonly isAvailable: true }
export type CheckResourceFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined>
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<409, 'reservation_conflict'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** Rooms and when they are taken (events.md 1.12). */
export const rooms = (send: Send) => ({
  /** Says whether a room is free; 409 names who has it. `POST /resource-preflight` */
  checkResource: operation<CheckResourceInput, CheckResourceData, CheckResourceFailure>(
    send,
    { method: 'POST', path: '/resource-preflight', body: true, reads: 'data' },
  ),
})
