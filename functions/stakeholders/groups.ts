import { approvalGroup, listApprovalGroups as groupsOf } from '../../lib/identity/org/approval-groups.ts'
import { orgRoles } from '../../lib/identity/org/organizations.ts'
import type { Operation } from '../../lib/operation.ts'
import { key } from '../../lib/table/entity.ts'
import type { contract } from './contract.ts'
import { findOrgCards, readSetup } from './repository.ts'

type Rows = (typeof contract)['rows']

/** Schools have a handful. Beyond this limit only groups that the flow names are listed. */
const most = 100

/** Lists organizations that decide on events: the school's approval groups, and those of its flow. */
export const listApprovalGroups: Operation<Rows['listApprovalGroups']> = async (_, { table }) => {
  const [{ flow }, { items }] = await Promise.all([
    readSetup(table, false),
    groupsOf(table, { page: 1, limit: most }),
  ])
  const ids = new Set([...items.map(({ orgId }) => orgId), ...flow.steps.flatMap(({ orgId }) => orgId ?? [])])
  const cards = await findOrgCards(table, [...ids])
  const [roles, groups] = await Promise.all([
    table.batchGet(cards.map(({ orgId }) => key(orgRoles, { orgId }))),
    table.batchGet(cards.map(({ orgId }) => key(approvalGroup, { orgId }))),
  ])
  return cards.map(({ orgId, org_name, org_description, org_profile_image, owner }, at) => {
    const group = groups[at]
    return {
      _id: orgId,
      org_name,
      org_description,
      org_profile_image,
      owner,
      positions: (roles[at]?.roles ?? []).map(({ _id, name, displayName, permissions, order }) => ({
        _id,
        name,
        displayName,
        permissions: [...permissions],
        order,
      })),
      approvalSettings: group
        ? { escalationTimeout: group.escalationTimeout, autoEscalate: group.autoEscalate }
        : null,
    }
  })
}
