import * as z from 'zod/mini'

/** Who may read attendee names: everyone, signed-in people, members of a hosting organization, or organizers only. */
export const AttendeeVisibility = z.enum(['everyone', 'signed_in', 'members', 'organizers'])
export type AttendeeVisibility = z.infer<typeof AttendeeVisibility>

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
