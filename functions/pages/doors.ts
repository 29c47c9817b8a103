import type { Doors } from '../../lib/http/within.ts'
import type { askedDomains } from './contract.ts'

/**
 * The domains that pages ask, each loaded when a page first asks for it. All that a page knows or does comes through here:
 * by the row of an operation and every step of its request.
 */
export const doors = {
  attendance: async () => ({
    contract: (await import('../attendance/contract.ts')).contract,
    operations: (await import('../attendance/operations.ts')).operations,
  }),
  auth: async () => ({
    contract: (await import('../auth/contract.ts')).contract,
    operations: (await import('../auth/operations.ts')).operations,
  }),
  calendars: async () => ({
    contract: (await import('../calendars/contract.ts')).contract,
    operations: (await import('../calendars/operations.ts')).operations,
  }),
  checkins: async () => ({
    contract: (await import('../checkins/contract.ts')).contract,
    operations: (await import('../checkins/operations.ts')).operations,
  }),
  emails: async () => ({
    contract: (await import('../emails/contract.ts')).contract,
    operations: (await import('../emails/operations.ts')).operations,
  }),
  events: async () => ({
    contract: (await import('../events/contract.ts')).contract,
    operations: (await import('../events/operations.ts')).operations,
  }),
  forms: async () => ({
    contract: (await import('../forms/contract.ts')).contract,
    operations: (await import('../forms/operations.ts')).operations,
  }),
  invites: async () => ({
    contract: (await import('../invites/contract.ts')).contract,
    operations: (await import('../invites/operations.ts')).operations,
  }),
  jobs: async () => ({
    contract: (await import('../jobs/contract.ts')).contract,
    operations: (await import('../jobs/operations.ts')).operations,
  }),
  notifications: async () => ({
    contract: (await import('../notifications/contract.ts')).contract,
    operations: (await import('../notifications/operations.ts')).operations,
  }),
  organizations: async () => ({
    contract: (await import('../organizations/contract.ts')).contract,
    operations: (await import('../organizations/operations.ts')).operations,
  }),
  passwords: async () => ({
    contract: (await import('../passwords/contract.ts')).contract,
    operations: (await import('../passwords/operations.ts')).operations,
  }),
  planning: async () => ({
    contract: (await import('../planning/contract.ts')).contract,
    operations: (await import('../planning/operations.ts')).operations,
  }),
  providers: async () => ({
    contract: (await import('../providers/contract.ts')).contract,
    operations: (await import('../providers/operations.ts')).operations,
  }),
  saml: async () => ({
    contract: (await import('../saml/contract.ts')).contract,
    operations: (await import('../saml/operations.ts')).operations,
  }),
  sessions: async () => ({
    contract: (await import('../sessions/contract.ts')).contract,
    operations: (await import('../sessions/operations.ts')).operations,
  }),
  tenants: async () => ({
    contract: (await import('../tenants/contract.ts')).contract,
    operations: (await import('../tenants/operations.ts')).operations,
  }),
  users: async () => ({
    contract: (await import('../users/contract.ts')).contract,
    operations: (await import('../users/operations.ts')).operations,
  }),
} satisfies Doors & Record<(typeof askedDomains)[number], unknown>
