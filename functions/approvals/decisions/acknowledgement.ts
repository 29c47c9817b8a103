import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { put } from '../../../lib/table/write.ts'
import { instanceWrites, isOpen, stageName } from '../../stakeholders/index.ts'
import { requireApproval } from '../approval.ts'
import { ApprovalDecided, NotAuthorized } from '../contract/failures.ts'
import { readStanding } from '../permissions.ts'
import { approvalDecision } from '../repository.ts'
import type { Decided } from './decision.ts'

const attempts = 20

/**
 * Takes note of an event: it holds nothing up, and stays possible when the event was approved. Who took
 * note already changes nothing.
 */
export const acknowledge = async (eventId: string, context: Context<'caller'>): Promise<Decided> => {
  const { table, caller, now } = context
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const found = await requireApproval(table, eventId, caller.tenantUserId)
    const { instance: before, whole } = found
    const { mayAs, userId } = await readStanding(context, found)
    const own = before.elements.filter(
      ({ kind, deciders }) =>
        kind === 'acknowledger' && deciders.some((decider) => mayAs(decider, 'acknowledge_events')),
    )
    if (own.length === 0) fail(NotAuthorized)
    if (own.every(({ status }) => status === 'acknowledged'))
      return { status: whole.card.status, instance: before }
    const open = own.filter((element) => isOpen(before, element))
    if (open.length === 0) fail(ApprovalDecided)
    const at = now().toISOString()
    const ids = new Set(open.map(({ _id }) => _id))
    const elements = before.elements.map((element) =>
      ids.has(element._id)
        ? { ...element, status: 'acknowledged' as const, approvedByUserId: userId, approvedAt: at }
        : element,
    )
    const { instance, writes } = instanceWrites(context, before, { ...before, elements })
    const { submission } = before
    const rows = open.map(({ stage, role }) => {
      const row = { eventId, submission, userId, stage: stageName(stage), role, at }
      return put(approvalDecision, { ...row, decision: 'acknowledged' })
    })
    if ((await table.write([...writes, ...rows])).ok) return { status: whole.card.status, instance }
  }
  return fail(ConcurrentChange)
}
