// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import { operation } from './send.ts'

export type ListAuditEntriesInput = {
  readonly action?: string | undefined
  readonly actor?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
  readonly tenant?: string | undefined
}
export type ListAuditEntriesData = {
  readonly entries: readonly ({
    readonly id: string
    readonly at: string
    readonly action: string
    readonly actor: string
    readonly actingAs?: string | undefined
    readonly targetType: string
    readonly targetId: string
    readonly detail?: Readonly<Record<string, string>> | undefined
    readonly ipAddress: string
    readonly requestId: string
  })[]
  readonly nextCursor: string | null
}
export type ListAuditEntriesFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'INVALID_CURSOR'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED'>

/** Who did what, when, in whose name and from where. */
export const audit = (send: Send) => ({
  /** Lists audit rows, newest first; a page may be short and still have a next cursor. `GET /admin/audit` */
  listAuditEntries: operation<ListAuditEntriesInput, ListAuditEntriesData, ListAuditEntriesFailure>(
    send,
    { method: 'GET', path: '/admin/audit', query: ['action','actor','from','to','limit','cursor','tenant'], reads: 'data' },
  ),
})
