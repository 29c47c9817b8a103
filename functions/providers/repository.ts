import * as z from 'zod/mini'
import {
  emailPointer,
  type GlobalUser,
  globalUser,
  providerPointer,
} from '../../lib/identity/person/records.ts'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, type Write } from '../../lib/table/write.ts'

/**
 * A sign-in that has begun, with the values that its response must match. Global, because the response may arrive on
 * the platform host. The state and the browser's mark are stored as hashes only.
 */
const ProviderRequest = z.object({
  stateHash: z.string(),
  provider: z.enum(['google', 'apple']),
  purpose: z.enum(['sign-in', 'link']),
  tenantKey: z.string(),
  /** Path where the browser ends up; without one it depends on who signs in. */
  path: z.optional(z.string()),
  /** Redirect address for redeeming a code; absent when no code will come. */
  redirectUri: z.optional(z.string()),
  verifier: z.optional(z.string()),
  nonce: z.string(),
  /** Absent when a native app began it. */
  markHash: z.optional(z.string()),
  /** For `link`: the account and its session at the time. */
  globalUserId: z.optional(z.string()),
  sid: z.optional(z.string()),
  expiresAt: z.string(),
})
export type ProviderRequest = z.infer<typeof ProviderRequest>
export const providerRequest = entity('ProviderRequest', ProviderRequest, {
  scope: 'global',
  pk: 'OIDC#{stateHash}',
  sk: 'REQ',
  ttl: 'expiresAt',
})

/** An ID token that has opened a session opens no second one. Kept as long as the token is valid. */
const SpentProof = z.object({ proofHash: z.string(), expiresAt: z.string() })
export const spentProof = entity('SpentProof', SpentProof, {
  scope: 'global',
  pk: 'OIDC#{proofHash}',
  sk: 'SPENT',
  ttl: 'expiresAt',
})

export const storeRequest = (table: Table, request: ProviderRequest) =>
  table.put(providerRequest, request, { absent: true })

export const findRequest = (table: Table, stateHash: string): Promise<ProviderRequest | undefined> =>
  table.get(providerRequest, { stateHash }, { strong: true })

/** Removes a request, so that only one response to it counts. */
export const takeRequest = async (table: Table, stateHash: string): Promise<ProviderRequest | undefined> => {
  const removed = await table.remove(providerRequest, { stateHash }, { exists: true })
  return removed.ok ? removed.before : undefined
}

export const spendProof = (proofHash: string, expires: Date): Write =>
  put(spentProof, { proofHash, expiresAt: expires.toISOString() }, { absent: true })

/** Finds the person whom a provider knows as `subject`. */
export const findLinkedPerson = async (
  table: Table,
  issuer: string,
  subject: string,
): Promise<string | undefined> =>
  (await table.get(providerPointer, { issuer, subject }, { strong: true }))?.globalUserId

export const isAddressTaken = async (table: Table, email: string): Promise<boolean> =>
  (await table.get(emailPointer, { email }, { strong: true })) !== undefined

export const findGlobalUser = (table: Table, id: string): Promise<GlobalUser | undefined> =>
  table.get(globalUser, { id }, { strong: true })
