import * as z from 'zod/mini'
import { shapeOf } from '../../../lib/contract/field-table.ts'
import { entity } from '../../../lib/table/entity.ts'
import { EventStatus } from '../contract/event-shapes.ts'
import { SkippedDate } from '../contract/planned-shapes.ts'
import { bodyFields, cardFields } from '../contract/planner-fields.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/** The host's list that an event is in: live, in preparation, or past. */
export const Shelf = z.enum(['live', 'work', 'past'])
export type Shelf = z.infer<typeof Shelf>

export const shelfOf = (status: EventStatus): Shelf => {
  if (status === 'approved' || status === 'not-applicable') return 'live'
  return status === 'draft' || status === 'pending' || status === 'rejected' ? 'work' : 'past'
}

/**
 * `public` events are listed, `unlisted` ones are reached by address, `members_only` ones are for members of a hosting
 * organization.
 */
export const EventVisibility = cardFields.visibility.stored
export type EventVisibility = z.infer<typeof EventVisibility>

export const HostingType = z.enum(['User', 'Org'])
export type HostingType = z.infer<typeof HostingType>

/** One of the first attendees, as the card shows them. */
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
 * Event fields that lists show and rules need. Counts and first attendees are derived from attendee rows by `add` and
 * `set`, which raise `version` too. A write of the whole card, conditional on its version, therefore loses nothing.
 */
export const EventCard = z.object({
  eventId: text,
  /** `maxAttendees` null: no limit. `attendeeVisibility` absent: `signed_in`. */
  ...shapeOf(cardFields, 'stored'),
  hostingId: text,
  hostingType: HostingType,
  /**
   * Copies of the host's name and picture, and whether it is an inactive organization. They are refreshed on change.
   */
  host: z.object({ name: text, image: maybe(text), dormant: maybe(z.boolean()) }),
  start_time: text,
  end_time: text,
  /** IANA name. */
  timezone: text,
  /** A draft with times that the platform proposed. */
  undated: maybe(z.literal(true)),
  /** Start of the description for lists; at most `summaryLength` characters. */
  summary: maybe(text),
  /** Counts changes of `registrationTerms`; absent before the first. The seat counter has the same number. */
  terms: maybe(z.number()),
  status: EventStatus,
  /** Derived from `status`. */
  shelf: Shelf,
  /** Number of the submission for approval, from 1; 0 before the first. */
  submission: z.number(),
  /** The submission to which an approver requested changes. */
  changesRequestedFor: maybe(z.number()),
  /** Collaborators; at most 20. */
  collaborators: z.array(text),
  seriesId: maybe(text),
  createdBy: text,
  registrationCount: z.number(),
  seatsTaken: z.number(),
  waitlistCount: z.number(),
  checkedInCount: z.number(),
  /** People whose attendance was corrected after the end. */
  correctedCount: maybe(z.number()),
  /** Registered people who are checked in. `checkedInCount` also includes people without a registration. */
  registeredInCount: maybe(z.number()),
  /** People inside: the guest counts of all who are checked in, or the number of them who came. */
  headsInCount: maybe(z.number()),
  /** The first five of each kind. */
  firstAttendees: z.array(AttendeePreview),
  firstGuests: z.array(AttendeePreview),
  /** Counts changes that calendars must receive (RFC 5545 SEQUENCE). */
  sequence: z.number(),
  /** When it first went live and got its seat counter. Absent before that, while only planners see it. */
  liveAt: maybe(text),
  createdAt: text,
  updatedAt: text,
  cancelledAt: maybe(text),
  deletedAt: maybe(text),
  version: z.number(),
})
export type EventCard = z.infer<typeof EventCard>

/** Tells a draft whose last submission an approver returned from other drafts. */
export const changesRequestedView = ({
  status,
  submission,
  changesRequestedFor,
}: Pick<EventCard, 'status' | 'submission' | 'changesRequestedFor'>) =>
  status === 'draft' && submission === changesRequestedFor ? { changesRequested: true as const } : {}

