import * as z from 'zod/mini'
import { dayMs } from '../../../lib/contract/time.ts'
import { entity } from '../../../lib/table/entity.ts'
import { put, type Write } from '../../../lib/table/write.ts'
import type { PlanWorld } from '../../lifecycle/index.ts'

const text = z.string()

/** That events of a host that is gone are left: one notice calls off one page of a list, and leaves the next of these rows. */
export const HostSweep = z.object({
  hostingId: text,
  /** The second pass, a minute later, finds what the index showed too late for the first. */
  pass: z.enum(['1', '2']),
  round: text,
  shelf: text,
  cursor: z.optional(text),
  expiresAt: text,
})
export type HostSweep = z.infer<typeof HostSweep>
export const hostSweep = entity('HostSweep', HostSweep, {
  scope: 'tenant',
  pk: 'OUT#HOST#{hostingId}',
  sk: '{pass}#{round}',
  ttl: 'expiresAt',
})

const keptMs = 7 * dayMs

/** `round` counts the pages of a pass, from 0. */
export const hostSweepWrite = (
  { round, ...place }: Omit<HostSweep, 'round' | 'expiresAt'> & { readonly round: number },
  { now }: PlanWorld,
): Write =>
  put(hostSweep, {
    ...place,
    round: String(round).padStart(6, '0'),
    expiresAt: new Date(now().getTime() + keptMs).toISOString(),
  })
