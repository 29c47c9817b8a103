// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import { operation } from './send.ts'

export type ListPlatformAdminsInput = Readonly<Record<string, never>>
export type ListPlatformAdminsData = {
  readonly admins: readonly ({
    readonly globalUserId: string
    readonly email?: string | undefined
    readonly name?: string | undefined
    readonly picture?: string | undefined
    readonly roles: readonly string[]
    readonly addedAt: string
    readonly addedBy: string
  })[]
  readonly nominations: readonly { readonly id: string }[]
}
export type ListPlatformAdminsFailure = Anywhere | NotSignedIn | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED'>

export type AddPlatformAdminInput = { readonly email?: string | undefined; readonly globalUserId?: string | undefined }
export type AddPlatformAdminData = { readonly globalUserId: string; readonly email: string }
export type AddPlatformAdminFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'CROSS_SITE'>
  | Failed<404, 'USER_NOT_FOUND'>
  | Failed<409, 'EMAIL_NOT_VERIFIED' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>

export type RemovePlatformAdminInput = { readonly globalUserId: string }
export type RemovePlatformAdminData = undefined
export type RemovePlatformAdminFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'CROSS_SITE'>
  | Failed<404, 'NOT_FOUND'>
  | Failed<409, 'LAST_PLATFORM_ADMIN' | 'CONCURRENT_CHANGE'>

/** Who administers the platform. */
export const admins = (send: Send) => ({
  /** Lists the platform administrators, the longest-serving first. `GET /admin/platform-admins` */
  listPlatformAdmins: operation<ListPlatformAdminsInput, ListPlatformAdminsData, ListPlatformAdminsFailure>(
    send,
    { method: 'GET', path: '/admin/platform-admins', reads: 'data' },
  ),
  /** Makes a person a platform administrator; who is one already stays one. `POST /admin/platform-admins` */
  addPlatformAdmin: operation<AddPlatformAdminInput, AddPlatformAdminData, AddPlatformAdminFailure>(
    send,
    { method: 'POST', path: '/admin/platform-admins', body: true, reads: 'data' },
  ),
  /** Takes the platform roles of a person away and signs the person out everywhere. `DELETE /admin/platform-admins/:globalUserId` */
  removePlatformAdmin: operation<RemovePlatformAdminInput, RemovePlatformAdminData, RemovePlatformAdminFailure>(
    send,
    { method: 'DELETE', path: '/admin/platform-admins/:globalUserId', reads: 'done' },
  ),
})
