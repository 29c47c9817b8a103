import * as z from 'zod/mini'
import { entity } from '../../../lib/table/entity.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/**
 * A job of an event, "role" in paths. `filledCount` is the number of its assignments, changed in their transactions.
 * `revision` counts all other changes.
 */
export const EventJob = z.object({
  eventId: text,
  jobId: text,
  /** The organization that created it. */
  orgId: text,
  /**
   * Copy of the event's host, which never changes. Job writes learn from it which organization the event belongs to.
   */
  hostId: text,
  orgRoleId: maybe(text),
  name: text,
  description: maybe(text),
  requiredCount: z.number(),
  filledCount: z.number(),
  /** ISO 8601, UTC. Both or neither: a job without times uses those of the event. */
  shiftStart: maybe(text),
  shiftEnd: maybe(text),
  agendaItemIds: z.array(text),
  /** Open to everyone at the school, not only to members of the event's organizations. */
  openToAll: z.boolean(),
  createdBy: text,
  createdAt: text,
  updatedAt: text,
  revision: z.number(),
})
export type EventJob = z.infer<typeof EventJob>
export const eventJob = entity('EventJob', EventJob, {
  expected: true,
  scope: 'tenant',
  pk: 'EV#{eventId}',
  sk: 'JOB#{jobId}',
})
