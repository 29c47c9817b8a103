import type { DomainLoaders } from '../../lib/http/in-process.ts'
import type { askedDomains } from './contract.ts'

const opened = async <C, O>(
  contract: Promise<{ readonly contract: C }>,
  operations: Promise<{ readonly operations: O }>,
) => ({ contract: (await contract).contract, operations: (await operations).operations })

/**
 * The domains that pages ask, each loaded when a page first asks for it. All that a page knows or does comes through here:
 * by the row of an operation and every step of its request.
 */
export const doors = {
  admins: () => opened(import('../admins/contract.ts'), import('../admins/operations.ts')),
  agendas: () => opened(import('../agendas/contract.ts'), import('../agendas/operations.ts')),
  analytics: () => opened(import('../analytics/contract.ts'), import('../analytics/operations.ts')),
  announcements: () =>
    opened(import('../announcements/contract.ts'), import('../announcements/operations.ts')),
  approvals: () => opened(import('../approvals/contract.ts'), import('../approvals/operations.ts')),
  attendance: () => opened(import('../attendance/contract.ts'), import('../attendance/operations.ts')),
  audit: () => opened(import('../audit/contract.ts'), import('../audit/operations.ts')),
  auth: () => opened(import('../auth/contract.ts'), import('../auth/operations.ts')),
  budgets: () => opened(import('../budgets/contract.ts'), import('../budgets/operations.ts')),
  calendars: () => opened(import('../calendars/contract.ts'), import('../calendars/operations.ts')),
  checkins: () => opened(import('../checkins/contract.ts'), import('../checkins/operations.ts')),
  emails: () => opened(import('../emails/contract.ts'), import('../emails/operations.ts')),
  events: () => opened(import('../events/contract.ts'), import('../events/operations.ts')),
  exports: () => opened(import('../exports/contract.ts'), import('../exports/operations.ts')),
  forms: () => opened(import('../forms/contract.ts'), import('../forms/operations.ts')),
  impersonation: () =>
    opened(import('../impersonation/contract.ts'), import('../impersonation/operations.ts')),
  invites: () => opened(import('../invites/contract.ts'), import('../invites/operations.ts')),
  jobs: () => opened(import('../jobs/contract.ts'), import('../jobs/operations.ts')),
  management: () => opened(import('../management/contract.ts'), import('../management/operations.ts')),
  members: () => opened(import('../members/contract.ts'), import('../members/operations.ts')),
  messages: () => opened(import('../messages/contract.ts'), import('../messages/operations.ts')),
  mfa: () => opened(import('../mfa/contract.ts'), import('../mfa/operations.ts')),
  notifications: () =>
    opened(import('../notifications/contract.ts'), import('../notifications/operations.ts')),
  operators: () => opened(import('../operators/contract.ts'), import('../operators/operations.ts')),
  organizations: () =>
    opened(import('../organizations/contract.ts'), import('../organizations/operations.ts')),
  passwords: () => opened(import('../passwords/contract.ts'), import('../passwords/operations.ts')),
  planning: () => opened(import('../planning/contract.ts'), import('../planning/operations.ts')),
  platform: () => opened(import('../platform/contract.ts'), import('../platform/operations.ts')),
  providers: () => opened(import('../providers/contract.ts'), import('../providers/operations.ts')),
  rooms: () => opened(import('../rooms/contract.ts'), import('../rooms/operations.ts')),
  saml: () => opened(import('../saml/contract.ts'), import('../saml/operations.ts')),
  sessions: () => opened(import('../sessions/contract.ts'), import('../sessions/operations.ts')),
  stakeholders: () => opened(import('../stakeholders/contract.ts'), import('../stakeholders/operations.ts')),
  tasks: () => opened(import('../tasks/contract.ts'), import('../tasks/operations.ts')),
  tenants: () => opened(import('../tenants/contract.ts'), import('../tenants/operations.ts')),
  users: () => opened(import('../users/contract.ts'), import('../users/operations.ts')),
  verification: () => opened(import('../verification/contract.ts'), import('../verification/operations.ts')),
} satisfies DomainLoaders & Record<(typeof askedDomains)[number], unknown>
