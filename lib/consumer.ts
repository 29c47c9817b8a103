import { forEachConcurrently } from './concurrency.ts'
import { type OncePerKey, oncePerBatch } from './keyed-answer.ts'
import { type NotificationDue, notificationRow } from './outbox.ts'
import type { Runtime } from './runtime.ts'
import type { ChangeEvent, ChangeKind } from './table/change-event.ts'
import type { Entity } from './table/entity.ts'
import type { Table } from './table/table.ts'

/** What carrying out a notice may use. The table is opened for the school of the item. */
export type ChangeContext = Pick<Runtime, 'gateways' | 'issuer' | 'settings' | 'now' | 'newId' | 'log'> & {
  readonly table: Table
  /** Of the batch that a notice came in. All of it was written before the batch was read, so one look sees all of it. */
  readonly once?: OncePerKey
  /** All notices of that batch which anybody consumes. */
  readonly batch?: () => readonly ChangeEvent[]
  /** Carries out a notification as if its row had been made. */
  readonly notify?: (due: NotificationDue) => Promise<void>
}

/** People who are told at the same time. */
const atOnce = 16

/**
 * Notifies the people of `dues` at once, without rows that say so: for notices, which come again until everything that
 * they cause is done. A notification that is there already is not made again, so its cause and moment have to be the same
 * each time. What cannot be told for now is left as a row, whose own notice goes on with it and holds up nothing else.
 */
export const notifyDirectly = (
  dues: readonly NotificationDue[],
  { notify, table }: ChangeContext,
): Promise<void> =>
  forEachConcurrently(dues, atOnce, async (due) => {
    const storeForLater = async (): Promise<void> => {
      await table.put(notificationRow, due, { absent: true })
    }
    await (notify ? notify(due).catch(storeForLater) : storeForLater())
  })

/**
 * A row of what happens after a write: `on` which kind of item, at which kinds of change. Domains declare theirs in
 * `functions/<domain>/notices.ts`. A notice may come more than once: carrying it out again must change nothing.
 */
export type Consumer = {
  readonly on: string
  readonly at: readonly ChangeKind[]
  carryOut(notice: ChangeEvent, context: ChangeContext): Promise<void>
}

/** Declares a consumer. A rejection hands the notice, and what follows it, back to the stream to come again. */
export const on = <V, H extends string>(
  entity: Entity<V, H>,
  at: readonly ChangeKind[],
  carryOut: (notice: ChangeEvent<V>, context: ChangeContext) => Promise<void>,
): Consumer => onKind(entity.name, at, carryOut)

/** The same by the name of the entity, where the domain that has it would come along with every start. */
export const onKind = <V>(
  name: string,
  at: readonly ChangeKind[],
  carryOut: (notice: ChangeEvent<V>, context: ChangeContext) => Promise<void>,
): Consumer => ({ on: name, at, carryOut: carryOut as Consumer['carryOut'] })

let rows = 0

/**
 * Declares a consumer that carries out in one go what the notices of a batch say of one item, in the order in which they
 * came. `itemOf` names it; nothing is done for a notice without one. Should they fail together, each is tried alone, so
 * that one which can never be carried out holds up no other.
 */
export const onBatch = <V, H extends string>(
  entity: Entity<V, H>,
  at: readonly ChangeKind[],
  itemOf: (notice: ChangeEvent<V>) => string | undefined,
  carryOut: (notices: readonly ChangeEvent<V>[], context: ChangeContext) => Promise<void>,
): Consumer => {
  rows += 1
  const row = rows
  return on(entity, at, async (notice, context) => {
    const item = itemOf(notice)
    if (item === undefined) return
    const all = (context.batch?.() ?? [notice]) as readonly ChangeEvent<V>[]
    const isSameKind = ({ entity: kind, tenant }: ChangeEvent<V>) =>
      kind === entity.name && tenant === notice.tenant
    const sameItemChanges = () =>
      all.filter((one) => isSameKind(one) && at.includes(one.kind) && itemOf(one) === item)
    try {
      await oncePerBatch(context, `${row} ${item}`, () => carryOut(sameItemChanges(), context))
    } catch (error) {
      if (all.length === 1) throw error
      await carryOut([notice], context)
    }
  })
}
