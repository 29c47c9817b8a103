import { type AttributeValue, ScanCommand, type ScanCommandOutput } from '@aws-sdk/client-dynamodb'
import { type EventBody, eventBody, eventCard, type WholeEvent } from '../functions/events/service.ts'
import { roomDay } from '../functions/rooms/repository.ts'
import { key } from '../lib/table/entity.ts'
import type { World } from './world.ts'

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

type Item = Record<string, AttributeValue>

const keysOf = async ({ runtime: { client }, home }: World, name: string): Promise<Item[]> => {
  const found: Item[] = []
  let start: Item | undefined
  do {
    const command = new ScanCommand({
      TableName: client.name,
      ConsistentRead: true,
      ExclusiveStartKey: start,
    })
    const page = (await client.documents.send(command as never)) as unknown as ScanCommandOutput
    found.push(...(page.Items ?? []))
    start = page.LastEvaluatedKey
  } while (start)
  return found.filter(({ pk, entity }) => pk?.S?.startsWith(`T#${home}#`) && entity?.S === name)
}

const text = (item: Item, field: string): string => item[field]?.S ?? ''

/** Every event of a host that the table holds, deleted ones too. */
export const eventsOfHost = async (w: World, hostingId: string): Promise<WholeEvent[]> => {
  const items = (await keysOf(w, 'EventCard')).filter((item) => text(item, 'hostingId') === hostingId)
  const read = async (item: Item): Promise<WholeEvent[]> => {
    const eventId = text(item, 'eventId')
    const refs = [key(eventCard, { eventId }), key(eventBody, { eventId })] as const
    const [card, body] = await w.table().batchGet([...refs], { strong: true })
    return card && body ? [{ card, body: body as EventBody } as WholeEvent] : []
  }
  return (await Promise.all(items.map(read))).flat()
}

/** How many quarters of an hour of some rooms are taken by some events, or by anybody else. */
export const takenQuarters = async (w: World, rooms: readonly string[]): Promise<string[]> => {
  const days = (await keysOf(w, 'RoomDay')).filter((item) => rooms.includes(text(item, 'roomId')))
  const read = async (item: Item) => {
    const day = await w
      .table()
      .get(roomDay, { roomId: text(item, 'roomId'), date: text(item, 'date') }, { strong: true })
    return Object.entries(day?.slots ?? {}).map(
      ([slot, eventId]) => `${text(item, 'roomId')} ${text(item, 'date')} ${slot} ${eventId}`,
    )
  }
  return (await Promise.all(days.map(read))).flat().sort()
}
