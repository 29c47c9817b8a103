import type { ChangeContext } from '../../lib/consumer.ts'
import { scheduleTask } from '../../lib/scheduled/task.ts'
import { unchanged } from '../../lib/table/condition.ts'
import { conflicted } from '../../lib/table/retry.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, remove, type Write } from '../../lib/table/write.ts'
import { type EventCard, type EventJob, eventCard, eventJob } from '../events/index.ts'
import { releaseAtEvent } from './assignment-release.ts'
import { daysOf, dayWith, shiftOf } from './assignments/days.ts'
import {
  firstRound,
  type JobAssignment,
  type JobSweep,
  jobAssignment,
  jobCount,
  jobSweep,
  nextRound,
  shiftDay,
  sweepEnd,
  volunteerSignup,
} from './repository.ts'
import { narrowedAgainTask } from './scheduled-tasks.ts'

const pageSize = 25

type Subject = Pick<JobSweep, 'eventId' | 'jobId' | 'kind'>

/** The row of a sweep's first or next page. */
const sweepRow = (
  { eventId, jobId, kind }: Subject,
  round: string,
  now: Date,
  cursor?: string,
): JobSweep => ({
  eventId,
  jobId,
  kind,
  round,
  ...(cursor ? { cursor } : {}),
  expiresAt: sweepEnd(now),
})

/** `mark` distinguishes sweeps of one subject. A redelivered change event leaves one row. */
export const beginSweep = async (
  { table, now }: ChangeContext,
  subject: Subject,
  mark: string,
): Promise<void> => {
  const again = subject.kind === 'narrowed' ? [narrowedAgainTask(subject, mark, now())] : []
  await table.write([
    put(jobSweep, sweepRow(subject, firstRound(mark), now()), { absent: true }),
    ...again.map((facts) => scheduleTask({ table, now }, facts)),
  ])
}

const follow = async ({ table, now }: ChangeContext, row: JobSweep, cursor?: string): Promise<void> => {
  await table.put(jobSweep, sweepRow(row, nextRound(row.round), now(), cursor), { absent: true })
}

const writeAll = async (table: Table, writes: readonly Write[]): Promise<void> => {
  if (writes.length > 0) await table.write(writes)
}

/** Removes one page of a job's dependent rows, or of all jobs of an event. Returns true while there is more. */
const removePage = async (table: Table, { eventId, jobId }: JobSweep): Promise<boolean> => {
  const whole = jobId === '*'
  const keyParams: Record<string, string> = whole ? { eventId } : { eventId, jobId }
  const page = { keyParams, limit: pageSize, strong: true }
  const [assigned, offered, jobs] = await Promise.all([
    table.list(jobAssignment, page),
    table.list(volunteerSignup, page),
    whole ? table.list(eventJob, page) : { items: [] },
  ])
  await writeAll(table, [
    ...assigned.items.map((row) => remove(jobAssignment, row)),
    ...offered.items.map((row) => remove(volunteerSignup, row)),
    ...jobs.items.map((row) => remove(eventJob, row)),
    ...(whole ? [remove(jobCount, { eventId })] : []),
  ])
  return [assigned, offered, jobs].some(({ items }) => items.length === pageSize)
}

/** Adds a moved shift to a day of its person, even if other shifts overlap (rules/jobs 21). */
const noteShift = async (table: Table, after: JobAssignment, day: string): Promise<void> => {
  const { memberId, eventId, jobId, shiftStart: start, shiftEnd: end } = after
  const shift = { kind: 'assignment' as const, eventId, jobId, start, end }
  await table.retryOnConflict(async () => {
    const before = await table.get(shiftDay, { memberId, day }, { strong: true })
    const after = dayWith(memberId, day, shift, before)
    return (await table.put(shiftDay, after, unchanged(before))).ok || conflicted
  })
}

const moveOne = async (
  table: Table,
  before: JobAssignment,
  job: EventJob,
  card: EventCard,
): Promise<void> => {
  const { start, end } = shiftOf(job, card)
  if (before.ownShift || (before.shiftStart === start && before.shiftEnd === end)) return
  const after = { ...before, shiftStart: start, shiftEnd: end, version: before.version + 1 }
  if (after.status !== 'declined')
    for (const day of daysOf({ start, end })) await noteShift(table, after, day)
  const { ok } = await table.put(jobAssignment, after, unchanged(before))
  if (!ok) throw new Error('an assignment changed while its shift moved')
}

/** Updates the times of one page of assignments from their job or event. Returns the next cursor. */
const movePage = async (table: Table, { eventId, jobId, cursor }: JobSweep): Promise<string | undefined> => {
  const keyParams: Record<string, string> = jobId === '*' ? { eventId } : { eventId, jobId }
  const [card, { items: jobs }, page] = await Promise.all([
    table.get(eventCard, { eventId }, { strong: true }),
    table.list(eventJob, { keyParams: { eventId }, limit: 100, strong: true }),
    table.list(jobAssignment, { keyParams, limit: pageSize, cursor, strong: true }),
  ])
  const byId = new Map(jobs.map((job) => [job.jobId, job]))
  for (const assignment of page.items) {
    const job = byId.get(assignment.jobId)
    if (job && card) await moveOne(table, assignment, job, card)
  }
  return page.cursor
}

/** Handles one page of a sweep and writes the row of the next. */
export const sweep = async (row: JobSweep, context: ChangeContext): Promise<void> => {
  if (row.kind !== 'gone') {
    const cursor = await (row.kind === 'moved' ? movePage(context.table, row) : releaseAtEvent(row, context))
    if (cursor) await follow(context, row, cursor)
  } else if (await removePage(context.table, row)) await follow(context, row)
}
