import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import {
  hasOwnOrgPermission,
  type OrgMember,
  type OrgRoles,
  orgMember,
  orgRoles,
} from '../../lib/identity/org/organizations.ts'
import { approvalRolesOf, isAdmin } from '../../lib/identity/person/caller.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import type { Operation } from '../../lib/operation.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { hostViewOf } from '../events/index.ts'
import { conflictsOf } from '../rooms/index.ts'
import {
  type ApprovalWait,
  approvalFlow,
  concerns,
  DomainNotFound,
  governs,
  type RouteStep,
  readSetup,
  type Setup,
} from '../stakeholders/index.ts'
import type { contract } from './contract.ts'
import { type DomainEvent, type PendingEvent, type PreviewStep, RoleNotYours } from './shapes.ts'
import { stuckPage, type WaitList, type WaitPage, waitPage } from './waiting-pages.ts'

type Rows = (typeof contract)['rows']

/** A row of a pending list. `now` decides whether it is stuck. */
const pendingViewOf = (
  { event: { hostImage, ...event }, ...row }: ApprovalWait,
  now: Date,
): PendingEvent => ({
  ...event,
  hostingId: hostViewOf({ ...event, host: { name: event.hostName, image: hostImage } }),
  classroom_id: event.classroom_id ?? null,
  _id: row.eventId,
  stepId: row.stepId,
  pendingStepRoleId: row.role,
  pendingStepRoleName: row.roleName,
  stage: Number(row.stage),
  kind: row.kind,
  submission: Number(row.submission),
  since: row.since,
  dueAt: row.at,
  stuck: row.stuckAt !== undefined && row.stuckAt <= now.toISOString(),
})

export const stepViewOf = (step: RouteStep): PreviewStep => ({
  _id: step._id,
  stakeholderId: step.role,
  stakeholderName: step.roleName,
  kind: step.kind,
  stage: step.stage,
  requiredApprovals: step.required,
  because: step.because,
  conditions: step.conditions.map(({ field, operator, value, actual, holds }) => ({
    field,
    operator,
    value,
    actual,
    holds,
  })),
})

type PageQuery = { readonly limit?: string | undefined; readonly cursor?: string | undefined }
type EventsPage<E> = { readonly events: E[]; readonly nextCursor?: string | undefined }

const pendingPageOf = ({ rows, cursor }: WaitPage, now: Date): EventsPage<PendingEvent> => ({
  events: rows.map((row) => pendingViewOf(row, now)),
  ...(cursor === undefined ? {} : { nextCursor: cursor }),
})

const groupOf = (orgId: string): string => `org:${orgId}`

/** Organizations of the flow in which the caller may decide. */
const ownGroups = async (
  { table, caller }: Context<'member'>,
  orgIds: readonly string[],
): Promise<string[]> => {
  const userId = caller.tenantUserId
  const refs = orgIds.flatMap((orgId) => [key(orgRoles, { orgId }), key(orgMember, { orgId, userId })])
  const rows = await table.batchGet(refs)
  return orgIds.filter((_, at) => {
    const [roles, member] = [rows[at * 2] as OrgRoles | undefined, rows[at * 2 + 1] as OrgMember | undefined]
    return hasOwnOrgPermission(caller, roles, member, 'approve_events')
  })
}

/**
 * Lists all pending events of the caller, by any right. Two round trips: lists of organizations are read in parallel
 * with the caller's rights in them.
 */
export const listWaitingOnMe = async (
  query: PageQuery,
  context: Context<'member'>,
): Promise<EventsPage<PendingEvent>> => {
  const { table, caller, now } = context
  const [user, flow] = await table.batchGet([
    key(tenantUser, { id: caller.tenantUserId }),
    key(approvalFlow, {}),
  ])
  const orgIds = [...new Set(flow?.steps.flatMap(({ orgId }) => orgId ?? []))]
  const owner = `user:${caller.tenantUserId}`
  const named = caller.plain ? [] : [owner]
  const deciders = [...approvalRolesOf(caller, user), ...named, ...orgIds.map(groupOf)]
  const counts = async () => {
    const own = new Set((await ownGroups(context, orgIds)).map(groupOf))
    return (decider: string) => !decider.startsWith('org:') || own.has(decider)
  }
  const { limit, cursor } = pageOf(query)
  const page = await waitPage(table, deciders, { list: 'waiting', limit, cursor }, { owner, counts })
  return pendingPageOf(page, now())
}

/** All deciders in the school's configuration: its roles, and the organizations of its flow. */
const decidersOf = async (table: Table): Promise<readonly string[]> => {
  const { roles, flow } = await readSetup(table, false)
  const groups = flow.steps.flatMap(({ orgId }) => (orgId === undefined ? [] : [groupOf(orgId)]))
  return [...new Set([...roles.map(({ stakeholderId }) => stakeholderId), ...groups])]
}

/**
 * Lists the pending events of one role, for its holders and administrators. Without a role: of all roles that the
 * caller holds, or for administrators of every role of the school.
 */
