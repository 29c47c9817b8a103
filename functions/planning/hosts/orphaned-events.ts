import type { ChangeContext } from '../../../lib/consumer.ts'
import { isClosed } from '../../../lib/contract/org-rules.ts'
import { minuteMs } from '../../../lib/contract/time.ts'
import { type Organization, organization } from '../../../lib/identity/org/records.ts'
import { onDue, type ScheduledTask, scheduleTask, type TaskHandler } from '../../../lib/scheduled/task.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import type { Write } from '../../../lib/table/write.ts'
import { type EventCard, eventCard, findEvent, isLive } from '../../events/index.ts'
import { canMove, planMove } from '../../lifecycle/index.ts'
import { withdrawalWrites } from '../../stakeholders/index.ts'
import { type HostSweep, hostSweepWrite } from '../repository.ts'

const orphanKind = 'event-orphan'
const secondPassKind = 'host-second-pass'
const secondPassMs = minuteMs
const pageSize = 25
const concurrency = 8
/**
 * Pages that one change event handles. A few hundred events are cancelled within seconds, and other work does not wait
 * long.
 */
const pagesAtOnce = 12

const shelves = ['live', 'work']

/** Starts to cancel the planned events of a host that is deleted or closed (rules/organizations 42). */
export const beginHostSweep = async (hostingId: string, context: ChangeContext): Promise<void> => {
  await context.table.write([hostSweepWrite({ hostingId, pass: '1', round: 0, shelf: 'live' }, context)])
}

type SweepPosition = Pick<HostSweep, 'hostingId' | 'shelf' | 'cursor'>

const nextPosition = (
  { hostingId, shelf }: SweepPosition,
  cursor: string | undefined,
): SweepPosition | undefined => {
  if (cursor !== undefined) return { hostingId, shelf, cursor }
  const next = shelves[shelves.indexOf(shelf) + 1]
  return next === undefined ? undefined : { hostingId, shelf: next }
}

/** The hosting organization. Undefined for a person's event, and after an organization is purged. */
const findHostingOrg = async (
  { hostingType, hostingId }: EventCard,
  { table }: ChangeContext,
): Promise<Organization | undefined> =>
  hostingType === 'Org' ? table.get(organization, { orgId: hostingId }, { strong: true }) : undefined

/** The reason that attendees read. */
const reasonFor = ({ org_name, deletedAt }: Organization): string =>
  deletedAt === undefined ? `${org_name} was closed.` : `${org_name} no longer exists.`

/**
 * Plans the cancellation of one event from its current state. Empty when it cannot be cancelled, and when its host was
 * reactivated or restored meanwhile.
 */
const cancellationWrites = async (eventId: string, context: ChangeContext): Promise<readonly Write[]> => {
  const whole = await findEvent(context.table, eventId, { strong: true })
  if (!whole || !canMove(whole.card.status, 'cancelled')) return []
  if (isLive(whole.card) && Date.parse(whole.card.end_time) <= context.now().getTime()) return []
  const org = await findHostingOrg(whole.card, context)
  if (org && !isClosed(org)) return []
  const reason = org && reasonFor(org)
  const [{ writes }, withdrawn] = await Promise.all([
    planMove(context, whole, 'cancelled', { reason, body: { cancelReason: reason } }),
    withdrawalWrites(context, whole.card),
  ])
  return [...writes, ...withdrawn]
}

/** Cancels one event. On failure it schedules a retry every minute, so that other events do not wait. */
const cancelOrphan = async (eventId: string, context: ChangeContext): Promise<void> => {
  const { table, now } = context
  const later = { kind: orphanKind, subject: eventId, version: '0', at: now().toISOString() }
  try {
    await table.retryOnConflict(async () => {
      const writes = await cancellationWrites(eventId, context)
      return writes.length === 0 || (await table.write(writes)).ok || conflicted
    })
    return
  } catch (error) {
    const cause = error instanceof Error ? error.name : typeof error
    context.log({ level: 'warn', operation: 'planning.orphans', subject: eventId, outcome: 'later', cause })
  }
  await table.write([scheduleTask(context, later)])
}

/** Lists the events of some pages, and the start of the next page. */
const eventsFrom = async (
  from: SweepPosition,
  { table }: ChangeContext,
): Promise<{ eventIds: readonly string[]; next: SweepPosition | undefined }> => {
  const eventIds: string[] = []
  let next: SweepPosition | undefined = from
  for (let pages = 0; next && pages < pagesAtOnce; pages += 1) {
    const { hostingId, shelf, cursor }: SweepPosition = next
    const listing = { index: 'gsi2', keyParams: { hostingId, shelf }, limit: pageSize, cursor } as const
    const page = await table.list(eventCard, listing)
    eventIds.push(...page.items.map(({ eventId }) => eventId))
    next = nextPosition({ hostingId, shelf }, page.cursor)
  }
  return { eventIds, next }
}

const cancelOrphans = async (eventIds: readonly string[], context: ChangeContext): Promise<void> => {
  const waiting = [...eventIds]
  const work = async (): Promise<void> => {
    for (let eventId = waiting.shift(); eventId !== undefined; eventId = waiting.shift())
      await cancelOrphan(eventId, context)
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}

/**
 * Cancels some pages of a closed host's events; safe to repeat. The row for the next page is written first. Otherwise
 * it would wait minutes in the stream behind the effects of hundreds of cancellations.
 */
export const sweepHost = async (sweep: HostSweep, context: ChangeContext): Promise<void> => {
  const { hostingId, pass, round } = sweep
  const { eventIds, next } = await eventsFrom(sweep, context)
  if (next) {
    const { shelf, cursor } = next
    const place = { hostingId, shelf, ...(cursor === undefined ? {} : { cursor }) }
    await context.table.write([hostSweepWrite({ ...place, pass, round: Number(round) + 1 }, context)])
  }
  await cancelOrphans(eventIds, context)
  if (!next && pass === '1') await context.table.write([secondPass(hostingId, context)])
}

const secondPass = (hostingId: string, context: ChangeContext): Write => {
  const at = new Date(context.now().getTime() + secondPassMs).toISOString()
  return scheduleTask(context, { kind: secondPassKind, subject: hostingId, version: '0', at })
}

/** Retries failed cancellations and starts the second pass. */
export const orphanHandlers: readonly TaskHandler[] = [
  onDue(orphanKind, ({ subject }: ScheduledTask, context) => cancellationWrites(subject, context)),
  onDue(secondPassKind, async ({ subject }: ScheduledTask, context) => [
    hostSweepWrite({ hostingId: subject, pass: '2', round: 0, shelf: 'live' }, context),
  ]),
]
