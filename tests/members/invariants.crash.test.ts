import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type OrgMember,
  type OrgRoles,
  orgMember,
  orgRoles,
  rolesOf,
} from '../../lib/identity/org/organizations.ts'
import { organization, orgFollower, orgRoleCount, orgRoleHolder } from '../../lib/identity/org/records.ts'
import { rankOf } from '../../lib/identity/org/roles.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { countsStream } from '../attendance/stream.ts'
import type { Reply } from '../support/agent.ts'
import { type Person, people } from '../support/people.ts'
import { founded } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 5)

let w: World
let cast: readonly Person[]
/** Lets what was written be counted. */
let counted: () => Promise<void>

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '1000' } })
  cast = await people(w, 5)
  counted = (await countsStream(w)).drain
})

/** Whoever founds it is counted with it: that they go later is seen of a row that was seen before. */
const organizationOf = async (founder: Person): Promise<string> => {
  const { orgId } = await founded(founder)
  await counted()
  return orgId
}

/** What somebody does: `by` and `to` are places in the cast. */
type Deed = {
  readonly what: (typeof deeds)[number]
  readonly by: number
  readonly to: number
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
  readonly order: number
}

const deeds = [
  'join',
  'leave',
  'assign',
  'assign',
  'assign',
  'remove',
  'transfer',
  'make',
  'change',
  'drop',
  'shuffle',
  'follow',
  'unfollow',
] as const
const roleNames = ['admin', 'officer', 'member', 'clerk', 'chair'] as const
const permissions = ['manage_members', 'manage_roles', 'manage_events', 'view_finances', 'all'] as const

const deed: fc.Arbitrary<Deed> = fc.record({
  what: fc.constantFrom(...deeds),
  by: fc.nat(4),
  to: fc.nat(4),
  roles: fc.uniqueArray(fc.constantFrom(...roleNames), { minLength: 1, maxLength: 3 }),
  permissions: fc.uniqueArray(fc.constantFrom(...permissions), { maxLength: 3 }),
  order: fc.nat(5),
})

const someone = (at: number): Person => cast[at] ?? (cast[0] as Person)

const perform = async (orgId: string, { what, by, to, ...more }: Deed): Promise<Reply> => {
  const { device } = someone(by)
  const userId = someone(to).user._id
  const name = more.roles[0] ?? 'clerk'
  const role = { displayName: name, permissions: more.permissions, order: more.order }
  const acts = {
    join: () => device.applyToOrganization({ orgId }),
    leave: () => device.leaveOrganization({ orgId }),
    assign: () => device.assignOrgRole({ orgId, userId, roles: more.roles }),
    remove: () => device.removeOrgMember({ orgId, userId }),
    transfer: () => device.transferOrgOwnership({ orgId, newOwnerUserId: userId }),
    make: () => device.createRole({ orgId, name, ...role }),
    change: () => device.updateRole({ orgId, roleName: name, ...role }),
    drop: () => device.deleteRole({ orgId, roleName: name }),
    shuffle: async () => {
      const { roles = [] } = (await device.listRoles({ orgId })).body
      const turned = roles.map((one: object, at: number) => ({ ...one, order: (at * more.order) % 7 }))
      return device.replaceRoles({ orgId, positions: turned })
    },
    follow: () => device.followOrganization({ orgId }),
    unfollow: () => device.unfollowOrganization({ orgId }),
  }
  const reply = await acts[what]()
  expect(reply.status, `${what}: ${JSON.stringify(reply.body)}`).toBeLessThan(500)
  return reply
}

type State = { readonly roles: OrgRoles; readonly members: readonly OrgMember[] }

const stateOf = async (orgId: string): Promise<State> => {
  const page = { keyParams: { orgId }, limit: 100, strong: true }
  const [roles, { items: members }] = await Promise.all([
    w.table().get(orgRoles, { orgId }, { strong: true }),
    w.table().list(orgMember, page),
  ])
  if (!roles) throw new Error('the roles are gone')
  return { roles, members }
}

const holdersIn = (members: readonly OrgMember[], roleId: string): string[] =>
  members.filter(({ roles }) => roles.includes(roleId)).map(({ userId }) => userId)

