import type { Caller } from '../../lib/identity/person/caller.ts'
import { key, type Ref } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { type Attendee, attendee } from './records/attendee.ts'
import type { EventCard } from './records/event.ts'
import { peopleViewOf, publicAttendeeOf } from './views.ts'
import { isShownToRegistrant, isVisible, type Viewer } from './visibility.ts'

/** People of each kind on the event page. */
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

/** Reads the first fifty attendees and guests in the public view. Guests are read only when the card counts some. */
export const readPeople = async (table: Table, card: EventCard) => {
  const [attendees, guests] = await Promise.all([
    listKind(table, card, 'u'),
    card.firstGuests.length > 0 ? listKind(table, card, 'g') : [],
  ])
  return peopleViewOf([...attendees, ...guests].map(publicAttendeeOf))
}

/** Keys of rows under which the caller may be registered: as a user of this school, and as a guest. */
export const ownRefs = (card: EventCard, caller: Caller | undefined): Ref<typeof attendee>[] => {
  const ref = (kind: Attendee['kind'], personId: string | null | undefined) =>
    personId ? [key(attendee, { eventId: card.eventId, kind, personId })] : []
  return [...ref('u', caller?.tenantUserId), ...ref('g', caller?.globalUserId)]
}

/**
 * Whether the caller may see an event, by its visibility or by a registration (rules/events 25). Reads only when a
 * registration decides.
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
