import { type Refusal, raise, unchanged, type Versioned } from './condition.ts'
import type { Entity, KeyParams } from './entity.ts'
import { conflicted, type RetryOptions } from './retry.ts'
import type { Table } from './table.ts'
import { put, type Write } from './write.ts'

/** The next value of an item and the writes that go with it. The change sets the item's version. */
export type PlannedChange<V> = { readonly after: Omit<V, 'version'>; readonly writes?: readonly Write[] }

/** Plans a change of the current value. Without a result the item stays as it is. */
export type PlanChange<V> = (
  before: V,
) => PlannedChange<V> | undefined | Promise<PlannedChange<V> | undefined>

export type ChangeOptions<V> = RetryOptions & {
  /** What was read before, null if nothing was found. The first attempt uses it instead of a read. */
  readonly known?: V | null | undefined
} & (
    | { /** Raised when the item is absent. */ readonly missing: Refusal }
    | { /** The value to change when the item is absent. The change then creates it. */ readonly initial: V }
  )

/**
 * Changes one item under its version. A single put costs one write; with other writes it is a transaction. Both are
 * refused, and planned again from a strongly consistent read, when the item has changed since it was read. After a lost
 * reply, a single put may be planned again on its own earlier value.
 */
export const changeItem = <V extends Versioned, H extends string>(
  table: Table,
  entity: Entity<V, H>,
  keyParams: KeyParams<Entity<V, H>>,
  plan: PlanChange<V>,
  { known, ...options }: ChangeOptions<V>,
): Promise<V> =>
  table.retryOnConflict<V>(async (turn) => {
    const stored =
      turn === 0 && known !== undefined
        ? (known ?? undefined)
        : await table.get<Entity<V, H>>(entity, keyParams, { strong: true })
    const before = stored ?? ('initial' in options ? options.initial : raise(options.missing))
    const planned = await plan(before)
    if (!planned) return before
    const { writes = [] } = planned
    const after = { ...planned.after, version: before.version + 1 } as unknown as V
    const condition = unchanged(stored)
    const { ok } =
      writes.length === 0
        ? await table.put(entity, after, condition)
        : await table.write([put(entity, after, condition), ...writes])
    return ok ? after : conflicted
  }, options)
