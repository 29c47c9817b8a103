import { type ChangeContext, type Consumer, onBatch } from './consumer.ts'
import { type ChangeEvent, type ChangeKind, markSeenTogether, type SeenMark } from './table/change-event.ts'
import type { Entity } from './table/entity.ts'
import type { Write } from './table/write.ts'

type Numbers = Readonly<Record<string, number>>

/** Amounts that one change event adds to an item's counters. */
export type CounterChange = {
  readonly item: string
  /**
   * Names the change, together with the event's kind: two rows never share it, nor do a row and its successor of the
   * same key.
   */
  readonly counter: string
  readonly add: Numbers
  /** Adds to the item on condition that it is still wanted: deleted items are not counted. */
  readonly writes: (add: Numbers) => readonly Write[]
  /** Further effects when the item is no longer wanted. */
  readonly refused?: (context: ChangeContext) => Promise<void>
}

const sumOf = (additions: readonly CounterChange[]): Numbers => {
  const sum: Record<string, number> = {}
  for (const { add } of additions)
    for (const [field, by] of Object.entries(add)) sum[field] = (sum[field] ?? 0) + by
  return sum
}

type MarkedChange = CounterChange & { readonly mark: SeenMark }

/** Marks in one transaction. */
const maxChangesPerWrite = 90

/** Adds only amounts that have not been added before: each leaves a mark in its transaction. */
const addOnce = async (additions: readonly MarkedChange[], context: ChangeContext): Promise<void> => {
  const [first] = additions
  if (!first) return
  const marking = markSeenTogether(
    first.item,
    additions.map(({ mark }) => mark),
    context.now(),
  )
  const written = await context.table.write([...marking.writes, ...first.writes(sumOf(additions))])
  if (written.ok) return
  if (written.failed.some((at) => at >= marking.writes.length)) {
    await additions.find(({ refused }) => refused)?.refused?.(context)
    return
  }
  const seen = marking.seen(written)
  await addOnce(
    additions.filter(({ mark }) => !seen.has(mark.id)),
    context,
  )
}

/**
 * Declares counters of an item, summed from rows of another kind. The change events of a batch are added in one write,
 * each exactly once, in any order and however often they are delivered. Writers of such rows do not touch the item, so
 * they never wait for each other. The counters follow within seconds.
 */
export const fold = <V, H extends string>(
  entity: Entity<V, H>,
  at: readonly ChangeKind[],
  additionOf: (changeEvent: ChangeEvent<V>) => CounterChange | undefined,
): Consumer => {
  const marked = (changeEvent: ChangeEvent<V>): MarkedChange | undefined => {
    const addition = additionOf(changeEvent)
    const id = [addition?.counter, changeEvent.kind, changeEvent.id].join('.')
    return addition && { ...addition, mark: { id, at: changeEvent.at } }
  }
  return onBatch(
    entity,
    at,
    (changeEvent) => additionOf(changeEvent)?.item,
    async (changeEvents, context) => {
      const each = [
        ...new Map(
          changeEvents.flatMap((one) => marked(one) ?? []).map((one) => [one.mark.id, one]),
        ).values(),
      ]
      for (let from = 0; from < each.length; from += maxChangesPerWrite)
        await addOnce(each.slice(from, from + maxChangesPerWrite), context)
    },
  )
}
