import type { ChangeContext } from '../../../lib/consumer.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { type GlobalUser, type TenantUser, tenantUser } from '../../../lib/identity/person/records.ts'
import { listSchools } from '../../../lib/identity/school/tenants.ts'
import { scheduleTask } from '../../../lib/scheduled/task.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import { replace, type Write } from '../../../lib/table/write.ts'
import { type Attendee, attendee, type EventCard, eventCard } from '../../events/index.ts'
import { attendeeCopiesOf } from '../attendee-key.ts'
import { NotRegistered } from '../contract/failures.ts'
import { endRegistration } from '../registration/departure.ts'
import { promoteAfterDeparture } from '../registration/removal.ts'
import { type PeopleDue, peopleDueWrite } from '../repository.ts'
import { secondLeavingPass } from '../scheduled-tasks.ts'
import { recoverClaims } from '../seats/claim-recovery.ts'
import { continueDeparture, continueNarrowing } from './departures.ts'

/** Rows that one change event updates. */
const pageSize = 25

type Job = Pick<PeopleDue, 'job' | 'subject' | 'run'>

const start = async (job: Job, { table, now }: ChangeContext, more: readonly Write[]): Promise<void> => {
  await table.write([peopleDueWrite({ ...job, round: '000000' }, now()), ...more])
}

/** Starts to copy a change to attendee rows. A redelivered change event starts the same work. */
export const startFollowUp = (job: Job, context: ChangeContext): Promise<void> => start(job, context, [])

/**
 * Starts to remove a departed person from their events. A second pass is scheduled first, whatever happens to this one.
 */
export const startLeaving = (
  job: Job & { readonly job: 'leaving' | 'guestLeaving' },
  context: ChangeContext,
): Promise<void> => start(job, context, [scheduleTask(context, secondLeavingPass(job, context.now()))])

const scheduleNextPage = async (
  due: PeopleDue,
  position: Pick<PeopleDue, 'cursor'>,
  { table, now }: ChangeContext,
): Promise<void> => {
  const { job, subject, run, round } = due
  const nextRound = String(Number(round) + 1).padStart(6, '0')
  await table.write([peopleDueWrite({ job, subject, run, round: nextRound, ...position }, now())])
}

/** Writes the newest row as `change` returns it; undefined leaves it unchanged. Retries on conflicts. */
const updateRow = async (
  table: Table,
  first: Attendee,
  change: (row: Attendee) => Attendee | undefined,
): Promise<void> => {
  let row: Attendee | undefined = first
  await table.retryOnConflict(async () => {
    const changed = row && change(row)
    if (!row || !changed) return true
    if ((await table.write([replace(attendee, row, changed)])).ok) return true
    row = await table.get(attendee, first, { strong: true })
    return conflicted
  })
}

/** Updates the copied event start in one page of rows. */
const copyTimes = async (due: PeopleDue, context: ChangeContext): Promise<void> => {
  const { table } = context
  const card = await table.get(eventCard, { eventId: due.subject }, { strong: true })
  if (!card) return
  const { eventId, start_time } = card
  const page = await table.list(attendee, {
    keyParams: { eventId },
    limit: pageSize,
    cursor: due.cursor,
    strong: true,
  })
  await Promise.all(
    page.items.map((row) =>
      updateRow(table, row, (now) => (now.start_time === start_time ? undefined : { ...now, start_time })),
    ),
  )
  if (page.cursor !== undefined) await scheduleNextPage(due, { cursor: page.cursor }, context)
}

const listRowsOf = (table: Table, due: PeopleDue, kind: Attendee['kind'], cursor = due.cursor) =>
  table.list(attendee, {
    index: 'gsi1',
    keyParams: { kind, personId: due.subject },
    limit: pageSize,
    cursor,
  })

