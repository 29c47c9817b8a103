import { groupNotifications } from '../../../lib/change-groups.ts'
import type { ChangeContext } from '../../../lib/consumer.ts'
import { Failure, type FailureKind } from '../../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { pickFields } from '../../../lib/contract/field-table.ts'
import { unchanged } from '../../../lib/table/condition.ts'
import { key } from '../../../lib/table/entity.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import { check, type Write } from '../../../lib/table/write.ts'
import {
  type Desk,
  desk,
  deskWrite,
  type EventBody,
  type EventCard,
  type EventRecord,
  type EventStatus,
  eventBody,
  eventCard,
  eventCountNames,
  findEvent,
  isLive,
  occurrenceId,
  shelfOf,
} from '../../events/index.ts'
import { bookingsOf, canMove, changeWrites, followRunOf, seriesGroupOf } from '../../lifecycle/index.ts'
import { rebookingWrites } from '../../rooms/index.ts'
import { EventChanged, EventNotFound } from '../contract/failures.ts'
import { requireForms } from '../create/forms.ts'
import { changeEvent, retryUntilSaved, savePlanned } from '../edit/change.ts'
import { editOccurrence, resubmitOccurrence } from '../edit/edit.ts'
import { moveEvent, removeEvent } from '../edit/status-change.ts'
import { type SeriesTask, seriesTask, seriesTaskWrite } from '../repository.ts'
import { isSubmitted } from '../submission/facts.ts'
import { isSeriesEdit, occurrenceFieldsOf } from './edit.ts'
import { occurrencesOf } from './occurrences.ts'
import { notifySeriesFailure } from './series-notifications.ts'

/** The first event of a series in its current state. */
export type SeriesHead = {
  readonly card: EventCard
  readonly body: EventBody
  readonly place?: Desk | undefined
}

/** The first event in its state when the series was submitted. */
export type SeriesSubmission = { readonly status: EventStatus } & EventRecord

/** Keeps an event's people and counts when it is submitted again. */
const carryOverCounts = (requested: EventRecord, before: EventRecord): EventRecord => {
  const { firstAttendees, firstGuests, collaborators, sequence, liveAt, createdAt } = before.card
  const counts = pickFields(before.card, eventCountNames)
  const shown = { firstAttendees, firstGuests, collaborators, sequence, createdAt }
  return {
    card: { ...requested.card, ...counts, ...shown, ...(liveAt === undefined ? {} : { liveAt }) },
    body: requested.body,
  }
}

/** Releases rooms that were booked for an event as part of its series, except those that it holds itself. */
const releaseRooms = (requested: EventRecord, status: EventStatus, context: ChangeContext): Promise<true> =>
  retryUntilSaved(context, async () => {
    const { table } = context
    const { eventId } = requested.card
    const now = await findEvent(table, eventId, { strong: true })
    const taken = bookingsOf({
      card: { ...requested.card, status, shelf: shelfOf(status) },
      body: requested.body,
    })
    const plan = await rebookingWrites(table, taken, now ? bookingsOf(now) : [])
    if (!plan.ok || plan.writes.length === 0) return true
    const same = now ? [check(eventCard, { eventId }, unchanged(now.card))] : []
    return (await table.write([...plan.writes, ...same])).ok || conflicted
  })

/** A new event of a series copies the first event's check-in desk, with links of its own. */
const deskOf = (eventId: string, { place }: SeriesHead): readonly Write[] =>
  place ? [deskWrite(undefined, { ...place, eventId, generation: 1 })] : []

/** The event's forms as edit fields. */
const formsOf = ({ card, body }: EventRecord) => ({
  registrationFormId: card.registrationFormId,
  feedbackFormId: body.feedbackFormId,
})

/**
 * Creates one event of a series from the first event at submission. An existing event is submitted again in that state,
 * because approvers have seen nothing else. An event that was changed on its own, cancelled or deleted does not change;
 * its reserved rooms are released. `head` is the first event now: unless it is submitted, no existing event is
 * submitted again.
 */
const makeOccurrence = async (
  requested: EventRecord,
  status: EventStatus,
  head: SeriesHead,
  context: ChangeContext,
): Promise<void> => {
  const { eventId } = requested.card
  const resubmits = isSubmitted(head)
  const made = await retryUntilSaved(context, async () => {
    const existing = await context.table.get(eventCard, { eventId }, { strong: true })
    const before = existing && (await findEvent(context.table, eventId, { strong: true }))
    if (existing && !before) return false
    if (before && !(resubmits && before.card.submission === 0 && canMove(before.card.status, status)))
      return false
    const { card, body } = before ? carryOverCounts(requested, before) : requested
    const at = before ? {} : { createdAt: context.now().toISOString() }
    const next = { card: { ...card, ...at, status }, body }
    const [planned, forms] = await Promise.all([
      changeWrites(context, before, next, { unlimited: true }),
      requireForms(context, formsOf(next), next, before),
    ])
    const saved = await savePlanned(context, planned, [...(before ? [] : deskOf(eventId, head)), ...forms])
    return saved === conflicted ? conflicted : true
  })
  if (!made) await releaseRooms(requested, status, context)
}

const finalStatuses: readonly EventStatus[] = ['completed', 'archived']

/**
 * Gives an event without its own approval the status of the first event. A decision on the first event applies while it
 * was made on the series. If the first event changed since, this event is submitted on its own.
 */
