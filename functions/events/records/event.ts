import * as z from 'zod/mini'
import { entity } from '../../../lib/table/entity.ts'
import { AttendeeVisibility, EventStatus } from '../contract/event-shapes.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/** Which of a host's lists an event stands in: open to people, in preparation, or over. */
export const Shelf = z.enum(['live', 'work', 'past'])
export type Shelf = z.infer<typeof Shelf>

export const shelfOf = (status: EventStatus): Shelf => {
  if (status === 'approved' || status === 'not-applicable') return 'live'
  return status === 'draft' || status === 'pending' || status === 'rejected' ? 'work' : 'past'
}

/** `public` is listed, `unlisted` is reached by its address, `members_only` by members of a hosting organization. */
export const EventVisibility = z.enum(['public', 'unlisted', 'members_only'])
export type EventVisibility = z.infer<typeof EventVisibility>

export const HostingType = z.enum(['User', 'Org'])
export type HostingType = z.infer<typeof HostingType>

/** One of the first people of an event, as its card shows them. */
export const AttendeePreview = z.object({
  kind: z.enum(['u', 'g']),
  id: text,
  name: text,
  username: maybe(text),
  picture: maybe(text),
  sourceTenant: maybe(text),
  registeredAt: text,
  guestCount: z.number(),
})
export type AttendeePreview = z.infer<typeof AttendeePreview>

/**
 * What lists show of an event and what its rules need. Counts and the first people are folded from the
 * rows of attendees, by `add` and `set`, which raise `version` too; whoever puts the whole card under its version loses
 * nothing.
 */
export const EventCard = z.object({
  eventId: text,
  name: text,
  type: text,
  hostingId: text,
  hostingType: HostingType,
  /** Copies of the host's name and picture, and whether it is an inactive organization, refreshed when they change. */
  host: z.object({ name: text, image: maybe(text), dormant: maybe(z.boolean()) }),
  start_time: text,
  end_time: text,
  /** IANA name. */
  timezone: text,
  /** A draft whose times are proposed by us, since nobody has said any. */
  undated: maybe(z.literal(true)),
  location: maybe(text),
  /** How the description begins, for lists: at most `summaryLength` characters. */
  summary: maybe(text),
  classroom_id: maybe(text),
  image: maybe(text),
  visibility: EventVisibility,
  /** Absent: `signed_in`. */
  attendeeVisibility: maybe(AttendeeVisibility),
  expectedAttendance: z.number(),
  tags: z.array(text),
  registrationEnabled: z.boolean(),
  registrationRequired: z.boolean(),
  registrationDeadline: maybe(text),
  registrationFormId: maybe(text),
  /** Null: no limit. */
  maxAttendees: z.nullable(z.number()),
  waitlistEnabled: z.boolean(),
  /** Counts the changes of `registrationTerms`; absent before the first. The seat counter carries the same number. */
  terms: maybe(z.number()),
  status: EventStatus,
  /** Follows from `status`. */
  shelf: Shelf,
  /** Which submission for approval this is, from 1; 0 before the first. */
  submission: z.number(),
  /** Organizations that help to run it; at most 20. */
  collaborators: z.array(text),
  seriesId: maybe(text),
  createdBy: text,
  registrationCount: z.number(),
  seatsTaken: z.number(),
  waitlistCount: z.number(),
  checkedInCount: z.number(),
  /** People whose attendance was changed after the end. */
  correctedCount: maybe(z.number()),
  /** Those of `registrationCount` who are in; `checkedInCount` has those who came without registering too. */
  registeredInCount: maybe(z.number()),
  /** The first five of each kind. */
  firstAttendees: z.array(AttendeePreview),
  firstGuests: z.array(AttendeePreview),
  /** Counts what a calendar has to learn of (RFC 5545 SEQUENCE). */
  sequence: z.number(),
  /** When it first went live, and got its seat counter. Absent while it never has: only its planners see it. */
  liveAt: maybe(text),
  createdAt: text,
  updatedAt: text,
  cancelledAt: maybe(text),
  deletedAt: maybe(text),
  version: z.number(),
})
export type EventCard = z.infer<typeof EventCard>

export const summaryLength = 280

/** What decides who may register, until when and how. */
const registrationTerms = [
  'visibility',
  'registrationDeadline',
  'registrationFormId',
  'waitlistEnabled',
] as const satisfies readonly (keyof EventCard)[]

/** The number of the terms of an event that becomes another one. */
export const registrationTermsVersion = (
  before: EventCard | undefined,
  after: EventCard,
): number | undefined => {
  if (!before) return undefined
  const isSame = registrationTerms.every((name) => before[name] === after[name])
  return isSame ? before.terms : (before.terms ?? 0) + 1
}

