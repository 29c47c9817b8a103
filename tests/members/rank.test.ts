import { beforeAll, describe, expect, it } from 'vitest'
import * as failures from '../../functions/members/contract/failures.ts'
import { orgRoles } from '../../lib/identity/org/organizations.ts'
import { adaAndBen } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import type { Person } from '../support/people.ts'
import { type Society, society, withDeputy } from '../support/societies.ts'
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

const listed = async (by: Person, { orgId }: Society) => (await by.device.listRoles({ orgId })).body

describe('a person who manages roles', () => {
  // rules/members 29
  it('changes only roles below their own rank', async () => {
    const { orgId } = await ruledBy(['manage_roles', 'manage_members', 'view_analytics'])
    const own = { orgId, roleName: 'deputy' }
    const raise = await ben.device.updateRole({ ...own, permissions: ['all'] })
    expect(raise).toMatchObject(refused(failures.CannotEditRole))
    expect(await ben.device.deleteRole(own)).toMatchObject(refused(failures.CannotEditRole))
    const admin = { orgId, roleName: 'admin' }
    expect(await ben.device.updateRole({ ...admin, displayName: 'x' })).toMatchObject(
      refused(failures.CannotEditRole),
    )
    const upward = await ben.device.updateRole({ orgId, roleName: 'officer', order: 0 })
    expect(upward).toMatchObject(refused(failures.CannotEditRole))
    const above = await ben.device.createRole({ orgId, name: 'boss', displayName: 'Boss', order: 0 })
    expect(above).toMatchObject(refused(failures.CannotCreateRole))
    expect((await ben.device.updateRole({ orgId, roleName: 'officer', displayName: 'Board' })).status).toBe(
      200,
    )
  })

  // rules/members 30
  it('grants only permissions that they hold', async () => {
    const { orgId } = await ruledBy(['manage_roles', 'view_analytics'])
    const make = (name: string, permissions: string[]) =>
      ben.device.createRole({ orgId, name, displayName: name, permissions })
    expect(await make('a', ['manage_finances'])).toMatchObject(refused(failures.PermissionNotHeld))
    expect(await make('b', ['all'])).toMatchObject(refused(failures.PermissionNotHeld))
    expect((await make('c', ['view_analytics', 'manage_roles'])).status).toBe(201)
    const more = { orgId, roleName: 'officer', permissions: ['manage_events', 'manage_members'] }
    expect(await ben.device.updateRole(more)).toMatchObject(refused(failures.PermissionNotHeld))
    // What the role had before stays, although the editor does not hold it.
    const kept = await ben.device.updateRole({ orgId, roleName: 'officer', permissions: ['manage_events'] })
    expect(kept.status).toBe(200)
  })

  // rules/members 29
  it('changes no higher role by sending the whole list', async () => {
    const club = await ruledBy(['manage_roles'])
    const { orgId } = club
    const { roles } = await listed(ben, club)
    const send = (positions: unknown) => ben.device.replaceRoles({ orgId, positions })
    const swapped = [roles[0], roles[2], roles[1], ...roles.slice(3)].map((role, order) => ({
      ...role,
      order,
    }))
    expect(await send(swapped)).toMatchObject(refused(failures.CannotEditRole))
    const renamed = roles.map((role: { name: string }) =>
      role.name === 'admin' ? { ...role, displayName: 'Nobody' } : role,
    )
    expect(await send(renamed)).toMatchObject(refused(failures.CannotEditRole))
    const stronger = roles.map((role: { name: string }) =>
      role.name === 'officer' ? { ...role, permissions: ['all'] } : role,
    )
    expect(await send(stronger)).toMatchObject(refused(failures.PermissionNotHeld))
    expect((await send(roles)).status).toBe(200)
  })
})

