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

/** People of an event as strangers see them, in two lists by where they are at home. */
export const peopleViewOf = (rows: readonly PublicAttendee[]) => ({
  attendees: rows.filter(({ kind }) => kind === 'u').map(attendeeOf),
  globalAttendees: rows.filter(({ kind }) => kind === 'g').map(guestOf),
})

/** What is shown of a row of an attendee. */
export const publicAttendeeOf = ({ personId, ...row }: Attendee): PublicAttendee => ({ ...row, id: personId })

type AttendeesView = ReturnType<typeof peopleViewOf>

/** Everything of a card that whoever sees the event reads of it. The reply strips what it does not promise. */
export const sharedViewOf = (card: EventCard, people: AttendeesView) => {
  const { eventId, checkedInCount: _, correctedCount: __, registeredInCount: ___, ...fields } = card
  return {
    ...fields,
    _id: eventId,
    description: card.summary,
    hostingId: hostViewOf(card),
    attendeeVisibility: card.attendeeVisibility ?? 'signed_in',
    classroom_id: card.classroom_id ?? null,
    registrationDeadline: card.registrationDeadline ?? null,
    registrationFormId: card.registrationFormId ?? null,
    ...people,
    attendeesTruncated: card.registrationCount > people.attendees.length + people.globalAttendees.length,
  }
}

/** An event of a list, with the first five people of each kind for who reads their names. */
const eventViewOf = (card: EventCard, viewer: Viewer): EventView => {
  const people = canReadAttendeeNames(card, viewer) ? [...card.firstAttendees, ...card.firstGuests] : []
  return sharedViewOf(card, peopleViewOf(people))
}

/** The same of a whole list: one round trip where a membership says who reads names, none otherwise. */
export const eventViewsOf = async (
  cards: readonly EventCard[],
  context: Parameters<typeof viewerOf>[0],
  options: ViewerOptions = {},
): Promise<EventView[]> => {
  const viewer = await viewerOf(context, cards.filter(hasRestrictedAttendeeList), { ...options, all: true })
  return cards.map((card) => eventViewOf(card, viewer))
}
