import * as z from 'zod/mini'
import { type OrgRoles, orgRoles } from '../../lib/identity/org/organizations.ts'
import { type Organization, organization } from '../../lib/identity/org/records.ts'
import { type TenantUser, tenantUser, usernameGuard } from '../../lib/identity/person/records.ts'
import { usernameKeyOf } from '../../lib/identity/person/usernames.ts'
import { findZone, type ZoneContext } from '../../lib/identity/school/zone.ts'
import { stored } from '../../lib/table/condition.ts'
import { entity, key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, replace, type Write } from '../../lib/table/write.ts'
import { FlowView, RoleView } from './contract/flow-shapes.ts'
import { MemberView } from './contract/role-shapes.ts'
import { DomainView, EventSystemSettings } from './contract/settings-shapes.ts'
import { defaultFlow, defaultRoles, defaultSettings } from './defaults.ts'

// Routing reads one partition in one query. These limits bound its size.
export const maxApprovalRoles = 200
export const maxDomains = 100
const partition = 'STAKEHOLDERS'

/** A school's flow. Absent: the default. */
export const ApprovalFlow = FlowView
export type ApprovalFlow = z.infer<typeof ApprovalFlow>
export const approvalFlow = entity('ApprovalFlow', ApprovalFlow, {
  expected: true,
  scope: 'tenant',
  pk: partition,
  sk: 'FLOW',
})

/** A stakeholder role. The four default roles exist without a row until they are changed. */
export const StakeholderRole = RoleView
export type StakeholderRole = RoleView
export const stakeholderRole = entity('StakeholderRole', StakeholderRole, {
  expected: true,
  scope: 'tenant',
  pk: partition,
  sk: 'R#{stakeholderId}',
})

/** A holder of a role. The same transaction maintains the person's `TenantUser.approvalRoles`. */
export const StakeholderMember = z.object({ ...MemberView.shape, stakeholderId: z.string() })
export type StakeholderMember = z.infer<typeof StakeholderMember>
export const stakeholderMember = entity('StakeholderMember', StakeholderMember, {
  scope: 'tenant',
  pk: 'STAKE#{stakeholderId}',
  sk: 'M#{userId}',
})

export const Domain = z.object({ ...DomainView.shape, roles: z.number(), version: z.number() })
export type Domain = z.infer<typeof Domain>
export const domain = entity('Domain', Domain, {
  expected: true,
  scope: 'tenant',
  pk: partition,
  sk: 'D#{_id}',
})

export const EventSystemConfig = EventSystemSettings
export const eventSystemConfig = entity('EventSystemConfig', EventSystemConfig, {
  scope: 'tenant',
  pk: partition,
  sk: 'CONFIG',
})

/**
 * Number of roles and domains ever created. A create raises the number that it read, so that no concurrent create
 * escapes the limit.
 */
const SetupCount = z.object({ made: z.number() })
export const setupCount = entity('SetupCount', SetupCount, { scope: 'tenant', pk: partition, sk: 'MADE' })

/** The configuration of approvals, defaults applied. Version 0 is a default that was never stored. */
export type Setup = {
  readonly flow: ApprovalFlow
  readonly roles: readonly StakeholderRole[]
  readonly domains: readonly Domain[]
  readonly config: EventSystemSettings
  /** See `setupCountWrite`. */
  readonly made: number
}

const byId = (a: { stakeholderId: string }, b: { stakeholderId: string }): number =>
  a.stakeholderId < b.stakeholderId ? -1 : 1

const querySetup = async (table: Table, strong: boolean): Promise<Setup> => {
  const kinds = [approvalFlow, stakeholderRole, domain, eventSystemConfig, setupCount] as const
  const [flows, stored, domains, configs, counts] = await table.collect(kinds, {}, { strong })
  const ids = new Set(stored.map(({ stakeholderId }) => stakeholderId))
  const roles = [...stored, ...defaultRoles.filter(({ stakeholderId }) => !ids.has(stakeholderId))]
  return {
    flow: flows[0] ?? defaultFlow,
    roles: roles.sort(byId),
    domains,
    config: configs[0] ?? defaultSettings,
    made: counts[0]?.made ?? 0,
  }
}

/** Strong reads in progress, by the request's table. An entry ends with its read. */
const pendingReads = new WeakMap<Table, Promise<Setup>>()

/**
 * Reads the setup in one query; strongly consistent unless it is for display only. Rules and routing read it in
 * parallel: calls of one request share a read in progress.
 */