/** Updates copied name and picture in one page of a person's rows. */
const copyNames = async (due: PeopleDue, context: ChangeContext): Promise<void> => {
  const { table } = context
  const user = await table.get(tenantUser, { id: due.subject }, { strong: true })
  if (!user) return
  const page = await listRowsOf(table, due, 'u')
  const copies = attendeeCopiesOf({ user })
  const renamed = ({ picture: _, ...row }: Attendee): Attendee => ({ ...row, ...copies })
  await Promise.all(page.items.map((row) => updateRow(table, row, renamed)))
  if (page.cursor !== undefined) await scheduleNextPage(due, { cursor: page.cursor }, context)
}

const isUpcoming = ({ start_time, checkedIn }: Attendee, now: Date): boolean =>
  !checkedIn && Date.parse(start_time) > now.getTime()

const anonymized = (row: Attendee): Attendee => {
  const { username: _, picture: __, email: ___, globalUserId: ____, sourceTenant: _____, ...rest } = row
  const { correction, ...kept } = rest
  const { at = '', by = '' } = correction ?? {}
  return { ...kept, ...(correction ? { correction: { at, by } } : {}), name: 'Former member', left: true }
}

/**
 * Removes a departed person from upcoming events, which frees their seats. Past events keep an anonymous count. Returns
 * true when there may be more.
 */
export const removeFromUpcomingEvents = async (
  context: Pick<ChangeContext, 'table' | 'now' | 'newId'>,
  page: readonly Attendee[],
): Promise<void> => {
  const { table, now } = context
  for (const found of page) {
    const row = await table.get(attendee, found, { strong: true })
    if (!row || row.left) continue
    if (!isUpcoming(row, now())) {
      await updateRow(table, row, anonymized)
      continue
    }
    const card = await table.get(eventCard, { eventId: row.eventId }, { strong: true })
    if (!card) {
      await table.remove(attendee, row)
      continue
    }
    const readRow = () => table.get(attendee, found, { strong: true })
    const refuse = (now: Attendee | undefined): void => {
      if (!now || now.left) fail(NotRegistered)
    }
    const { counter } = await endRegistration(context, row, { card, readRow, refuse })
    await promoteAfterDeparture(context, card, counter)
  }
}

const continueLeaving = async (
  due: PeopleDue,
  context: ChangeContext,
  kind: Attendee['kind'] = 'u',
): Promise<void> => {
  // Handled rows leave the list, so every page is the first.
  const page = await listRowsOf(context.table, { ...due, cursor: undefined }, kind)
  await removeFromUpcomingEvents(context, page.items)
  if (page.cursor !== undefined) await scheduleNextPage(due, {}, context)
}

const jobs: Readonly<Record<PeopleDue['job'], (due: PeopleDue, context: ChangeContext) => Promise<void>>> = {
  times: copyTimes,
  names: copyNames,
  leaving: continueLeaving,
  parting: continueDeparture,
  narrowing: continueNarrowing,
  guestLeaving: (due, context) => continueLeaving(due, context, 'g'),
  claims: ({ subject }, context) => recoverClaims(subject, context),
}

export const continueFollowUp = (due: PeopleDue, context: ChangeContext): Promise<void> =>
  jobs[due.job](due, context)

/**
 * Starts to remove a person without any account from events of schools where they were a guest. No list of these
 * schools exists, so all are searched. Departures are rare and the registry is small.
 */
export const startLeavingAsGuest = async (
  { id }: Pick<GlobalUser, 'id'>,
  context: ChangeContext,
): Promise<void> => {
  for (const { tenantKey } of await listSchools(context.table)) {
    const table = context.table.at(tenantKey)
    const keyParams = { kind: 'g', personId: id }
    const { items } = await table.list(attendee, { index: 'gsi1', keyParams, limit: 1 })
    if (items.length > 0)
      await startLeaving({ job: 'guestLeaving', subject: id, run: 'gone' }, { ...context, table })
  }
}

const shown = ['name', 'username', 'picture', 'email'] as const

export const isRenamed = (before: TenantUser, after: TenantUser): boolean =>
  shown.some((field) => before[field] !== after[field])

export const isMoved = (before: EventCard, after: EventCard): boolean =>
  before.start_time !== after.start_time
