import { fail } from '../../../lib/contract/failure.ts'
import type { Operation } from '../../../lib/operation.ts'
import { notificationDue } from '../../../lib/outbox.ts'
import { unchanged } from '../../../lib/table/condition.ts'
import type { Table } from '../../../lib/table/table.ts'
import { put, update } from '../../../lib/table/write.ts'
import { type EventCard, type EventJob, eventJob, eventParamsOf, requireCardOf } from '../../events/index.ts'
import {
  AlreadyAssigned,
  AssignmentNotFound,
  JobNotFound,
  NotActiveMember,
  OwnAnswerOnly,
  RoleFull,
  ShiftOverlap,
} from '../contract/failures.ts'
import type { contract } from '../contract.ts'
import {
  canManageJobs,
  membershipElsewhere,
  membershipIn,
  refuseStranger,
  requireOrgRights,
  runSteps,
  type WriteStep,
  workerSteps,
} from '../membership.ts'
import { actorIdOf } from '../org-roles.ts'
import { type JobAssignment, jobAssignment, parseAssignmentId, placeIdOf } from '../repository.ts'
import { assignmentViewOf, jobViewContextOf } from '../views.ts'
import { type Days, type ShiftTimes, shiftOf, shiftSteps } from './days.ts'

type Rows = (typeof contract)['rows']

type AssignmentContext = { readonly table: Table; now(): Date; newId(): string }

/** The job of a plan. A refused step replaces it with the stored one. */
export type KnownJob = { job: EventJob | undefined }

/** Takes one place of a job, on condition that there is one and the job is unchanged. */
const placeStep = (known: KnownJob, job: EventJob): WriteStep => ({
  write: update(
    eventJob,
    job,
    { add: { filledCount: 1 } },
    { equals: { revision: job.revision }, below: { filledCount: job.requiredCount } },
  ),
  refused: (found) => {
    known.job = found as EventJob | undefined
    if (known.job && known.job.filledCount >= known.job.requiredCount) fail(RoleFull)
  },
})

/** Notifies the assigned person (rules/jobs 19). */
const notificationStep = (
  context: AssignmentContext,
  card: EventCard,
  job: EventJob,
  assignment: JobAssignment,
): WriteStep => ({
  write: notificationDue(context, {
    template: 'job_assigned',
    cause: `${assignment.eventId}#${assignment.id}#${assignment.assignedAt}`,
    to: { kind: 'users', ids: [assignment.memberId] },
    params: { ...eventParamsOf(card), roleName: job.name, startTime: assignment.shiftStart },
    metadata: { eventId: card.eventId, orgId: job.orgId },
  }),
})

/** Reserves the person's time for an assignment; none while it is declined (rules/jobs 15). */
const shiftHoldSteps = async (table: Table, assignment: JobAssignment, days: Days) => {
  const { eventId, jobId, memberId, status, shiftStart, shiftEnd } = assignment
  if (status === 'declined') return []
  const shift = { kind: 'assignment' as const, eventId, jobId, start: shiftStart, end: shiftEnd }
  return shiftSteps(table, memberId, shift, days, ShiftOverlap)
}

export type AssignmentDraft = Pick<JobAssignment, 'memberId' | 'status' | 'assignedBy'> & {
  readonly notes?: string | null | undefined
  /** The person's own times, in place of the job's. */
  readonly shift?: ShiftTimes | undefined
}

export const newAssignment = (
  card: EventCard,
  job: EventJob,
  draft: AssignmentDraft,
  now: Date,
): JobAssignment => {
  const { memberId, status, assignedBy, notes, shift } = draft
  const at = now.toISOString()
  const { start, end } = shift ?? shiftOf(job, card)
  return {
    eventId: job.eventId,
    id: placeIdOf(job.jobId, memberId),
    jobId: job.jobId,
    memberId,
    status,
    ...(notes ? { notes } : {}),
    assignedBy,
    assignedAt: at,
    ...(status === 'confirmed' ? { confirmedAt: at } : {}),
    shiftStart: start,
    shiftEnd: end,
    ownShift: shift !== undefined,
    version: 1,
  }
}