export const readSetup = (table: Table, strong = true): Promise<Setup> => {
  if (!strong) return querySetup(table, false)
  const pendingRead = pendingReads.get(table)
  if (pendingRead !== undefined) return pendingRead
  const reading = querySetup(table, true).finally(() => pendingReads.delete(table))
  pendingReads.set(table, reading)
  return reading
}

/** The setup, and the school's time zone for its rules. */
export type ZonedSetup = Setup & { readonly zone: string }

export const readZonedSetup = async (context: ZoneContext): Promise<ZonedSetup> => {
  const [setup, zone] = await Promise.all([readSetup(context.table), findZone(context)])
  return { ...setup, zone }
}

/** Goes with the write that creates a role or domain. Refused when another one was created since the setup was read. */
export const setupCountWrite = ({ made }: Pick<Setup, 'made'>): Write =>
  put(setupCount, { made: made + 1 }, made === 0 ? { absent: true } : { equals: { made } })

export const roleWrite = (before: StakeholderRole, after: StakeholderRole): Write =>
  replace(stakeholderRole, stored(before), after)

export const findStakeholderMembers = (table: Table, stakeholderId: string, limit: number, cursor?: string) =>
  table.list(stakeholderMember, { keyParams: { stakeholderId }, limit, cursor })

type Assignment = {
  readonly role: StakeholderRole | undefined
  readonly member: StakeholderMember | undefined
  readonly user: TenantUser | undefined
}

/** Reads the records that decide on an assignment of a role. Strongly consistent, one round trip. */
export const readAssignment = async (
  table: Table,
  stakeholderId: string,
  userId: string,
): Promise<Assignment> => {
  const [role, member, user] = await table.batchGet(
    [
      key(stakeholderRole, { stakeholderId }),
      key(stakeholderMember, { stakeholderId, userId }),
      key(tenantUser, { id: userId }),
    ],
    { strong: true },
  )
  return { role: roleOrDefault(role, stakeholderId), member, user }
}

/** Reads people by id; missing ones are left out. */
export const findPeople = async (table: Table, ids: readonly string[]): Promise<readonly TenantUser[]> => {
  const found = ids.length > 0 ? await table.batchGet(ids.map((id) => key(tenantUser, { id }))) : []
  return found.filter((user) => user !== undefined)
}

/** Reads roles of existing organizations by id. */
export const findOrgs = async (table: Table, ids: readonly string[]): Promise<readonly OrgRoles[]> => {
  const found = ids.length > 0 ? await table.batchGet(ids.map((orgId) => key(orgRoles, { orgId }))) : []
  return found.filter((one) => one !== undefined && one.deletedAt === undefined) as OrgRoles[]
}

export const findUserIdNamed = async (table: Table, username: string): Promise<string | undefined> =>
  (await table.get(usernameGuard, { usernameKey: usernameKeyOf(username) }))?.tenantUserId

/** Reads cards of existing organizations by id. */
export const findOrgCards = async (
  table: Table,
  ids: readonly string[],
): Promise<readonly Organization[]> => {
  const found = ids.length > 0 ? await table.batchGet(ids.map((orgId) => key(organization, { orgId }))) : []
  return found.filter((card) => card !== undefined && card.deletedAt === undefined) as Organization[]
}

/** Reads the event's owners with their roles. Strongly consistent, because owners may not decide on their own event. */
export const findOrganizers = async (
  table: Table,
  ids: readonly string[],
): Promise<readonly TenantUser[]> => {
  const refs = ids.map((id) => key(tenantUser, { id }))
  const found = refs.length > 0 ? await table.batchGet(refs, { strong: true }) : []
  return found.filter((user) => user !== undefined)
}

/** Reads names of existing organizations by id. Strongly consistent. */
export const readOrgNames = async (
  table: Table,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const refs = ids.map((orgId) => key(organization, { orgId }))
  const found = await table.batchGet(refs, { strong: true })
  return new Map(
    found.flatMap((card) =>
      card && card.deletedAt === undefined ? [[card.orgId, card.org_name] as const] : [],
    ),
  )
}

/** Reads the roles of one person, at most 50. */
export const findHeldRoles = async (
  table: Table,
  { id: userId, approvalRoles }: TenantUser,
): Promise<readonly StakeholderMember[]> => {
  const refs = approvalRoles.map((stakeholderId) => key(stakeholderMember, { stakeholderId, userId }))
  const found = refs.length > 0 ? await table.batchGet(refs) : []
  return found.filter((member) => member !== undefined)
}

export const roleOrDefault = (stored: StakeholderRole | undefined, id: string): StakeholderRole | undefined =>
  stored ?? defaultRoles.find(({ stakeholderId }) => stakeholderId === id)
