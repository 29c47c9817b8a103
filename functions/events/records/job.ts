import * as z from 'zod/mini'
import { entity } from '../../../lib/table/entity.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/**
 * A job of an event, "role" in paths. `filledCount` is the number of its assignments, raised and lowered
 * in their transactions. `revision` counts changes of everything else.
 */
export const EventJob = z.object({
  eventId: text,
  jobId: text,
  /** The organization that made it. */
  orgId: text,
  /** Copy of the event's host, which never changes: writes that only touch jobs know by it whose event it is. */
  hostId: text,
  orgRoleId: maybe(text),
  name: text,
  description: maybe(text),
  requiredCount: z.number(),
  filledCount: z.number(),
  /** ISO 8601, UTC. Both or neither: a job without times takes those of the event. */
  shiftStart: maybe(text),
  shiftEnd: maybe(text),
  agendaItemIds: z.array(text),
  /** Anybody of the school may volunteer, not only members of the organizations of the event. */
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
