import * as z from 'zod/mini'

/**
 * Who reads the names of those who come: everybody, people who say who they are, members of a hosting organization, or
 * those who keep the event alone.
 */
export const AttendeeVisibility = z.enum(['everyone', 'signed_in', 'members', 'organizers'])
export type AttendeeVisibility = z.infer<typeof AttendeeVisibility>

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
