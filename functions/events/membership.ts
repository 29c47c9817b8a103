import { type OrgMember, type OrgRoles, orgMember, orgRoles } from '../../lib/identity/org/organizations.ts'
import { isAdminRole, isPlatformRole } from '../../lib/identity/person/caller.ts'
import { type Access, access, type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import { key, type Ref } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import type { EventCard } from './records/event.ts'
import { organizationsOf } from './visibility.ts'

/** A user of the school by their id, or a guest by the global id. */
type Who = { readonly kind: 'u' | 'g'; readonly personId: string }

/** What makes somebody one of those whom an event for members only is for. */
export type Belonging = {
  /** An active membership in an organization of the event, and since when they have it without a break (ISO 8601). */
  readonly membership: Pick<OrgMember, 'orgId' | 'userId' | 'joinedAt'> | undefined
  /** They host it by themselves, own an organization of it, or administer the school. */
  readonly office: boolean
}

const nowhere: Belonging = { membership: undefined, office: false }

export const doesBelong = ({ membership, office }: Belonging): boolean => membership !== undefined || office

const hosts = ({ hostingType, hostingId, createdBy }: EventCard, userId: string): boolean =>
  hostingType === 'User' && [hostingId, createdBy].includes(userId)

type Rows = {
  readonly user: TenantUser | undefined
  readonly roles: readonly (OrgRoles | undefined)[]
  readonly members: readonly (OrgMember | undefined)[]
}

/** What the records of this school say; a suspension at the school suspends all that somebody is there. */
const atSchool = (card: EventCard, userId: string, { user, roles, members }: Rows): Belonging => {
  if (!user || user.accessSuspended) return nowhere
  const live = roles.filter((one) => one !== undefined && one.deletedAt === undefined)
  const own = members
    .filter((member) => member?.status === 'active' && live.some((one) => one?.orgId === member.orgId))
    .sort((one, other) => ((one?.joinedAt ?? '') < (other?.joinedAt ?? '') ? -1 : 1))
  const owns = live.some((one) => one?.owner === userId)
  return { membership: own[0], office: owns || hosts(card, userId) || user.roles.some(isAdminRole) }
}

const isPlatforms = (rights: Access | undefined): boolean =>
  rights?.platformRoles.some(isPlatformRole) ?? false

/** Whoever has nothing at this school may still administer the platform. */
const withPlatform = async (
  table: Table,
  people: readonly Who[],
  found: readonly { readonly user: TenantUser | undefined; readonly belonging: Belonging }[],
): Promise<readonly Belonging[]> => {
  const globalIdOf = (at: number): string | undefined =>
    people[at]?.kind === 'g' ? people[at]?.personId : found[at]?.user?.globalUserId
  const asked = found.flatMap(({ belonging, user }, at) =>
    doesBelong(belonging) || user?.accessSuspended || globalIdOf(at) === undefined ? [] : [at],
  )
  if (asked.length === 0) return found.map(({ belonging }) => belonging)
  const refs = asked.map((at) => key(access, { globalUserId: globalIdOf(at) ?? '' }))
  const rights = (await table.batchGet(refs, { strong: true })) as (Access | undefined)[]
  return found.map(({ belonging }, at) => {
    const place = asked.indexOf(at)
    return place < 0 ? belonging : { ...belonging, office: isPlatforms(rights[place]) }
  })
}

/**
 * How some people stand to the organizations of an event, by what the records say at this moment; in the order of the
 * people. One strong round trip, and a second where somebody is no member of the school.
 */
export const belongingsOf = async (
  table: Table,
  card: EventCard,
  people: readonly Who[],
): Promise<readonly Belonging[]> => {
  const orgIds = organizationsOf(card)
  const users = people.filter(({ kind }) => kind === 'u').map(({ personId }) => personId)
  const refs: Ref[] = [
    ...orgIds.map((orgId) => key(orgRoles, { orgId })),
    ...users.flatMap((userId): Ref[] => [
      key(tenantUser, { id: userId }),
      ...orgIds.map((orgId) => key(orgMember, { orgId, userId })),
    ]),
  ]
  const rows = await table.batchGet(refs, { strong: true })
  const roles = rows.slice(0, orgIds.length) as (OrgRoles | undefined)[]
  const found = people.map(({ kind, personId }) => {
    if (kind === 'g') return { user: undefined, belonging: nowhere }
    const from = orgIds.length + users.indexOf(personId) * (orgIds.length + 1)
    const [user, ...members] = rows.slice(from, from + orgIds.length + 1)
    const own = { user: user as TenantUser | undefined, roles, members: members as (OrgMember | undefined)[] }
    return { user: own.user, belonging: atSchool(card, personId, own) }
  })
  return withPlatform(table, people, found)
}

/**
 * Of some people, those whom an event may be told, or let in: everybody, or, where it is for members only, whoever
 * belongs to it at this moment. Reads nothing where it is for everybody.
 */
export const belongingTo = async <W extends Who>(
  table: Table,
  card: EventCard,
  people: readonly W[],
): Promise<readonly W[]> => {
  if (card.visibility !== 'members_only' || people.length === 0) return people
  const found = await belongingsOf(table, card, people)
  return people.filter((_, at) => doesBelong(found[at] ?? nowhere))
}

/** Of the people of an event, those whom lists show: who has come, and until it is over who may come. */
export const presentAt = async <W extends Who & { readonly checkedIn: boolean }>(
  table: Table,
  card: EventCard,
  people: readonly W[],
  now: Date,
): Promise<readonly W[]> => {
  if (Date.parse(card.end_time) <= now.getTime()) return people
  const expected = people.filter(({ checkedIn }) => !checkedIn)
  const belonging = new Set(await belongingTo(table, card, expected))
  return people.filter((one) => one.checkedIn || belonging.has(one))
}

/** Whether an organization hosts an event, or helps, no longer. */
export const losesOrganization = (before: EventCard, after: EventCard): boolean =>
  organizationsOf(before).some((orgId) => !organizationsOf(after).includes(orgId))

/** Whether fewer people belong to an event than before. */
export const isNarrowed = (before: EventCard, after: EventCard): boolean =>
  after.visibility === 'members_only' &&
  (before.visibility !== 'members_only' || losesOrganization(before, after))

/** Whether a membership has ended between two states of its row, also where somebody is back by the second. */
export const hasParted = (before: OrgMember, after: OrgMember | undefined): boolean =>
  before.status === 'active' && (after?.status !== 'active' || after.joinedAt !== before.joinedAt)

/** Whether somebody has fewer rights at the school than before, and since when if they were suspended. */
export const hasFallen = (
  before: TenantUser,
  after: TenantUser,
): { readonly version: number; readonly until?: string | undefined } | undefined => {
  const { version, updatedAt, accessSuspendedAt } = after
  if (after.accessSuspended && !before.accessSuspended)
    return { version, until: accessSuspendedAt ?? updatedAt }
  return before.roles.some(isAdminRole) && !after.roles.some(isAdminRole) ? { version } : undefined
}
