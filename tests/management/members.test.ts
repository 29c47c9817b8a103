import { beforeAll, describe, expect, it } from 'vitest'
import * as failures from '../../functions/management/failures.ts'
import * as members from '../../functions/members/contract/failures.ts'
import { FeatureRestricted, OrgFull } from '../../lib/contract/org-rules.ts'
import { maxMemberships } from '../../lib/identity/org/membership.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { type Club, club } from '../support/orgs.ts'
import { type Person, registered } from '../support/people.ts'
import { founded, joined } from '../support/societies.ts'
import type { World } from '../support/world.ts'

let w: World
let dean: Person
let c: Club
let orgId: string

beforeAll(async () => {
  ;({ w, dean } = await admins())
  c = await club(w)
  orgId = c.orgId
})

const say = async (body: object): Promise<void> => {
  expect((await dean.device.updateManagementConfig(body)).status).toBe(200)
}
const cardOf = (id: string) => w.table().get(organization, { orgId: id }, { strong: true })

describe('members in the hands of administrators', () => {
  it('are listed, added, given roles and removed', async () => {
    const cleo = await registered(w, 'cleo', { username: 'cleo' })
    const userId = cleo.user._id
    const added = await dean.device.addManagedMember({ orgId, userId, role: 'officer' })
    expect([added.status, added.body.message, added.body.member.roles]).toEqual([
      201,
      'Member added successfully',
      ['officer'],
    ])
    const { body } = await dean.device.listManagedMembers({ orgId, role: 'officer' })
    expect(body.members.map(({ user_id }: { user_id: { _id: string } }) => user_id._id)).toContain(userId)
    const given = await dean.device.assignManagedRole({ orgId, userId, roles: ['member'] })
    expect(given.body.member.roles).toEqual(['member'])
    expect((await dean.device.removeManagedMember({ orgId, userId })).status).toBe(200)
    expect(await dean.device.removeManagedMember({ orgId, userId })).toMatchObject(
      refused(members.MemberNotFound),
    )
  })

  // rules/management 24
  it('keep the rules of organizations', async () => {
    const userId = c.outsider.user._id
    const add = (more: object = {}) => dean.device.addManagedMember({ orgId, userId, ...more })
    expect(await add({ role: 'king' })).toMatchObject(refused(members.RoleNotFound))
    expect(await add({ role: 'owner' })).toMatchObject(refused(members.OwnerByTransferOnly))
    expect(await add({ userId: 'nobody' })).toMatchObject(refused(members.UserNotFound))
    const assign = (sent: object) => dean.device.assignManagedRole({ orgId, userId, ...sent })
    expect(await assign({})).toMatchObject(refused(members.RoleRequired))
    const owner = { userId: c.owner.user._id }
    expect(await assign({ ...owner, role: 'member' })).toMatchObject(refused(members.OwnerKeepsRole))
    expect(await dean.device.removeManagedMember({ orgId, ...owner })).toMatchObject(
      refused(members.OwnerStays),
    )
    await say({ policies: { maxMembersPerOrg: 1 } })
    expect(await add()).toMatchObject(refused(OrgFull))
    await say({ policies: { maxMembersPerOrg: null }, featureAccess: { memberManagement: 'verified_only' } })
    expect(await add()).toMatchObject(refused(FeatureRestricted))
    await say({ featureAccess: { memberManagement: 'all' } })
    const busy = await registered(w, 'busy', { username: 'busy' })
    const user = await w.table().get(tenantUser, { id: busy.user._id })
    const clubAssociations = Array.from({ length: maxMemberships }, (_, at) => `club${at}`)
    if (user) await w.table().put(tenantUser, { ...user, clubAssociations })
    expect(await add({ userId: busy.user._id })).toMatchObject(refused(members.TooManyMemberships))
  })

  // rules/management 24
  it('get another owner by transfer alone', async () => {
    const made = await founded(c.owner)
    await joined(made, c.member)
    const transfer = (newOwnerId?: string) =>
      dean.device.transferManagedOrganization({ orgId: made.orgId, newOwnerId })
    expect(await transfer()).toMatchObject(refused(failures.NewOwnerRequired))
    expect(await transfer(c.owner.user._id)).toMatchObject(refused(members.AlreadyOwner))
    expect(await transfer(c.outsider.user._id)).toMatchObject(refused(members.NewOwnerNotMember))
    expect((await transfer(c.member.user._id)).status).toBe(200)
    expect((await cardOf(made.orgId))?.owner).toBe(c.member.user._id)
  })
})
