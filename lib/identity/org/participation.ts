import * as z from 'zod/mini'
import { entity } from '../../table/entity.ts'

const text = z.string()

/**
 * How many events of an organization somebody is at, or was: registered, or came without. One row per person, member or not, so
 * that who joins counts with what they had before. It goes when nothing is left of it.
 */
export const Participation = z.object({
  orgId: text,
  userId: text,
  events: z.number(),
  /** Whether they are an active member by now. */
  member: z.boolean(),
  version: z.number(),
})
export type Participation = z.infer<typeof Participation>
export const participation = entity('Participation', Participation, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'WENT#{userId}',
})

/** The sums of an organization over the rows of its active members. */
export const Engagement = z.object({ orgId: text, membersWithEvents: z.number(), events: z.number() })
export type Engagement = z.infer<typeof Engagement>
export const engagement = entity('Engagement', Engagement, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'ENGAGEMENT',
})