describe('a person who manages members', () => {
  // rules/members 31, rules/members 36
  it('assigns roles up to their own rank, and never the ownership', async () => {
    const { orgId, admin, officer, member, owner, outsider } = await society(w, 'giving')
    const give = (by: Person, { user }: Person, more: object) =>
      by.device.assignOrgRole({ orgId, userId: user._id, ...more })
    const given = await give(admin, member, { roles: ['officer', 'member'], reason: 'Elected' })
    expect(given.body).toMatchObject({
      message: 'Role assigned successfully',
      member: { userId: member.user._id, role: 'officer', roles: ['officer', 'member'] },
    })
    expect((await give(admin, officer, { role: 'admin' })).status).toBe(200)
    expect(await give(admin, member, { role: 'owner' })).toMatchObject(refused(failures.OwnerByTransferOnly))
    expect(await give(owner, member, { role: 'owner' })).toMatchObject(refused(failures.OwnerByTransferOnly))
    expect(await give(admin, member, {})).toMatchObject(refused(failures.RoleRequired))
    expect(await give(admin, member, { roles: [] })).toMatchObject(refused(failures.RoleRequired))
    expect(await give(admin, member, { role: 'pope' })).toMatchObject(refused(failures.RoleNotFound))
    const nobody = await admin.device.assignOrgRole({ orgId, userId: 'nobody', role: 'member' })
    expect(nobody).toMatchObject(refused(failures.UserNotFound))
    expect((await give(admin, outsider, { role: 'member' })).status).toBe(200)
    expect((await outsider.device.getMyPermissions({ orgId })).body.role).toBe('member')
    const { body } = await owner.device.getMemberHistory({ orgId, userId: member.user._id })
    expect(body.roleHistory[0]).toMatchObject({
      role: 'officer',
      assignedBy: admin.user._id,
      reason: 'Elected',
    })
  })

  // rules/members 32, rules/members 38
  it('cannot change a person who ranks above them, such as the owner', async () => {
    const { orgId, owner, admin, member } = await society(w, 'above')
    const helper = { name: 'helper', displayName: 'Helper', permissions: ['manage_members'] }
    await owner.device.createRole({ orgId, ...helper })
    await owner.device.assignOrgRole({ orgId, userId: member.user._id, role: 'helper' })
    const at = (person: Person) => ({ orgId, userId: person.user._id })
    for (const higher of [admin, owner]) {
      const demoted = await member.device.assignOrgRole({ ...at(higher), role: 'member' })
      expect(demoted).toMatchObject(refused(failures.CannotChangeMember))
    }
    expect(await member.device.removeOrgMember(at(admin))).toMatchObject(refused(failures.CannotChangeMember))
    expect(await member.device.removeOrgMember(at(owner))).toMatchObject(refused(failures.OwnerStays))
    expect(await admin.device.removeOrgMember(at(owner))).toMatchObject(refused(failures.OwnerStays))
    const self = await owner.device.assignOrgRole({ ...at(owner), role: 'admin' })
    expect(self).toMatchObject(refused(failures.OwnerKeepsRole))
    const high = await member.device.assignOrgRole({ ...at(member), role: 'officer' })
    expect(high).toMatchObject(refused(failures.CannotAssignRole))
    expect((await admin.device.removeOrgMember(at(member))).body.message).toBe('Member removed successfully')
    expect(await admin.device.removeOrgMember(at(member))).toMatchObject(refused(failures.MemberNotFound))
  })

  // rules/members 30
  it('gains no permission by a lower role', async () => {
    const { orgId } = await ruledBy(['manage_members'])
    const rich = { name: 'rich', displayName: 'Rich', permissions: ['manage_finances'] }
    await ada.device.createRole({ orgId, ...rich })
    const own = { orgId, userId: ben.user._id, roles: ['deputy', 'rich'] }
    expect(await ben.device.assignOrgRole(own)).toMatchObject(refused(failures.PermissionNotHeld))
  })
})

describe('the ownership', () => {
  // rules/members 36, rules/members 39
  it('passes in one step; the former owner keeps other roles or becomes a member', async () => {
    const { orgId, owner, officer, outsider } = await society(w, 'moving')
    const to = ({ user }: Person) => ({ orgId, newOwnerUserId: user._id })
    expect(await owner.device.transferOrgOwnership(to(owner))).toMatchObject(refused(failures.AlreadyOwner))
    for (const wrong of [to(outsider), { orgId, newOwnerUserId: 'nobody' }])
      expect(await owner.device.transferOrgOwnership(wrong)).toMatchObject(
        refused(failures.NewOwnerNotMember),
      )
    const { body } = await owner.device.transferOrgOwnership(to(officer))
    expect(body.newOwnerMembership).toMatchObject({ role: 'owner', roles: ['owner', 'officer'] })
    expect((await owner.device.getMyPermissions({ orgId })).body).toMatchObject({ roles: ['member'] })
    expect((await officer.device.getMyPermissions({ orgId })).body.permissions).toEqual(['all'])
    await w.caughtUp()
    const { body: page } = await outsider.device.getOrganization({ id: orgId })
    expect(page.org[0].owner).toBe(officer.user._id)
    expect((await owner.device.editOrganization({ orgId, unlisted: true })).status).toBe(403)
    expect((await owner.device.leaveOrganization({ orgId })).status).toBe(200)
  })

  // rules/members 37
  it('belongs to one person after any transfers at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { orgId, owner, admin, officer, member } = await society(w, `race${round}`)
      const replies = await Promise.all(
        [admin, officer, member, admin].map(({ user }) =>
          owner.device.transferOrgOwnership({ orgId, newOwnerUserId: user._id }),
        ),
      )
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      const { body } = await member.device.listOrgMembers({ orgId, role: 'owner' })
      expect(body).toMatchObject({ members: [{ role: 'owner' }] })
      const record = await w.table().get(orgRoles, { orgId }, { strong: true })
      expect(body.members[0].user_id._id).toBe(record?.owner)
    }
  })

  // rules/members 37
  it('does not pass to a member who is removed at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { orgId, owner, admin, member } = await society(w, `gone${round}`)
      const userId = member.user._id
      const [moved, removed] = await Promise.all([
        owner.device.transferOrgOwnership({ orgId, newOwnerUserId: userId }),
        admin.device.removeOrgMember({ orgId, userId }),
      ])
      expect([moved.status === 200, removed.status === 200].filter(Boolean)).toHaveLength(1)
    }
  })
})
