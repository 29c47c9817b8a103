import type { Operations } from '../../lib/operation.ts'
import { addApprovalComment, deleteApprovalComment, getApproval } from './comments.ts'
import type { contract } from './contract.ts'
import {
  approveDomainEvent,
  approveEvent,
  rejectDomainEvent,
  rejectEvent,
  requestEventChanges,
} from './decision.ts'
import { acknowledgeEvent, delegateApproval } from './delegation.ts'
import {
  listApprovedByRole,
  listDomainApprovals,
  listPendingForRole,
  listRejectedForRole,
  listStuckApprovals,
  listWaitingOnMe,
} from './lists.ts'
import { simulateApprovals } from './preview.ts'

export const operations: Operations<typeof contract> = {
  approveEvent,
  rejectEvent,
  requestEventChanges,
  acknowledgeEvent,
  delegateApproval,
  approveDomainEvent,
  rejectDomainEvent,
  getApproval,
  addApprovalComment,
  deleteApprovalComment,
  listWaitingOnMe,
  listStuckApprovals,
  listPendingForRole,
  listApprovedByRole,
  listRejectedForRole,
  listDomainApprovals,
  simulateApprovals,
}
