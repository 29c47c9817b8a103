import * as z from 'zod/mini'
import { PageQuery } from '../../../lib/contract/paging.ts'
import { PublicUser } from '../../../lib/contract/people.ts'
import { FormView } from '../../answers/contract.ts'
import { PublicAgenda } from './agenda-shapes.ts'
import { InstanceView } from './approval-shapes.ts'
import { SettingsView } from './desk-shapes.ts'
import { AttendeeVisibility } from './event-shapes.ts'
import { HostView } from './host-shapes.ts'
import { Helper } from './planned-shapes.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/** Somebody of this school on an event, as strangers see them. */
export const AttendeeView = z.object({ userId: text, user: PublicUser, registeredAt: text })

/** Somebody of another school. No address, and nothing about their check-in. */
export const GuestView = z.object({
  globalUserId: text,
  name: text,
  picture: maybe(text),
  isGuest: z.literal(true),
  sourceTenant: maybe(text),
  registeredAt: text,
})

const people = {
  /** The first ones: five in lists, fifty on the page of the event. */
  attendees: z.array(AttendeeView),
  globalAttendees: z.array(GuestView),
  attendeesTruncated: z.boolean(),
  registrationCount: z.number(),
  seatsTaken: z.number(),
  waitlistCount: z.number(),
}

const shared = {
  _id: text,
  name: text,
  type: text,
  hostingId: HostView,
  hostingType: z.enum(['User', 'Org']),
  host: z.object({ name: text, image: maybe(text) }),
  start_time: text,
  end_time: text,
  timezone: text,
  /** The times of this draft are only proposed. */
  undated: maybe(z.literal(true)),
  location: maybe(text),
  /** In lists its first 280 characters. */
  description: maybe(text),
  classroom_id: z.nullable(text),
  image: maybe(text),
  visibility: text,
  /** Who reads the names of those who come; for others the lists are empty, the numbers are not. */
  attendeeVisibility: AttendeeVisibility,
  expectedAttendance: z.number(),
  tags: z.array(text),
  registrationEnabled: z.boolean(),
  registrationRequired: z.boolean(),
  registrationDeadline: z.nullable(text),
  registrationFormId: z.nullable(text),
  maxAttendees: z.nullable(z.number()),
  waitlistEnabled: z.boolean(),
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
 * An event of one's own list, with the event by which its approval is read (the first of its series); null for an event
 * that took none.
 */
export const OwnEvent = z.extend(EventView, {
  approvalReference: z.nullable(z.object({ eventId: text })),
})

/** A remark on an approval with whoever made it. */
const SignedComment = z.object({
  _id: text,
  userId: PublicUser,
  text,
  createdAt: text,
  parentCommentId: z.nullable(text),
})

/** How the caller stands to the event, as far as its page reads it: not where in line, which `getMyRsvp` tells. */
const OwnRsvp = z.object({
  status: z.enum(['attending', 'waitlisted']),
  registeredAt: text,
  guestCount: z.number(),
  checkedIn: z.boolean(),
})
export type OwnRsvp = z.infer<typeof OwnRsvp>

/** The page of an event. `reservation` and what follows are for those who keep it. */
export const EventPageView = z.object({
  ...shared,
  /** Who is asked to help and has not answered is among them for those who keep the event. */
  collaboratorOrgs: z.array(Helper),
  contact: maybe(text),
  externalLink: maybe(text),
  targetAudience: z.array(text),
  customFields: z.record(text, z.unknown()),
  recurrence: maybe(z.unknown()),
  occurrenceIndex: maybe(z.number()),
  feedbackFormId: z.nullable(text),
  registrationForm: z.nullable(FormView),
  eventAgenda: z.nullable(PublicAgenda),
  checkInEnabled: z.boolean(),
  currentUserCheckedIn: z.boolean(),
  /** Null without a registration, and to strangers. */
  currentUserRsvp: z.nullable(OwnRsvp),
  canManageEvent: z.boolean(),
  manageableOrgId: z.nullable(text),
  manageableOrgName: z.nullable(text),
  requiresApproval: maybe(z.boolean()),
  autoBook: maybe(z.boolean()),
  reservation: maybe(z.unknown()),
  notificationSettings: maybe(z.unknown()),
  checkedInCount: maybe(z.number()),
  checkInSettings: maybe(SettingsView),
  /**
   * With `type=approval`, for those who keep the event or are asked about it. Null before its first submission. `comments`
   * are the newest fifty.
   */
  approvalReference: maybe(z.nullable(z.extend(InstanceView, { comments: z.array(SignedComment) }))),
})

export const Pagination = z.object({
  total: z.number(),
  totalIsLowerBound: z.boolean(),
  totalPages: z.number(),
  currentPage: z.number(),
  limit: z.number(),
  /** Of a search: only parts of what was found are in order. */
  orderIsPartial: maybe(z.boolean()),
})

/** Values of a query that are not known are passed over. */
export const FeedQuery = { ...PageQuery, filter: maybe(text.check(z.maxLength(2000))) }
export const EventList = { events: z.array(EventView), nextCursor: maybe(text) }
