import { engineCalls } from '../../../infra/local/like-aws/engine-calls.ts'
import { catchUp } from '../../../infra/local/like-aws/front.ts'
import type { Table } from '../../../lib/table/table.ts'

/** Whether the engine of this run is as late as DynamoDB may be. */
export const isLate = process.env.ENGINE === 'like-aws'

/** What reads an index, which follows a write in its own time: docs/late-reads.md. Their status is never late. */
export const lateLists: ReadonlySet<string> = new Set([
  'announcements.listEventAnnouncements',
  'approvals.listApprovedByRole',
  'approvals.listDomainApprovals',
  'approvals.listPendingForRole',
  'approvals.listRejectedForRole',
  'approvals.listStuckApprovals',
  'approvals.listWaitingOnMe',
  'auth.validateToken',
  'budgets.listBudgets',
  'budgets.listFinanceBudgets',
  'calendars.getOrgCalendar',
  'events.listAllEvents',
  'events.listEventsBetween',
  'events.listEventsOfMonth',
  'events.listFutureEvents',
  'events.listGoingEvents',
  'events.listMyEvents',
  'events.recommendEvents',
  'forms.listEventForms',
  'invites.listInvites',
  'invites.listPendingInvites',
  'jobs.listMyAssignments',
  'jobs.listOrgEventRoles',
  'management.exportOrganizations',
  'management.listManagedMembers',
  'members.listApplications',
  'members.listOrgMembers',
  'members.listOwnApplications',
  'organizations.getOrganizationByName',
  'organizations.listForms',
  'organizations.listOrganizationEvents',
  'organizations.listOrganizationMembers',
  'organizations.listOrganizations',
  'planning.listEventTemplates',
  'planning.listOrgEvents',
  'privacy.getMyData',
  'saml.listSamlTraces',
  'stakeholders.getEventCreationEligibility',
  'verification.listVerificationRequests',
])

/** Lists and searches whose own writers see them at once, and everybody else later: docs/late-reads.md. */
const lateToOthers = [
  'analytics.listSchoolEvents',
  'attendance.listSchoolRegistrations',
  'audit.listAuditEntries',
  'events.listEventsOfSameHost',
  'operators.findSchoolUsers',
  'organizations.listFollowedOrganizations',
  'users.searchUsers',
]

/** What a test looks at once the copies have what was written. Everything else it reads as a person would. */
export const lookedAtLater: ReadonlySet<string> = new Set([...lateLists, ...lateToOthers])

/** Waits until every copy of a table of the service-like engine has what was written until now. */
export const copiesOf = (endpoint: () => string) => {
  let calls: ReturnType<typeof engineCalls> | undefined
  return async (TableName: string): Promise<void> => {
    calls ??= engineCalls(endpoint())
    const { status, text } = await calls.ask(catchUp, { TableName })
    if (status !== 200) throw new Error(`The engine does not catch up: ${text}`)
  }
}

/** A table as a test looks at it: what an index lists is listed once the index has it. */
export const withIndexesOf = (table: Table, caughtUp: () => Promise<void>): Table => ({
  ...table,
  list: async (entity, listing) => {
    if ('index' in listing) await caughtUp()
    return table.list(entity, listing)
  },
})
