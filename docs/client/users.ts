// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { AdminUser, PublicUser, PushRegistration, SearchPagination, SelfUser, UserChange, UserIds, UserSearch, UsernameQuestion } from './schemas.ts'
import { operation } from './send.ts'

export type UpdateUserInput = UserChange
export type UpdateUserData = { readonly user: SelfUser }
export type UpdateUserFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'NAME_REQUIRED' | 'NAME_TOO_LONG' | 'USERNAME_REQUIRED' | 'USERNAME_TOO_SHORT' | 'USERNAME_TOO_LONG' | 'USERNAME_INVALID' | 'USERNAME_PROFANE' | 'USERNAME_TAKEN' | 'EMAIL_CHANGE_NOT_SUPPORTED'>
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'OWN_PROOF_REQUIRED'>
  | Failed<404, 'USER_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CheckUsernameInput = UsernameQuestion
export type CheckUsernameData = undefined
export type CheckUsernameFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'USERNAME_REQUIRED' | 'USERNAME_TOO_SHORT' | 'USERNAME_TOO_LONG' | 'USERNAME_INVALID'>
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetUserInput = { readonly userId: string }
export type GetUserData = { readonly user: PublicUser }
export type GetUserFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'USER_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetUsersInput = UserIds
export type GetUsersData = { readonly users: readonly PublicUser[] }
export type GetUsersFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type SearchUsersInput = UserSearch
export type SearchUsersData = { readonly data: readonly (AdminUser | PublicUser)[]; readonly pagination: SearchPagination }
export type SearchUsersFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN' | 'FORBIDDEN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetUserByUsernameInput = UsernameQuestion
export type GetUserByUsernameData = { readonly user: PublicUser }
export type GetUserByUsernameFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'USERNAME_REQUIRED'>
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'USER_NOT_FOUND'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UploadUserImageInput = { readonly image?: Blob | undefined }
export type UploadUserImageData = { readonly imageUrl: string }
export type UploadUserImageFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined>
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'USER_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE' | 'UNSUPPORTED_IMAGE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RegisterPushTokenInput = PushRegistration
export type RegisterPushTokenData = { readonly appEdition: 'campus' | 'pivot' }
export type RegisterPushTokenFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined>
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'USER_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type DeleteAccountInput = { readonly password?: string | undefined }
export type DeleteAccountData = undefined
export type DeleteAccountFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'RECENT_LOGIN_REQUIRED'>
  | Failed<404, 'USER_NOT_FOUND'>
  | Failed<409, 'OWNS_ORGANIZATIONS' | 'LAST_PLATFORM_ADMIN' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** People of a school: their own record, finding others, leaving. */
export const users = (send: Send) => ({
  /** Changes the own record. `POST /update-user` */
  updateUser: operation<UpdateUserInput, UpdateUserData, UpdateUserFailure>(
    send,
    { method: 'POST', path: '/update-user', body: true, reads: 'data' },
  ),
  /** Says whether a username can be taken; `success` is the answer. `POST /check-username` */
  checkUsername: operation<CheckUsernameInput, CheckUsernameData, CheckUsernameFailure>(
    send,
    { method: 'POST', path: '/check-username', body: true, reads: 'done' },
  ),
  /** One person of this school. `GET /get-user` */
  getUser: operation<GetUserInput, GetUserData, GetUserFailure>(
    send,
    { method: 'GET', path: '/get-user', query: ['userId'], reads: 'flat' },
  ),
  /** Up to 100 people of this school, in the order asked for; absent ones are left out. `GET /get-users` */
  getUsers: operation<GetUsersInput, GetUsersData, GetUsersFailure>(
    send,
    { method: 'GET', path: '/get-users', query: ['userIds','userIds[]'], reads: 'flat' },
  ),
  /** People whose username begins with the query; administrators also find a whole e-mail address. `GET /search-users` */
  searchUsers: operation<SearchUsersInput, SearchUsersData, SearchUsersFailure>(
    send,
    { method: 'GET', path: '/search-users', query: ['query','roles','tags','excludeIds','limit','skip','sortBy','sortOrder','cursor'], reads: 'flat' },
  ),
  /** The person of this school who has a username, in any casing. `POST /get-user-by-username` */
  getUserByUsername: operation<GetUserByUsernameInput, GetUserByUsernameData, GetUserByUsernameFailure>(
    send,
    { method: 'POST', path: '/get-user-by-username', body: true, reads: 'flat' },
  ),
  /** Sets the own picture: JPEG, PNG, GIF or WebP of at most 4 MB. `POST /upload-user-image` */
  uploadUserImage: operation<UploadUserImageInput, UploadUserImageData, UploadUserImageFailure>(
    send,
    { method: 'POST', path: '/upload-user-image', body: true, files: ['image'], reads: 'flat' },
  ),
  /** Tells where push notifications of this person go. `POST /register-push-token` */
  registerPushToken: operation<RegisterPushTokenInput, RegisterPushTokenData, RegisterPushTokenFailure>(
    send,
    { method: 'POST', path: '/register-push-token', body: true, reads: 'data' },
  ),
  /** Leaves this school; with the last school the whole account goes. `DELETE /delete-account` */
  deleteAccount: operation<DeleteAccountInput, DeleteAccountData, DeleteAccountFailure>(
    send,
    { method: 'DELETE', path: '/delete-account', body: true, reads: 'done' },
  ),
})