/** All steps of a new assignment: its row, the job's place, the person's time, the notification. */
export const assignmentSteps = async (
  context: AssignmentContext,
  card: EventCard,
  known: KnownJob,
  assignment: JobAssignment,
  days: Days,
): Promise<readonly WriteStep[]> => {
  const job = known.job ?? fail(JobNotFound)
  return [
    {
      write: put(jobAssignment, assignment, { absent: true }),
      refused: () => fail(AlreadyAssigned),
    },
    placeStep(known, job),
    ...(await shiftHoldSteps(context.table, assignment, days)),
    notificationStep(context, card, job, assignment),
  ]
}

/**
 * Assigns a member to a job (rules/jobs 11). Fails with 404 for a job of another event. Fails with 400 for a person who
 * is assigned already or is no active member of an organization of the event. Fails with 409 when the job is full or
 * the member has another shift at that time.
 */
export const createAssignment: Operation<Rows['createAssignment']> = async (
  { orgId, eventId, roleId: jobId, memberId, status = 'confirmed', notes },
  context,
) => {
  const { table, now } = context
  const [card, job, here] = await Promise.all([
    requireCardOf(table, orgId, eventId),
    table.get(eventJob, { eventId, jobId }, { strong: true }),
    membershipIn(table, memberId, [orgId]),
  ])
  if (!job) return fail(JobNotFound)
  const member = here ?? (await membershipElsewhere(table, memberId, card, orgId)) ?? fail(NotActiveMember)
  const known: KnownJob = { job }
  const days: Days = new Map()
  const draft = { memberId, status, notes, assignedBy: actorIdOf(context) }
  const make = () => newAssignment(card, known.job ?? fail(JobNotFound), draft, now())
  let made = make()
  await runSteps(table, async () => {
    made = make()
    return [...workerSteps(memberId, member), ...(await assignmentSteps(context, card, known, made, days))]
  })
  return { assignment: assignmentViewOf(made, jobViewContextOf(known.job ?? job)) }
}

type AssignmentChange = {
  readonly status?: JobAssignment['status'] | undefined
  readonly notes?: string | null | undefined
}

const changed = (
  before: JobAssignment,
  { status = before.status, notes }: AssignmentChange,
  at: string,
): JobAssignment => {
  const { confirmedAt, notes: had, ...rest } = before
  const noted = notes === undefined ? had : notes || undefined
  const since = before.status === 'confirmed' ? confirmedAt : at
  return {
    ...rest,
    status,
    ...(noted ? { notes: noted } : {}),
    ...(status === 'confirmed' && since ? { confirmedAt: since } : {}),
    version: before.version + 1,
  }
}

/** Whether a change is one that the assigned person may make: confirm or decline (rules/jobs 18). */
const isOwnAnswer = ({ status, notes }: AssignmentChange): boolean =>
  (status === 'confirmed' || status === 'declined') && notes === undefined

/**
 * Changes an assignment, for event managers. The assigned person may confirm or decline it (rules/jobs 15, rules/jobs
 * 18).
 */
export const updateAssignment: Operation<Rows['updateAssignment']> = async (
  { orgId, eventId, assignmentId, ...change },
  context,
) => {
  const { table, caller, now } = context
  const place = parseAssignmentId(assignmentId)
  const isOwn = place !== undefined && place.memberId === caller.tenantUserId
  const [rights, card, read] = await Promise.all([
    requireOrgRights(context, orgId),
    requireCardOf(table, orgId, eventId).catch((error: unknown) => ({ error })),
    place && table.get(jobAssignment, { eventId, ...place }, { strong: true }),
  ])
  refuseStranger(rights, isOwn)
  if ('error' in card) throw card.error
  if (!read) return fail(AssignmentNotFound)
  if (!canManageJobs(rights) && !isOwnAnswer(change)) fail(OwnAnswerOnly)
  const days: Days = new Map()
  let before: JobAssignment | undefined = read
  let after = read
  await runSteps(table, async () => {
    if (!before) return fail(AssignmentNotFound)
    const { status } = before
    after = changed(before, change, now().toISOString())
    const taken = status === 'declined' ? await shiftHoldSteps(table, after, days) : []
    return [
      {
        write: put(jobAssignment, after, unchanged(before)),
        refused: (found) => {
          before = found as JobAssignment | undefined
        },
      },
      ...taken,
    ]
  })
  return {
    assignment: assignmentViewOf(after, jobViewContextOf(undefined)),
  }
}