/** The counts of a card that are derived from its attendee rows. */
export const eventCountNames = [
  'registrationCount',
  'seatsTaken',
  'waitlistCount',
  'checkedInCount',
  'correctedCount',
  'registeredInCount',
  'headsInCount',
] as const satisfies readonly (keyof EventCard)[]

export const summaryLength = 280

/** Fields that decide who may register, until when and how. */
const registrationTerms = [
  'visibility',
  'registrationDeadline',
  'registrationFormId',
  'waitlistEnabled',
] as const satisfies readonly (keyof EventCard)[]

/** The version of the registration terms after a change. */
export const registrationTermsVersion = (
  before: EventCard | undefined,
  after: EventCard,
): number | undefined => {
  if (!before) return undefined
  const isSame = registrationTerms.every((name) => before[name] === after[name])
  return isSame ? before.terms : (before.terms ?? 0) + 1
}

type ListingFields = Pick<EventCard, 'shelf' | 'status' | 'visibility' | 'deletedAt' | 'liveAt'>

/** Whether it took place or was cancelled after people could see it. */
const wasLive = ({ shelf, status, liveAt }: ListingFields): boolean =>
  shelf === 'past' && status !== 'archived' && liveAt !== undefined

/** Whether the school's lists show it, live or past. */
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

/**
 * Partitions with an event's items. They are purged with the event, in this order: a withdrawal needs the seat counter,
 * and everything needs the card.
 */
export const eventPartitions = [
  'EV#{eventId}#P',
  'EV#{eventId}#W',
  'EV#{eventId}#SEAT',
  'EV#{eventId}#TOLD',
  'EV#{eventId}#DOORS',
  'EV#{eventId}#GROWTH',
  'EV#{eventId}',
] as const

/** The room reservation of an event. */
export const Reservation = z.object({
  resourceId: text,
  state: z.enum(['draft', 'requested', 'approved', 'rejected', 'hold', 'released']),
  at: text,
})
export type Reservation = z.infer<typeof Reservation>

/** Fields that only the event page and planners need. */
export const EventBody = z.object({
  eventId: text,
  /** `notificationSettings` absent: the school's settings. */
  ...shapeOf(bodyFields, 'stored'),
  reservation: maybe(Reservation),
  /** Why the event was cancelled, for its attendees. */
  cancelReason: maybe(text),
  /** The number of people at submission, from which later growth is measured. */
  submittedFor: maybe(z.object({ maxAttendees: z.nullable(z.number()), expectedAttendance: z.number() })),
  occurrenceIndex: maybe(z.number()),
  /** For the first event of a series: number of events, itself included. */
  seriesSize: maybe(z.number()),
  /** For the first event of a series: the submission that included all events. A decision on it applies to all. */
  seriesSubmission: maybe(z.number()),
  /** For the first event of a series: the first date of the rule, if this event takes place on another date. */
  seriesStart: maybe(text),
  /** For the first event of a series: dates that were left out because they could not take place. */
  skippedDates: maybe(z.array(SkippedDate)),
  version: z.number(),
})
export type EventBody = z.infer<typeof EventBody>

/** Recurrence, with `count` or `until`. Times keep their local time in the event's zone. */
export type Recurrence = NonNullable<EventBody['recurrence']>
export type NotificationSettings = NonNullable<EventBody['notificationSettings']>

export const eventBody = entity('EventBody', EventBody, {
  expected: true,
  scope: 'tenant',
  pk: 'EV#{eventId}',
  sk: 'BODY',
})

/**
 * An organization that is invited to help, or helps, to run an event. A collaborator's row is in its own lists, with a
 * copy of the card that is refreshed on change.
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
  /** Copies of card fields, for the list. */
  shelf: Shelf,
  start_time: text,
  /** The card's version at the last refresh. */
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
