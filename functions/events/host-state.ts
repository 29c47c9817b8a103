import { type OrgRoles, orgRoles } from '../../lib/identity/org/organizations.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import type { Table } from '../../lib/table/table.ts'
import type { EventCard } from './records/event.ts'

export type HostState = 'gone' | 'dormant' | undefined

type Host = Pick<EventCard, 'hostingType' | 'hostingId'>

/** Reads the roles of the hosting organization. This row remains for 30 days after the organization's end. */
const rolesOf = async (
  table: Table,
  { hostingType, hostingId }: Host,
): Promise<OrgRoles | 'gone' | undefined> => {
  if (hostingType === 'User') return (await table.get(tenantUser, { id: hostingId })) ? undefined : 'gone'
  const roles = await table.get(orgRoles, { orgId: hostingId }, { strong: true })
  return roles?.deletedAt === undefined ? roles : 'gone'
}

/**
 * Whether the host was deleted, or is an inactive organization, which accepts no registrations. It covers the seconds
 * until a deleted host's events are cancelled. One strongly consistent read. A registration made during the deletion is
 * cancelled with the event.
 */
export const hostState = async (table: Table, host: Host): Promise<HostState> => {
  const roles = await rolesOf(table, host)
  if (roles === 'gone' || roles === undefined) return roles
  return roles.dormant ? 'dormant' : undefined
}

/**
 * Whether a list of the school may show an event: it has ended, or its host is active. An inactive organization accepts
 * no registrations, so its events leave the school's lists (rules/events 30).
 */
export const isJoinableOrPast = (
  { host, end_time }: Pick<EventCard, 'host' | 'end_time'>,
  now: Date,
): boolean => !host.dormant || end_time < now.toISOString()

export const isHostGone = async (table: Table, host: Host): Promise<boolean> =>
  (await rolesOf(table, host)) === 'gone'
