import { answer } from '../../lib/contract/reply.ts'
import { byteOrderMark, writeCsv } from '../../lib/csv.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import type { OrgMember } from '../../lib/identity/org/organizations.ts'
import type { Operation } from '../../lib/operation.ts'
import type { Table } from '../../lib/table/table.ts'
import { findSettings, formatFor } from '../policies/index.ts'
import type { MemberView } from './contract/shapes.ts'
import type { contract } from './contract.ts'
import { listMembers } from './repository.ts'
import { memberViewOf } from './views.ts'

type Rows = (typeof contract)['rows']

/** Members in one response, which stays below the 6 MB of a Lambda response. */
const maxMembers = 5000
const maxPageSize = 500

const header = [
  ...['id', 'name', 'username', 'email', 'role', 'roles', 'status'],
  ...['joinedAt', 'roleTermStart', 'roleTermEnd'],
]

const cellsOf = (member: MemberView) => [
  member.user_id._id,
  member.user_id.name,
  member.user_id.username,
  member.user_id.email,
  member.role,
  member.roles.join(', '),
  member.status,
  member.joinedAt,
  member.roleTermStart,
  member.roleTermEnd,
]

/** Reads at most `limit` members from a cursor on, newest first. */
const readMembers = async (table: Table, orgId: string, from: string | undefined, limit: number) => {
  const items: OrgMember[] = []
  let cursor = from
  do {
    const pageSize = Math.min(maxPageSize, limit - items.length)
    const page = await listMembers(table, orgId, { page: 1, limit: pageSize, cursor })
    items.push(...page.items)
    cursor = page.cursor
  } while (cursor !== undefined && items.length < limit)
  return { items, cursor }
}

/**
 * Exports the members with their addresses, newest first: as CSV with a header on the first part only, or as the views
 * of the list. `cursor` continues (rules/members 53). Audited, with the number of rows.
 */
export const exportOrgMembers: Operation<Rows['exportOrgMembers']> = async (
  { orgId, format: requested, bom, limit, cursor: start },
  context,
) => {
  const { table, caller } = context
  const [settings, { items, cursor }] = await Promise.all([
    findSettings(table),
    readMembers(table, orgId, start, Math.min(maxMembers, Number(limit ?? maxMembers))),
  ])
  const format = formatFor(settings, requested, 'csv')
  const members = items.map((member) => memberViewOf(member, caller.org.roles, true))
  await table.write([
    audit(context, {
      action: 'organization.members_exported',
      actor: caller,
      targetType: 'organization',
      targetId: orgId,
      detail: { format, rows: String(members.length) },
    }),
  ])
  const part = { members, nextCursor: cursor }
  if (format === 'json') return part
  const rows = members.map(cellsOf)
  const page = start === undefined ? byteOrderMark(bom) + writeCsv([header, ...rows]) : writeCsv(rows)
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="members-${orgId}.csv"`,
    ...(cursor === undefined ? {} : { 'x-next-cursor': cursor }),
  }
  return answer(part, { page, headers })
}
