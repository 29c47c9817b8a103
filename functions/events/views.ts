import type { OwnCounts } from '../../lib/own-counts.ts'
import type { EventView } from './contract/shapes.ts'
import { hostViewOf } from './host-view.ts'
import type { Attendee } from './records/attendee.ts'
import type { AttendeePreview, EventCard } from './records/event.ts'
import {
  canReadAttendeeNames,
  hasRestrictedAttendeeList,
  type Viewer,
  type ViewerOptions,
  viewerOf,
} from './visibility.ts'

type PublicAttendee = Omit<AttendeePreview, 'guestCount'>

const attendeeOf = ({ id, name, username, picture, registeredAt }: PublicAttendee) => ({
  userId: id,
  user: { _id: id, name, username: username ?? '', picture },
  registeredAt,
})

const guestOf = ({ id, name, picture, sourceTenant, registeredAt }: PublicAttendee) => ({
  globalUserId: id,
  name,
  picture,
  isGuest: true as const,
  sourceTenant,
  registeredAt,
})

/** Attendees in the public view, in two lists: this school and other schools. */
export const peopleViewOf = (rows: readonly PublicAttendee[]) => ({
  attendees: rows.filter(({ kind }) => kind === 'u').map(attendeeOf),
  globalAttendees: rows.filter(({ kind }) => kind === 'g').map(guestOf),
})

/** The public fields of an attendee row. */
export const publicAttendeeOf = ({ personId, ...row }: Attendee): PublicAttendee => ({ ...row, id: personId })

type AttendeesView = ReturnType<typeof peopleViewOf>

/** A card's counts of registrations, with the reader's own recent changes. */
export const countsForReader = (
  { eventId, registrationCount, seatsTaken, waitlistCount }: EventCard,
  { counts }: { readonly counts: OwnCounts },
) => ({
  registrationCount: counts.shown('registrations', eventId, registrationCount),
  seatsTaken: counts.shown('seats', eventId, seatsTaken),
  waitlistCount: counts.shown('waitlist', eventId, waitlistCount),
})

/** A card's counts of people who are checked in, with the reader's own recent changes. */
export const checkInCountsForReader = (
  { eventId, checkedInCount, registeredInCount = 0, headsInCount = 0 }: EventCard,
  { counts }: { readonly counts: OwnCounts },
) => ({
  checkedInCount: counts.shown('checkedIn', eventId, checkedInCount),
  registeredInCount: counts.shown('registeredIn', eventId, registeredInCount),
  headsInCount: counts.shown('headsIn', eventId, headsInCount),
})

type ReaderCounts = ReturnType<typeof countsForReader>

/** The fields of a card that every reader of the event sees. The reply schema removes other fields. */
export const sharedViewOf = (card: EventCard, people: AttendeesView, counts: ReaderCounts) => ({
  ...card,
  ...counts,
  // Organizers read these. A copy without them would cost a tenth of a list's time.
  checkedInCount: undefined,
  correctedCount: undefined,
  registeredInCount: undefined,
  headsInCount: undefined,
  _id: card.eventId,
  description: card.summary,
  hostingId: hostViewOf(card),
  ...(card.host.dormant ? { registrationClosedReason: 'host_inactive' as const } : {}),
  attendeeVisibility: card.attendeeVisibility ?? 'signed_in',
  classroom_id: card.classroom_id ?? null,
  registrationDeadline: card.registrationDeadline ?? null,
  registrationFormId: card.registrationFormId ?? null,
  ...people,
  attendeesTruncated: counts.registrationCount > people.attendees.length + people.globalAttendees.length,
})

/** An event of a list, with the first five people of each kind for readers of names. */
const eventViewOf = (card: EventCard, viewer: Viewer, counts: ReaderCounts): EventView => {
  const people = canReadAttendeeNames(card, viewer) ? [...card.firstAttendees, ...card.firstGuests] : []
  return sharedViewOf(card, peopleViewOf(people), counts)
}

/** Views of a whole list. One round trip when a membership decides who reads names, none otherwise. */
export const eventViewsOf = async (
  cards: readonly EventCard[],
  context: Parameters<typeof viewerOf>[0] & { readonly counts: OwnCounts },
  options: ViewerOptions = {},
): Promise<EventView[]> => {
  const viewer = await viewerOf(context, cards.filter(hasRestrictedAttendeeList), { ...options, all: true })
  return cards.map((card) => eventViewOf(card, viewer, countsForReader(card, context)))
}