export const applyHeadStatus = async (
  eventId: string,
  { card, body }: SeriesHead,
  context: ChangeContext,
): Promise<void> => {
  const { status } = card
  if (finalStatuses.includes(status)) return
  await changeEvent(context, eventId, async (before) => {
    if (before.card.submission > 0 || !canMove(before.card.status, status)) return undefined
    if (isLive(card)) {
      if (before.card.status !== 'pending') return undefined
      if (card.submission !== body.seriesSubmission) return resubmitOccurrence(before, context)
    }
    const { cancelReason } = status === 'cancelled' ? body : before.body
    const requested = { card: { ...before.card, status }, body: { ...before.body, cancelReason } }
    return { requested, unlimited: true }
  })
}

const pageSize = 5
const openGate = async (): Promise<void> => undefined

const readHead = async ({ seriesId: eventId }: SeriesTask, { table }: ChangeContext) => {
  const [card, body, place] = await table.batchGet(
    [key(eventCard, { eventId }), key(eventBody, { eventId }), key(desk, { eventId })],
    { strong: true },
  )
  return card && body ? { card, body, place } : undefined
}

/** Builds one event of a series as submitted. */
const occurrenceDraftOf = ({ facts }: SeriesTask, index: number) => {
  const { status, ...submission } = facts as unknown as SeriesSubmission
  return { requested: occurrencesOf(submission)[index - 2], status }
}

/** Whether the series was submitted again since, which created another task. */
const isOutdated = ({ job, facts }: SeriesTask, { body }: SeriesHead): boolean =>
  job === 'make' && (facts as unknown as SeriesSubmission).body.seriesSubmission !== body.seriesSubmission

const reasonIn = ({ reason }: SeriesTask['facts']) => (typeof reason === 'string' ? { reason } : {})

const runSeriesJob = async (due: SeriesTask, index: number, head: SeriesHead, context: ChangeContext) => {
  const { job, seriesId, facts } = due
  const eventId = index === 1 ? seriesId : occurrenceId(seriesId, index)
  if (job === 'make') {
    const { requested, status } = occurrenceDraftOf(due, index)
    if (requested) await makeOccurrence(requested, status, head, context)
  } else if (job === 'follow') {
    await applyHeadStatus(eventId, head, context)
  } else if (job === 'edit') {
    if (isSeriesEdit(facts)) await editOccurrence(eventId, (one) => occurrenceFieldsOf(facts, one), context)
  } else if (job === 'cancel') await moveEvent(eventId, 'cancelled', context, openGate, reasonIn(facts))
  else await removeEvent(eventId, context, openGate)
}

/** Lost conflicts say nothing about whether the change is allowed. */
const isLostRace = (kind: FailureKind): boolean => kind === EventChanged || kind === ConcurrentChange

const isRefusal = (error: unknown): error is Failure =>
  error instanceof Failure && error.kind.status < 500 && !isLostRace(error.kind)

/** Runs one job. A refused event does not change, and its creator is notified unless nothing was to be done. */
const tryOccurrence = async (
  due: SeriesTask,
  index: number,
  head: SeriesHead,
  context: ChangeContext,
): Promise<void> => {
  try {
    await runSeriesJob(due, index, head, context)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const needless = due.job === 'cancel' || due.job === 'delete' || error.kind === EventNotFound
    const eventId = index === 1 ? due.seriesId : occurrenceId(due.seriesId, index)
    const { requested, status } = due.job === 'make' ? occurrenceDraftOf(due, index) : {}
    if (!needless) await notifySeriesFailure(eventId, due, requested, context)
    if (requested && status) await releaseRooms(requested, status, context)
  }
}

/** Sends the notifications of all changes of a run. */
const sendGroup = async (context: ChangeContext & { readonly changeGroup: string }): Promise<void> => {
  const writes = await groupNotifications(context, context.changeGroup)
  if (writes.length > 0) await context.table.write(writes)
}

/**
 * Runs one page of work on a series and schedules the next; safe to repeat. The last page sends the notifications of
 * all changes. After `make`, a `follow` task gives the events the first event's current status.
 */
export const runSeriesTask = async (due: SeriesTask, given: ChangeContext): Promise<void> => {
  const changeGroup = seriesGroupOf(due.seriesId, due.run)
  const context = { ...given, changeGroup }
  const head = await readHead(due, context)
  if (!head) return
  if (isOutdated(due, head)) return sendGroup(context)
  const first = Number(due.page) * pageSize
  const indexes = Array.from({ length: head.body.seriesSize ?? 0 }, (_, at) => at + 1)
    .filter((index) => index > due.after && (index > 1 || due.except !== due.seriesId))
    .filter((index) => (index === 1 ? due.seriesId : occurrenceId(due.seriesId, index)) !== due.except)
  for (const index of indexes.slice(first, first + pageSize)) await tryOccurrence(due, index, head, context)
  const { expiresAt: _, ...rest } = due
  if (indexes.length > first + pageSize) {
    const page = String(Number(due.page) + 1).padStart(4, '0')
    await context.table.write([seriesTaskWrite({ ...rest, page }, context)])
    return
  }
  if (due.job === 'make')
    await context.table.write([
      seriesTaskWrite({ seriesId: due.seriesId, job: 'follow', run: `${due.run}-follow` }, context),
    ])
  await sendGroup(context)
}

/** Applies a decision on the first event to the whole series. */
export const scheduleFollow = async (
  before: EventCard | undefined,
  after: EventCard,
  context: ChangeContext,
): Promise<void> => {
  const { eventId, seriesId, status, version } = after
  if (seriesId !== eventId || before?.status !== 'pending' || status === 'pending') return
  await context.table.write([
    seriesTaskWrite({ seriesId, job: 'follow', run: followRunOf(version) }, context),
  ])
}

export { seriesTask }
