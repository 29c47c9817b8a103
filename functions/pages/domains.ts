import type { DomainLoaders } from '../../lib/http/in-process.ts'
import type { calledDomains } from './contract.ts'

const loadDomain = async <C, O>(
  contract: Promise<{ readonly contract: C }>,
  operations: Promise<{ readonly operations: O }>,
) => ({ contract: (await contract).contract, operations: (await operations).operations })

/**
 * The domains that pages ask, each loaded when a page first asks for it. All that a page knows or does comes through here:
 * by the row of an operation and every step of its request.
 */
export const domains = {
  admins: () => loadDomain(import('../admins/contract.ts'), import('../admins/operations.ts')),
  agendas: () => loadDomain(import('../agendas/contract.ts'), import('../agendas/operations.ts')),
  analytics: () => loadDomain(import('../analytics/contract.ts'), import('../analytics/operations.ts')),
  announcements: () =>
    loadDomain(import('../announcements/contract.ts'), import('../announcements/operations.ts')),
  approvals: () => loadDomain(import('../approvals/contract.ts'), import('../approvals/operations.ts')),
  attendance: () => loadDomain(import('../attendance/contract.ts'), import('../attendance/operations.ts')),
  audit: () => loadDomain(import('../audit/contract.ts'), import('../audit/operations.ts')),
  auth: () => loadDomain(import('../auth/contract.ts'), import('../auth/operations.ts')),
  budgets: () => loadDomain(import('../budgets/contract.ts'), import('../budgets/operations.ts')),
  calendars: () => loadDomain(import('../calendars/contract.ts'), import('../calendars/operations.ts')),
  checkins: () => loadDomain(import('../checkins/contract.ts'), import('../checkins/operations.ts')),
  emails: () => loadDomain(import('../emails/contract.ts'), import('../emails/operations.ts')),
  events: () => loadDomain(import('../events/contract.ts'), import('../events/operations.ts')),
  exports: () => loadDomain(import('../exports/contract.ts'), import('../exports/operations.ts')),
  forms: () => loadDomain(import('../forms/contract.ts'), import('../forms/operations.ts')),
  impersonation: () =>
    loadDomain(import('../impersonation/contract.ts'), import('../impersonation/operations.ts')),
  invites: () => loadDomain(import('../invites/contract.ts'), import('../invites/operations.ts')),
  jobs: () => loadDomain(import('../jobs/contract.ts'), import('../jobs/operations.ts')),
  management: () => loadDomain(import('../management/contract.ts'), import('../management/operations.ts')),
  members: () => loadDomain(import('../members/contract.ts'), import('../members/operations.ts')),
  messages: () => loadDomain(import('../messages/contract.ts'), import('../messages/operations.ts')),
  mfa: () => loadDomain(import('../mfa/contract.ts'), import('../mfa/operations.ts')),
  notifications: () =>
    loadDomain(import('../notifications/contract.ts'), import('../notifications/operations.ts')),
  operators: () => loadDomain(import('../operators/contract.ts'), import('../operators/operations.ts')),
  organizations: () =>
    loadDomain(import('../organizations/contract.ts'), import('../organizations/operations.ts')),
  passwords: () => loadDomain(import('../passwords/contract.ts'), import('../passwords/operations.ts')),
  planning: () => loadDomain(import('../planning/contract.ts'), import('../planning/operations.ts')),
  platform: () => loadDomain(import('../platform/contract.ts'), import('../platform/operations.ts')),
  providers: () => loadDomain(import('../providers/contract.ts'), import('../providers/operations.ts')),
  rooms: () => loadDomain(import('../rooms/contract.ts'), import('../rooms/operations.ts')),
  saml: () => loadDomain(import('../saml/contract.ts'), import('../saml/operations.ts')),
  sessions: () => loadDomain(import('../sessions/contract.ts'), import('../sessions/operations.ts')),
  stakeholders: () =>
    loadDomain(import('../stakeholders/contract.ts'), import('../stakeholders/operations.ts')),
  tasks: () => loadDomain(import('../tasks/contract.ts'), import('../tasks/operations.ts')),
  tenants: () => loadDomain(import('../tenants/contract.ts'), import('../tenants/operations.ts')),
  users: () => loadDomain(import('../users/contract.ts'), import('../users/operations.ts')),
  verification: () =>
    loadDomain(import('../verification/contract.ts'), import('../verification/operations.ts')),
} satisfies DomainLoaders & Record<(typeof calledDomains)[number], unknown>
