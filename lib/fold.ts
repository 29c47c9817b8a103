import { type ChangeContext, type Consumer, onBatch } from './consumer.ts'
import { type ChangeEvent, type ChangeKind, markSeenTogether, type SeenMark } from './table/change-event.ts'
import type { Entity } from './table/entity.ts'
import type { Write } from './table/write.ts'

type Numbers = Readonly<Record<string, number>>

/** What one notice adds to the numbers of one item. */
export type CounterChange = {
  /** Names the item. */
  readonly item: string
  /** Names what happened, together with the kind of the notice: never the same for two rows, or for one that came twice. */
  readonly counter: string
  readonly add: Numbers
  /** Adds to the item, on condition that it is wanted still: of what is gone nothing is counted. */
  readonly writes: (add: Numbers) => readonly Write[]
  /** What else follows when the item is not wanted any more. */
  readonly refused?: (context: ChangeContext) => Promise<void>
}

const sumOf = (additions: readonly CounterChange[]): Numbers => {
  const sum: Record<string, number> = {}
  for (const { add } of additions)
    for (const [field, by] of Object.entries(add)) sum[field] = (sum[field] ?? 0) + by
  return sum
}

type MarkedChange = CounterChange & { readonly mark: SeenMark }

/** Marks of one transaction. */
const maxChangesPerWrite = 90

/** Adds what has not been added before: each addition leaves a mark in the transaction that counts it. */
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
 * Declares numbers of an item that rows of another kind add up to. The notices of a batch are added in one write, each
 * exactly once, however often and in whatever order they come. So that nobody waits for anybody, whoever writes such a row
 * leaves the item alone; numbers follow within seconds.
 */
export const fold = <V, H extends string>(
  entity: Entity<V, H>,
  at: readonly ChangeKind[],
  additionOf: (notice: ChangeEvent<V>) => CounterChange | undefined,
): Consumer => {
  const marked = (notice: ChangeEvent<V>): MarkedChange | undefined => {
    const addition = additionOf(notice)
    const id = [addition?.counter, notice.kind, notice.id].join('.')
    return addition && { ...addition, mark: { id, at: notice.at } }
  }
  return onBatch(
    entity,
    at,
    (notice) => additionOf(notice)?.item,
    async (notices, context) => {
      const each = [
        ...new Map(notices.flatMap((one) => marked(one) ?? []).map((one) => [one.mark.id, one])).values(),
      ]
      for (let from = 0; from < each.length; from += maxChangesPerWrite)
        await addOnce(each.slice(from, from + maxChangesPerWrite), context)
    },
  )
}
