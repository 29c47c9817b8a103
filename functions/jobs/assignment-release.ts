import type { ChangeContext } from '../../lib/consumer.ts'
import { dayMs } from '../../lib/contract/time.ts'
import type { OrgMember } from '../../lib/identity/org/organizations.ts'
import { orgHistory } from '../../lib/identity/org/records.ts'
import { notificationDue } from '../../lib/outbox.ts'
import { scheduleTask } from '../../lib/scheduled/task.ts'
import { unchanged } from '../../lib/table/condition.ts'
import { put, remove, type Write } from '../../lib/table/write.ts'
import { eventParamsOf as aboutEvent, findCard } from '../events/index.ts'
import { maxShiftDays } from './assignments/days.ts'
import { releaseAssignment } from './assignments/removal.ts'
import { findForfeited } from './entitlement.ts'
import {
  firstRound,
  type JobAssignment,
  type JobSweep,
  jobAssignment,
  type MemberSweep,
  memberSweep,
  nextRound,
  sweepEnd,
  volunteerSignup,
} from './repository.ts'
import { releaseAgainTask } from './scheduled-tasks.ts'

const pageSize = 25

/** Schedules the second pass first, so that a failure of the first pass cannot lose it. */
const beginMemberSweep = async (
  row: Omit<MemberSweep, 'round' | 'expiresAt'>,
  version: number,
  { table, now }: ChangeContext,
): Promise<void> => {
  const mark = `v${version}`
  const first = { ...row, round: firstRound(mark), expiresAt: sweepEnd(now()) }
  await table.write([
    put(memberSweep, first, { absent: true }),
    scheduleTask({ table, now }, releaseAgainTask(row, mark, now())),
  ])
}

/** Starts to remove a person's work for an organization. A redelivered change event leaves one row. */
export const beginRelease = async (
  { orgId, userId: memberId, version }: OrgMember,
  context: ChangeContext,
): Promise<void> => {
  const newest = { keyParams: { orgId, userId: memberId }, limit: 1, descending: true, strong: true }
  const [last] = (await context.table.list(orgHistory, newest)).items
  await beginMemberSweep({ memberId, orgId, own: last?.action === 'left' }, version, context)
}

/** Does the same for all organizations, after a suspension at the school. */
export const beginReleaseEverywhere = (
  memberId: string,
  { version, until }: { readonly version: number; readonly until?: string | undefined },
  context: ChangeContext,
): Promise<void> => beginMemberSweep({ memberId, orgId: '*', until }, version, context)

/** The notification of removed work, unless the person left by themselves. */
const eventParamsOf = async (
  { eventId, id, memberId, assignedAt, shiftStart }: JobAssignment,
  own: boolean | undefined,
  context: ChangeContext,
): Promise<readonly Write[]> => {
  const card = own ? undefined : await findCard(context.table, eventId)
  if (!card) return []
  return [
    notificationDue(context, {
      template: 'job_withdrawn',
      cause: `relieved.${eventId}#${id}#${assignedAt}`,
      to: { kind: 'users', ids: [memberId] },
      params: { ...aboutEvent(card), startTime: shiftStart },
      metadata: { eventId },
    }),
  ]
}

const releaseAll = async (
  places: readonly JobAssignment[],
  own: boolean | undefined,
  context: ChangeContext,
): Promise<void> => {
  for (const place of places)
    await releaseAssignment(context.table, place, await eventParamsOf(place, own, context))
}

const continueSweep = async (
  row: MemberSweep,
  place: Pick<MemberSweep, 'of' | 'cursor'>,
  { table, now }: ChangeContext,
): Promise<void> => {
  const turned = { ...row, ...place, round: nextRound(row.round), expiresAt: sweepEnd(now()) }
  await table.put(memberSweep, turned, { absent: true })
}

/** Removes one page of undecided sign-ups. */
const dropOffers = async (row: MemberSweep, context: ChangeContext): Promise<void> => {
  const { table, now } = context
  const page = await table.list(volunteerSignup, {
    index: 'gsi1',
    keyParams: { memberId: row.memberId },
    from: new Date(now().getTime() - maxShiftDays * dayMs).toISOString(),
    limit: pageSize,
    cursor: row.cursor,
  })
  const open = page.items.filter(({ status }) => status === 'pending')
  const gone = await findForfeited(table, open, ({ createdAt }) => createdAt, row)
  for (const offer of gone) await table.write([remove(volunteerSignup, offer, unchanged(offer))])
  if (page.cursor !== undefined) await continueSweep(row, { of: 'offers', cursor: page.cursor }, context)
}

/**
 * Removes one page of assignments that are not over (rules/jobs 34, rules/jobs 35), and writes the row of the next
 * page.
 */
export const releasePage = async (row: MemberSweep, context: ChangeContext): Promise<void> => {
  if (row.of === 'offers') return dropOffers(row, context)
  const { table, now } = context
  const page = await table.list(jobAssignment, {
    index: 'gsi1',
    keyParams: { memberId: row.memberId },
    from: new Date(now().getTime() - maxShiftDays * dayMs).toISOString(),
    limit: pageSize,
    cursor: row.cursor,
  })
  const ahead = page.items.filter(({ shiftEnd }) => Date.parse(shiftEnd) > now().getTime())
  const gone = await findForfeited(table, ahead, ({ assignedAt }) => assignedAt, row)
  await releaseAll(gone, row.own, context)
  if (page.cursor !== undefined) await continueSweep(row, { cursor: page.cursor }, context)
  else await dropOffers({ ...row, cursor: undefined }, context)
}

/** Removes one page of assignments at an event with a narrowed audience. Returns the next cursor. */
export const releaseAtEvent = async (
  { eventId, cursor }: JobSweep,
  context: ChangeContext,
): Promise<string | undefined> => {
  const { table, now } = context
  const page = await table.list(jobAssignment, {
    keyParams: { eventId },
    limit: pageSize,
    cursor,
    strong: true,
  })
  const ahead = page.items.filter(({ shiftEnd }) => Date.parse(shiftEnd) > now().getTime())
  await releaseAll(await findForfeited(table, ahead, ({ assignedAt }) => assignedAt), false, context)
  return page.cursor
}
