import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { OrgInactive } from '../../lib/contract/org-rules.ts'
import type { Operation } from '../../lib/operation.ts'
import { unchanged } from '../../lib/table/condition.ts'
import { key } from '../../lib/table/entity.ts'
import { put } from '../../lib/table/write.ts'
import { type Affiliation, affiliationsOf, type EventCard, eventJob, requireCardOf } from '../events/index.ts'
import { assignmentSteps, type KnownJob, newAssignment } from './assignments/assignment.ts'
import { type Days, readDays } from './assignments/days.ts'
import {
  JobNotFound,
  NotActiveMember,
  OwnSignupOnly,
  SignupDecided,
  SignupNotFound,
} from './contract/failures.ts'
import type { contract } from './contract.ts'
import { canWork } from './entitlement.ts'
import {
  canManageJobs,
  refuseStranger,
  requireOrgRights,
  runSteps,
  type WriteStep,
  workerSteps,
} from './membership.ts'
import { actorIdOf } from './org-roles.ts'
import { parseAssignmentId, type VolunteerSignup, volunteerSignup } from './repository.ts'
import { jobViewContextOf, signupViewOf } from './views.ts'

type Rows = (typeof contract)['rows']

type Decision = 'approved' | 'rejected' | 'cancelled'
type SignupDecisionRequest = {
  readonly orgId: string
  readonly eventId: string
  readonly signupId: string
  readonly status: Decision
}

/** The steps of the assignment that an approval creates, in the same transaction. */
const approvalSteps = (
  context: Context<'caller'>,
  card: EventCard,
  known: KnownJob,
  signup: VolunteerSignup,
  days: Days,
) => {
  const job = known.job ?? fail(JobNotFound)
  const { memberId, ownShift, shiftStart: start, shiftEnd: end } = signup
  const assignmentDraft = {
    memberId,
    status: 'confirmed' as const,
    assignedBy: actorIdOf(context),
    shift: ownShift ? { start, end } : undefined,
  }
  return assignmentSteps(context, card, known, newAssignment(card, job, assignmentDraft, context.now()), days)
}

const readSignup = async (
  { orgId, eventId, signupId }: SignupDecisionRequest,
  context: Context<'caller'>,
) => {
  const place = parseAssignmentId(signupId)
  const isOwn = place !== undefined && place.memberId === context.caller.tenantUserId
  const [rights, card, [signup, job]] = await Promise.all([
    requireOrgRights(context, orgId),
    requireCardOf(context.table, orgId, eventId).catch((error: unknown) => ({ error })),
    context.table.batchGet(
      place
        ? [key(volunteerSignup, { eventId, ...place }), key(eventJob, { eventId, jobId: place.jobId })]
        : [],
      { strong: true },
    ),
  ])
  refuseStranger(rights, isOwn)
  if ('error' in card) throw card.error
  if (!signup) return fail(SignupNotFound)
  return {
    card,
    signup: signup as VolunteerSignup,
    job: job as KnownJob['job'],
    isOwn,
    manages: canManageJobs(rights),
    rights,
  }
}

/** Reads the person's days, and checks that they may still do the job. */
const readForApproval = async (
  card: EventCard,
  job: KnownJob['job'],
  { memberId, shiftStart: start, shiftEnd: end }: VolunteerSignup,
  { table }: Context<'caller'>,
): Promise<{ days: Days; member: Affiliation['membership'] }> => {
  const isAsked = !job?.openToAll || card.visibility === 'members_only'
  const [[belonging], days] = await Promise.all([
    isAsked ? affiliationsOf(table, card, [{ kind: 'u', personId: memberId }]) : [],
    readDays(table, memberId, { start, end }),
  ])
  if (job && belonging && !canWork(card, job, belonging)) fail(NotActiveMember)
  return { days, member: belonging?.membership }
}

/**
 * Decides on a sign-up. An event manager approves, which assigns in the same transaction, or rejects; its owner
 * withdraws it (rules/jobs 30, rules/jobs 31). The same decision again changes nothing; a different one fails with 409.
 */
export const decideVolunteerSignup: Operation<Rows['decideVolunteerSignup']> = async (input, context) => {
  const { table, now } = context
  const { status } = input
  const { card, signup, job, isOwn, manages, rights } = await readSignup(input, context)
  if (status === 'cancelled' ? !isOwn : !manages) fail(OwnSignupOnly)
  if (signup.status === status) return { signup: signupViewOf(signup, jobViewContextOf(job)) }
  if (status === 'approved' && rights.roles.dormant) fail(OrgInactive)
  const approval = status === 'approved' ? await readForApproval(card, job, signup, context) : undefined
  const known: KnownJob = { job }
  let before: VolunteerSignup | undefined = signup
  let after = signup
  await runSteps(table, async (): Promise<readonly WriteStep[]> => {
    if (!before) return fail(SignupNotFound)
    if (before.status !== 'pending') return fail(SignupDecided)
    const decided = { decidedBy: actorIdOf(context), decidedAt: now().toISOString() }
    after = { ...before, status, ...decided, version: before.version + 1 }
    const saved: WriteStep = {
      write: put(volunteerSignup, after, unchanged(before)),
      refused: (found) => {
        before = found as VolunteerSignup | undefined
      },
    }
    if (!approval) return [saved]
    const { days, member } = approval
    return [
      saved,
      ...workerSteps(signup.memberId, member),
      ...(await approvalSteps(context, card, known, before, days)),
    ]
  })
  return { signup: signupViewOf(after, jobViewContextOf(known.job)) }
}
