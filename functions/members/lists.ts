import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import type { OrgApplication } from '../../lib/identity/org-records.ts'
import type { OrgMember } from '../../lib/identity/organizations.ts'
import { mostNumbered } from '../../lib/table/numbered.ts'
import { findGiven } from '../forms/service.ts'
import { RoleNotFound } from './failures.ts'
import {
  findHolderCount,
  findMemberCount,
  listApplicationsOf,
  listHistory,
  listHolders,
  listMembers,
  readMember,
} from './repository.ts'
import { roleNamed } from './role-rules.ts'
import { applicationViewOf, historyEntryOf, memberViewOf } from './views.ts'

type InOrg = Context<OrgAccess>
type Paged = Parameters<typeof pageOf>[0]

/** Applications shown beside the members; their own list goes on behind them. */
const mostBeside = 8

/** What answers may weigh on one page, so that it passes through the gateway; further ones are named by their ids. */
const mostBytes = 3 * 1024 * 1024

const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Words of names, and usernames, that begin with what was typed. */
const fits =
  (search: string) =>
  ({ name, username }: OrgMember): boolean => {
    const wanted = folded(search)
    const texts = [name, ...name.split(/\s+/), username]
    return texts.some((text) => folded(text).startsWith(wanted))
  }

/** One page of those who hold a role, with how many they are. */
export const holdersPage = async (
  { orgId, roleName, ...asked }: Paged & { readonly orgId: string; readonly roleName: string },
  { table, caller }: InOrg,
) => {
  const { _id } = roleNamed(caller.org.roles.roles, roleName)
  const [page, count] = await Promise.all([
    listHolders(table, orgId, _id, pageOf(asked)),
    findHolderCount(table, orgId, _id),
  ])
  return { members: viewsOf(page.items, caller), count, nextCursor: page.cursor }
}

const viewsOf = (members: readonly OrgMember[], { org }: InOrg['caller']) =>
  members.map((member) => memberViewOf(member, org.roles, org.may('manage_members')))

type MembersAsked = Paged & {
  readonly orgId: string
  readonly search?: string | undefined
  readonly role?: string | undefined
}

const applicationsBeside = async ({ orgId, page, cursor, role }: MembersAsked, { table, caller }: InOrg) => {
  const first = cursor === undefined && role === undefined && (page ?? '1') === '1'
  if (!first || !caller.org.may('manage_members')) return []
  const numbered = { page: 1, limit: mostBeside }
  return (await listApplicationsOf(table, orgId, 'pending', numbered)).items.map((one) =>
    applicationViewOf(one),
  )
}

/**
 * One page of the members, newest first, in one round trip. A search looks at a hundred of them and shows those that fit,
 * so a page of it may be short and still go on.
 */
export const membersPage = async (asked: MembersAsked, context: InOrg) => {
  const { orgId, search = '', role } = asked
  const { table, caller } = context
  if (role !== undefined && !caller.org.roles.roles.some(({ name }) => name === role)) fail(RoleNotFound)
  const numbered = search === '' ? pageOf(asked) : { ...pageOf(asked), limit: 100 }
  const [page, count, applications] = await Promise.all([
    role === undefined
      ? listMembers(table, orgId, numbered, search)
      : listHolders(table, orgId, roleNamed(caller.org.roles.roles, role)._id, numbered),
    findMemberCount(table, orgId),
    applicationsBeside(asked, context),
  ])
  const members = search === '' ? page.items : page.items.filter(fits(search))
  return { members: viewsOf(members, caller), count, applications, nextCursor: page.cursor }
}

const statuses = ['pending', 'approved', 'rejected'] as const

type ApplicationsAsked = Paged & {
  readonly orgId: string
  readonly status?: OrgApplication['status'] | undefined
}

/** All of them together: numbered pages of the first five hundred of each kind, which have no cursor of their own. */
const mergedApplications = async (orgId: string, asked: Paged, { table }: InOrg) => {
  const { page, limit } = pageOf(asked)
  const upTo = { page: 1, limit: Math.min(mostNumbered, page * limit) }
  const lists = await Promise.all(statuses.map((status) => listApplicationsOf(table, orgId, status, upTo)))
  const all = lists.flatMap(({ items }) => items)
  all.sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id))
  return { items: all.slice((page - 1) * limit, page * limit), cursor: undefined }
}

/** One page of applications, newest first, each with what was answered to the form. */
export const applicationsPage = async ({ orgId, status, ...asked }: ApplicationsAsked, context: InOrg) => {
  const { table } = context
  const { items, cursor } =
    status === undefined
      ? await mergedApplications(orgId, asked, context)
      : await listApplicationsOf(table, orgId, status, pageOf(asked))
  const given = items.flatMap(({ formId, formResponse: id }) => (formId && id ? [{ formId, id }] : []))
  const answers = await findGiven(table, given)
  let bytes = 0
  const fitting = (id = '') => {
    const answer = answers.get(id)
    bytes += answer ? Buffer.byteLength(JSON.stringify(answer)) : 0
    return bytes <= mostBytes ? answer : undefined
  }
  return {
    applications: items.map((one) => applicationViewOf(one, fitting(one.formResponse))),
    nextCursor: cursor,
  }
}

const endings = new Set(['removed', 'left', 'org_deleted'])

/** What happened to a membership: its beginnings and changes, and each time it ended. */
export const historyOf = async (
  { orgId, userId }: { readonly orgId: string; readonly userId: string },
  { table }: InOrg,
) => {
  const [history, member] = await Promise.all([
    listHistory(table, orgId, userId),
    readMember(table, orgId, userId),
  ])
  const entries = history.map(historyEntryOf)
  const lived = entries.filter(({ action }) => !endings.has(action))
  const roleHistory = lived
    .filter(({ action }) => action !== 'status_change')
    .map(({ role, actorUserId, at, reason }) => ({ role, assignedBy: actorUserId, assignedAt: at, reason }))
  return {
    membershipHistory: lived,
    roleHistory,
    roleTermStart: member?.roleTermStart,
    roleTermEnd: member?.roleTermEnd,
    removedAudits: entries.filter(({ action }) => endings.has(action)),
  }
}
