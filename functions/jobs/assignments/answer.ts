import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { put } from '../../../lib/table/write.ts'
import { requireCardOf } from '../../events/index.ts'
import { AssignmentNotFound, OwnAnswerOnly } from '../contract/failures.ts'
import { mayManage, refuseStranger, requireStanding } from '../permissions.ts'
import { type JobAssignment, jobAssignment, placeFor } from '../repository.ts'
import { carryOut } from '../steps.ts'
import { heldSteps } from './assignment.ts'
import type { Days } from './days.ts'

type Change = {
  readonly status?: JobAssignment['status'] | undefined
  readonly notes?: string | null | undefined
}
type Asked = Change & { readonly orgId: string; readonly eventId: string; readonly assignmentId: string }

const changed = (
  before: JobAssignment,
  { status = before.status, notes }: Change,
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

/** What the assigned may do themselves: confirm or decline (rules/jobs 18). */
const isOwnAnswer = ({ status, notes }: Change): boolean =>
  (status === 'confirmed' || status === 'declined') && notes === undefined

/**
 * Changes an assignment, for who manages events, or answers it, for the assigned (rules/jobs 15, rules/jobs 18).
 */
export const answerAssignment = async (
  { orgId, eventId, assignmentId, ...change }: Asked,
  context: Context<'caller'>,
): Promise<JobAssignment> => {
  const { table, caller, now } = context
  const place = placeFor(assignmentId)
  const isOwn = place !== undefined && place.memberId === caller.tenantUserId
  const [standing, card, read] = await Promise.all([
    requireStanding(context, orgId),
    requireCardOf(table, orgId, eventId).catch((error: unknown) => ({ error })),
    place && table.get(jobAssignment, { eventId, ...place }, { strong: true }),
  ])
  refuseStranger(standing, isOwn)
  if ('error' in card) throw card.error
  if (!read) return fail(AssignmentNotFound)
  if (!mayManage(standing) && !isOwnAnswer(change)) fail(OwnAnswerOnly)
  const days: Days = new Map()
  let before: JobAssignment | undefined = read
  let after = read
  await carryOut(table, async () => {
    if (!before) return fail(AssignmentNotFound)
    const { version, status } = before
    after = changed(before, change, now().toISOString())
    const taken = status === 'declined' ? await heldSteps(table, after, days) : []
    return [
      {
        write: put(jobAssignment, after, { equals: { version } }),
        refused: (found) => {
          before = found as JobAssignment | undefined
        },
      },
      ...taken,
    ]
  })
  return after
}
