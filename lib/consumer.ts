import { forEachConcurrently } from './concurrency.ts'
import { type OncePerKey, oncePerBatch } from './keyed-answer.ts'
import { type NotificationDue, notificationRow } from './outbox.ts'
import type { Runtime } from './runtime.ts'
import type { ChangeEvent, ChangeKind } from './table/change-event.ts'
import type { Entity } from './table/entity.ts'
import type { Table } from './table/table.ts'

/** What a consumer may use. The table is opened for the item's school. */
export type ChangeContext = Pick<Runtime, 'gateways' | 'issuer' | 'settings' | 'now' | 'newId' | 'log'> & {
  readonly table: Table
  /** Answers each key once per batch. A batch is written before it is read, so one read sees all of it. */
  readonly once?: OncePerKey
  /** All change events of the batch that have a consumer. */
  readonly batch?: () => readonly ChangeEvent[]
  /** Sends a notification as if its row had been written. */
  readonly notify?: (due: NotificationDue) => Promise<void>
}

/** Notifications sent at the same time. */
const atOnce = 16

/**
 * Sends notifications for `dues` directly, without writing rows for them. It is for consumers, whose change event is
 * delivered again until all its effects are done. Each notification needs the same cause and time on every run: one
 * that exists already is not created again. A notification that cannot be sent now is stored as a row. Its own change
 * event sends it later, so it delays nothing else.
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
 * A consumer of change events: `on` names the kind of item, `at` the kinds of change. Domains declare theirs in
 * `functions/<domain>/stream-consumers.ts`. A change event may arrive more than once: handling it again must change nothing.
 */
export type Consumer = {
  readonly on: string
  readonly at: readonly ChangeKind[]
  /** Set where the consumers of all domains are gathered. */
  readonly domain?: string
  carryOut(changeEvent: ChangeEvent, context: ChangeContext): Promise<void>
}

/** Declares a consumer. A rejection returns the change event, and those after it, to the stream for redelivery. */
export const on = <V, H extends string>(
  entity: Entity<V, H>,
  at: readonly ChangeKind[],
  carryOut: (changeEvent: ChangeEvent<V>, context: ChangeContext) => Promise<void>,
): Consumer => onKind(entity.name, at, carryOut)

/** As `on`, by the entity's name, where an import of the entity would load its domain at every start. */
export const onKind = <V>(
  name: string,
  at: readonly ChangeKind[],
  carryOut: (changeEvent: ChangeEvent<V>, context: ChangeContext) => Promise<void>,
): Consumer => ({ on: name, at, carryOut: carryOut as Consumer['carryOut'] })

let rows = 0

/**
 * Declares a consumer that handles all change events of one item in a batch together, in their order. `itemOf` names
 * the item; change events without one are skipped. If the whole fails, each change event is tried alone, so that one
 * defective event delays no other.
 */
export const onBatch = <V, H extends string>(
  entity: Entity<V, H>,
  at: readonly ChangeKind[],
  itemOf: (changeEvent: ChangeEvent<V>) => string | undefined,
  carryOut: (changeEvents: readonly ChangeEvent<V>[], context: ChangeContext) => Promise<void>,
): Consumer => {
  rows += 1
  const row = rows
  return on(entity, at, async (changeEvent, context) => {
    const item = itemOf(changeEvent)
    if (item === undefined) return
    const all = (context.batch?.() ?? [changeEvent]) as readonly ChangeEvent<V>[]
    const isSameKind = ({ entity: kind, tenant }: ChangeEvent<V>) =>
      kind === entity.name && tenant === changeEvent.tenant
    const sameItemChanges = () =>
      all.filter((one) => isSameKind(one) && at.includes(one.kind) && itemOf(one) === item)
    try {
      await oncePerBatch(context, `${row} ${item}`, () => carryOut(sameItemChanges(), context))
    } catch (error) {
      if (all.length === 1) throw error
      await carryOut([changeEvent], context)
    }
  })
}
