import * as z from 'zod/mini'
import { shapeOf } from '../../../lib/contract/field-table.ts'
import { described, holds } from '../../../lib/contract/fields.ts'
import { PageQuery } from '../../../lib/contract/paging.ts'
import { PublicUser } from '../../../lib/contract/people.ts'
import { FormView } from '../../form-records/contract.ts'
import { PublicAgenda } from './agenda-shapes.ts'
import { InstanceView } from './approval-shapes.ts'
import { SettingsView } from './desk-shapes.ts'
import { HostView } from './host-shapes.ts'
import { changesRequested, Helper } from './planned-shapes.ts'
import { cardFields, organizerFields, pageFields, textFields } from './planner-fields.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/** An attendee of this school in the public view. */
export const AttendeeView = z.object({ userId: text, user: PublicUser, registeredAt: text })

/** An attendee of another school, without an address or check-in. */
export const GuestView = z.object({
  globalUserId: text,
  name: text,
  picture: maybe(text),
  isGuest: z.literal(true),
  sourceTenant: maybe(text),
  registeredAt: text,
})

const people = {
  /** The first attendees: five in lists, fifty on the event page. */
  attendees: z.array(AttendeeView),
  globalAttendees: z.array(GuestView),
  attendeesTruncated: z.boolean(),
  registrationCount: z.number(),
  seatsTaken: z.number(),
  waitlistCount: z.number(),
}

const shared = {
  _id: text,
  /** For readers whom `attendeeVisibility` excludes, the lists of names are empty. The counts remain. */
  ...shapeOf(cardFields, 'shown'),
  visibility: text,
  /** Lists return the first 280 characters. */
  description: textFields.description.shown,
  hostingId: HostView,
  hostingType: z.enum(['User', 'Org']),
  host: z.object({ name: text, image: maybe(text) }),
  start_time: text,
  end_time: text,
  timezone: text,
  /** The times of this draft are proposals. */
  undated: maybe(z.literal(true)),
  registrationClosedReason: maybe(
    described(
      z.enum(['host_inactive']),
      "Reason why nobody can register although the event's settings allow it: `host_inactive` for an inactive organization.",
    ),
  ),
  status: text,
  seriesId: maybe(text),
  createdBy: text,
  createdAt: text,
  updatedAt: text,
  ...people,
}

/** An event as lists show it. */
export const EventView = z.object(shared)
export type EventView = z.infer<typeof EventView>

/**
 * An event of the caller's own list, with the id of the event that has its approval (the first of its series). Null for
 * an event that needed no approval.
 */
export const OwnEvent = z.extend(EventView, {
  approvalReference: z.nullable(z.object({ eventId: text })),
  changesRequested,
})

/** An approval comment with its author. */
const SignedComment = z.object({
  _id: text,
  userId: PublicUser,
  text,
  createdAt: text,
  parentCommentId: z.nullable(text),
})

/** The caller's registration as the event page shows it. `getMyRsvp` adds the waitlist position. */
const OwnRsvp = z.object({
  status: z.enum(['attending', 'waitlisted']),
  registeredAt: text,
  guestCount: z.number(),
  checkedIn: z.boolean(),
})
export type OwnRsvp = z.infer<typeof OwnRsvp>

/** The event page. `reservation` and the fields after it are for organizers. */
export const EventPageView = z.object({
  ...shared,
  ...shapeOf(pageFields, 'shown'),
  /** Organizers also see open invitations. */
  collaboratorOrgs: z.array(Helper),
  recurrence: maybe(z.unknown()),
  occurrenceIndex: maybe(z.number()),
  cancelReason: described(
    maybe(text),
    'Reason of the cancellation, if one was given; for registered people and organizers',
  ),
  series: described(
    maybe(
      z.object({
        size: maybe(z.number()),
        next: z.array(z.object({ _id: text, start_time: text, end_time: text })),
      }),
    ),
    'Series of the event: the number of its events, and the next ones that the caller can see',
  ),
  registrationForm: z.nullable(FormView),
  eventAgenda: z.nullable(PublicAgenda),
  checkInEnabled: z.boolean(),
  checkInOpensAt: described(
    text,
    'Time from which people can be checked in while check-in is enabled, until the end of the event (ISO 8601)',
  ),
  currentUserCheckedIn: z.boolean(),
  /** Null without a registration, and for callers that are not signed in. */
  currentUserRsvp: z.nullable(OwnRsvp),
  canManageEvent: z.boolean(),
  canRunCheckIn: described(
    z.boolean(),
    'Whether the caller may use the check-in desk. It implies no other right at the event',
  ),
  canMessageAttendees: described(
    z.boolean(),
    'Whether the caller may send announcements to attendees, for the organization in whose name they manage the event',
  ),
  manageableOrgId: z.nullable(text),
  manageableOrgName: z.nullable(text),
  reservation: maybe(z.unknown()),
  ...z.partial(z.object(shapeOf(organizerFields, 'shown'))).shape,
  notificationSettings: maybe(z.unknown()),
  checkedInCount: maybe(z.number()),
  registeredInCount: described(
    maybe(z.number()),
    'Number of registrations that are checked in, without people who came without one',
  ),
  headsCheckedIn: maybe(z.number()),
  checkInSettings: maybe(SettingsView),
  /**
   * Sent with `type=approval`, to organizers and to those the approval names. Null before the first submission.
   * `comments` has the newest fifty.
   */
  approvalReference: maybe(z.nullable(z.extend(InstanceView, { comments: z.array(SignedComment) }))),
})

export const Pagination = z.object({
  total: z.number(),
  totalIsLowerBound: z.boolean(),
  totalPages: z.number(),
  currentPage: z.number(),
  limit: z.number(),
  /** For a search: only parts of the result are in order. */
  orderIsPartial: maybe(z.boolean()),
})

/** Unknown query values are ignored. */
export const FeedQuery = { ...PageQuery, filter: maybe(text.check(z.maxLength(2000), holds('object'))) }
export const EventList = { events: z.array(EventView), nextCursor: maybe(text) }
