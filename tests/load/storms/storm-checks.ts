import { seatCounter, waitlistEntry } from '../../../functions/attendance/repository.ts'
import { type Attendee, attendee, type EventCard } from '../../../functions/events/index.ts'
import type { Entity, ValueOf } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'

const all = async <E extends Entity>(
  table: Table,
  of: E,
  keyParams: Readonly<Record<string, string>>,
): Promise<ValueOf<E>[]> => {
  const found: ValueOf<E>[] = []
  let cursor: string | undefined
  do {
    const page = await table.list(of, { keyParams, limit: 1000, cursor, strong: true })
    found.push(...page.items)
    cursor = page.cursor
  } while (cursor !== undefined)
  return found
}

/** Everything that is stored of the people of an event. */
export const peopleOn = async (table: Table, { eventId }: EventCard) => {
  const [counter, rows, waitlist] = await Promise.all([
    table.get(seatCounter, { eventId }, { strong: true }),
    all(table, attendee, { eventId }),
    all(table, waitlistEntry, { eventId }),
  ])
  return { counter, rows, waitlist }
}
export type People = Awaited<ReturnType<typeof peopleOn>>

export const seatedOf = ({ rows }: Pick<People, 'rows'>): readonly Attendee[] =>
  rows.filter(({ status }) => status === 'attending')

/** Contradictions between counter, rows and waitlist. */
export const untrue = ({ counter, rows, waitlist }: People): string[] => {
  const waiting = rows.filter(({ status }) => status === 'waiting')
  const places = new Set(waitlist.map(({ place, personId }) => `${place} ${personId}`))
  const taken = seatedOf({ rows }).reduce((sum, { guestCount }) => sum + guestCount, 0)
  const isRight = counter?.taken === taken && counter.waiting === waiting.length
  const lost = waiting.filter(({ place, personId }) => !places.has(`${place} ${personId}`))
  return [
    ...(isRight
      ? []
      : [`counter: ${counter?.taken}, ${counter?.waiting}; rows: ${taken}, ${waiting.length}`]),
    ...lost.map(({ personId }) => `${personId} waits without a place`),
    ...(waitlist.length === waiting.length
      ? []
      : [`${waitlist.length} places for ${waiting.length} people who wait`]),
  ]
}

/** People that are on the event twice, or not although they asked, or although they withdrew. */
export const misplaced = ({ rows }: People, expected: ReadonlySet<string>): string[] => {
  const there = new Map<string, number>()
  for (const { personId } of rows) there.set(personId, (there.get(personId) ?? 0) + 1)
  return [
    ...[...there].flatMap(([id, times]) => (times > 1 ? [`${id} is there ${times} times`] : [])),
    ...[...there.keys()].flatMap((id) => (expected.has(id) ? [] : [`${id} withdrew and is there`])),
    ...[...expected].flatMap((id) => (there.has(id) ? [] : [`${id} is lost`])),
  ]
}
