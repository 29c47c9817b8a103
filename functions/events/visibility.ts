import { type OrgRights, orgMember, orgRightsOf, orgRoles } from '../../lib/identity/org/organizations.ts'
import { approvalRolesOf, type Caller, isAdmin } from '../../lib/identity/person/caller.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { key, type Ref } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { deciderIdsIn, findNewestApproval } from './records/approval.ts'
import type { EventCard } from './records/event.ts'

/** Somebody who looks at events, with as much of their rights as these events ask for. */
export type Viewer = {
  /** The tenant user; null for guests and for who is not signed in. */
  readonly userId: string | null
  readonly isAdmin: boolean
  /** Says who they are: a user of this school or a guest of another one. */
  readonly signedIn: boolean
  /** Nothing counts but what any member may do. */
  readonly plain: boolean
  /** Events that wait for a decision on which the viewer is asked, or holds a role that was. */
  readonly eventsToDecide: ReadonlySet<string>
  /** By organization, those that the events concern. */
  readonly rightsByOrg: ReadonlyMap<string, OrgRights>
}

type VisibilityContext = { readonly table: Table; readonly caller: Caller | undefined }

/** The organizations whose members an event is for: its host, and those that help to run it. */
export const organizationsOf = ({ hostingType, hostingId, collaborators }: EventCard): readonly string[] =>
  hostingType === 'Org' ? [hostingId, ...collaborators] : collaborators

/** Whether people could see it once: it is live, or it was and is over. */
const isOpen = ({ shelf, liveAt }: EventCard): boolean =>
  shelf === 'live' || (shelf === 'past' && liveAt !== undefined)

/** The rows that say how a user stands in organizations, two for each; they have to be read strongly. */
export const orgRightsRefs = (userId: string, orgIds: readonly string[]): Ref[] =>
  orgIds.flatMap((orgId) => [key(orgRoles, { orgId }), key(orgMember, { orgId, userId })] as Ref[])

/** What the rows of `orgRightsRefs` say, in their order. An organization that is gone gives nobody any rights. */
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

/** How the caller stands in organizations that are not those of an event: one strong round trip. */
export const findOrgRightsIn = async (
  { table, caller }: VisibilityContext,
  orgIds: readonly string[],
): Promise<ReadonlyMap<string, OrgRights>> => {
  const userId = caller?.tenantUserId ?? null
  if (!caller || userId === null) return new Map()
  return orgRightsFrom(caller, orgIds, await table.batchGet(orgRightsRefs(userId, orgIds), { strong: true }))
}

/** Events that are looked at for who is asked about them: lists hold none that wait but those of their keepers. */
const maxApprovalReads = 5

/** Events of these on which somebody is asked for a decision, by name or by a role. One strong round trip. */
const eventIdsToDecide = async (
  table: Table,
  caller: Caller,
  waiting: readonly EventCard[],
): Promise<ReadonlySet<string>> => {
  const userId = caller.tenantUserId
  if (waiting.length === 0 || userId === null || caller.plain) return new Set()
  const examined = waiting.slice(0, maxApprovalReads)
  // What goes along with the first event of a series is decided on with it.
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
  /** Reads the rights in every organization of the events, also where everybody may see them. */
  readonly all?: boolean
  /** Rights that were read before. */
  readonly known?: ReadonlyMap<string, OrgRights>
}

/** Somebody with rights that were read before, who is asked nothing and administers nothing. */
export const viewerWith = (
  caller: Caller | undefined,
  rightsByOrg: ReadonlyMap<string, OrgRights>,
): Viewer => ({
  userId: caller?.tenantUserId ?? null,
  isAdmin: false,
  signedIn: caller !== undefined,
  plain: caller?.plain === true,
  eventsToDecide: new Set(),
  rightsByOrg,
})

/** Whether a membership says who reads the names of those who come. */
export const hasRestrictedAttendeeList = ({ attendeeVisibility: to }: EventCard): boolean =>
  to === 'members' || to === 'organizers'

