import { type OrgRights, orgMember, orgRightsOf, orgRoles } from '../../lib/identity/org/organizations.ts'
import { approvalRolesOf, type Caller, isAdmin } from '../../lib/identity/person/caller.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { key, type Ref } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { deciderIdsIn, findNewestApproval } from './records/approval.ts'
import type { EventCard } from './records/event.ts'

/** A viewer of events, with the rights that these events require. */
export type Viewer = {
  /** The tenant user; null for guests and anonymous callers. */
  readonly userId: string | null
  readonly isAdmin: boolean
  /** Signed in, as a user of this school or a guest of another one. */
  readonly signedIn: boolean
  /** Pending events that ask the viewer, or a role of theirs, for a decision. */
  readonly eventsToDecide: ReadonlySet<string>
  /** Rights by organization, for the organizations of the events. */
  readonly rightsByOrg: ReadonlyMap<string, OrgRights>
}

type VisibilityContext = { readonly table: Table; readonly caller: Caller | undefined }

/** The organizations whose members an event is for: host and collaborators. */
export const organizationsOf = ({ hostingType, hostingId, collaborators }: EventCard): readonly string[] =>
  hostingType === 'Org' ? [hostingId, ...collaborators] : collaborators

/** Whether the event was ever visible: it is live, or was live and is over. */
const isOpen = ({ shelf, liveAt }: EventCard): boolean =>
  shelf === 'live' || (shelf === 'past' && liveAt !== undefined)

/** Keys of the rows with a user's rights in organizations, two for each. Read them strongly. */
export const orgRightsRefs = (userId: string, orgIds: readonly string[]): Ref[] =>
  orgIds.flatMap((orgId) => [key(orgRoles, { orgId }), key(orgMember, { orgId, userId })] as Ref[])

/** Derives rights from the rows of `orgRightsRefs`, in their order. A deleted organization grants no rights. */
export const orgRightsFrom = (
  caller: Caller,
  orgIds: readonly string[],
  rows: readonly unknown[],
): ReadonlyMap<string, OrgRights> =>
  new Map(
    orgIds.flatMap((orgId, at) => {
      const roles = rows[at * 2] as Parameters<typeof orgRightsOf>[1]
      const member = rows[at * 2 + 1] as Parameters<typeof orgRightsOf>[2]
      return roles && roles.deletedAt === undefined
        ? [[orgId, orgRightsOf(caller, roles, member)] as const]
        : []
    }),
  )

/** The caller's rights in organizations that are not an event's own. One strongly consistent round trip. */
export const findOrgRightsIn = async (
  { table, caller }: VisibilityContext,
  orgIds: readonly string[],
): Promise<ReadonlyMap<string, OrgRights>> => {
  const userId = caller?.tenantUserId ?? null
  if (!caller || userId === null) return new Map()
  return orgRightsFrom(caller, orgIds, await table.batchGet(orgRightsRefs(userId, orgIds), { strong: true }))
}

/** Limit of pending events to check for deciders. Lists contain pending events only for their organizers. */
const maxApprovalReads = 5

/** Ids of the events that need the user's decision, by name or by role. One strongly consistent round trip. */
const eventIdsToDecide = async (
  table: Table,
  caller: Caller,
  waiting: readonly EventCard[],
): Promise<ReadonlySet<string>> => {
  const userId = caller.tenantUserId
  if (waiting.length === 0 || userId === null || caller.plain) return new Set()
  const examined = waiting.slice(0, maxApprovalReads)
  // An event submitted with its series is decided on with the first event.
  const headOf = ({ eventId, seriesId, submission }: EventCard) => (submission === 0 && seriesId) || eventId
  const [user, ...approvals] = await Promise.all([
    table.get(tenantUser, { id: userId }, { strong: true }),
    ...examined.map((card) => findNewestApproval(table, headOf(card))),
  ])
  const own = new Set([`user:${userId}`, ...approvalRolesOf(caller, user)])
  const isAsked = (_: EventCard, at: number): boolean => {
    const approval = approvals[at]
    return approval?.status === 'pending' && deciderIdsIn(approval).some((name) => own.has(name))
  }
  return new Set(examined.filter(isAsked).map(({ eventId }) => eventId))
}

export type ViewerOptions = {
  /** Read rights in every organization of the events, even of events that everyone may see. */
  readonly all?: boolean
  /** Rights that were read before. */
  readonly known?: ReadonlyMap<string, OrgRights>
}

/** A viewer with known rights who decides on nothing and administers nothing. */
export const viewerWith = (
  caller: Caller | undefined,
  rightsByOrg: ReadonlyMap<string, OrgRights>,
): Viewer => ({
  userId: caller?.tenantUserId ?? null,
  isAdmin: false,
  signedIn: caller !== undefined,
  eventsToDecide: new Set(),
  rightsByOrg,
})

/** Whether a membership decides who reads attendee names. */
export const hasRestrictedAttendeeList = ({ attendeeVisibility: to }: EventCard): boolean =>
  to === 'members' || to === 'organizers'

/**
 * The caller as viewer of some events. One strongly consistent round trip when the events require memberships, none
 * otherwise.
 */
