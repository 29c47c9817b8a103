import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, remove, type Write } from '../../lib/table/write.ts'
import { isLive } from '../events/index.ts'
import type { Scheduled } from './records.ts'

/** An event that is live, public or not, in the order of their beginning. Feeds list public ones alone. */
const ScheduledEvent = z.object({ start_time: z.string(), eventId: z.string() })
type ScheduledEvent = z.infer<typeof ScheduledEvent>
export const scheduledEvent = entity('ScheduledEvent', ScheduledEvent, {
  scope: 'tenant',
  pk: 'SCHEDULED',
  sk: '{start_time}#{eventId}',
})

const placeOf = (card: Scheduled | undefined): ScheduledEvent | undefined =>
  card && isLive(card) ? { start_time: card.start_time, eventId: card.eventId } : undefined

/** What becomes of the place of an event in that list. */
export const listingWrites = (
  before: Scheduled | undefined,
  after: Scheduled | undefined,
): readonly Write[] => {
  const [was, is] = [placeOf(before), placeOf(after)]
  if (was?.start_time === is?.start_time) return []
  return [...(was ? [remove(scheduledEvent, was)] : []), ...(is ? [put(scheduledEvent, is)] : [])]
}

/** The next `limit` live events that begin at a moment or later; `behind` goes on behind one of them. Strongly consistent. */
export const listScheduled = async (
  table: Table,
  place: { readonly from: string } | { readonly behind: ScheduledEvent },
  limit: number,
): Promise<{ readonly events: readonly ScheduledEvent[]; readonly all: boolean }> => {
  const from = 'from' in place ? place.from : `${place.behind.start_time}#${place.behind.eventId}\u{10FFFF}`
  const { items, cursor } = await table.list(scheduledEvent, { holes: {}, limit, from, strong: true })
  return { events: items, all: cursor === undefined }
}
