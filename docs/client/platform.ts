// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import { operation } from './send.ts'

export type GetHealthInput = Readonly<Record<string, never>>
export type GetHealthData = { readonly ok: true }
export type GetHealthFailure = Anywhere | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetDetailedHealthInput = Readonly<Record<string, never>>
export type GetDetailedHealthData = {
  readonly ok: boolean
  readonly statuses: {
    readonly backend: { readonly status: 'ok' | 'degraded' | 'down' | 'unknown'; readonly uptime: number }
    readonly database: { readonly status: 'ok' | 'degraded' | 'down' | 'unknown'; readonly latency: string }
    readonly auth: {
      readonly status: 'ok' | 'degraded' | 'down' | 'unknown'
      readonly keys: number
      readonly keyAgeDays: number | null
    }
    readonly scheduler: {
      readonly status: 'ok' | 'degraded' | 'down' | 'unknown'
      readonly lastRun: string | null
      readonly schedules: readonly ({
        readonly name: string
        readonly every: string
        readonly state: string
        readonly lastRun: string
        readonly lastSuccess: string | null
      })[]
    }
    readonly cronJobs: { readonly status: 'ok' | 'degraded' | 'down' | 'unknown'; readonly lastRun: string | null }
    readonly stream: { readonly status: 'ok' | 'degraded' | 'down' | 'unknown'; readonly lagSeconds: number | null }
    readonly mail: {
      readonly status: 'ok' | 'degraded' | 'down' | 'unknown'
      readonly dropped: number
      readonly retried: number
    }
    readonly push: {
      readonly status: 'ok' | 'degraded' | 'down' | 'unknown'
      readonly dropped: number
      readonly retried: number
    }
    readonly due: {
      readonly status: 'ok' | 'degraded' | 'down' | 'unknown'
      readonly lateHours: number | null
      readonly aside: number
    }
  }
  readonly subDomain: string
  readonly version: string
}
export type GetDetailedHealthFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED'>
  | Failed<429, 'RATE_LIMITED'>

export type GetSecurityContactInput = Readonly<Record<string, never>>
export type GetSecurityContactData = string
export type GetSecurityContactFailure = Anywhere | Failed<404, 'NOT_FOUND'>

export type GetSigningKeysInput = Readonly<Record<string, never>>
export type GetSigningKeysData = {
  readonly keys: readonly {
    readonly kty: 'OKP'
    readonly crv: 'Ed25519'
    readonly x: string
    readonly kid: string
    readonly use: 'sig'
    readonly alg: 'EdDSA'
  }[]
}
export type GetSigningKeysFailure = Anywhere

/** The platform itself: is it up, and with which keys does it sign. */
export const platform = (send: Send) => ({
  /** Says that the service answers. `GET /health` */
  getHealth: operation<GetHealthInput, GetHealthData, GetHealthFailure>(
    send,
    { method: 'GET', path: '/health', reads: 'bare', open: true },
  ),
  /** Looks at the table, the clock, the stream, the signing keys, mail and push. `GET /admin/health` */
  getDetailedHealth: operation<GetDetailedHealthInput, GetDetailedHealthData, GetDetailedHealthFailure>(
    send,
    { method: 'GET', path: '/admin/health', reads: 'flat' },
  ),
  /** Where holes are reported (RFC 9116). `GET /.well-known/security.txt` */
  getSecurityContact: operation<GetSecurityContactInput, GetSecurityContactData, GetSecurityContactFailure>(
    send,
    { method: 'GET', path: '/.well-known/security.txt', reads: 'text', open: true },
  ),
  /** Public keys of access tokens (RFC 7517). `GET /.well-known/jwks.json` */
  getSigningKeys: operation<GetSigningKeysInput, GetSigningKeysData, GetSigningKeysFailure>(
    send,
    { method: 'GET', path: '/.well-known/jwks.json', reads: 'bare', open: true },
  ),
})
