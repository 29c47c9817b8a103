import type { NoticeWorld } from '../../../lib/consumer.ts'
import { Failure } from '../../../lib/contract/failure.ts'
import { notificationDue } from '../../../lib/outbox.ts'
import { key } from '../../../lib/table/entity.ts'
import { desk, type EventCard, eventBody, eventCard, findEvent, toldOf } from '../../events/index.ts'
import { metadataOf } from '../../lifecycle/index.ts'
import { EventNotFound } from '../contract/failures.ts'
import { changeEvent } from '../edit/change.ts'
import { editOccurrence } from '../edit/edit.ts'
import { deleteEvent, moveEvent } from '../edit/end.ts'
import { fieldsFor, isSeriesEdit } from './edit.ts'
import { follow, freeRooms, type Head, makeOccurrence, type Submission } from './follow-up.ts'
import { occurrenceId, occurrencesOf } from './occurrences.ts'
import { type SeriesDue, seriesDue, seriesWrite } from './record.ts'

const pageSize = 5
const anybody = async (): Promise<void> => undefined

/** An event that cannot take part, for the lack of its room: it is a draft again, and its maker hears of it. */
const setAside = async (eventId: string, job: SeriesDue['job'], run: string, world: NoticeWorld) => {
  const whole = await findEvent(world.table, eventId, { strong: true })
  if (!whole) return
  const { card } = whole
  const told = notificationDue(world, {
    template: 'event_series_failed',
    cause: `${eventId}#${run}`,
    to: { kind: 'users', ids: [card.createdBy] },
    params: toldOf(card),
    metadata: metadataOf(card, world),
  })
  if (job === 'follow' && card.status === 'pending')
    await changeEvent(world, eventId, async (now) =>
      now.card.status === 'pending'
        ? { wanted: { card: { ...now.card, status: 'draft' }, body: now.body }, more: [told] }
        : undefined,
    )
  else await world.table.write([told])
}

const readHead = async ({ seriesId: eventId }: SeriesDue, { table }: NoticeWorld) => {
  const [card, body, place] = await table.batchGet(
    [key(eventCard, { eventId }), key(eventBody, { eventId }), key(desk, { eventId })],
    { strong: true },
  )
  return card && body ? { card, body, place } : undefined
}

/** One event of a series as it is to be made. */
const wantedOf = ({ facts }: SeriesDue, index: number) => {
  const { status, ...submission } = facts as unknown as Submission
  return { wanted: occurrencesOf(submission)[index - 2], status }
}

/** The series was submitted anew meanwhile, which has work of its own. */
const isOutdated = ({ job, facts }: SeriesDue, { body }: Head): boolean =>
  job === 'make' && (facts as unknown as Submission).body.seriesSubmission !== body.seriesSubmission

const reasonIn = ({ reason }: SeriesDue['facts']) => (typeof reason === 'string' ? { reason } : {})

const actOn = async (due: SeriesDue, index: number, head: Head, world: NoticeWorld) => {
  const { job, seriesId, facts } = due
  const eventId = index === 1 ? seriesId : occurrenceId(seriesId, index)
  if (job === 'make') {
    const { wanted, status } = wantedOf(due, index)
    if (wanted) await makeOccurrence(wanted, status, head, world)
  } else if (job === 'follow') {
    await follow(eventId, head, world)
  } else if (job === 'edit') {
    if (isSeriesEdit(facts)) await editOccurrence(eventId, (one) => fieldsFor(facts, one), world)
  } else if (job === 'cancel') await moveEvent(eventId, 'cancelled', world, anybody, reasonIn(facts))
  else await deleteEvent(eventId, world, anybody)
}

/** What was refused stays as it is; its maker hears of it unless there was nothing to do. */
const attempt = async (due: SeriesDue, index: number, head: Head, world: NoticeWorld): Promise<void> => {
  try {
    await actOn(due, index, head, world)
  } catch (error) {
    if (!(error instanceof Failure) || error.kind.status >= 500) throw error
    const needless = due.job === 'cancel' || due.job === 'delete' || error.kind === EventNotFound
    const eventId = index === 1 ? due.seriesId : occurrenceId(due.seriesId, index)
    if (!needless) await setAside(eventId, due.job, due.run, world)
    const { wanted, status } = due.job === 'make' ? wantedOf(due, index) : {}
    if (wanted && status) await freeRooms(wanted, status, world)
  }
}

/**
 * Carries out one page of work on a series and leaves the next one. Everything that it does can be done
 * again. Once the events are made they are brought where the first one is by then.
 */
export const carryOutSeries = async (due: SeriesDue, world: NoticeWorld): Promise<void> => {
  const head = await readHead(due, world)
  if (!head || isOutdated(due, head)) return
  const first = Number(due.page) * pageSize
  const indexes = Array.from({ length: head.body.seriesSize ?? 0 }, (_, at) => at + 1)
    .filter((index) => index > due.after && (index > 1 || due.except !== due.seriesId))
    .filter((index) => (index === 1 ? due.seriesId : occurrenceId(due.seriesId, index)) !== due.except)
  for (const index of indexes.slice(first, first + pageSize)) await attempt(due, index, head, world)
  const { expiresAt: _, ...rest } = due
  if (indexes.length > first + pageSize) {
    const page = String(Number(due.page) + 1).padStart(4, '0')
    await world.table.write([seriesWrite({ ...rest, page }, world)])
  } else if (due.job === 'make')
    await world.table.write([
      seriesWrite({ seriesId: due.seriesId, job: 'follow', run: `${due.run}-follow` }, world),
    ])
}

/** What was decided on the first event of a series counts for all of them. */
export const followHead = async (
  before: EventCard | undefined,
  after: EventCard,
  world: NoticeWorld,
): Promise<void> => {
  const { eventId, seriesId, status, version } = after
  if (seriesId !== eventId || before?.status !== 'pending' || status === 'pending') return
  await world.table.write([seriesWrite({ seriesId, job: 'follow', run: `follow-${version}` }, world)])
}

export { seriesDue }
