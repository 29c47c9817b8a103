// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { PushDevice, Session } from './schemas.ts'
import { operation } from './send.ts'

export type ListSessionsInput = Readonly<Record<string, never>>
export type ListSessionsData = { readonly sessions: readonly Session[] }
export type ListSessionsFailure = Anywhere | NotSignedIn

export type RevokeSessionInput = { readonly sessionId: string }
export type RevokeSessionData = undefined
export type RevokeSessionFailure = Anywhere | NotSignedIn | Failed<403, 'CROSS_SITE'> | Failed<404, undefined>

export type RevokeAllOtherSessionsInput = Readonly<Record<string, never>>
export type RevokeAllOtherSessionsData = undefined
export type RevokeAllOtherSessionsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'CROSS_SITE'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>

export type ListPushDevicesInput = Readonly<Record<string, never>>
export type ListPushDevicesData = { readonly devices: readonly PushDevice[] }
export type ListPushDevicesFailure = Anywhere | NotSignedIn

export type RemovePushDeviceInput = { readonly deviceId: string }
export type RemovePushDeviceData = undefined
export type RemovePushDeviceFailure = Anywhere | NotSignedIn | Failed<403, 'CROSS_SITE'> | Failed<404, undefined>

/** The devices a person is signed in on. */
export const sessions = (send: Send) => ({
  /** Lists the devices of the caller, last used first. `GET /sessions` */
  listSessions: operation<ListSessionsInput, ListSessionsData, ListSessionsFailure>(
    send,
    { method: 'GET', path: '/sessions', reads: 'data' },
  ),
  /** Signs one device out. `DELETE /sessions/:sessionId` */
  revokeSession: operation<RevokeSessionInput, RevokeSessionData, RevokeSessionFailure>(
    send,
    { method: 'DELETE', path: '/sessions/:sessionId', reads: 'done' },
  ),
  /** Signs every device out but this one; calendar links and codes that were mailed end too. `POST /sessions/revoke-all-others` */
  revokeAllOtherSessions: operation<RevokeAllOtherSessionsInput, RevokeAllOtherSessionsData, RevokeAllOtherSessionsFailure>(
    send,
    { method: 'POST', path: '/sessions/revoke-all-others', body: true, reads: 'done' },
  ),
  /** Lists the devices of the caller that get push messages, at whichever school. `GET /push-devices` */
  listPushDevices: operation<ListPushDevicesInput, ListPushDevicesData, ListPushDevicesFailure>(
    send,
    { method: 'GET', path: '/push-devices', reads: 'data' },
  ),
  /** Ends push messages to one device, which stays signed in, at every school that is listed. `DELETE /push-devices/:deviceId` */
  removePushDevice: operation<RemovePushDeviceInput, RemovePushDeviceData, RemovePushDeviceFailure>(
    send,
    { method: 'DELETE', path: '/push-devices/:deviceId', reads: 'done' },
  ),
})
