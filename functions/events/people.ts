import type { Caller } from '../../lib/identity/person/caller.ts'
import { key, type Ref } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { type Attendee, attendee } from './records/attendee.ts'
import type { EventCard } from './records/event.ts'
import { peopleViewOf, publicAttendeeOf } from './views.ts'
import { isShownToRegistrant, isVisible, type Viewer } from './visibility.ts'

/** People of each kind that the page of an event shows. */
const maxShown = 50

const listKind = async (
  table: Table,
  { eventId }: EventCard,
  kind: Attendee['kind'],
): Promise<Attendee[]> => {
  const { items } = await table.list(attendee, { keyParams: { eventId, kind }, limit: maxShown })
  return items
    .filter(({ status, walkIn, left }) => status === 'attending' && !walkIn && !left)
    .sort((a, b) => (a.registeredAt < b.registeredAt ? -1 : 1))
}

/**
 * The first fifty attendees and guests of an event, as strangers see them. Guests are rare, so they are read where the card
 * knows of any.
 */
export const readPeople = async (table: Table, card: EventCard) => {
  const [attendees, guests] = await Promise.all([
    listKind(table, card, 'u'),
    card.firstGuests.length > 0 ? listKind(table, card, 'g') : [],
  ])
  return peopleViewOf([...attendees, ...guests].map(publicAttendeeOf))
}

/** Rows under which the caller may be registered for an event: as a user of this school, and as a guest. */
export const ownRefs = (card: EventCard, caller: Caller | undefined): Ref<typeof attendee>[] => {
  const ref = (kind: Attendee['kind'], personId: string | null | undefined) =>
    personId ? [key(attendee, { eventId: card.eventId, kind, personId })] : []
  return [...ref('u', caller?.tenantUserId), ...ref('g', caller?.globalUserId)]
}

/**
 * Whether the caller may see an event, as whoever may know of it or as somebody who is registered for it (rules/events 25).
 * Reads only where nothing but a registration would open it.
 */
export const canSeeEvent = async (
  card: EventCard,
  viewer: Viewer,
  { table, caller }: { readonly table: Table; readonly caller: Caller | undefined },
): Promise<boolean> => {
  if (isVisible(card, viewer)) return true
  if (!caller || !isShownToRegistrant(card, viewer)) return false
  return (await table.batchGet(ownRefs(card, caller))).some((row) => row !== undefined)
}
