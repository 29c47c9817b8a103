import { type EventBody, type EventRecord, eventBody, eventCard } from '../../../functions/events/index.ts'
import { holdsOf } from '../../../functions/rooms/bookings.ts'
import { roomDay } from '../../../functions/rooms/repository.ts'
import { key } from '../../../lib/table/entity.ts'
import { type Image, imagesAtHome } from '../../support/table/whole-table.ts'
import type { World } from '../../support/world.ts'

/** Draws that are the same for the same seed (mulberry32). */
export const draws = (seed: number) => {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  const of = <V>(all: readonly V[]): V | undefined => all[below(all.length)]
  const shuffled = <V>(all: readonly V[]): V[] =>
    all
      .map((one) => [next(), one] as const)
      .sort(([a], [b]) => a - b)
      .map(([, one]) => one)
  return { below, of, shuffled }
}
export type Draws = ReturnType<typeof draws>

const itemsOf = async (w: World, name: string): Promise<readonly Image[]> =>
  (await imagesAtHome(w)).filter(({ entity }) => entity?.S === name)

const text = (item: Image, field: string): string => item[field]?.S ?? ''

/** Every event of a host that the table holds, deleted ones too. */
export const eventsOfHost = async (w: World, hostingId: string): Promise<EventRecord[]> => {
  const items = (await itemsOf(w, 'EventCard')).filter((item) => text(item, 'hostingId') === hostingId)
  const read = async (item: Image): Promise<EventRecord[]> => {
    const eventId = text(item, 'eventId')
    const refs = [key(eventCard, { eventId }), key(eventBody, { eventId })] as const
    const [card, body] = await w.table().batchGet([...refs], { strong: true })
    return card && body ? [{ card, body: body as EventBody } as EventRecord] : []
  }
  return (await Promise.all(items.map(read))).flat()
}

/** Which times of some rooms are taken by some events, or by anybody else: day by day. */
export const takenTimes = async (w: World, rooms: readonly string[]): Promise<string[]> => {
  const days = (await itemsOf(w, 'RoomDay')).filter((item) => rooms.includes(text(item, 'roomId')))
  const read = async (item: Image) => {
    const day = await w
      .table()
      .get(roomDay, { roomId: text(item, 'roomId'), date: text(item, 'date') }, { strong: true })
    return holdsOf(day).map(({ eventId, from, to }) => `${text(item, 'roomId')} ${from} ${to} ${eventId}`)
  }
  return (await Promise.all(days.map(read))).flat().sort()
}
