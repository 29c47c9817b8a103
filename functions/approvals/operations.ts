import type { Operations } from '../../lib/operation.ts'
import { instanceViewOf } from '../events/index.ts'
import { addComment, deleteApprovalComment, getApproval } from './comments.ts'
import type { contract } from './contract.ts'
import type { DecisionResult } from './decision.ts'
import { decide } from './decision.ts'
import { acknowledge, delegate } from './delegation.ts'
import {
  listDomainApprovals,
  listForRole,
  listStuckApprovals,
  listWaitingOnMe,
  rolesOfDomain,
} from './lists.ts'
import { simulateApprovals } from './preview.ts'

// Decisions import the code that changes events, rooms and registrations. Lists do not need it.

const shown = ({ status, instance }: DecisionResult) => ({
  status,
  data: { instance: instanceViewOf(instance) },
})

export const operations: Operations<typeof contract> = {
  async approveEvent(input, context) {
    return shown(await decide('approve', input, context))
  },

  async rejectEvent(input, context) {
    return shown(await decide('reject', input, context))
  },

  async requestEventChanges(input, context) {
    return shown(await decide('change', input, context))
  },

  async acknowledgeEvent({ event_id }, context) {
    return shown(await acknowledge(event_id, context))
  },

  async delegateApproval(input, context) {
    return shown(await delegate(input, context))
  },

  async approveDomainEvent({ domainId, eventId: event_id, ...given }, context) {
    const roles = async () => new Set((await rolesOfDomain(domainId, context)).roles)
    return shown(await decide('approve', { ...given, event_id }, context, roles))
  },

  async rejectDomainEvent({ domainId, eventId: event_id, reason }, context) {
    const roles = async () => new Set((await rolesOfDomain(domainId, context)).roles)
    return shown(await decide('reject', { reason, event_id }, context, roles))
  },

  async getApproval({ eventId, cursor: after }, context) {
    const { found, decisions, comments, cursor } = await getApproval(eventId, after, context)
    return {
      instance: instanceViewOf(found.instance),
      decisions: [...decisions],
      comments: [...comments],
      nextCursor: cursor,
    }
  },

  async addApprovalComment(input, context) {
    return { comment: await addComment(input, context) }
  },

  async deleteApprovalComment(input, context) {
    await deleteApprovalComment(input, context)
    return undefined
  },

  listWaitingOnMe,
  listStuckApprovals,
  listPendingForRole: (query, context) => listForRole(query, 'waiting', context),
  listApprovedByRole: (query, context) => listForRole(query, 'approved', context),
  listRejectedForRole: (query, context) => listForRole(query, 'rejected', context),
  listDomainApprovals,
  // Rare, and only for administrators; it imports the school's rules.
  simulateApprovals: async (input, context) => simulateApprovals(input, context),
}
