import type { Table } from '../../../lib/table/table.ts'
import { type Attendee, type AttendeePreview, attendee, type EventCard } from '../../events/index.ts'
import { type AttendeeKey, rowKey } from '../attendee-key.ts'

/** People of each kind on a card. */
const maxShown = 5
const pageSize = 50
/** Limit of pages to read for people to show, because waiting people are on them too. */
const maxPages = 10

const isShown = ({ status, walkIn, left }: Attendee): boolean => status === 'attending' && !walkIn && !left

const shownOf = (row: Attendee): AttendeePreview => {
  const { kind, personId: id, name, username, picture, sourceTenant, registeredAt, guestCount } = row
  return {
    kind,
    id,
    name,
    registeredAt,
    guestCount,
    ...(username === undefined ? {} : { username }),
    ...(picture === undefined ? {} : { picture }),
    ...(sourceTenant === undefined ? {} : { sourceTenant }),
  }
}

const placeOf = ({ registeredAt, id }: AttendeePreview): string => `${registeredAt}#${id}`
const inOrder = (people: readonly AttendeePreview[]): AttendeePreview[] =>
  [...people].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)).slice(0, maxShown)

/** Finds other seated people of a kind to fill the places beside `known`. */
const findOthers = async (
  table: Table,
  { eventId }: EventCard,
  kind: AttendeeKey['kind'],
  known: readonly AttendeePreview[],
): Promise<AttendeePreview[]> => {
  const found = [...known]
  let cursor: string | undefined
  for (let page = 0; page < maxPages && found.length < maxShown; page += 1) {
    const listing = { keyParams: { eventId, kind }, limit: pageSize, cursor, strong: true }
    const { items, cursor: next } = await table.list(attendee, listing)
    const seated = items.filter(isShown).map(shownOf)
    found.push(...seated.filter(({ id }) => !known.some((one) => one.id === id)))
    cursor = next
    if (cursor === undefined) break
  }
  return found
}

export const listNameFor = ({ kind }: AttendeeKey): 'firstAttendees' | 'firstGuests' =>
  kind === 'u' ? 'firstAttendees' : 'firstGuests'

/**
 * Computes a card's first people after a change of one row; undefined when they stay the same. Stream records may come
 * late and out of order. The row is therefore read strongly, after the card whose version guards the write.
 */
export const firstAttendeesAfter = async (
  table: Table,
  card: EventCard,
  person: AttendeeKey & Pick<Attendee, 'registeredAt'>,
  registrations: number,
): Promise<readonly AttendeePreview[] | undefined> => {
  const list = card[listNameFor(person)]
  const kept = list.filter(({ id }) => id !== person.personId)
  const last = kept[maxShown - 1]
  if (last && last.registeredAt <= person.registeredAt) return undefined
  const row = await table.get(attendee, rowKey(card, person), { strong: true })
  const next = row && isShown(row) ? [...kept, shownOf(row)] : kept
  const both = next.length + (person.kind === 'u' ? card.firstGuests : card.firstAttendees).length
  const full =
    next.length < maxShown && registrations > both ? await findOthers(table, card, person.kind, next) : next
  const sorted = inOrder(full)
  return JSON.stringify(sorted) === JSON.stringify(list) ? undefined : sorted
}