export const listForRole = async (
  { role, ...query }: PageQuery & { readonly role?: string | undefined },
  list: WaitList,
  { table, caller, now }: Context<'member'>,
): Promise<EventsPage<PendingEvent>> => {
  const { limit, cursor } = pageOf(query)
  const wanted = { list, limit, cursor }
  if (role === undefined) {
    const deciders = isAdmin(caller) ? await decidersOf(table) : undefined
    const user = deciders ? undefined : await table.get(tenantUser, { id: caller.tenantUserId })
    return pendingPageOf(await waitPage(table, deciders ?? approvalRolesOf(caller, user), wanted), now())
  }
  const [user, page] = await Promise.all([
    table.get(tenantUser, { id: caller.tenantUserId }, { strong: true }),
    waitPage(table, [role], wanted),
  ])
  if (!isAdmin(caller) && !approvalRolesOf(caller, user).includes(role)) fail(RoleNotYours)
  return pendingPageOf(page, now())
}

/** Adds to rows whether another event has the room. One round trip if any row has a room. */
const findRoomConflicts = async (
  table: Table,
  rows: readonly ApprovalWait[],
): Promise<ReadonlySet<ApprovalWait>> => {
  const booked = rows.flatMap((row) => {
    const { classroom_id: roomId, start_time: start, end_time: end } = row.event
    return roomId === undefined ? [] : [{ row, booking: { roomId, start, end, eventId: row.eventId } }]
  })
  const conflicts = await conflictsOf(
    table,
    booked.map(({ booking }) => booking),
  )
  return new Set(booked.flatMap(({ row }, at) => ((conflicts[at] ?? []).length > 0 ? [row] : [])))
}

const domainViewOf = (
  row: ApprovalWait,
  domainId: string,
  setup: Setup,
  now: Date,
  hasConflict: boolean,
): DomainEvent => {
  const { classroom_id: resourceId, location } = row.event
  const { domains } = setup
  const own = domains.find(({ _id }) => _id === domainId)
  const others = domains.filter(
    (one) => one._id !== domainId && (governs(one, row.event) || concerns(one, row.event)),
  )
  const concerned = own && concerns(own, row.event) ? 'concern_scope' : 'role'
  return {
    ...pendingViewOf(row, now),
    scopeMatchReason: own && governs(own, row.event) ? 'governing_scope' : concerned,
    reservationConflictSummary: hasConflict ? { hasConflict, reason: 'The room is taken' } : { hasConflict },
    spaceContext:
      resourceId === undefined ? null : { resourceId, ...(location === undefined ? {} : { location }) },
    crossDomainImpacts: others.map(({ _id, name }) => ({ domainId: _id, name })),
  }
}

/**
 * Returns the roles of a domain. Fails with 404 for an unknown domain, and with 403 unless the caller is an
 * administrator or holds one of them.
 */
export const rolesOfDomain = async (domainId: string, { table, caller }: Context<'caller'>) => {
  const userId = caller.tenantUserId
  const [setup, user] = await Promise.all([
    readSetup(table),
    userId === null ? undefined : table.get(tenantUser, { id: userId }, { strong: true }),
  ])
  if (!setup.domains.some(({ _id }) => _id === domainId)) fail(DomainNotFound)
  const roles = setup.roles
    .filter((role) => role.domainId === domainId)
    .map(({ stakeholderId }) => stakeholderId)
  const holds = roles.some((id) => approvalRolesOf(caller, user).includes(id))
  if (!isAdmin(caller) && !holds) fail(RoleNotYours)
  return { setup, roles }
}

/** Lists pending events of all roles of a domain. Two round trips, and one more for rooms. */
export const listDomainApprovals = async (
  { domainId, ...query }: PageQuery & { readonly domainId: string },
  context: Context<'caller'>,
): Promise<EventsPage<DomainEvent>> => {
  const { setup, roles } = await rolesOfDomain(domainId, context)
  const { limit, cursor } = pageOf(query)
  const page = await waitPage(context.table, roles, { list: 'waiting', limit, cursor })
  const taken = await findRoomConflicts(context.table, page.rows)
  const events = page.rows.map((row) => domainViewOf(row, domainId, setup, context.now(), taken.has(row)))
  return page.cursor === undefined ? { events } : { events, nextCursor: page.cursor }
}

export const listStuckApprovals = async (
  query: PageQuery,
  { table, now }: Context<'admin'>,
): Promise<EventsPage<PendingEvent>> => {
  const { limit, cursor } = pageOf(query)
  return pendingPageOf(await stuckPage(table, now(), limit, cursor), now())
}

export const listPendingForRole: Operation<Rows['listPendingForRole']> = (query, context) =>
  listForRole(query, 'waiting', context)

export const listApprovedByRole: Operation<Rows['listApprovedByRole']> = (query, context) =>
  listForRole(query, 'approved', context)

export const listRejectedForRole: Operation<Rows['listRejectedForRole']> = (query, context) =>
  listForRole(query, 'rejected', context)
