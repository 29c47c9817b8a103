import * as z from 'zod/mini'
import { entity } from '../../table/entity.ts'

const text = z.string()

/**
 * The number of an organization's events that a person attends or attended: registered, or checked in without
 * registration. One row per person, member or not, so that earlier events count when the person joins. A row with no
 * events left is removed.
 */
export const Participation = z.object({
  orgId: text,
  userId: text,
  events: z.number(),
  /** Whether they are an active member now. */
  member: z.boolean(),
  version: z.number(),
})
export type Participation = z.infer<typeof Participation>
export const participation = entity('Participation', Participation, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'WENT#{userId}',
})

/** An organization's sums over the rows of its active members. */
export const Engagement = z.object({ orgId: text, membersWithEvents: z.number(), events: z.number() })
export type Engagement = z.infer<typeof Engagement>
export const engagement = entity('Engagement', Engagement, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'ENGAGEMENT',
})
