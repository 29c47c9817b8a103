import { writeAndReplicate } from './copies/images.ts'
import type { Answer } from './engine-calls.ts'
import type { BatchWrite, Item, ItemOrKey } from './items.ts'
import type { Model } from './model.ts'
import { type Place, placeOf } from './places.ts'
import { conflict, throttled } from './refusals.ts'
import { limitedBy } from './throughput.ts'

type SingleWrite = ItemOrKey & { readonly TableName: string; readonly ReturnValues?: string }

type Updated = { readonly Attributes?: Item }

const imageIn = ({ text }: Answer): Item | undefined => (JSON.parse(text) as Updated).Attributes

/** The response without the item's new state, which the request did not ask for. */
const withoutItem = (answer: Answer): Answer => {
  if (answer.status !== 200) return answer
  const { Attributes: _, ...rest } = JSON.parse(answer.text) as Updated
  return { status: 200, text: JSON.stringify(rest) }
}

/** Asks an update for its result, unless the caller asked for something else. */
const requestWithImage = (operation: string, body: SingleWrite) => {
  const { ReturnValues: returnValues = 'NONE' } = body
  if (operation !== 'UpdateItem') return { body, left: () => body.Item, answered: (answer: Answer) => answer }
  if (returnValues !== 'NONE' && returnValues !== 'ALL_NEW')
    return { body, answered: (answer: Answer) => answer }
  return {
    body: { ...body, ReturnValues: 'ALL_NEW' },
    left: imageIn,
    answered: returnValues === 'NONE' ? withoutItem : (answer: Answer) => answer,
  }
}

/** PutItem, UpdateItem or DeleteItem: waits for other writes of the item, and fails while a transaction holds it. */
export const writeOne = async (model: Model, operation: string, body: SingleWrite): Promise<Answer> => {
  const table = await model.tables.of(body.TableName)
  const item = body.Item ?? body.Key
  if (!table || !item) return model.ask(operation, body)
  const place = placeOf(table, item)
  if (model.holds.isHeld(place.id)) return conflict()
  const over = model.throughput.usedUp('write', limitedBy(place, body.Item))
  if (over) return throttled(over)
  // A transaction that arrives after this waits for this write.
  const end = await model.holds.turn([place.id])
  try {
    const { body: sent, left, answered } = requestWithImage(operation, body)
    const images = left && ((answer: Answer) => [{ place, item: left(answer) }])
    const ask = () => model.ask(operation, sent)
    return answered(await writeAndReplicate(model, [place], ask, images ? { left: images } : {}))
  } finally {
    end()
  }
}

type BatchBody = { readonly RequestItems: Readonly<Record<string, readonly BatchWrite[]>> }
type PlacedWrite = { readonly place: Place; readonly write: BatchWrite }

const placedWritesIn = async (model: Model, body: BatchBody): Promise<PlacedWrite[] | undefined> => {
  const placed: PlacedWrite[] = []
  for (const [name, writes] of Object.entries(body.RequestItems ?? {})) {
    const table = await model.tables.of(name)
    for (const write of writes) {
      const item = write.PutRequest?.Item ?? write.DeleteRequest?.Key
      if (!table || !item) return undefined
      placed.push({ place: placeOf(table, item), write })
    }
  }
  return placed
}

const byTable = (placed: readonly PlacedWrite[]): Record<string, BatchWrite[]> => {
  const items: Record<string, BatchWrite[]> = {}
  for (const { place, write } of placed) {
    items[place.name] = [...(items[place.name] ?? []), write]
  }
  return items
}

/** The response with these items added to the unprocessed ones. */
const withUnprocessed = (answer: Answer, left: readonly PlacedWrite[]): Answer => {
  if (left.length === 0 || answer.status !== 200) return answer
  const reply = JSON.parse(answer.text) as { UnprocessedItems?: Record<string, BatchWrite[]> }
  const all = { ...reply.UnprocessedItems }
  for (const [table, writes] of Object.entries(byTable(left))) all[table] = [...(all[table] ?? []), ...writes]
  return { status: 200, text: JSON.stringify({ ...reply, UnprocessedItems: all }) }
}

/**
 * BatchWriteItem: items that a transaction holds, or of a throttled partition, are returned as unprocessed. The rest is
 * written.
 */
export const writeBatch = async (model: Model, body: BatchBody): Promise<Answer> => {
  const placed = await placedWritesIn(model, body)
  if (!placed) return model.ask('BatchWriteItem', body)
  const isHeld = ({ place }: PlacedWrite): boolean => model.holds.isHeld(place.id)
  const over = ({ place, write }: PlacedWrite) =>
    model.throughput.usedUp('write', limitedBy(place, write.PutRequest?.Item))
  const [first] = placed
  const all = first && placed.every(over) ? over(first) : undefined
  if (all) return throttled(all)
  const free = placed.filter((one) => !isHeld(one) && !over(one))
  const end = await model.holds.turn(free.map(({ place }) => place.id))
  try {
    const answer =
      free.length === 0 && placed.length > 0
        ? { status: 200, text: '{"UnprocessedItems":{}}' }
        : await writeAndReplicate(
            model,
            free.map(({ place }) => place),
            () => model.ask('BatchWriteItem', { ...body, RequestItems: byTable(free) }),
          )
    return withUnprocessed(
      answer,
      placed.filter((one) => !free.includes(one)),
    )
  } finally {
    end()
  }
}