/**
 * How the caller stands to some events: one strong round trip for the memberships that they ask for, none where they ask
 * for none.
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

/** The organization in whose name the viewer may manage an event: its host rather than one that helps. */
export const managingOrgIdOf = (card: EventCard, { rightsByOrg }: Viewer): string | undefined =>
  organizationsOf(card).find((orgId) => rightsByOrg.get(orgId)?.may('manage_events') === true)

/** Whether an event is the viewer's own: hosted by them, or made by them; for an organization that takes an office. */
export const isOwn = (
  { createdBy, hostingType, hostingId }: EventCard,
  { userId, plain }: Pick<Viewer, 'userId' | 'plain'>,
): boolean =>
  userId !== null &&
  (hostingType === 'User' ? [createdBy, hostingId].includes(userId) : createdBy === userId && !plain)

/** Whoever made an event of an organization has it as long as they belong to that organization. */
const isCurrentCreator = (card: EventCard, viewer: Viewer): boolean =>
  isOwn(card, viewer) &&
  (card.hostingType === 'User' || viewer.rightsByOrg.get(card.hostingId)?.member !== undefined)

/**
 * Whether the viewer runs an event: its host, managers of the events of its host, administrators. Whoever made an event of
 * an organization runs it as long as they belong to that organization.
 */
export const isHostOrganizer = (card: EventCard, viewer: Viewer): boolean => {
  if (viewer.isAdmin) return true
  return (
    isCurrentCreator(card, viewer) || viewer.rightsByOrg.get(card.hostingId)?.may('manage_events') === true
  )
}

/** Whether the viewer keeps an event: administrators, who made it, who manages its events. */
export const isOrganizer = (card: EventCard, viewer: Viewer): boolean =>
  viewer.isAdmin || isCurrentCreator(card, viewer) || managingOrgIdOf(card, viewer) !== undefined

/** Whether the visibility of an event admits the viewer, whatever its state. */
export const isAdmitted = (card: EventCard, viewer: Viewer): boolean =>
  card.visibility !== 'members_only' || isMemberFor(card, viewer) || isOrganizer(card, viewer)

/**
 * Whether somebody may know of an event. What is not live is for those who keep it (rules/events 2), and while it waits
 * for a decision for those who decide (rules/events 7).
 */
export const isVisible = (card: EventCard, viewer: Viewer): boolean => {
  if (card.deletedAt !== undefined) return false
  if (isOpen(card)) return isAdmitted(card, viewer)
  return isOrganizer(card, viewer) || (card.status === 'pending' && viewer.eventsToDecide.has(card.eventId))
}

/** Whether it asks for a registration that nobody has and nobody can get. */
export const isRegistrationImpossible = (card: EventCard): boolean =>
  card.registrationRequired && !card.registrationEnabled && card.registrationCount + card.waitlistCount === 0

/**
 * Whether somebody reads the names of those who come; how many they are is for whoever may see the event
 * (rules/events 13, rules/events 14).
 */
export const canReadAttendeeNames = (card: EventCard, viewer: Viewer): boolean => {
  const { attendeeVisibility: to = 'signed_in' } = card
  if (to === 'everyone' || isOrganizer(card, viewer)) return true
  return to === 'signed_in' ? viewer.signedIn : to === 'members' && isMemberFor(card, viewer)
}

/** Whether lists show it: what is unlisted is reached by its address alone (rules/events 16). */
export const isListed = (card: EventCard, viewer: Viewer): boolean =>
  card.visibility !== 'unlisted' && isVisible(card, viewer)

/**
 * Whether somebody who is registered for an event finds it among their own and sees its page, also while it is decided on
 * anew. Without a viewer its visibility admits them.
 */
export const isShownToRegistrant = (card: EventCard, viewer: Viewer | undefined): boolean =>
  card.deletedAt === undefined &&
  (isOpen(card) || card.liveAt !== undefined) &&
  (viewer === undefined || isAdmitted(card, viewer))
