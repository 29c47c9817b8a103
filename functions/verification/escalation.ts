import { organization } from '../../lib/identity/org/records.ts'
import { type DueFacts, type DueHandler, whenDue } from '../../lib/scheduled/task.ts'
import { key } from '../../lib/table/entity.ts'
import { managementConfig, settingsOf } from '../management/index.ts'
import { movedWrites } from './moves.ts'
import { adminsTold } from './notifications.ts'
import { isLive, type VerificationRequest, verificationRequest } from './repository.ts'

const kind = 'verification.escalate'

/** When a request that nobody has answered is escalated. */
export const escalationOf = ({ id, orgId, escalatesAt }: VerificationRequest): DueFacts => ({
  kind,
  subject: id,
  version: '1',
  at: escalatesAt,
  params: { orgId },
})

/** A request that waits still when its time has passed is escalated, and the administrators hear of it once more. */
const escalate: DueHandler['carryOut'] = async ({ subject: id, params }, world) => {
  const orgId = params.orgId ?? ''
  const [request, card, config] = await world.table.batchGet(
    [key(verificationRequest, { orgId, id }), key(organization, { orgId }), key(managementConfig, {})],
    { strong: true },
  )
  if (!request || !isLive(card)) return []
  if (request.status !== 'pending' && request.status !== 'under_review') return []
  const after: VerificationRequest = {
    ...request,
    status: 'escalated',
    updatedAt: world.now().toISOString(),
    version: request.version + 1,
  }
  return [
    ...movedWrites(request, after, card, {}),
    ...adminsTold('verification_escalated', after, card, settingsOf(config), world),
  ]
}

export const due: readonly DueHandler[] = [whenDue(kind, escalate)]
