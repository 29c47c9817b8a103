import { fail } from '../../lib/contract/failure.ts'
import { BadCursor } from '../../lib/contract/failures.ts'
import { openCursor, type Page, sealCursor } from '../../lib/table/lists/list.ts'
import { type Numbered, numberedPage } from '../../lib/table/lists/numbered.ts'
import type { Table } from '../../lib/table/table.ts'
import { type Attendee, attendee, type EventCard, partitionsOf } from '../events/index.ts'

/** Rows that one page looks at where it leaves some out. */
const mostExamined = 100

type Place = { readonly k: string; readonly after?: string | undefined }

const orderOf = ({ kind, personId }: Attendee): string => `${kind}#${personId}`

const scopeOf = ({ eventId }: EventCard): string => `people of ${eventId}`

const placeIn = (card: EventCard, cursor: string): Place => {
  const { k, after } = openCursor(cursor, scopeOf(card)) ?? {}
  return k !== undefined && partitionsOf(card).includes(k) ? { k, after } : fail(BadCursor)
}

const readPart = async (table: Table, card: EventCard, { k, after }: Place, limit: number) => {
  const holes = { eventId: card.eventId, partition: k }
  const from = after === undefined ? {} : { from: after }
  const page = await table.list(attendee, { holes, limit: limit + (after === undefined ? 0 : 1), ...from })
  // The row that a page ended with is read once more; what it was taken for may be gone by now.
  const rows = page.items.filter((row) => orderOf(row) !== after)
  return { k, rows, over: page.cursor === undefined }
}

/**
 * How many partitions hold `count` rows, but for one time in hundreds: people spread by chance, and a page that comes up
 * short reads once more. Never so many that they hold more than twice as many rows.
 */
const widthFor = (card: EventCard, count: number): number => {
  const each = (card.registrationCount + card.waitlistCount) / partitionsOf(card).length
  const wanted = Math.min(2 * count, count + 4 * Math.sqrt(count))
  return Math.max(1, Math.ceil(wanted / Math.max(1, each)))
}

type Part = { readonly limit: number; readonly cursor?: string | undefined }

/** A page takes one look, and one more where the first was unlucky; then it may be short and still go on. */
const mostLooks = 2

/**
 * People of an event, partition after partition, as many partitions side by side as a page takes. `keep` leaves some out,
 * all but a `share` as far as it is known: at most a hundred rows are looked at, or as many as are asked for.
 */
const pageOfPeople = async (
  table: Table,
  card: EventCard,
  keep: (row: Attendee) => boolean,
  { limit, cursor }: Part,
  share: number,
): Promise<Page<Attendee>> => {
  const names = partitionsOf(card)
  const items: Attendee[] = []
  let place: Place | undefined = cursor === undefined ? { k: names[0] ?? '' } : placeIn(card, cursor)
  let examined = 0
  const most = Math.max(mostExamined, limit)
  for (
    let snapshot = 0;
    place && items.length < limit && examined < most && snapshot < mostLooks;
    snapshot += 1
  ) {
    const wanted = Math.min(most - examined, Math.ceil((limit - items.length) / share))
    const first = names.indexOf(place.k)
    const places: Place[] = names
      .slice(first, first + widthFor(card, wanted))
      .map((k, at) => (at === 0 && place ? place : { k }))
    const parts = await Promise.all(places.map((one) => readPart(table, card, one, wanted)))
    place = undefined
    for (const { k, rows, over } of parts) {
      for (const row of rows) {
        if (items.length === limit) break
        examined += 1
        if (keep(row)) items.push(row)
        place = { k, after: orderOf(row) }
      }
      const last = rows.at(-1)
      const done = over && (!last || place?.after === orderOf(last) || place === undefined)
      const following = names[names.indexOf(k) + 1]
      if (done) place = following === undefined ? undefined : { k: following }
      if (items.length === limit || !done) break
    }
  }
  if (!place) return { items }
  const { k, after } = place
  return { items, cursor: sealCursor(after === undefined ? { k } : { k, after }, scopeOf(card)) }
}

/** How many of the rows are people who come; the rest waits. */
const comingShare = ({ registrationCount, waitlistCount }: EventCard): number =>
  waitlistCount === 0 ? 1 : registrationCount / (registrationCount + waitlistCount)

/**
 * One page of people by cursor or, up to the first 500, by number. `share` of the rows is what `keep` keeps: usually those
 * who come; 0 where nobody knows.
 */
export const listAttendees = (
  table: Table,
  card: EventCard,
  numbered: Numbered,
  keep: (row: Attendee) => boolean,
  { share = comingShare(card) } = {},
): Promise<Page<Attendee>> => {
  const list = (part: Part) => pageOfPeople(table, card, keep, part, share)
  return numbered.cursor === undefined && numbered.page > 1 ? numberedPage(list, numbered) : list(numbered)
}
