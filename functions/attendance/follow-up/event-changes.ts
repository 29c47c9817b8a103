import type { ChangeContext } from '../../../lib/consumer.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { type GlobalUser, type TenantUser, tenantUser } from '../../../lib/identity/person/records.ts'
import { listSchools } from '../../../lib/identity/school/tenants.ts'
import { scheduleTask } from '../../../lib/scheduled/task.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import { put, type Write } from '../../../lib/table/write.ts'
import { type Attendee, attendee, type EventCard, eventCard } from '../../events/index.ts'
import { NotRegistered } from '../contract/failures.ts'
import { attendeeCopiesOf } from '../person.ts'
import { endRegistration } from '../registration/departure.ts'
import { promoteAfterDeparture } from '../registration/removal.ts'
import { type PeopleDue, peopleDueWrite } from '../repository.ts'
import { leavingAgain } from '../scheduled-tasks.ts'
import { recoverClaims } from '../seats/claim-recovery.ts'
import { followNarrowing, followParting } from './departures.ts'

/** Rows that one notice changes. */
const pageSize = 25

type Job = Pick<PeopleDue, 'job' | 'subject' | 'run'>

const begin = async (job: Job, { table, now }: ChangeContext, more: readonly Write[]): Promise<void> => {
  await table.write([peopleDueWrite({ ...job, round: '000000' }, now()), ...more])
}

/** Begins to carry a change over to the rows of people. A notice that comes again begins the same. */
export const follow = (job: Job, context: ChangeContext): Promise<void> => begin(job, context, [])

/** Begins to take somebody who is gone off their events. It is done twice, whatever becomes of the first time. */
export const leave = (
  job: Job & { readonly job: 'leaving' | 'guestLeaving' },
  context: ChangeContext,
): Promise<void> => begin(job, context, [scheduleTask(context, leavingAgain(job, context.now()))])

const next = async (
  due: PeopleDue,
  place: Pick<PeopleDue, 'cursor'>,
  { table, now }: ChangeContext,
): Promise<void> => {
  const { job, subject, run, round } = due
  const turned = String(Number(round) + 1).padStart(6, '0')
  await table.write([peopleDueWrite({ job, subject, run, round: turned, ...place }, now())])
}

/** Puts a row as `change` makes it of the newest one; undefined leaves it. Several may change it at once. */
const rewrite = async (
  table: Table,
  first: Attendee,
  change: (row: Attendee) => Attendee | undefined,
): Promise<void> => {
  let row: Attendee | undefined = first
  await table.retryOnConflict(async () => {
    const changed = row && change(row)
    if (!row || !changed) return true
    const put_ = put(attendee, { ...changed, version: row.version + 1 }, { equals: { version: row.version } })
    if ((await table.write([put_])).ok) return true
    row = await table.get(attendee, first, { strong: true })
    return conflicted
  })
}

/** The copies of the event's start, page by page. */
const followTimes = async (due: PeopleDue, context: ChangeContext): Promise<void> => {
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
      rewrite(table, row, (now) => (now.start_time === start_time ? undefined : { ...now, start_time })),
    ),
  )
  if (page.cursor !== undefined) await next(due, { cursor: page.cursor }, context)
}

const ownPage = (table: Table, due: PeopleDue, kind: Attendee['kind'], cursor = due.cursor) =>
  table.list(attendee, {
    index: 'gsi1',
    keyParams: { kind, personId: due.subject },
    limit: pageSize,
    cursor,
  })

/** The copies of name and picture in everything that somebody goes to. */
const followNames = async (due: PeopleDue, context: ChangeContext): Promise<void> => {
  const { table } = context
  const user = await table.get(tenantUser, { id: due.subject }, { strong: true })
  if (!user) return
  const page = await ownPage(table, due, 'u')
  const copies = attendeeCopiesOf({ user })
  const renamed = ({ picture: _, ...row }: Attendee): Attendee => ({ ...row, ...copies })
  await Promise.all(page.items.map((row) => rewrite(table, row, renamed)))
  if (page.cursor !== undefined) await next(due, { cursor: page.cursor }, context)
}

const mayStillCome = ({ start_time, checkedIn }: Attendee, now: Date): boolean =>
  !checkedIn && Date.parse(start_time) > now.getTime()

const nobody = (row: Attendee): Attendee => {
  const { username: _, picture: __, email: ___, globalUserId: ____, sourceTenant: _____, ...rest } = row
  const { correction, ...kept } = rest
  const { at = '', by = '' } = correction ?? {}
  return { ...kept, ...(correction ? { correction: { at, by } } : {}), name: 'Former member', left: true }
}

/**
 * Takes somebody who has left the school off what is to come, so that others get the seat, and leaves a number of them on
 * what has been. True when there may be more.
 */
export const leaveEvents = async (
  context: Pick<ChangeContext, 'table' | 'now' | 'newId'>,
  page: readonly Attendee[],
): Promise<void> => {
  const { table, now } = context
  for (const found of page) {
    const row = await table.get(attendee, found, { strong: true })
    if (!row || row.left) continue
    if (!mayStillCome(row, now())) {
      await rewrite(table, row, nobody)
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

const followLeaving = async (
  due: PeopleDue,
  context: ChangeContext,
  kind: Attendee['kind'] = 'u',
): Promise<void> => {
  // Rows leave the list as they are carried out, so each page is the first.
  const page = await ownPage(context.table, { ...due, cursor: undefined }, kind)
  await leaveEvents(context, page.items)
  if (page.cursor !== undefined) await next(due, {}, context)
}

const jobs: Readonly<Record<PeopleDue['job'], (due: PeopleDue, context: ChangeContext) => Promise<void>>> = {
  times: followTimes,
  names: followNames,
  leaving: followLeaving,
  parting: followParting,
  narrowing: followNarrowing,
  guestLeaving: (due, context) => followLeaving(due, context, 'g'),
  claims: ({ subject }, context) => recoverClaims(subject, context),
}

export const followOn = (due: PeopleDue, context: ChangeContext): Promise<void> => jobs[due.job](due, context)

/**
 * Begins to take a person whose last account is gone off the events of schools where they were a guest. There is no list
 * of these, so each school is asked: people go seldom, and the registry of schools is small.
 */
export const leaveAsGuest = async ({ id }: Pick<GlobalUser, 'id'>, context: ChangeContext): Promise<void> => {
  for (const { tenantKey } of await listSchools(context.table)) {
    const table = context.table.at(tenantKey)
    const keyParams = { kind: 'g', personId: id }
    const { items } = await table.list(attendee, { index: 'gsi1', keyParams, limit: 1 })
    if (items.length > 0)
      await leave({ job: 'guestLeaving', subject: id, run: 'gone' }, { ...context, table })
  }
}

const shown = ['name', 'username', 'picture', 'email'] as const

export const isRenamed = (before: TenantUser, after: TenantUser): boolean =>
  shown.some((field) => before[field] !== after[field])

export const isMoved = (before: EventCard, after: EventCard): boolean =>
  before.start_time !== after.start_time