export const viewerOf = async (
  { table, caller }: VisibilityContext,
  cards: readonly EventCard[],
  { all = false, known = new Map() }: ViewerOptions = {},
): Promise<Viewer> => {
  const userId = caller?.tenantUserId ?? null
  const admin = caller !== undefined && isAdmin(caller)
  const baseViewer = { ...viewerWith(caller, known), isAdmin: admin }
  if (!caller || userId === null || admin) return baseViewer
  const closed = cards.filter((card) => all || !isVisible(card, baseViewer))
  const orgIds = [...new Set(closed.flatMap(organizationsOf))].filter((orgId) => !known.has(orgId))
  const waiting = closed.filter(({ status }) => status === 'pending')
  if (orgIds.length + waiting.length === 0) return baseViewer
  const [found, asked] = await Promise.all([
    findOrgRightsIn({ table, caller }, orgIds),
    eventIdsToDecide(table, caller, waiting),
  ])
  return { ...baseViewer, eventsToDecide: asked, rightsByOrg: new Map([...known, ...found]) }
}

export const isMemberFor = (card: EventCard, { rightsByOrg }: Viewer): boolean =>
  organizationsOf(card).some((orgId) => {
    const rights = rightsByOrg.get(orgId)
    return rights !== undefined && (rights.member !== undefined || rights.isOwner)
  })

/** The organization through which the viewer may manage an event, the host before collaborators. */
export const managingOrgIdOf = (card: EventCard, { rightsByOrg }: Viewer): string | undefined =>
  organizationsOf(card).find((orgId) => rightsByOrg.get(orgId)?.may('manage_events') === true)

/**
 * Whether the person hosts the event themselves. An organization's event belongs to no person: its creator has only the
 * rights of their present roles (rules/events 26).
 */
export const isPersonalHost = (
  { createdBy, hostingType, hostingId }: EventCard,
  userId: string | null,
): boolean => userId !== null && hostingType === 'User' && [createdBy, hostingId].includes(userId)

/** Whether the viewer runs an event: its personal host, managers of its host's events, administrators. */
export const isHostOrganizer = (card: EventCard, viewer: Viewer): boolean =>
  viewer.isAdmin ||
  isPersonalHost(card, viewer.userId) ||
  viewer.rightsByOrg.get(card.hostingId)?.may('manage_events') === true

/** Whether the viewer is an organizer: those who run the event, and managers of an organization that helps. */
export const isOrganizer = (card: EventCard, viewer: Viewer): boolean =>
  isHostOrganizer(card, viewer) || managingOrgIdOf(card, viewer) !== undefined

/** Whether the event's visibility admits the viewer, whatever its status. */
export const isAdmitted = (card: EventCard, viewer: Viewer): boolean =>
  card.visibility !== 'members_only' || isMemberFor(card, viewer) || isOrganizer(card, viewer)

/**
 * Whether the viewer may know of an event. An event that is not live is for organizers (rules/events 2), and while
 * pending also for its deciders (rules/events 7).
 */
export const isVisible = (card: EventCard, viewer: Viewer): boolean => {
  if (card.deletedAt !== undefined) return false
  if (isOpen(card)) return isAdmitted(card, viewer)
  return isOrganizer(card, viewer) || (card.status === 'pending' && viewer.eventsToDecide.has(card.eventId))
}

/**
 * Whether the viewer may work at the check-in desk: organizers, and members of these organizations whose role permits
 * registrations only, once the event is or was live (rules/checkins 48).
 */
export const canWorkAtDesk = (card: EventCard, viewer: Viewer): boolean =>
  isOrganizer(card, viewer) ||
  (isOpen(card) &&
    organizationsOf(card).some(
      (orgId) => viewer.rightsByOrg.get(orgId)?.may('manage_event_registrations') === true,
    ))

/** Whether the event requires a registration that no person has or can get. */
export const isRegistrationImpossible = (card: EventCard): boolean =>
  card.registrationRequired && !card.registrationEnabled && card.registrationCount + card.waitlistCount === 0

/**
 * Whether the viewer reads attendee names. Every viewer of the event sees the counts (rules/events 13, rules/events
 * 14).
 */
export const canReadAttendeeNames = (card: EventCard, viewer: Viewer): boolean => {
  const { attendeeVisibility: to = 'signed_in' } = card
  if (to === 'everyone' || isOrganizer(card, viewer)) return true
  return to === 'signed_in' ? viewer.signedIn : to === 'members' && isMemberFor(card, viewer)
}

/** Whether lists show it. An unlisted event is reached by its address only (rules/events 16). */
export const isListed = (card: EventCard, viewer: Viewer): boolean =>
  card.visibility !== 'unlisted' && isVisible(card, viewer)

/**
 * Whether a registered person sees the event among their own and on its page, even during a new approval. Without a
 * viewer, visibility is taken as admitting them.
 */
export const isShownToRegistrant = (card: EventCard, viewer: Viewer | undefined): boolean =>
  card.deletedAt === undefined &&
  (isOpen(card) || card.liveAt !== undefined) &&
  (viewer === undefined || isAdmitted(card, viewer))
