import * as z from 'zod/mini'
import { entity, key } from '../../table/entity.ts'
import { listNumbered, type Numbered } from '../../table/lists/numbered.ts'
import type { Table } from '../../table/table.ts'
import { type OrgRoles, orgRoles } from './organizations.ts'

const text = z.string()

/**
 * Marks an organization that decides about events, with its approvalSettings. Regular organizations have none.
 * Timeouts are in hours.
 */
export const ApprovalGroup = z.object({
  orgId: text,
  escalationTimeout: z.number(),
  autoEscalate: z.boolean(),
  madeAt: text,
  /** The administrator who created the group: a tenant user, or the global id. */
  madeBy: text,
  version: z.number(),
})
export type ApprovalGroup = z.infer<typeof ApprovalGroup>
export const approvalGroup = entity('ApprovalGroup', ApprovalGroup, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'APPROVAL',
  gsi1: { pk: 'APPROVALGROUPS', sk: '{orgId}' },
})

/** An approval group with the roles of its members. Members with `approve_events` decide for it. */
export type ApprovingOrg = Pick<ApprovalGroup, 'orgId' | 'escalationTimeout' | 'autoEscalate'> & {
  readonly roles: OrgRoles
}

/**
 * An organization's approval group, read with strong consistency in one round trip. Undefined for a regular
 * organization, and for a missing or deleted one.
 */
export const findApprovalGroup = async (table: Table, orgId: string): Promise<ApprovingOrg | undefined> => {
  const [group, roles] = await table.batchGet([key(approvalGroup, { orgId }), key(orgRoles, { orgId })], {
    strong: true,
  })
  if (!group || !roles || roles.deletedAt !== undefined) return undefined
  const { escalationTimeout, autoEscalate } = group
  return { orgId, escalationTimeout, autoEscalate, roles }
}

/** The school's approval groups, including deleted ones until they are purged. */
export const listApprovalGroups = (table: Table, numbered: Numbered) =>
  listNumbered(table, approvalGroup, { index: 'gsi1', keyParams: {} }, numbered)
