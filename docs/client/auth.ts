// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { PendingInvite, SelfUser } from './schemas.ts'
import { operation } from './send.ts'

export type RegisterInput = {
  readonly email: string
  readonly password: string
  readonly username?: string | undefined
  readonly name?: string | undefined
  readonly invite_token?: string | undefined
  readonly school?: string | undefined
}
export type RegisterData = { readonly user: SelfUser | null; readonly adminMfaSetupRequired: false }
export type RegisterFailure =
  | Anywhere
  | Failed<400, 'ACCOUNT_EXISTS' | 'USERNAME_TAKEN' | 'USERNAME_INVALID' | 'USERNAME_PROFANE' | 'EMAIL_INVALID' | 'PASSWORD_WEAK' | 'SCHOOL_REQUIRED' | 'INVITE_EMAIL_MISMATCH'>
  | Failed<403, 'CROSS_SITE' | 'ACCOUNT_SUSPENDED' | 'TENANT_UNAVAILABLE'>
  | Failed<404, 'USER_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED' | 'SIGN_IN_CODE_REQUIRED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type LoginInput = {
  readonly email: string
  readonly password: string
  readonly code?: string | undefined
  readonly school?: string | undefined
}
export type LoginData = { readonly user: SelfUser | null; readonly adminMfaSetupRequired: false }
export type LoginFailure =
  | Anywhere
  | Failed<400, 'INVALID_CODE' | 'SCHOOL_REQUIRED'>
  | Failed<401, 'INVALID_CREDENTIALS'>
  | Failed<403, 'CROSS_SITE' | 'ACCOUNT_SUSPENDED' | 'TENANT_UNAVAILABLE'>
  | Failed<404, 'USER_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED' | 'SIGN_IN_CODE_REQUIRED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RefreshTokenInput = Readonly<Record<string, never>>
export type RefreshTokenData = undefined
export type RefreshTokenFailure =
  | Anywhere
  | Failed<401, 'NO_REFRESH_TOKEN' | 'REFRESH_TOKEN_EXPIRED' | 'INVALID_REFRESH_TOKEN'>
  | Failed<403, 'CROSS_SITE' | 'ACCOUNT_SUSPENDED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>

export type LogoutInput = Readonly<Record<string, never>>
export type LogoutData = undefined
export type LogoutFailure = Anywhere | Failed<403, 'CROSS_SITE'> | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>

export type ValidateTokenInput = Readonly<Record<string, never>>
export type ValidateTokenData = {
  readonly user: SelfUser | null
  readonly platformRoles: readonly string[]
  readonly communities: readonly string[]
  readonly pendingOrgInvites: readonly PendingInvite[]
  readonly friendRequests: { readonly received: readonly string[]; readonly sent: readonly string[] }
}
export type ValidateTokenFailure = Anywhere | NotSignedIn | Failed<404, 'USER_NOT_FOUND'>

export type JoinTenantInput = Readonly<Record<string, never>>
export type JoinTenantData = {
  readonly user: SelfUser
  readonly alreadyMember: boolean
  readonly membership: { readonly tenantKey: string; readonly status: 'active' }
}
export type JoinTenantFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'USER_NOT_FOUND'>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'TENANT_UNAVAILABLE'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** Sign in, stay signed in, join a school. */
export const auth = (send: Send) => ({
  /** Creates an account, or signs an existing one in when the password is its own. `POST /register` */
  register: operation<RegisterInput, RegisterData, RegisterFailure>(
    send,
    { method: 'POST', path: '/register', body: true, reads: 'data', open: true, tokens: 'data' },
  ),
  /** Signs in with e-mail address or username and password. `POST /login` */
  login: operation<LoginInput, LoginData, LoginFailure>(
    send,
    { method: 'POST', path: '/login', body: true, reads: 'data', open: true, tokens: 'data' },
  ),
  /** Exchanges the refresh token for a new access token and its successor. `POST /refresh-token` */
  refreshToken: operation<RefreshTokenInput, RefreshTokenData, RefreshTokenFailure>(
    send,
    { method: 'POST', path: '/refresh-token', body: true, reads: 'done', open: true, tokens: 'top', renews: true },
  ),
  /** Ends the session of this device. `POST /logout` */
  logout: operation<LogoutInput, LogoutData, LogoutFailure>(
    send,
    { method: 'POST', path: '/logout', body: true, reads: 'done', open: true, ends: true },
  ),
  /** Who is signed in here, and at which schools. `GET /validate-token` */
  validateToken: operation<ValidateTokenInput, ValidateTokenData, ValidateTokenFailure>(
    send,
    { method: 'GET', path: '/validate-token', reads: 'data' },
  ),
  /** Makes the caller a member of this school. `POST /auth/join-tenant` */
  joinTenant: operation<JoinTenantInput, JoinTenantData, JoinTenantFailure>(
    send,
    { method: 'POST', path: '/auth/join-tenant', body: true, reads: 'data', tokens: 'data' },
  ),
})
