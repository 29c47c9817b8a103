import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'
import { put, type Write } from '../../lib/table/write.ts'

/** That more invitations of an organization have to follow what it is called, or that it is gone: one page a row. */
const InviteSweep = z.object({
  orgId: z.string(),
  /** What it follows: a version of the organization. */
  run: z.string(),
  cursor: z.string(),
  round: z.string(),
  expiresAt: z.string(),
})
export type InviteSweep = z.infer<typeof InviteSweep>
export const inviteSweep = entity('InviteSweep', InviteSweep, {
  scope: 'tenant',
  pk: 'INVSWEEP#{orgId}',
  sk: '{run}#{round}',
  ttl: 'expiresAt',
})

const keptSeconds = 7 * 24 * 3600

export const inviteSweepWrite = (due: Omit<InviteSweep, 'expiresAt'>, now: Date): Write =>
  put(inviteSweep, { ...due, expiresAt: new Date(now.getTime() + keptSeconds * 1000).toISOString() })
