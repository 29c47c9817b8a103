import { beforeAll, describe, expect, it } from 'vitest'
import * as failures from '../../functions/members/contract/failures.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { orgRoleCount } from '../../lib/identity/org/records.ts'
import { adaAndBen } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import type { Person } from '../support/people.ts'
import { founded, joined, type Society, withDeputy } from '../support/societies.ts'
import type { World } from '../support/world.ts'

let w: World
let ada: Person
let ben: Person

beforeAll(async () => {
  ;({ w, ada, ben } = await adaAndBen())
})

/** An organization of ada's in which ben holds a role, of rank 1 unless said, with these permissions. */
const ruledBy = (permissions: readonly string[], order?: number): Promise<Society> =>
  withDeputy(ada, ben, { permissions, order })

const names = (body: { roles: readonly { name: string }[] }): string[] => body.roles.map(({ name }) => name)
const listed = async (by: Person, { orgId }: Society) => (await by.device.listRoles({ orgId })).body
const treasurer = { name: 'treasurer', displayName: 'Treasurer', permissions: ['manage_finances'] }

describe('a role', () => {
  // rules/members 27
  it('is created last above the members, with flags from its permissions', async () => {
    const club = await founded(ada)
    const { orgId } = club
    const made = await ada.device.createRole({ orgId, ...treasurer, canManageMembers: true })
    expect([made.status, made.body.message]).toEqual([201, 'Role created successfully'])
    expect(made.body.role).toMatchObject({ color: '#a855f7', canManageMembers: false, isDefault: false })
    const all = await listed(ada, club)
    expect(names(all)).toEqual(['owner', 'admin', 'officer', 'treasurer', 'member'])
    expect(all.roleManagement).toEqual({ allowCustomRoles: true, maxCustomRoles: 10 })
    const { body } = await ada.device.getRolePermissions({ orgId, roleName: 'treasurer' })
    expect(body.role.permissions).toEqual(['manage_finances'])
    expect(await w.table().get(orgRoleCount, { orgId, roleId: made.body.role._id })).toMatchObject({
      count: 0,
    })
  })

  it.each([
    ['a name that is taken', { name: 'OFFICER' }, failures.RoleExists],
    ['a reserved name', { name: 'Member' }, failures.RoleNameReserved],
    ['a permission of the system', { permissions: ['manage_global_users'] }, failures.UnknownPermission],
    ['a colour in words', { color: 'red' }, undefined],
    ['no name', { name: undefined }, undefined],
    ['no display name', { displayName: '' }, undefined],
    ['a slash in its name', { name: 'a/b' }, undefined],
    ['permissions as a text', { permissions: 'all' }, undefined],
  ])('is not made with %s', async (_, wrong, failure) => {
    const { orgId } = await founded(ada)
    const { status, body } = await ada.device.createRole({ orgId, ...treasurer, ...wrong })
    if (failure) expect([status, body.code]).toEqual([failure.status, failure.code])
    else expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR'])
  })

  // rules/members 22
  it('is one of at most ten custom roles, also when many are created at once', async () => {
    const { orgId } = await founded(ada)
    const make = (at: number) => ada.device.createRole({ orgId, ...treasurer, name: `role${at}` })
    for (let at = 0; at < 8; at += 1) expect((await make(at)).status).toBe(201)
    const parallel = await Promise.all([8, 9, 10, 11].map(make))
    expect(parallel.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(2)
    const lost = parallel.filter(({ status }) => status !== 201)
    for (const reply of lost)
      expect([failures.TooManyRoles.code, ConcurrentChange.code]).toContain(reply.body.code)
    for (let at = 20; at < 23; at += 1) await make(at)
    expect(await make(30)).toMatchObject(refused(failures.TooManyRoles))
  })

  // rules/members 26
  it('keeps its holders when its name changes', async () => {
    const club = await ruledBy(['manage_members'])
    const { orgId } = club
    const change = { orgId, roleName: 'deputy', name: 'vice', displayName: 'Vice' }
    expect((await ada.device.updateRole(change)).body.role).toMatchObject({
      name: 'vice',
      permissions: ['manage_members'],
    })
    const { body } = await ben.device.getMyPermissions({ orgId })
    expect(body).toMatchObject({ role: 'vice', roles: ['vice'] })
    expect(body.permissions).toEqual(['manage_members', 'view_events'])
    expect((await ada.device.listRoleMembers({ orgId, roleName: 'vice' })).body).toMatchObject({
      count: 1,
      members: [{ user_id: { _id: ben.user._id }, role: 'vice' }],
    })
    const gone = await ada.device.listRoleMembers({ orgId, roleName: 'deputy' })
    expect(gone).toMatchObject(refused(failures.RoleNotFound))
  })

  // rules/members 24
  it('is not deleted while a member holds it, even as a second role', async () => {
    const club = await founded(ada)
    const { orgId } = club
    await joined(club, ben, ['member', 'officer'])
    const remove = () => ada.device.deleteRole({ orgId, roleName: 'officer' })
    const message = 'Cannot delete role: 1 member(s) currently have this role'
    expect(await remove()).toMatchObject(refused({ ...failures.RoleInUse, message }))
    await ada.device.assignOrgRole({ orgId, userId: ben.user._id, role: 'member' })
    expect((await remove()).body.message).toBe('Role deleted successfully')
    expect(await remove()).toMatchObject(refused(failures.RoleNotFound))
    const assigned = await ada.device.assignOrgRole({ orgId, userId: ben.user._id, role: 'officer' })
    expect(assigned).toMatchObject(refused(failures.RoleNotFound))
  })

  // rules/members 25
  it('is either deleted or assigned, when both happen at once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const club = await founded(ada)
      const { orgId } = club
      await joined(club, ben)
      const [removed, given] = await Promise.all([
        ada.device.deleteRole({ orgId, roleName: 'officer' }),
        ada.device.assignOrgRole({ orgId, userId: ben.user._id, role: 'officer' }),
      ])
      expect([removed.status === 200, given.status === 200].filter(Boolean)).toHaveLength(1)
    }
  })

  // rules/members 23
  it('of the system cannot be changed', async () => {
    const { orgId } = await founded(ada)
    for (const roleName of ['owner', 'member']) {
      const immutable = { ...failures.RoleImmutable, message: `${roleName} is an immutable system role` }
      expect(await ada.device.deleteRole({ orgId, roleName })).toMatchObject(refused(immutable))
      const edited = await ada.device.updateRole({ orgId, roleName, permissions: [] })
      expect(edited).toMatchObject(refused(immutable))
    }
  })
})

