import type { Context } from '../../lib/context.ts'
import { fail, failureText, withText } from '../../lib/contract/failure.ts'
import { OrgInactive } from '../../lib/contract/org-rules.ts'
import { NotAnOrgMember } from '../../lib/contract/permissions.ts'
import type { Operation } from '../../lib/operation.ts'
import { unchanged } from '../../lib/table/condition.ts'
import { key } from '../../lib/table/entity.ts'
import { check, put } from '../../lib/table/write.ts'
import {
  type EventCard,
  type EventJob,
  eventJob,
  hostState,
  isHostGone,
  isVisible,
  requireCardOf,
  viewerOf,
} from '../events/index.ts'
import { type Days, readShift, shiftOf, shiftSteps } from './assignments/days.ts'
import {
  AlreadySignedUp,
  BadShift,
  EventNotFound,
  JobNotFound,
  RoleFull,
  SignupOverlap,
} from './contract/failures.ts'
import type { SignupDraft } from './contract/shapes.ts'
import type { contract } from './contract.ts'
import { isMemberOf, membershipElsewhere, runSteps, type WriteStep } from './membership.ts'
import { jobAssignment, placeIdOf, type VolunteerSignup, volunteerSignup } from './repository.ts'
import { jobViewContextOf, signupViewOf } from './views.ts'

type Rows = (typeof contract)['rows']

type SignupRequest = SignupDraft & { readonly orgId: string; readonly eventId: string }

const period = (from: string, to: string, what: string): { start: string; end: string } => {
  try {
    return readShift({ shiftStart: from, shiftEnd: to }) ?? fail(BadShift)
  } catch {
    return fail(withText(BadShift, failureText('{field} is not a valid time range', { field: what })))
  }
}

const extrasOf = ({ breakRequest, availability = [] }: SignupDraft) => {
  const pause = breakRequest && period(breakRequest.startTime, breakRequest.endTime, 'breakRequest')
  return {
    ...(breakRequest && pause
      ? {
          breakRequest: {
            startTime: pause.start,
            endTime: pause.end,
            ...(breakRequest.reason ? { reason: breakRequest.reason } : {}),
          },
        }
      : {}),
    availability: availability.map(({ start, end }) => period(start, end, 'availability')),
  }
}

const newSignup = (card: EventCard, job: EventJob, memberId: string, draft: SignupDraft, at: string) => {
  const own = readShift(draft)
  const { start, end } = own ?? shiftOf(job, card)
  return {
    eventId: job.eventId,
    id: placeIdOf(job.jobId, memberId),
    jobId: job.jobId,
    memberId,
    status: 'pending' as const,
    ...extrasOf(draft),
    createdAt: at,
    shiftStart: start,
    shiftEnd: end,
    ownShift: own !== undefined,
  }
}

/** A person may sign up again after a withdrawal, or after the assignment was removed (rules/jobs 29). */
const isOver = (signup: VolunteerSignup, isAssigned: boolean): boolean =>
  signup.status === 'cancelled' || (signup.status === 'approved' && !isAssigned)

const openStep = (known: { job: EventJob }, job: EventJob): WriteStep => ({
  write: check(eventJob, job, {
    equals: { revision: job.revision },
    below: { filledCount: job.requiredCount },
  }),
  refused: (found) => {
    known.job = (found as EventJob | undefined) ?? fail(JobNotFound)
    if (known.job.filledCount >= known.job.requiredCount) fail(RoleFull)
  },
})

const readPlace = async ({ orgId, eventId, roleId: jobId }: SignupRequest, context: Context<'member'>) => {
  const { table, caller } = context
  const memberId = caller.tenantUserId
  const [card, state, isMember, [job, assigned, signup]] = await Promise.all([
    requireCardOf(table, orgId, eventId),
    hostState(table, { hostingType: 'Org', hostingId: orgId }),
    isMemberOf(table, memberId, [orgId]),
    table.batchGet(
      [
        key(eventJob, { eventId, jobId }),
        key(jobAssignment, { eventId, jobId, memberId }),
        key(volunteerSignup, { eventId, jobId, memberId }),
      ],
      { strong: true },
    ),
  ])
  const [viewer, isOtherGone] = await Promise.all([
    viewerOf(context, [card]),
    card.hostingId !== orgId && isHostGone(table, card),
  ])
  if (state === 'gone' || isOtherGone || !isVisible(card, viewer)) fail(EventNotFound)
  if (!job) return fail(JobNotFound)
  const mayOffer =
    job.openToAll || isMember || (await membershipElsewhere(table, memberId, card, orgId)) !== undefined
  if (!mayOffer) fail(NotAnOrgMember)
  if (state === 'dormant') fail(OrgInactive)
  return { card, job, isAssigned: assigned !== undefined, signup }
}

/**
 * Signs the caller up for a job (rules/jobs 24). It takes no place, but reserves the person's time. Fails with 400 when
 * that overlaps with other assignments or sign-ups.
 */
export const createVolunteerSignup: Operation<Rows['createVolunteerSignup']> = async (input, context) => {
  const { table, caller, now } = context
  const memberId = caller.tenantUserId
  const { card, job, isAssigned, signup } = await readPlace(input, context)
  const known = { job }
  const days: Days = new Map()
  let before = signup
  let made: VolunteerSignup | undefined
  await runSteps(table, async () => {
    if (isAssigned || (before && !isOver(before, isAssigned))) fail(AlreadySignedUp)
    const fresh = newSignup(card, known.job, memberId, input, now().toISOString())
    const signed: VolunteerSignup = { ...fresh, version: (before?.version ?? 0) + 1 }
    made = signed
    const { eventId, jobId, shiftStart: start, shiftEnd: end } = signed
    const shift = { kind: 'signup' as const, eventId, jobId, start, end }
    return [
      {
        write: put(volunteerSignup, signed, unchanged(before)),
        refused: (found) => {
          before = found as VolunteerSignup | undefined
        },
      },
      openStep(known, known.job),
      ...(await shiftSteps(table, memberId, shift, days, SignupOverlap)),
    ]
  })
  return { signup: signupViewOf(made ?? fail(JobNotFound), jobViewContextOf(known.job)) }
}
