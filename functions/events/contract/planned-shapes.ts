import * as z from 'zod/mini'
import { shapeOf } from '../../../lib/contract/field-table.ts'
import { described } from '../../../lib/contract/fields.ts'
import { HostView } from './host-shapes.ts'
import { bodyFields, cardFields, textFields } from './planner-fields.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/** Of a draft, for its planners and administrators. */
export const changesRequested = described(
  maybe(z.literal(true)),
  'Whether an approver requested changes to the last submission of this draft',
)

/** A collaborator, or an organization with an open invitation. */
export const Helper = z.object({ orgId: HostView, status: z.enum(['active', 'pending']) })

/** The fields of an event that its planners read in lists. Times are ISO 8601, UTC. */
export const PlannedCard = z.object({
  _id: text,
  ...shapeOf(cardFields, 'shown'),
  description: textFields.description.shown,
  hostingId: HostView,
  hostingType: z.enum(['User', 'Org']),
  host: z.object({ name: text, image: maybe(text) }),
  start_time: text,
  end_time: text,
  timezone: text,
  /** The times of this draft are proposals. */
  undated: maybe(z.literal(true)),
  registrationCount: z.number(),
  seatsTaken: z.number(),
  waitlistCount: z.number(),
  checkedInCount: z.number(),
  headsCheckedIn: z.number(),
  status: text,
  /** Derived from the clock: upcoming, active or completed. */
  operationalStatus: z.enum(['upcoming', 'active', 'completed']),
  submission: z.number(),
  changesRequested,
  collaboratorOrgs: z.array(z.object({ orgId: text, status: z.literal('active') })),
  seriesId: maybe(text),
  createdBy: text,
  createdAt: text,
  updatedAt: text,
  version: z.number(),
})

/** A date of a series that cannot take place, with the failure that a single event would get. */
export const SkippedDate = z.object({ date: text, code: text, message: text })
export type SkippedDate = z.infer<typeof SkippedDate>

/** An event as its planners read it. */
export const PlannedEvent = z.object({
  ...PlannedCard.shape,
  ...shapeOf(bodyFields, 'shown'),
  reservation: maybe(z.object({ resourceId: text, state: text, at: text })),
  occurrenceIndex: maybe(z.number()),
  skippedDates: described(
    maybe(z.array(SkippedDate)),
    'Dates of the series that were left out because they could not take place',
  ),
  /** Problems that did not prevent the change. `EVENT_OVER`: the event was published after its end. */
  warnings: maybe(z.array(z.object({ code: text, message: text }))),
})
export type PlannedEvent = z.infer<typeof PlannedEvent>
