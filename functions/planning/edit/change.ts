import { fail, settleInOrder } from '../../../lib/contract/failure.ts'
import { type Attempt, conflicted } from '../../../lib/table/retry.ts'
import type { Write } from '../../../lib/table/write.ts'
import { type EventRecord, requireEvent } from '../../events/index.ts'
import {
  type ChangeFacts,
  changeWrites,
  type EventChangePlan,
  type PlanContext,
} from '../../lifecycle/index.ts'
import { EventChanged, EventLimitReached } from '../contract/failures.ts'
import type { Gate } from '../hosts/gates.ts'

/** The intended event, and other writes of the same transaction. */
export type ChangePlan = ChangeFacts & {
  readonly requested: EventRecord
  readonly more?: readonly Write[] | Promise<readonly Write[]>
  /** The context of the change, when the plan adds a group to it. */
  readonly context?: PlanContext
  /** More writes, computed from the final event. */
  readonly along?: (whole: EventRecord) => readonly Write[]
}

/** Writes a plan. Returns `conflicted` when another change won. Fails with 409 `Event limit reached`. */
export const savePlanned = async (
  { table }: PlanContext,
  { whole, writes, tallyAt }: EventChangePlan,
  more: readonly Write[] = [],
): Promise<EventRecord | typeof conflicted> => {
  const written = await table.write([...writes, ...more])
  if (written.ok) return whole
  if (!written.failed.includes(0) && written.failed.includes(tallyAt)) fail(EventLimitReached)
  return conflicted
}

/** Repeats an attempt after each conflict. Finally fails with 409 `Event was changed by someone else`. */
export const retryUntilSaved = <R extends NonNullable<unknown>>(
  { table }: Pick<PlanContext, 'table'>,
  attempt: Attempt<R>,
): Promise<R> => table.retryOnConflict(attempt, { failure: EventChanged })

const planWrites = async (context: PlanContext, before: EventRecord, decide: PlanChange) => {
  const decision = await decide(before)
  if (!decision) return undefined
  const { requested, more, along, context: own = context, ...known } = decision
  const [planned, others] = await Promise.all([changeWrites(own, before, requested, known), more])
  return { planned, more: [...(others ?? []), ...(along?.(planned.whole) ?? [])] }
}

type PlanChange = (whole: EventRecord) => Promise<ChangePlan | undefined>

/** `gate` and `decide` run in parallel; a refusal by `gate` wins. */
const readAndPlan = async (context: PlanContext, eventId: string, decide: PlanChange, gate?: Gate) => {
  const before = await requireEvent(context.table, eventId)
  const [, planned] = await settleInOrder([gate?.(before.card), planWrites(context, before, decide)])
  return { before, planned }
}

/**
 * Changes an event: reads it, calls `decide` for the change, and writes all consequences in one transaction. After a
 * conflict `decide` runs again. It returns undefined to leave the event unchanged.
 */
export const changeEvent = (
  context: PlanContext,
  eventId: string,
  decide: PlanChange,
  gate?: Gate,
): Promise<EventRecord> =>
  retryUntilSaved(context, async () => {
    const { before, planned } = await readAndPlan(context, eventId, decide, gate)
    return planned ? savePlanned(context, planned.planned, planned.more) : before
  })

/** Returns the event as `changeEvent` would leave it, with its refusals except those at the moment of writing. */
export const previewChange: typeof changeEvent = async (...change) => {
  const { before, planned } = await readAndPlan(...change)
  return planned?.planned.whole ?? before
}
