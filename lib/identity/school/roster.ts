import * as z from 'zod/mini'
import { entity } from '../../table/entity.ts'

/** An address on a school's roster, in the form that sign-ins use. A person who has proven it may become a member. */
const RosterEntry = z.object({ email: z.string(), addedAt: z.string() })
export type RosterEntry = z.infer<typeof RosterEntry>
export const rosterEntry = entity('RosterEntry', RosterEntry, {
  scope: 'tenant',
  pk: 'ROSTER',
  sk: 'E#{email}',
})

/** The number of addresses, the number of changes, and the last change with its position. */
const RosterHead = z.object({
  name: z.literal('HEAD'),
  count: z.number(),
  version: z.number(),
  from: z.number(),
  saved: z.string(),
})
export const rosterHead = entity('RosterHead', RosterHead, { scope: 'tenant', pk: 'ROSTER', sk: '{name}' })
