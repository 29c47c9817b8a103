import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { key } from '../../lib/table/entity.ts'
import {
  affiliationsOf,
  type EventCard,
  type EventJob,
  eventJob,
  hostState,
  isHostGone,
  isVisible,
  requireCardOf,
  viewerOf,
} from '../events/index.ts'
import { shiftOf } from './assignments/days.ts'
import { EventNotFound } from './contract/failures.ts'
import { canWork } from './entitlement.ts'
import {
  type JobAssignment,
  jobAssignment,
  placeIdOf,
  type VolunteerSignup,
  volunteerSignup,
} from './repository.ts'
import { jobViewOf } from './views.ts'

type EventScope = { readonly orgId: string; readonly eventId: string }

const openViewOf = (
  job: EventJob,
  card: EventCard,
  memberId: string,
  signup: VolunteerSignup | undefined,
  assignment: JobAssignment | undefined,
) => {
  const { orgRoleId: _, agendaItemIds: __, ...view } = jobViewOf(job)
  const { start, end } = shiftOf(job, card)
  const _id = placeIdOf(job.jobId, memberId)
  return {
    ...view,
    shiftStart: start,
    shiftEnd: end,
    signup: signup ? { _id, status: signup.status } : null,
    assignment: assignment ? { _id, status: assignment.status } : null,
  }
}

/** Lists the jobs of an event that the caller may sign up for (rules/jobs 24), full ones included. */
export const listOpenJobs = async ({ orgId, eventId }: EventScope, context: Context<'member'>) => {
  const { table, caller } = context
  const memberId = caller.tenantUserId
  const [card, state, { items: jobs }] = await Promise.all([
    requireCardOf(table, orgId, eventId),
    hostState(table, { hostingType: 'Org', hostingId: orgId }),
    table.list(eventJob, { keyParams: { eventId }, limit: 100 }),
  ])
  const [viewer, isOtherGone, [affiliation], own] = await Promise.all([
    viewerOf(context, [card]),
    card.hostingId !== orgId && isHostGone(table, card),
    affiliationsOf(table, card, [{ kind: 'u', personId: memberId }]),
    table.batchGet(
      jobs.flatMap(({ jobId }) => [
        key(volunteerSignup, { eventId, jobId, memberId }),
        key(jobAssignment, { eventId, jobId, memberId }),
      ]),
    ),
  ])
  if (state === 'gone' || isOtherGone || !isVisible(card, viewer)) fail(EventNotFound)
  const roles = jobs.flatMap((job, at) =>
    affiliation && canWork(card, job, affiliation)
      ? [
          openViewOf(
            job,
            card,
            memberId,
            own[at * 2] as VolunteerSignup | undefined,
            own[at * 2 + 1] as JobAssignment | undefined,
          ),
        ]
      : [],
  )
  return { roles }
}
