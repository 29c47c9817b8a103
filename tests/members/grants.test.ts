import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { orgPermissions } from '../../lib/contract/permissions.ts'
import { type OrgMember, type OrgRole, orgMember, orgRoles } from '../../lib/identity/org/organizations.ts'
import type { Reply } from '../support/agent.ts'
import { type Person, people, registered } from '../support/people.ts'
import { founded, joined, type Society } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 6)

let w: World
let cast: readonly Person[]

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '10000' } })
  cast = await people(w, 5)
})

const rights = ['manage_members', 'manage_roles', 'manage_finances', 'view_finances', 'approve_events', 'all']
const names = ['chair', 'clerk', 'purse', 'judge']

type Deed = {
  readonly what: 'assign' | 'make' | 'change' | 'list' | 'invite' | 'approve' | 'custom' | 'leave'
  readonly by: number
  readonly to: number
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
  readonly order: number
}

const deed: fc.Arbitrary<Deed> = fc.record({
  what: fc.constantFrom(
    'assign',
    'assign',
    'make',
    'change',
    'change',
    'list',
    'invite',
    'approve',
    'custom',
    'leave',
  ),
  by: fc.nat(4),
  to: fc.nat(4),
  roles: fc.uniqueArray(fc.constantFrom('admin', 'officer', 'member', ...names), {
    minLength: 1,
    maxLength: 3,
  }),
  permissions: fc.uniqueArray(fc.constantFrom(...rights), { maxLength: 3 }),
  order: fc.integer({ min: 1, max: 6 }),
})

const someone = (at: number): Person => cast[at] ?? (cast[0] as Person)

type State = {
  readonly owner: string
  readonly roles: readonly OrgRole[]
  readonly members: readonly OrgMember[]
}

const stateOf = async (orgId: string): Promise<State> => {
  const page = { keyParams: { orgId }, limit: 100, strong: true }
  const [catalogue, { items: members }] = await Promise.all([
    w.table().get(orgRoles, { orgId }, { strong: true }),
    w.table().list(orgMember, page),
  ])
  if (!catalogue) throw new Error('the roles are gone')
  return { owner: catalogue.owner, roles: catalogue.roles, members }
}

/** What a set of permissions comes to, spelled out: `all` is each of them, and one may stand for another. */
const spelledOut = (permissions: Iterable<string>): Set<string> => {
  const given = new Set(permissions)
  if (given.has('all')) return new Set(orgPermissions)
  if (given.has('manage_finances')) given.add('view_finances')
  if (given.has('manage_roles')) given.add('view_roles')
  return given
}

/** The oracle: what somebody holds, looked up member by member, role by role. */
const heldBy = ({ owner, roles, members }: State, userId: string): Set<string> => {
  if (owner === userId) return new Set(orgPermissions)
  const member = members.find((one) => one.userId === userId && one.status === 'active')
  if (!member) return new Set()
  const granted = member.roles.flatMap((id) => roles.find(({ _id }) => _id === id)?.permissions ?? [])
  const held = spelledOut([...granted, ...(member.customPermissions ?? []), 'view_events'])
  for (const denied of member.deniedPermissions ?? []) held.delete(denied)
  return held
}

const inviteAndAccept = async (orgId: string, by: Person, to: Person, roles: readonly string[]) => {
  const { status, body } = await by.device.invite({ orgId, email: to.email, roles })
  if (status === 201) await to.device.acceptInvite({ inviteId: body.data.inviteId })
  return { status, body } as Reply
}

const applyAndApprove = async (orgId: string, by: Person, to: Person, roles: readonly string[]) => {
  await to.device.applyToOrganization({ orgId })
  const { body } = await by.device.listApplications({ orgId, status: 'pending' })
  const applicationId = body.applications?.[0]?._id ?? 'none'
  return by.device.approveApplication({ orgId, applicationId, roles })
}

/** An exception that somebody above made: the platform has no request for it yet. */
const except = async (orgId: string, userId: string, permissions: readonly string[]): Promise<void> => {
  const customPermissions = permissions.filter((permission) => permission !== 'all')
  await w.table().update(orgMember, { orgId, userId }, { set: { customPermissions } }, { exists: true })
}

const perform = (orgId: string, { what, by, to, roles, permissions, order }: Deed): Promise<Reply> => {
  const [actor, target] = [someone(by), someone(to)]
  const { device } = actor
  const name = roles.find((one) => names.includes(one)) ?? 'clerk'
  const role = { displayName: name, permissions, order }
  if (what === 'make') return device.createRole({ orgId, name, ...role })
  if (what === 'change') return device.updateRole({ orgId, roleName: name, ...role })
  if (what === 'invite') return inviteAndAccept(orgId, actor, target, roles)
  if (what === 'approve') return applyAndApprove(orgId, actor, target, roles)
  if (what === 'leave') return target.device.leaveOrganization({ orgId })
  if (what === 'assign') return device.assignOrgRole({ orgId, userId: target.user._id, roles })
  return device.listRoles({ orgId }).then(({ body: { roles: all = [] } }) =>
    device.replaceRoles({
      orgId,
      positions: all.map((one: OrgRole) => (one.name === name ? { ...one, permissions } : one)),
    }),
  )
}

