import { approvalRolesOf, type Caller, isAdmin } from '../../../lib/identity/person/caller.ts'
import { tenantUser } from '../../../lib/identity/person/records.ts'
import type { Table } from '../../../lib/table/table.ts'
import { findStandings, isOwn, type Viewer } from '../visibility.ts'
import { type ApprovalInstance, findNewestApproval, namesIn, submissionName } from './approval.ts'
import type { EventCard } from './event.ts'

type World = { readonly table: Table; readonly caller: Caller | undefined }

/** The approval of an event's last submission, as far as the caller is concerned. */
export type Approval = {
  readonly instance: ApprovalInstance | undefined
  /** The approval names the caller, or a role that they hold. */
  readonly isNamed: boolean
  /** Organizations that it names beside them, as far as nobody has looked whether the caller decides for them. */
  readonly groups: readonly string[]
}

const unknown: Approval = { instance: undefined, isNamed: false, groups: [] }

const groupsIn = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => (name.startsWith('org:') ? [name.slice(4)] : []))

/** Whether the caller decides for one of these organizations: one strong round trip, none without any. */
export const decidesInGroup = async (world: World, groups: readonly string[]): Promise<boolean> => {
  const standings = groups.length > 0 ? await findStandings(world, groups) : new Map()
  return [...standings.values()].some((standing) => standing.may('approve_events'))
}

/**
 * The approval of an event, and whether it names the caller, by a role, by delegation or by escalation. `read` is the
 * newest one when it was read before; then organizations are looked at too. Strongly consistent, one round trip; none for
 * what neither waits nor was read.
 */
export const findApproval = async (
  { table, caller }: World,
  card: EventCard,
  read: ApprovalInstance | undefined,
): Promise<Approval> => {
  const id = caller?.tenantUserId
  const asks = card.status === 'pending' && id && caller && !isAdmin(caller)
  if (!read && !asks) return unknown
  const [newest, user, inGroup] = await Promise.all([
    read ?? findNewestApproval(table, card.eventId),
    id ? table.get(tenantUser, { id }, { strong: true }) : undefined,
    read ? decidesInGroup({ table, caller }, groupsIn(namesIn(read))) : false,
  ])
  if (newest?.submission !== submissionName(card.submission)) return unknown
  const names = namesIn(newest)
  const own = new Set(
    user && caller && !caller.plain ? [`user:${user.id}`, ...approvalRolesOf(caller, user)] : [],
  )
  return {
    instance: newest,
    isNamed: inGroup || names.some((name) => own.has(name)),
    groups: read ? [] : groupsIn(names),
  }
}

/** Whose the approval is to read beside those whom it names: administrators, who made the event, managers of its host. */
export const keepsApproval = (card: EventCard, viewer: Viewer): boolean =>
  viewer.isAdmin ||
  isOwn(card, viewer) ||
  (card.hostingType === 'Org' && viewer.standings.get(card.hostingId)?.may('manage_events') === true)