type ListingFields = Pick<EventCard, 'shelf' | 'status' | 'visibility' | 'deletedAt' | 'liveAt'>

/** What has taken place, or was called off, after people could see it. */
const wasLive = ({ shelf, status, liveAt }: ListingFields): boolean =>
  shelf === 'past' && status !== 'archived' && liveAt !== undefined

/** Whether the lists of the school show it, open or taken place. */
export const isInPublicLists = (card: ListingFields): boolean =>
  card.visibility === 'public' && card.deletedAt === undefined && (card.shelf === 'live' || wasLive(card))

export const eventCard = entity('EventCard', EventCard, {
  expected: true,
  scope: 'tenant',
  pk: 'EV#{eventId}',
  sk: 'EV',
  gsi1: {
    pk: 'EVENTS#{shelf}',
    sk: '{start_time}#{eventId}',
    when: isInPublicLists,
  },
  gsi2: {
    pk: 'HOST#{hostingId}#EV#{shelf}',
    sk: '{start_time}#{eventId}',
    when: ({ deletedAt }: ListingFields) => deletedAt === undefined,
  },
})

/** How the room of an event stands. */
export const Reservation = z.object({
  resourceId: text,
  state: z.enum(['draft', 'requested', 'approved', 'rejected', 'hold', 'released']),
  at: text,
})
export type Reservation = z.infer<typeof Reservation>

/** Events that repeat. `count` or `until`; times keep their wall clock in the event's zone. */
export const Recurrence = z.object({
  frequency: z.enum(['daily', 'weekly', 'biweekly', 'monthly']),
  interval: z.number(),
  count: maybe(z.number()),
  until: maybe(text),
})
export type Recurrence = z.infer<typeof Recurrence>

export const NotificationSettings = z.object({
  /** Hours before the start. */
  reminders: z.array(z.number()),
  channels: z.array(z.enum(['email', 'push', 'in_app'])),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** What only the page of an event shows, and what its planners need. */
export const EventBody = z.object({
  eventId: text,
  description: maybe(text),
  contact: maybe(text),
  externalLink: maybe(text),
  targetAudience: z.array(text),
  customFields: z.record(text, z.unknown()),
  requiresApproval: z.boolean(),
  autoBook: z.boolean(),
  reservation: maybe(Reservation),
  /** Absent: the school's. */
  notificationSettings: maybe(NotificationSettings),
  /** How many people it was submitted for: what it grew by since counts from there. */
  submittedFor: maybe(z.object({ maxAttendees: z.nullable(z.number()), expectedAttendance: z.number() })),
  recurrence: maybe(Recurrence),
  occurrenceIndex: maybe(z.number()),
  /** Of the first event of a series: how many there are, itself among them. */
  seriesSize: maybe(z.number()),
  /** Of the same: the submission in which all of them were submitted. What is decided on it counts for all. */
  seriesSubmission: maybe(z.number()),
  feedbackFormId: maybe(text),
  version: z.number(),
})
export type EventBody = z.infer<typeof EventBody>
export const eventBody = entity('EventBody', EventBody, {
  expected: true,
  scope: 'tenant',
  pk: 'EV#{eventId}',
  sk: 'BODY',
})

/**
 * An organization that is asked to help run an event, or does. While it does, the row stands in that
 * organization's lists with a copy of the card, which is refreshed when the card changes.
 */
export const Collaborator = z.object({
  eventId: text,
  orgId: text,
  inviteId: text,
  hostOrgId: text,
  invitedByUserId: text,
  status: z.enum(['pending', 'accepted', 'declined', 'resolved']),
  respondedAt: maybe(text),
  acceptedByUserId: maybe(text),
  declinedByUserId: maybe(text),
  expiresAt: text,
  card: EventCard,
  /** Copies of the card's, for the list. */
  shelf: Shelf,
  start_time: text,
  /** When the list was last refreshed from: the card's version. */
  cardVersion: z.number(),
  version: z.number(),
})
export type Collaborator = z.infer<typeof Collaborator>

type CollaborationFields = Pick<Collaborator, 'status' | 'card'>

export const collaborator = entity('Collaborator', Collaborator, {
  scope: 'tenant',
  pk: 'EV#{eventId}',
  sk: 'COL#{orgId}',
  gsi1: {
    pk: 'ORG#{orgId}#COLINV',
    sk: '{expiresAt}#{eventId}',
    when: ({ status, card }: CollaborationFields) => status === 'pending' && card.deletedAt === undefined,
  },
  gsi2: {
    pk: 'HOST#{orgId}#EV#{shelf}',
    sk: '{start_time}#{eventId}',
    when: ({ status, card }: CollaborationFields) => status === 'accepted' && card.deletedAt === undefined,
  },
})
