import { wordRow } from '../../../lib/search/rows.ts'
import type { Table } from '../../../lib/table/table.ts'
import { longEventList, shortEventMs } from '../event-facts.ts'
import type { Shelf } from '../records/event.ts'
import { iso, publicEvents, type Source } from './lists.ts'
import { readCards } from './rsvps.ts'

/** Limits a source to events that begin at a time or later. */
const beginningFrom =
  (source: Source, moment: string): Source =>
  ({ from = '', ...part }) =>
    source({ ...part, from: from > moment ? from : moment })

/** Long events that begin within two weeks; a large school has a few hundred. Those of them that run at one moment. */
const maxLongRows = 1000
const maxRunning = 100

/** Public long events that begin before a time and end after another one. Two round trips when there are any. */
const longEvents =
  (table: Table, before: string, endingAfter: string): Source =>
  async ({ from = '' }) => {
    if (from >= before) return { items: [] }
    const listing = { keyParams: { list: longEventList }, from, to: before, limit: maxLongRows }
    const { items } = await table.list(wordRow, listing)
    const starts = new Map(
      items
        .filter(({ facts = '' }) => facts > endingAfter)
        .slice(0, maxRunning)
        .map(({ id, word }) => [id, word]),
    )
    const cards = await readCards(table, [...starts.keys()])
    // A card that has moved since is in the list by its new start.
    return { items: cards.filter(({ eventId, start_time }) => starts.get(eventId) === start_time) }
  }

/**
 * Public events that run at a time, or begin later, however long ago they began (rules/events 29). Short events are read
 * from the lists by start, which also return some that ended shortly before.
 */
export const publicEventsFrom = (
  table: Table,
  shelves: readonly Shelf[],
  moment: number,
): readonly Source[] => {
  const short = iso(moment - shortEventMs)
  return [
    longEvents(table, short, iso(moment)),
    ...shelves.map((shelf) => beginningFrom(publicEvents(table, shelf), short)),
  ]
}