describe('all roles at once', () => {
  // rules/members 28
  it('are ordered, renamed, created and deleted', async () => {
    const club = await founded(ada)
    const { orgId } = club
    const positions = [
      { _id: 'owner', permissions: [] },
      { _id: 'officer', name: 'board', order: 0 },
      { ...treasurer, order: 1 },
      { _id: 'member', displayName: 'Everybody' },
    ]
    const { body } = await ada.device.replaceRoles({ orgId, positions })
    expect(names(body)).toEqual(['owner', 'board', 'treasurer', 'member'])
    expect(body.roles.map(({ order }: { order: number }) => order)).toEqual([0, 1, 2, 3])
    expect(body.roles[0].permissions).toEqual(['all'])
    expect(body.roles[3].displayName).toBe('Member')
  })

  // rules/members 28
  it.each([
    ['no owner', [{ _id: 'member' }], failures.SystemRolesMissing],
    [
      'one twice',
      [{ _id: 'owner' }, { _id: 'officer' }, { _id: 'officer' }, { _id: 'member' }],
      failures.DuplicateRoles,
    ],
    [
      'two of one name',
      [{ _id: 'owner' }, { _id: 'officer', name: 'x' }, { _id: 'admin', name: 'X' }, { _id: 'member' }],
      failures.DuplicateRoles,
    ],
    [
      'one without a name',
      [{ _id: 'owner' }, { permissions: [] }, { _id: 'member' }],
      failures.RoleIncomplete,
    ],
    [
      'too many',
      [
        { _id: 'owner' },
        ...[...'abcdefghijk'].map((name) => ({ name, displayName: name })),
        { _id: 'member' },
      ],
      failures.TooManyRoles,
    ],
    [
      'another owner',
      [{ _id: 'owner' }, { _id: 'admin', name: 'owner' }, { _id: 'member' }],
      failures.RoleNameReserved,
    ],
  ])('are refused with %s', async (_, positions, failure) => {
    const { orgId } = await founded(ada)
    expect(await ada.device.replaceRoles({ orgId, positions })).toMatchObject(refused(failure))
  })

  // rules/members 24
  it('are rejected without a role that a member holds, and as a text instead of a list', async () => {
    const { orgId } = await ruledBy(['view_events'])
    const positions = [{ _id: 'owner' }, { _id: 'member' }]
    expect((await ada.device.replaceRoles({ orgId, positions })).body.code).toBe('ROLE_IN_USE')
    expect((await ada.device.replaceRoles({ orgId, positions: 'all' })).body.code).toBe('VALIDATION_ERROR')
  })
})
