import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, remove, type Write } from '../../lib/table/write.ts'

/** A mail domain that a school claims and has not proven yet. */
export const DomainClaim = z.object({
  domain: z.string(),
  token: z.string(),
  requestedBy: z.string(),
  requestedAt: z.string(),
  expiresAt: z.string(),
})
export type DomainClaim = z.infer<typeof DomainClaim>

export const domainClaim = entity('DomainClaim', DomainClaim, {
  scope: 'tenant',
  pk: 'MAILDOMAINS',
  sk: '{domain}',
  ttl: 'expiresAt',
})

const maxClaims = 100

export const listClaims = async (table: Table): Promise<readonly DomainClaim[]> =>
  (await table.list(domainClaim, { keyParams: {}, limit: maxClaims, strong: true })).items

export const findClaim = (table: Table, domain: string): Promise<DomainClaim | undefined> =>
  table.get(domainClaim, { domain }, { strong: true })

/** Stores a claim in one transaction with `also`, or returns the existing one. */
export const createClaim = async (
  table: Table,
  claim: DomainClaim,
  also: readonly Write[],
): Promise<DomainClaim> => {
  const written = await table.write([put(domainClaim, claim, { absent: true }), ...also])
  return written.ok ? claim : ((written.found[0] as DomainClaim | undefined) ?? claim)
}

export const removeClaim = (domain: string): Write => remove(domainClaim, { domain })
