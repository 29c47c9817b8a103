import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { tenantUser } from '../../../lib/identity/person/records.ts'
import { type ApprovalElement, stageName } from '../../stakeholders/index.ts'
import type { Found } from '../approval.ts'
import { ApprovalDecided } from '../contract/failures.ts'
import { type ApprovalDecision, listDecisions } from '../repository.ts'

/** The last decision on one of these steps, else the last on any. */
const lastOf = (
  decisions: readonly ApprovalDecision[],
  steps: readonly ApprovalElement[],
): ApprovalDecision | undefined => {
  const made = decisions.filter(({ decision }) => decision !== 'acknowledged')
  const own = made.filter((one) =>
    steps.some(({ stage, role }) => one.stage === stageName(stage) && one.role === role),
  )
  return (own.length > 0 ? own : made).toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1)
}

/**
 * 409 `Approval is already decided`; `data` says how, by whom and when, as far as a person decided. For those alone who
 * may decide on one of `steps`.
 */
export const failDecided = async (
  { instance }: Found,
  steps: readonly ApprovalElement[],
  { table }: Pick<Context<'caller'>, 'table'>,
): Promise<never> => {
  const { eventId, submission, status } = instance
  const last = lastOf(await listDecisions(table, eventId, submission), steps)
  if (!last)
    return fail(ApprovalDecided, { data: { status, decision: null, decidedBy: null, decidedAt: null } })
  const { userId, decision, at: decidedAt } = last
  const user = await table.get(tenantUser, { id: userId })
  const decidedBy = { _id: userId, name: user?.name ?? 'Somebody who left' }
  return fail(ApprovalDecided, { data: { status, decision, decidedBy, decidedAt } })
}
