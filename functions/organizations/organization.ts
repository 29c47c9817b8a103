import { pageOf } from '../../lib/contract/paging.ts'
import type { Operation } from '../../lib/operation.ts'
import { leaveOrg, memberViewOf } from '../members/index.ts'
import type { contract } from './contract.ts'
import { findOrganizationRecord, listMembersOf } from './repository.ts'
import { countsForReader, recordViewOf } from './views.ts'

type Rows = (typeof contract)['rows']

export const getOrganization: Operation<Rows['getOrganization']> = async ({ id }, context) => {
  const whole = await findOrganizationRecord(context.table, id)
  return { org: whole ? [{ ...recordViewOf(whole), ...countsForReader(whole.card, context) }] : [] }
}

export const leaveOrganization: Operation<Rows['leaveOrganization']> = async ({ orgId }, context) => {
  await leaveOrg(orgId, context)
  return undefined
}

export const listOrganizationMembers: Operation<Rows['listOrganizationMembers']> = async (
  { orgId, ...query },
  { table, caller },
) => {
  const { items, cursor } = await listMembersOf(table, orgId, pageOf(query))
  return {
    members: items.map((member) => memberViewOf(member, caller.org.roles)),
    nextCursor: cursor,
  }
}