/** One owner; counters equal recounts; everybody's list equals the memberships; no role of a member is gone. */
const expectWhole = async (orgId: string): Promise<void> => {
  await counted()
  const { roles, members } = await stateOf(orgId)
  const page = { keyParams: { orgId }, limit: 100, strong: true }
  const [card, followers, counts] = await Promise.all([
    w.table().get(organization, { orgId }, { strong: true }),
    w.table().list(orgFollower, page),
    w.table().list(orgRoleCount, page),
  ])
  expect(holdersIn(members, 'owner')).toEqual([roles.owner])
  expect(card).toMatchObject({
    owner: roles.owner,
    memberCount: members.length,
    followerCount: followers.items.length,
  })
  expect(counts.items.map(({ roleId }) => roleId).sort()).toEqual(roles.roles.map(({ _id }) => _id).sort())
  for (const { roleId, count } of counts.items) {
    const holders = holdersIn(members, roleId)
    const listed = await w.table().list(orgRoleHolder, { ...page, keyParams: { orgId, roleId } })
    expect([roleId, count, listed.items.map(({ userId }) => userId)]).toEqual([
      roleId,
      holders.length,
      holders,
    ])
  }
  for (const member of members) expect(rolesOf(member, roles)).toHaveLength(member.roles.length)
  for (const { user } of cast) {
    const person = await w.table().get(tenantUser, { id: user._id }, { strong: true })
    const isMember = members.some(({ userId }) => userId === user._id)
    expect(person?.clubAssociations.includes(orgId)).toBe(isMember)
  }
}

const rightsOf = ({ roles, members }: State, userId: string): Set<string> => {
  const member = members.find((one) => one.userId === userId)
  return new Set(member ? rolesOf(member, roles).flatMap((role) => role.permissions) : [])
}

/** What somebody who does not own the organization did gives no right that they, or somebody above them, had not given. */
const expectNoRise = (before: State, after: State, actor: string): void => {
  if (before.roles.owner === actor) return
  const own = rightsOf(before, actor)
  // Everybody who joins may see events; whoever holds `all` holds each.
  const held = (right: string): boolean => own.has(right) || own.has('all') || right === 'view_events'
  expect([...rightsOf(after, actor)].filter((right) => !held(right))).toEqual([])
  for (const role of after.roles.roles) {
    const old = before.roles.roles.find(({ _id }) => _id === role._id)?.permissions ?? []
    const added = role.permissions.filter((permission) => !old.includes(permission))
    expect(added.filter((permission) => !held(permission))).toEqual([])
  }
  const actors = before.members.find(({ userId }) => userId === actor)?.roles ?? []
  for (const { userId, roles } of after.members) {
    const old = before.members.find((one) => one.userId === userId)?.roles ?? []
    const gained = roles.filter((id) => !old.includes(id))
    // Whoever joins by themselves becomes a member; nobody else is lifted above the one who lifts.
    if (gained.length > 0 && !(userId === actor && gained.join() === 'member'))
      expect(rankOf(before.roles, gained)).toBeGreaterThanOrEqual(rankOf(before.roles, actors))
  }
}

describe('after any changes of an organization', () => {
  it('one after the other, it stays consistent and no person raises their own rights', async () => {
    const property = fc.asyncProperty(fc.array(deed, { minLength: 8, maxLength: 20 }), async (all) => {
      const orgId = await organizationOf(someone(0))
      for (const one of [...seeds, ...all]) {
        const before = await stateOf(orgId)
        await perform(orgId, one)
        expectNoRise(before, await stateOf(orgId), someone(one.by).user._id)
      }
      await expectWhole(orgId)
    })
    await fc.assert(property, { numRuns: runs, examples: [[founderGoes]] })
  }, 120_000)

  // rules/members 37
  it('all at the same moment, it stays consistent', async () => {
    const crowd = fc.array(fc.array(deed, { minLength: 2, maxLength: 5 }), { minLength: 2, maxLength: 5 })
    const property = fc.asyncProperty(crowd, async (rounds) => {
      const orgId = await organizationOf(someone(0))
      for (const one of seeds) await perform(orgId, one)
      for (const round of rounds) await Promise.all(round.map((one) => perform(orgId, one)))
      await expectWhole(orgId)
    })
    await fc.assert(property, { numRuns: runs })
  }, 120_000)
})

const plain = { to: 0, roles: ['member'], permissions: [], order: 0 } as const
/** Three members to begin with, one of them with rights over the others. */
const seeds: readonly Deed[] = [
  { ...plain, what: 'join', by: 1 },
  { ...plain, what: 'join', by: 2 },
  {
    ...plain,
    what: 'make',
    by: 0,
    roles: ['chair'],
    permissions: ['manage_members', 'manage_roles'],
    order: 1,
  },
  { ...plain, what: 'assign', by: 0, to: 1, roles: ['chair'] },
]

/** Whoever founded it is counted from the beginning, and has to be counted when they go. */
const founderGoes: Deed[] = [
  { ...plain, what: 'transfer', by: 0, to: 1 },
  { ...plain, what: 'remove', by: 1, to: 0 },
]
