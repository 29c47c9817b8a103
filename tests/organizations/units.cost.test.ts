import { beforeAll, describe, expect, it } from 'vitest'
import { newMember } from '../../lib/identity/org/membership.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import {
  orgApplication,
  organization,
  orgFollower,
  orgName,
  orgRoleCount,
  orgRoleHolder,
} from '../../lib/identity/org/records.ts'
import { type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import { put, update, type Write } from '../../lib/table/write.ts'
import { type Person, registered } from '../support/people.ts'
import { founded, type Society } from '../support/societies.ts'
import { isLate } from '../support/table/late-lists.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { type World, world } from '../support/world.ts'

type Units = { readonly depth: number; readonly readUnits: number; readonly writeUnits: number }

type Place = { readonly w: World; readonly owner: Person; readonly guest: Person; readonly club: Society }

const inBatches = async (w: World, writes: readonly Write[]): Promise<void> => {
  for (let at = 0; at < writes.length; at += 100) {
    const { ok } = await w.table().write(writes.slice(at, at + 100))
    if (!ok) throw new Error('the crowd could not be written')
  }
}

const numbered = (at: number): string => String(at).padStart(6, '0')

/** As many members, followers, applications and other organizations, written past the platform. */
const crowd = async ({ w, owner, club }: Omit<Place, 'guest'>, size: number): Promise<void> => {
  const { orgId } = club
  const user = (await w.table().get(tenantUser, { id: owner.user._id })) as TenantUser
  const card = await w.table().get(organization, { orgId })
  if (!card) throw new Error('no card')
  const rows = Array.from({ length: size }, (_, at) => {
    const id = `01CROWD${numbered(at)}0000000000000`
    const joinedAt = new Date(Date.parse('2026-01-01T00:00:00Z') + at * 1000).toISOString()
    const person = { ...user, id, username: `crowd${numbered(at)}`, name: `Crowd ${numbered(at)}` }
    const member = newMember(person, joinedAt, { orgId, roles: ['officer'] })
    const { name, username } = person
    const other = `01OTHER${numbered(at)}0000000000000`
    const called = `club of number ${numbered(at)}`
    return [
      put(orgMember, member),
      put(orgRoleHolder, { ...member, roleId: 'officer' }),
      put(orgFollower, { entryId: 'follower', orgId, userId: id, name, username, at: joinedAt }),
      put(orgApplication, {
        id: `${id}.x`,
        orgId,
        userId: id,
        name,
        username,
        status: 'pending',
        reason: '',
        createdAt: joinedAt,
      }),
      put(organization, { ...card, orgId: other, org_name: called, nameKey: called }),
      put(orgName, { orgId: other, nameKey: called }),
    ]
  })
  await inBatches(w, rows.flat())
  const roleId = 'officer'
  await w
    .table()
    .write([
      update(orgRoleCount, { orgId, roleId }, { add: { count: size } }),
      update(organization, { orgId }, { add: { memberCount: size, followerCount: size, version: 1 } }),
    ])
}

const grown = async (size: number): Promise<Place> => {
  const w = await world({ settings: { RATE_LIMIT_SCALE: '1000' } })
  const owner = await registered(w, 'owner', { username: 'owner' })
  const guest = await registered(w, 'guest', { username: 'guest' })
  const club = await founded(owner, { org_name: 'Zebra Riders' })
  await crowd({ w, owner, club }, size)
  return { w, owner, guest, club }
}

/** What each operation takes, on an organization and among organizations of one size. */
const operations: Readonly<Record<string, (place: Place) => Promise<{ status: number }>>> = {
  listOrgMembers: ({ owner, club: { orgId } }) => owner.device.listOrgMembers({ orgId }),
  membersOfRole: ({ owner, club: { orgId } }) =>
    owner.device.listRoleMembers({ orgId, roleName: 'officer', limit: '10' }),
  applications: ({ owner, club: { orgId } }) =>
    owner.device.listApplications({ orgId, status: 'pending', limit: '10' }),
  pageByName: ({ guest, club: { name } }) => guest.device.getOrganizationByName({ name, exhaustive: 'true' }),
  directory: ({ guest }) => guest.device.listOrganizations({ limit: '10', exhaustive: 'true' }),
  searchByWord: ({ guest }) => guest.device.listOrganizations({ search: 'zeb' }),
  join: ({ guest, club: { orgId } }) => guest.device.applyToOrganization({ orgId }),
  assign: ({ owner, guest, club: { orgId } }) =>
    owner.device.assignOrgRole({ orgId, userId: guest.user._id, role: 'officer' }),
  refuseRoleInUse: ({ owner, club: { orgId } }) => owner.device.deleteRole({ orgId, roleName: 'officer' }),
  history: ({ owner, guest, club: { orgId } }) =>
    owner.device.getMemberHistory({ orgId, userId: guest.user._id }),
  leave: ({ guest, club: { orgId } }) => guest.device.leaveOrganization({ orgId }),
  follow: ({ guest, club: { orgId } }) => guest.device.followOrganization({ orgId }),
  unfollow: ({ guest, club: { orgId } }) => guest.device.unfollowOrganization({ orgId }),
  create: ({ guest }) => guest.device.createOrganization({ org_name: 'Fresh', org_description: 'New' }),
  edit: ({ owner, club: { orgId } }) => owner.device.editOrganization({ orgId, org_name: 'Zebra Racers' }),
  remove: ({ owner, club: { orgId } }) => owner.device.deleteOrganization({ orgId }),
}

const unitsOf = async (place: Place): Promise<Record<string, Units>> => {
  using _rounds = logicalRounds()
  const units: Record<string, Units> = {}
  await place.owner.device.validateToken()
  for (const [name, perform] of Object.entries(operations)) {
    const { status } = await perform(place)
    if (status >= 400 && name !== 'refuseRoleInUse') throw new Error(`${name}: ${status}`)
    units[name] = place.w.logs.at(-1)?.table as Units
  }
  return units
}

let small: Record<string, Units>
let large: Record<string, Units>

beforeAll(async () => {
  small = await unitsOf(await grown(60))
  large = await unitsOf(await grown(1000))
}, 60_000)

describe('the cost of an organization', () => {
  it.skipIf(isLate).each(Object.keys(operations))('of %s does not grow with it', (name) => {
    const [few, many] = [small[name], large[name]]
    expect(many?.depth).toBe(few?.depth)
    expect(Math.abs((many?.readUnits ?? 0) - (few?.readUnits ?? 0))).toBeLessThanOrEqual(0.5)
    expect(Math.abs((many?.writeUnits ?? 0) - (few?.writeUnits ?? 0))).toBeLessThanOrEqual(0.5)
  })

  it('stays within two round trips behind the caller', () => {
    const deep = Object.entries(large).filter(([, { depth }]) => depth > 3)
    expect(deep).toEqual([])
  })

  it.skipIf(isLate)('of a members page is one round trip and two and a half read units', () => {
    const caller = 4
    expect(large.listOrgMembers?.depth).toBe(2)
    expect((large.listOrgMembers?.readUnits ?? 9) - caller).toBeLessThanOrEqual(2.5)
  })
})
