import * as z from 'zod/mini'
import { PersonalChannel } from '../../../lib/contract/notification.ts'
import { AttendeeVisibility } from './event-shapes.ts'
import { HostView } from './host-shapes.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/** A collaborator, or an organization with an open invitation. */
export const Helper = z.object({ orgId: HostView, status: z.enum(['active', 'pending']) })

/** An event as its planners read it. Times are ISO 8601, UTC. */
export const PlannedEvent = z.object({
  _id: text,
  name: text,
  description: maybe(text),
  type: text,
  hostingId: HostView,
  hostingType: z.enum(['User', 'Org']),
  host: z.object({ name: text, image: maybe(text) }),
  start_time: text,
  end_time: text,
  timezone: text,
  /** The times of this draft are proposals. */
  undated: maybe(z.literal(true)),
  location: maybe(text),
  classroom_id: z.nullable(text),
  autoBook: z.boolean(),
  reservation: maybe(z.object({ resourceId: text, state: text, at: text })),
  visibility: z.enum(['public', 'unlisted', 'members_only']),
  expectedAttendance: z.number(),
  contact: maybe(text),
  externalLink: maybe(text),
  image: maybe(text),
  tags: z.array(text),
  targetAudience: z.array(text),
  customFields: z.record(text, z.unknown()),
  registrationEnabled: z.boolean(),
  registrationRequired: z.boolean(),
  registrationDeadline: z.nullable(text),
  registrationFormId: z.nullable(text),
  feedbackFormId: z.nullable(text),
  maxAttendees: z.nullable(z.number()),
  waitlistEnabled: z.boolean(),
  attendeeVisibility: AttendeeVisibility,
  registrationCount: z.number(),
  seatsTaken: z.number(),
  waitlistCount: z.number(),
  checkedInCount: z.number(),
  requiresApproval: z.boolean(),
  status: text,
  /** Derived from the clock: upcoming, active or completed. */
  operationalStatus: z.enum(['upcoming', 'active', 'completed']),
  submission: z.number(),
  collaboratorOrgs: z.array(z.object({ orgId: text, status: z.literal('active') })),
  notificationSettings: maybe(
    z.object({ reminders: z.array(z.number()), channels: z.array(PersonalChannel) }),
  ),
  recurrence: maybe(
    z.object({
      frequency: z.enum(['daily', 'weekly', 'biweekly', 'monthly']),
      interval: z.number(),
      count: maybe(z.number()),
      until: maybe(text),
    }),
  ),
  seriesId: maybe(text),
  occurrenceIndex: maybe(z.number()),
  createdBy: text,
  createdAt: text,
  updatedAt: text,
  version: z.number(),
})
export type PlannedEvent = z.infer<typeof PlannedEvent>
