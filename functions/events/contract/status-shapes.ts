import * as z from 'zod/mini'

/** Names of the states of an event. */
export const eventStatuses = [
  'draft',
  'pending',
  'approved',
  'not-applicable',
  'rejected',
  'cancelled',
  'completed',
  'archived',
] as const
export const EventStatus = z.enum(eventStatuses)
export type EventStatus = z.infer<typeof EventStatus>
