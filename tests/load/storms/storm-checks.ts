import { lineEntry, type SeatCounter, seatCounter } from '../../../functions/attendance/repository.ts'
import { type Attendee, attendee, type EventCard, partitionsOf } from '../../../functions/events/index.ts'
import type { Entity, ValueOf } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'

const all = async <E extends Entity>(
  table: Table,
  of: E,
  holes: Readonly<Record<string, string>>,
): Promise<ValueOf<E>[]> => {
  const found: ValueOf<E>[] = []
  let cursor: string | undefined
  do {
    const page = await table.list(of, { holes, limit: 1000, cursor, strong: true })
    found.push(...page.items)
    cursor = page.cursor
  } while (cursor !== undefined)
  return found
}

/** Everything that is stored of the people of an event. */
export const peopleOn = async (table: Table, card: EventCard) => {
  const { eventId } = card
  const names = partitionsOf(card)
  const [seats, rows, line] = await Promise.all([
    Promise.all(names.map((k) => table.get(seatCounter, { eventId, k }, { strong: true }))),
    Promise.all(names.map((partition) => all(table, attendee, { eventId, partition }))),
    all(table, lineEntry, { eventId }),
  ])
  return { seats: seats.filter((seat): seat is SeatCounter => seat !== undefined), rows: rows.flat(), line }
}
export type People = Awaited<ReturnType<typeof peopleOn>>

export const seatedOf = ({ rows }: Pick<People, 'rows'>): readonly Attendee[] =>
  rows.filter(({ status }) => status === 'attending')

/** Where counters, rows and line tell different stories. */
export const untrue = ({ seats, rows, line }: People): string[] => {
  const waiting = rows.filter(({ status }) => status === 'waiting')
  const places = new Set(line.map(({ place, personId }) => `${place} ${personId}`))
  const counted = seats.flatMap(({ k, taken, waiting: behind }) => {
    const own = rows.filter(({ partition }) => partition === k)
    const seated = own.filter(({ status }) => status === 'attending')
    const recount = [seated.reduce((sum, { guestCount }) => sum + guestCount, 0), own.length - seated.length]
    return recount[0] === taken && recount[1] === behind
      ? []
      : [`counter ${k}: ${taken}, ${behind}; rows: ${recount}`]
  })
  const lost = waiting.filter(({ place, personId }) => !places.has(`${place} ${personId}`))
  return [
    ...counted,
    ...lost.map(({ personId }) => `${personId} waits without a place`),
    ...(line.length === waiting.length ? [] : [`${line.length} places for ${waiting.length} who wait`]),
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
