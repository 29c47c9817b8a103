import { createHash } from 'node:crypto'
import type { Caller } from '../../lib/identity/person/caller.ts'
import { key, type Ref } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { type Attendee, attendee } from './records/attendee.ts'
import type { EventCard } from './records/event.ts'
import { peopleViewOf, shownOf } from './views.ts'
import { isOnOwnList, isVisible, type Viewer } from './visibility.ts'

/** Says the number of counters too: whoever looks in all places where somebody could stand reads as many of each. */
const nameOf = (seatCounters: number, at: number): string =>
  seatCounters > 1 ? `${seatCounters}.${at}` : '0'

/** Names of the partitions over which the people of an event are spread: one for each seat counter. */
export const partitionsOf = ({ seatCounters }: Pick<EventCard, 'seatCounters'>): readonly string[] =>
  Array.from({ length: Math.max(1, seatCounters) }, (_, at) => nameOf(seatCounters, at))

/** The partition of one person, the same as long as the event has as many counters. */
export const partitionOf = ({ seatCounters }: Pick<EventCard, 'seatCounters'>, personId: string): string => {
  const number = createHash('sha256').update(personId).digest().readUInt32BE(0)
  return nameOf(seatCounters, number % Math.max(1, seatCounters))
}

/** People of each kind that the page of an event shows. */
const mostShown = 50

/** Rows to look at in each partition, so that all together are at most twice what is shown. */
const perPartition = (partitions: number): number =>
  partitions === 1 ? mostShown : Math.ceil((2 * mostShown) / partitions)

const listKind = async (table: Table, card: EventCard, kind: Attendee['kind']): Promise<Attendee[]> => {
  const partitions = partitionsOf(card)
  const limit = perPartition(partitions.length)
  const { eventId } = card
  const pages = await Promise.all(
    partitions.map((partition) => table.list(attendee, { holes: { eventId, partition, kind }, limit })),
  )
  return pages
    .flatMap(({ items }) => items)
    .filter(({ status, walkIn, left }) => status === 'attending' && !walkIn && !left)
    .sort((a, b) => (a.registeredAt < b.registeredAt ? -1 : 1))
    .slice(0, mostShown)
}

/**
 * The first fifty attendees and guests of an event, as strangers see them: its partitions in parallel. Guests are rare,
 * so they are looked for where the card knows of any.
 */
export const readPeople = async (table: Table, card: EventCard) => {
  const [attendees, guests] = await Promise.all([
    listKind(table, card, 'u'),
    card.firstGuests.length > 0 ? listKind(table, card, 'g') : [],
  ])
  return peopleViewOf([...attendees, ...guests].map(shownOf))
}

/** Rows under which the caller may be registered for an event: as a user of this school, and as a guest. */
export const ownRefs = (card: EventCard, caller: Caller | undefined): Ref<typeof attendee>[] => {
  const ref = (kind: Attendee['kind'], personId: string | null | undefined) =>
    personId
      ? [key(attendee, { eventId: card.eventId, partition: partitionOf(card, personId), kind, personId })]
      : []
  return [...ref('u', caller?.tenantUserId), ...ref('g', caller?.globalUserId)]
}

/**
 * Whether the caller may see an event, as whoever may know of it or as somebody who is registered for it (rules/events 25).
 * Reads only where nothing but a registration would open it.
 */
export const maySee = async (
  card: EventCard,
  viewer: Viewer,
  { table, caller }: { readonly table: Table; readonly caller: Caller | undefined },
): Promise<boolean> => {
  if (isVisible(card, viewer)) return true
  if (!caller || !isOnOwnList(card, viewer)) return false
  return (await table.batchGet(ownRefs(card, caller))).some((row) => row !== undefined)
}
