import type { Table } from '../../../lib/table/table.ts'
import {
  type Attendee,
  attendee,
  type EventCard,
  partitionsOf,
  type ShownPerson,
} from '../../events/index.ts'
import { rowKey, type Who } from '../person.ts'

/** People of each kind that a card shows. */
const most = 5
const pageSize = 50
/** Pages of one partition that are looked through for somebody to show: those in line stand among them. */
const mostPages = 10

const isShown = ({ status, walkIn, left }: Attendee): boolean => status === 'attending' && !walkIn && !left

const shownOf = (row: Attendee): ShownPerson => {
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

const placeOf = ({ registeredAt, id }: ShownPerson): string => `${registeredAt}#${id}`
const inOrder = (people: readonly ShownPerson[]): ShownPerson[] =>
  [...people].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)).slice(0, most)

/** Others of a kind who are seated, as many as fit beside `known`. */
const others = async (
  table: Table,
  card: EventCard,
  kind: Who['kind'],
  known: readonly ShownPerson[],
): Promise<ShownPerson[]> => {
  const found = [...known]
  for (const partition of partitionsOf(card)) {
    const holes = { eventId: card.eventId, partition, kind }
    let cursor: string | undefined
    for (let page = 0; page < mostPages && found.length < most; page += 1) {
      const { items, cursor: next } = await table.list(attendee, {
        holes,
        limit: pageSize,
        cursor,
        strong: true,
      })
      found.push(
        ...items
          .filter(isShown)
          .map(shownOf)
          .filter(({ id }) => !found.some((one) => one.id === id)),
      )
      cursor = next
      if (cursor === undefined) break
    }
  }
  return found
}

export const listFor = ({ kind }: Who): 'firstAttendees' | 'firstGuests' =>
  kind === 'u' ? 'firstAttendees' : 'firstGuests'

/**
 * The first people of a card after something happened to one of them; undefined when it shows the same. Notices may come
 * late and in any order, so the row is read as it is now, after the card whose version guards the write.
 */
export const shownAfter = async (
  table: Table,
  card: EventCard,
  who: Who & Pick<Attendee, 'registeredAt'>,
  registrations: number,
): Promise<readonly ShownPerson[] | undefined> => {
  const list = card[listFor(who)]
  const held = list.filter(({ id }) => id !== who.personId)
  const last = held[most - 1]
  if (last && last.registeredAt <= who.registeredAt) return undefined
  const row = await table.get(attendee, rowKey(card, who), { strong: true })
  const next = row && isShown(row) ? [...held, shownOf(row)] : held
  const both = next.length + (who.kind === 'u' ? card.firstGuests : card.firstAttendees).length
  const full = next.length < most && registrations > both ? await others(table, card, who.kind, next) : next
  const sorted = inOrder(full)
  return JSON.stringify(sorted) === JSON.stringify(list) ? undefined : sorted
}
