import { matcher } from '../lib/contract/route-match.ts'
import type { Contract } from '../lib/contract/row.ts'
import { contract as admins } from './admins/contract.ts'
import { contract as agendas } from './agendas/contract.ts'
import { contract as analytics } from './analytics/contract.ts'
import { contract as announcements } from './announcements/contract.ts'
import { contract as approvals } from './approvals/contract.ts'
import { contract as attendance } from './attendance/contract.ts'
import { contract as audit } from './audit/contract.ts'
import { contract as auth } from './auth/contract.ts'
import { contract as budgets } from './budgets/contract.ts'
import { contract as calendars } from './calendars/contract.ts'
import { contract as checkins } from './checkins/contract.ts'
import { contract as documents } from './documents/contract.ts'
import { contract as emails } from './emails/contract.ts'
import { contract as events } from './events/contract.ts'
import { contract as exports } from './exports/contract.ts'
import { contract as forms } from './forms/contract.ts'
import { contract as impersonation } from './impersonation/contract.ts'
import { contract as invites } from './invites/contract.ts'
import { contract as jobs } from './jobs/contract.ts'
import { contract as management } from './management/contract.ts'
import { contract as members } from './members/contract.ts'
import { contract as messages } from './messages/contract.ts'
import { contract as mfa } from './mfa/contract.ts'
import { contract as notifications } from './notifications/contract.ts'
import { contract as operators } from './operators/contract.ts'
import { contract as organizations } from './organizations/contract.ts'
import { contract as pages } from './pages/contract.ts'
import { contract as passwords } from './passwords/contract.ts'
import { contract as planning } from './planning/contract.ts'
import { contract as plants } from './plants/contract.ts'
import { contract as platform } from './platform/contract.ts'
import { contract as privacy } from './privacy/contract.ts'
import { contract as providers } from './providers/contract.ts'
import { contract as rooms } from './rooms/contract.ts'
import { contract as saml } from './saml/contract.ts'
import { contract as sessions } from './sessions/contract.ts'
import { contract as stakeholders } from './stakeholders/contract.ts'
import { contract as tasks } from './tasks/contract.ts'
import { contract as tenants } from './tenants/contract.ts'
import { contract as users } from './users/contract.ts'
import { contract as verification } from './verification/contract.ts'

/** The table of contents: every contract, sign-in first, then organizations, then events. */
export const contracts = {
  plants,
  saml,
  auth,
  providers,
  mfa,
  passwords,
  emails,
  sessions,
  users,
  privacy,
  admins,
  impersonation,
  audit,
  tenants,
  organizations,
  management,
  exports,
  verification,
  operators,
  members,
  messages,
  announcements,
  invites,
  forms,
  budgets,
  events,
  calendars,
  planning,
  attendance,
  checkins,
  analytics,
  rooms,
  stakeholders,
  approvals,
  agendas,
  jobs,
  tasks,
  notifications,
  platform,
  documents,
  pages,
} as const

export const routes: readonly Contract[] = Object.values(contracts)

const match = matcher(routes)

/**
 * The domain whose function answers a path; `organizations` answers what nobody else does. A path has one, but where a page
 * shares its path with an operation of another domain and the method tells them apart.
 */
export const domainFor = (path: string, method = 'ANY'): string => {
  const own = match(method, path)
  if (own.found === 'operation' && own.route.domain === 'pages') return 'pages'
  // No row has this method, so the best fitting path is found, as the gateway finds it.
  const found = match('ANY', path)
  return found.found === 'path' ? (found.routes[0]?.domain ?? 'organizations') : 'organizations'
}
