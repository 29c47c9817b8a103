import { type OrgMember, type OrgRoles, orgMember, orgRoles } from '../../lib/identity/org/organizations.ts'
import { isAdminRole, isPlatformRole } from '../../lib/identity/person/caller.ts'
import { type Access, access, type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import { key, type Ref } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import type { EventCard } from './records/event.ts'
import { isPersonalHost, organizationsOf } from './visibility.ts'

/** A user of the school by id, or a guest by global id. */
type PersonRef = { readonly kind: 'u' | 'g'; readonly personId: string }

/** The grounds on which a person may attend a members-only event. */
export type Affiliation = {
  /** An active membership in an organization of the event, with the start of its unbroken term (ISO 8601). */
  readonly membership: Pick<OrgMember, 'orgId' | 'userId' | 'joinedAt'> | undefined
  /** The person hosts the event, owns one of its organizations, or administers the school. */
  readonly hasRole: boolean
}

const noAffiliation: Affiliation = { membership: undefined, hasRole: false }

export const isAffiliated = ({ membership, hasRole: office }: Affiliation): boolean =>
  membership !== undefined || office

type AffiliationRows = {
  readonly user: TenantUser | undefined
  readonly roles: readonly (OrgRoles | undefined)[]
  readonly members: readonly (OrgMember | undefined)[]
}

/** Derives the affiliation from this school's records. A suspension at the school removes all of it. */
const schoolAffiliationOf = (
  card: EventCard,
  userId: string,
  { user, roles, members }: AffiliationRows,
): Affiliation => {
  if (!user || user.accessSuspended) return noAffiliation
  const live = roles.filter((one) => one !== undefined && one.deletedAt === undefined)
  const own = members
    .filter((member) => member?.status === 'active' && live.some((one) => one?.orgId === member.orgId))
    .sort((one, other) => ((one?.joinedAt ?? '') < (other?.joinedAt ?? '') ? -1 : 1))
  const owns = live.some((one) => one?.owner === userId)
  return { membership: own[0], hasRole: owns || isPersonalHost(card, userId) || user.roles.some(isAdminRole) }
}

const hasPlatformRole = (rights: Access | undefined): boolean =>
  rights?.platformRoles.some(isPlatformRole) ?? false

/** A person without any affiliation here may still be a platform administrator. */
const withPlatformRoles = async (
  table: Table,
  people: readonly PersonRef[],
  found: readonly { readonly user: TenantUser | undefined; readonly belonging: Affiliation }[],
): Promise<readonly Affiliation[]> => {
  const globalIdOf = (at: number): string | undefined =>
    people[at]?.kind === 'g' ? people[at]?.personId : found[at]?.user?.globalUserId
  const candidates = found.flatMap(({ belonging, user }, at) =>
    isAffiliated(belonging) || user?.accessSuspended || globalIdOf(at) === undefined ? [] : [at],
  )
  if (candidates.length === 0) return found.map(({ belonging }) => belonging)
  const refs = candidates.map((at) => key(access, { globalUserId: globalIdOf(at) ?? '' }))
  const rights = (await table.batchGet(refs, { strong: true })) as (Access | undefined)[]
  return found.map(({ belonging }, at) => {
    const index = candidates.indexOf(at)
    return index < 0 ? belonging : { ...belonging, hasRole: hasPlatformRole(rights[index]) }
  })
}

/**
 * Returns each person's affiliation with the event's organizations, in the order of `people`. One strongly consistent
 * round trip, and a second when a person has no affiliation at the school.
 */
export const affiliationsOf = async (
  table: Table,
  card: EventCard,
  people: readonly PersonRef[],
): Promise<readonly Affiliation[]> => {
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
    if (kind === 'g') return { user: undefined, belonging: noAffiliation }
    const from = orgIds.length + users.indexOf(personId) * (orgIds.length + 1)
    const [user, ...members] = rows.slice(from, from + orgIds.length + 1)
    const own = { user: user as TenantUser | undefined, roles, members: members as (OrgMember | undefined)[] }
    return { user: own.user, belonging: schoolAffiliationOf(card, personId, own) }
  })
  return withPlatformRoles(table, people, found)
}

/**
 * Returns the people that an event may notify or admit: everyone, or for a members-only event those affiliated now.
 * Reads nothing for an event that is open to everyone.
 */
export const filterAffiliated = async <W extends PersonRef>(
  table: Table,
  card: EventCard,
  people: readonly W[],
): Promise<readonly W[]> => {
  if (card.visibility !== 'members_only' || people.length === 0) return people
  const found = await affiliationsOf(table, card, people)
  return people.filter((_, at) => isAffiliated(found[at] ?? noAffiliation))
}

/** Returns the attendees that lists show: those who are checked in, and, until the end, those who may still come. */
export const filterStillAdmitted = async <W extends PersonRef & { readonly checkedIn: boolean }>(
  table: Table,
  card: EventCard,
  people: readonly W[],
  now: Date,
): Promise<readonly W[]> => {
  if (Date.parse(card.end_time) <= now.getTime()) return people
  const expected = people.filter(({ checkedIn }) => !checkedIn)
  const belonging = new Set(await filterAffiliated(table, card, expected))
  return people.filter((one) => one.checkedIn || belonging.has(one))
}

/** Whether an organization no longer hosts or helps to run the event. */
export const losesOrganization = (before: EventCard, after: EventCard): boolean =>
  organizationsOf(before).some((orgId) => !organizationsOf(after).includes(orgId))

/** Whether a change narrows the audience of an event. */
export const isAdmissionNarrowed = (before: EventCard, after: EventCard): boolean =>
  after.visibility === 'members_only' &&
  (before.visibility !== 'members_only' || losesOrganization(before, after))

/** Whether a membership ended between two states of its row, even if the person has rejoined since. */
export const hasLeftOrganization = (before: OrgMember, after: OrgMember | undefined): boolean =>
  before.status === 'active' && (after?.status !== 'active' || after.joinedAt !== before.joinedAt)

/**
 * Returns the lost rights between two states of a user, with the time of a suspension. Undefined when none were lost.
 */
export const findLostRights = (
  before: TenantUser,
  after: TenantUser,
): { readonly version: number; readonly until?: string | undefined } | undefined => {
  const { version, updatedAt, accessSuspendedAt } = after
  if (after.accessSuspended && !before.accessSuspended)
    return { version, until: accessSuspendedAt ?? updatedAt }
  return before.roles.some(isAdminRole) && !after.roles.some(isAdminRole) ? { version } : undefined
}
