import * as z from 'zod/mini'
import { entity } from '../../table/entity.ts'

/** An address, as sign-ins write it, that a school has on its roster: whoever has proven it may become a member. */
const RosterEntry = z.object({ email: z.string(), addedAt: z.string() })
export type RosterEntry = z.infer<typeof RosterEntry>
export const rosterEntry = entity('RosterEntry', RosterEntry, {
  scope: 'tenant',
  pk: 'ROSTER',
  sk: 'E#{email}',
})

/** How many addresses there are, how often they were changed, and by what, from where in that count, they were last. */
const RosterHead = z.object({
  name: z.literal('HEAD'),
  count: z.number(),
  version: z.number(),
  from: z.number(),
  saved: z.string(),
})
export const rosterHead = entity('RosterHead', RosterHead, { scope: 'tenant', pk: 'ROSTER', sk: '{name}' })