const seeded = async (): Promise<Society> => {
  const club = await founded(someone(0), { requireApprovalForJoin: true })
  const { orgId, owner } = club
  const make = (name: string, permissions: string[], order: number) =>
    owner.device.createRole({ orgId, name, displayName: name, permissions, order })
  await make('chair', ['manage_members', 'manage_roles'], 1)
  await make('purse', ['manage_finances'], 5)
  await make('judge', ['approve_events'], 6)
  const [chair, clerk] = [someone(1), someone(2)]
  await owner.device.assignOrgRole({ orgId, userId: chair.user._id, roles: ['chair'] })
  await owner.device.assignOrgRole({ orgId, userId: clerk.user._id, roles: ['admin', 'judge'] })
  return club
}

describe('rights in an organization', () => {
  // rules/members 30
  it('are granted downwards: nobody gains one that the granting person did not hold', async () => {
    const sequence = fc.array(deed, { minLength: 10, maxLength: 25 })
    const property = fc.asyncProperty(sequence, async (all) => {
      const { orgId } = await seeded()
      for (const one of all) {
        if (one.what === 'custom') {
          await except(orgId, someone(one.to).user._id, one.permissions)
          continue
        }
        const before = await stateOf(orgId)
        const { status, body } = await perform(orgId, one)
        expect(status, JSON.stringify(body)).toBeLessThan(500)
        const after = await stateOf(orgId)
        const own = heldBy(before, someone(one.by).user._id)
        for (const { user } of cast) {
          const had = heldBy(before, user._id)
          const gained = [...heldBy(after, user._id)].filter((right) => !had.has(right))
          const risen = gained.filter((right) => !own.has(right) && right !== 'view_events')
          expect(risen, JSON.stringify({ one, body })).toEqual([])
        }
      }
    })
    await fc.assert(property, { numRuns: runs })
  }, 120_000)
})

describe('a person who manages members', () => {
  it.each([
    ['a role of fewer rights', ['manage_members', 'manage_events'], ['manage_events'], 200],
    [
      'a role of the same rights',
      ['manage_members', 'manage_events'],
      ['manage_members', 'manage_events'],
      200,
    ],
    ['what a right stands for', ['manage_members', 'manage_finances'], ['view_finances'], 200],
    ['a right of others', ['manage_members'], ['manage_finances'], 403],
    ['more than what it stands for', ['manage_members', 'view_finances'], ['manage_finances'], 403],
    ['everything', ['manage_members', 'manage_roles'], ['all'], 403],
    ['everything, which the owner alone gives on', ['all'], ['all'], 403],
  ])('gives %s', async (_, own, given, status) => {
    const club = await founded(someone(0), { requireApprovalForJoin: true })
    const { orgId, owner } = club
    const chair = someone(1)
    const guest = await registered(w, `g${orgId}`, { username: `g${orgId.slice(-8).toLowerCase()}` })
    for (const [name, permissions] of [['chair', own] as const, ['other', given] as const])
      await owner.device.createRole({ orgId, name, displayName: name, permissions })
    await owner.device.assignOrgRole({ orgId, userId: chair.user._id, roles: ['chair'] })
    const assigned = await chair.device.assignOrgRole({ orgId, userId: guest.user._id, roles: ['other'] })
    const invited = await chair.device.invite({ orgId, email: w.email('somebody'), role: 'other' })
    await someone(2).device.applyToOrganization({ orgId })
    const { body } = await owner.device.listApplications({ orgId, status: 'pending' })
    const applicationId = body.applications[0]._id
    const approved = await chair.device.approveApplication({ orgId, applicationId, role: 'other' })
    expect([assigned.status, invited.status, approved.status]).toEqual([
      status,
      status === 200 ? 201 : status,
      status,
    ])
    if (status === 403)
      for (const refusal of [assigned, invited, approved])
        expect(refusal.body.code).toBe('PERMISSION_NOT_HELD')
  })

  // rules/members 33
  it('lets a member keep a role with more permissions than they may grant', async () => {
    const club = await founded(someone(0))
    const { orgId, owner } = club
    const [chair, purse] = [someone(1), someone(2)]
    const make = (name: string, permissions: string[], order: number) =>
      owner.device.createRole({ orgId, name, displayName: name, permissions, order })
    await make('chair', ['manage_members'], 1)
    await make('purse', ['manage_finances'], 5)
    await make('helper', [], 6)
    await joined(club, chair, ['chair'])
    await joined(club, purse, ['purse'])
    const give = (roles: string[]) => chair.device.assignOrgRole({ orgId, userId: purse.user._id, roles })
    expect((await give(['purse', 'helper'])).status).toBe(200)
    expect((await give(['helper'])).status).toBe(200)
    expect((await give(['purse', 'helper'])).body.code).toBe('PERMISSION_NOT_HELD')
  })
})
