import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import type { OrgMember } from '../../lib/identity/org/organizations.ts'
import { memberScope, memberWords } from '../../lib/identity/person/names.ts'
import type { Operation } from '../../lib/operation.ts'
import { byTime, search as searchWords } from '../../lib/search/find.ts'
import { wordsOf } from '../../lib/search/words.ts'
import { totalOf } from '../../lib/table/lists/numbered.ts'
import { joinedPage } from '../../lib/table/lists/pages.ts'
import type { Table } from '../../lib/table/table.ts'
import { findResponses } from '../form-records/index.ts'
import { RoleNotFound } from './contract/failures.ts'
import type { contract } from './contract.ts'
import {
  applicationsIn,
  findHolderCount,
  findMemberCount,
  findMembers,
  listApplicationsOf,
  listHistory,
  listHolders,
  listMembers,
  readMember,
} from './repository.ts'
import { requireRoleNamed } from './role-rules.ts'
import { applicationViewOf, historyEntryOf, memberViewOf } from './views.ts'

type Rows = (typeof contract)['rows']

type OrgContext = Context<OrgAccess>
type PageQuery = Parameters<typeof pageOf>[0]

/** Applications shown beside the members. Their own list continues after them. */
const maxApplications = 8

/** Members on one page of a search. */
const maxResults = 50

/**
 * In bytes. Limits the form answers on one page, so that the gateway accepts the response. Further ones appear by id
 * only.
 */
const maxBytes = 3 * 1024 * 1024

/** One page of a role's holders, with their number. */
export const listRoleMembers: Operation<Rows['listRoleMembers']> = async (
  { orgId, roleName, ...query },
  { table, caller },
) => {
  const { _id } = requireRoleNamed(caller.org.roles.roles, roleName)
  const numbered = pageOf(query)
  const [page, counted] = await Promise.all([
    listHolders(table, orgId, _id, numbered),
    findHolderCount(table, orgId, _id),
  ])
  const count = totalOf(counted, numbered, page)
  return { members: viewsOf(page.items, caller), count, nextCursor: page.cursor }
}

const viewsOf = (members: readonly OrgMember[], { org }: OrgContext['caller']) =>
  members.map((member) => memberViewOf(member, org.roles, org.may('manage_members')))

type MemberQuery = PageQuery & {
  readonly orgId: string
  readonly search?: string | undefined
  readonly role?: string | undefined
}

const listOpenApplications = async (
  { orgId, page, cursor, role }: MemberQuery,
  { table, caller }: OrgContext,
) => {
  const first = cursor === undefined && role === undefined && (page ?? '1') === '1'
  if (!first || !caller.org.may('manage_members')) return []
  const numbered = { page: 1, limit: maxApplications }
  return (await listApplicationsOf(table, orgId, 'pending', numbered)).items.map((one) =>
    applicationViewOf(one),
  )
}

/**
 * Finds members by the beginnings of words in name or username, newest first. Each member shown costs half a read unit.
 */
const searchMembers = async (
  search: string,
  { orgId, ...query }: MemberQuery,
  roleId: string | undefined,
  table: Table,
) => {
  const { page, limit, cursor } = pageOf(query)
  const pageSize = Math.min(maxResults, limit)
  const found = await searchWords(table, {
    index: memberWords.name,
    scope: memberScope(orgId),
    typed: wordsOf(search),
    keep: (row) => roleId === undefined || (row.facts ?? '').split(' ').includes(roleId),
    filters: roleId,
    order: (one, other) => byTime(other, one),
    skip: (page - 1) * pageSize,
    limit: pageSize,
    cursor,
    unit: 0.5,
  })
  const members = await findMembers(
    table,
    orgId,
    found.items.map(({ id }) => id),
  )
  return { ...found, items: members }
}

/** One page of the members, newest first. One round trip; a search takes two. */
export const listOrgMembers = async (query: MemberQuery, context: OrgContext) => {
  const { orgId, search = '', role } = query
  const { table, caller } = context
  if (role !== undefined && !caller.org.roles.roles.some(({ name }) => name === role)) fail(RoleNotFound)
  const roleId = role === undefined ? undefined : requireRoleNamed(caller.org.roles.roles, role)._id
  const numbered = pageOf(query)
  const listed = () =>
    roleId === undefined ? listMembers(table, orgId, numbered) : listHolders(table, orgId, roleId, numbered)
  const [page, counted, applications] = await Promise.all([
    search === '' ? listed() : searchMembers(search, query, roleId, table),
    findMemberCount(table, orgId),
    listOpenApplications(query, context),
  ])
  const isAll = search === '' && roleId === undefined
  const count = isAll ? totalOf(counted, numbered, page) : counted
  return { members: viewsOf(page.items, caller), count, applications, nextCursor: page.cursor }
}

const statuses = ['pending', 'approved', 'rejected'] as const

/** Applications in all statuses, merged. */
const mergedApplications = (orgId: string, query: PageQuery, { table }: OrgContext) =>
  joinedPage({
    lists: statuses.map((status) => (part) => applicationsIn(table, orgId, status, part)),
    placeOf: ({ createdAt, id }) => `${createdAt}#${id}`,
    descending: true,
    numbered: pageOf(query),
    scope: `applications of ${orgId}`,
  })

/** One page of applications, newest first, each with its form answers. */
export const listApplications: Operation<Rows['listApplications']> = async (
  { orgId, status, ...query },
  context,
) => {
  const { table } = context
  const { items, cursor } =
    status === undefined
      ? await mergedApplications(orgId, query, context)
      : await listApplicationsOf(table, orgId, status, pageOf(query))
  const answerRefs = items.flatMap(({ formId, formResponse: id }) => (formId && id ? [{ formId, id }] : []))
  const answers = await findResponses(table, answerRefs)
  let bytes = 0
  const answerWithinLimit = (id = '') => {
    const answer = answers.get(id)
    bytes += answer ? Buffer.byteLength(JSON.stringify(answer)) : 0
    return bytes <= maxBytes ? answer : undefined
  }
  return {
    applications: items.map((one) => applicationViewOf(one, answerWithinLimit(one.formResponse))),
    nextCursor: cursor,
  }
}

const endings = new Set(['removed', 'left', 'org_deleted'])

/** A membership's history: starts, changes and ends. */
export const getMemberHistory: Operation<Rows['getMemberHistory']> = async (
  { orgId, userId },
  { table, caller },
) => {
  const [history, member] = await Promise.all([
    listHistory(table, orgId, userId),
    readMember(table, orgId, userId),
  ])
  const entries = history.map(historyEntryOf)
  const currentEntries = entries.filter(({ action }) => !endings.has(action))
  const roleHistory = currentEntries
    .filter(({ action }) => action !== 'status_change')
    .map(({ role, actorUserId, at, reason }) => ({ role, assignedBy: actorUserId, assignedAt: at, reason }))
  return {
    membershipHistory: currentEntries,
    roleHistory,
    ...(member?.status === 'active' ? { member: memberViewOf(member, caller.org.roles, true) } : {}),
    roleTermStart: member?.roleTermStart,
    roleTermEnd: member?.roleTermEnd,
    removedAudits: entries.filter(({ action }) => endings.has(action)),
  }
}
