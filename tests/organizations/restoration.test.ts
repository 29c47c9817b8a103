import { beforeAll, describe, expect, it } from 'vitest'
import { eventCard } from '../../functions/events/index.ts'
import { TooManyMemberships } from '../../functions/members/contract.ts'
import {
  NameProfane,
  NameTaken,
  NotRestorable,
  RestorationTooSoon,
  RestoredOwnerGone,
} from '../../functions/organizations/contract/failures.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { organization, orgRoleCount } from '../../lib/identity/org/records.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { made } from '../planning/people.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { listed } from '../support/inboxes.ts'
import { type Person, password, people, registered } from '../support/people.ts'
import { founded, type Society, society } from '../support/societies.ts'
import type { World } from '../support/world.ts'

let w: World
let dean: Person
let stream: Awaited<ReturnType<typeof attendanceStream>>
const day = 24 * 3600

beforeAll(async () => {
  ;({ w, dean } = await admins())
  stream = await attendanceStream(w)
})

const deleted = async ({ orgId, owner }: Society): Promise<void> => {
  await stream.drain()
  expect((await owner.device.deleteOrganization({ orgId })).status).toBe(200)
  await stream.drain()
}

const restored = async (orgId: string, more: object = {}) => {
  const reply = await dean.device.restoreOrganization({ orgId, ...more })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  await stream.drain()
  return reply.body.data
}

const rolesOf = async (club: Society, person: Person): Promise<readonly string[] | undefined> => {
  const { body } = await club.owner.device.listOrgMembers({ orgId: club.orgId, limit: '100' })
  type Row = { user_id: { _id: string }; roles: string[] }
  return body.members.find(({ user_id }: Row) => user_id._id === person.user._id)?.roles
}

describe('restoring a deleted organization', () => {
  // rules/organizations 44, rules/management 35
  it('brings back its page, members, roles, terms and counts', async () => {
    const club = await society(w, 'back')
    const { orgId, name, owner, officer, admin, member } = club
    const roleTermEnd = new Date(w.clock.now().getTime() + 2 * day * 1000).toISOString()
    await owner.device.assignOrgRole({ orgId, userId: admin.user._id, role: 'admin', roleTermEnd })
    await deleted(club)
    const list = await dean.device.listDeletedOrganizations()
    expect(list.body.data[0]).toMatchObject({ _id: orgId, org_name: name })
    expect((await owner.device.getOrganization({ id: orgId })).body.org).toEqual([])
    expect(await restored(orgId)).toEqual({ _id: orgId, org_name: name, cancelledEvents: [] })
    expect(await rolesOf(club, owner)).toEqual(['owner'])
    expect(await rolesOf(club, officer)).toEqual(['officer'])
    expect(await rolesOf(club, admin)).toEqual(['admin'])
    expect(await rolesOf(club, member)).toEqual(['member'])
    const overview = await member.device.getOrganizationByName({ name })
    expect(overview.body.overview.memberCount).toBe(4)
    const count = await w.table().get(orgRoleCount, { orgId, roleId: 'officer' }, { strong: true })
    expect(count?.count).toBe(1)
    expect((await member.device.validateToken()).body.data.user.clubAssociations).toMatchObject([
      { _id: orgId },
    ])
    expect((await owner.device.listOrganizations({ search: name })).body.orgs).toHaveLength(1)
    expect((await dean.device.listManagedOrganizations({ search: name })).body.data).toHaveLength(1)
    expect((await dean.device.listDeletedOrganizations()).body.data).toEqual([])
    const messages = (await listed(member)).data.map(({ message }: { message: string }) => message)
    expect(messages.filter((message: string) => message.includes('was restored'))).toHaveLength(1)
    const history = await owner.device.getMemberHistory({ orgId, userId: admin.user._id })
    expect(history.body.roleTermEnd).toBe(roleTermEnd)
  })

  // rules/organizations 44
  it('restores every page of members, and can be repeated after another deletion', async () => {
    const owner = await registered(w, 'paged', { username: 'paged' })
    const club = await founded(owner)
    const crowd = await people(w, 30)
    for (const { device } of crowd) await device.applyToOrganization({ orgId: club.orgId })
    for (const round of [1, 2]) {
      w.clock.advance(60)
      await deleted(club)
      for (const { user } of crowd) {
        const row = await w.table().get(tenantUser, { id: user._id }, { strong: true })
        expect(row?.clubAssociations, `round ${round}`).not.toContain(club.orgId)
      }
      w.clock.advance(60)
      await restored(club.orgId)
      const card = await w.table().get(organization, { orgId: club.orgId }, { strong: true })
      expect(card?.memberCount, `round ${round}`).toBe(31)
    }
  }, 120_000)

  // rules/organizations 44
  it('does not restore a role whose term has ended meanwhile', async () => {
    const club = await society(w, 'terms')
    const { orgId, owner, officer } = club
    const roleTermEnd = new Date(w.clock.now().getTime() + day * 1000).toISOString()
    await owner.device.assignOrgRole({ orgId, userId: officer.user._id, role: 'officer', roleTermEnd })
    await deleted(club)
    w.clock.advance(2 * day)
    for (const person of [owner, dean]) await person.device.refreshToken()
    await restored(orgId)
    expect(await rolesOf(club, officer)).toEqual(['member'])
  })

  // rules/organizations 45
  it('leaves cancelled events cancelled, and lists them', async () => {
    const owner = await registered(w, 'host', { username: 'host' })
    const club = await founded(owner)
    const hosted = { hostingType: 'Org', hostingId: club.orgId, start_time: '2027-04-01T18:00:00.000Z' }
    const eventId = await made(owner.device, { ...hosted, end_time: '2027-04-01T20:00:00.000Z' })
    await deleted(club)
    const { cancelledEvents } = await restored(club.orgId)
    expect(cancelledEvents).toMatchObject([{ _id: eventId, name: 'Spring Open' }])
    expect((await w.table().get(eventCard, { eventId }, { strong: true }))?.status).toBe('cancelled')
  })

  // rules/organizations 44
  it('needs a free name and an owner', async () => {
    const owner = await registered(w, 'named', { username: 'named' })
    const club = await founded(owner)
    const { orgId } = club
    await deleted(club)
    const other = await founded(dean, { org_name: club.name })
    const restore = (more: object = {}) => dean.device.restoreOrganization({ orgId, ...more })
    expect(await restore()).toMatchObject(refused(NameTaken))
    expect(await restore({ name: 'Fuck' })).toMatchObject(refused(NameProfane))
    expect(await restore({ newOwnerId: 'nobody' })).toMatchObject(refused(RestoredOwnerGone))
    const full = Array.from({ length: 200 }, (_, at) => `org${at}`)
    const set = (clubAssociations: string[]) =>
      w.table().update(tenantUser, { id: dean.user._id }, { set: { clubAssociations } })
    const user = await w.table().get(tenantUser, { id: dean.user._id }, { strong: true })
    await set(full)
    const crowded = await restore({ name: 'Another name', newOwnerId: dean.user._id })
    expect(crowded).toMatchObject(refused(TooManyMemberships))
    await set(user?.clubAssociations ?? [])
    const { org_name } = await restored(orgId, { name: 'Another name', newOwnerId: dean.user._id })
    expect(org_name).toBe('Another name')
    const card = await w.table().get(organization, { orgId }, { strong: true })
    expect(card?.owner).toBe(dean.user._id)
    expect((await owner.device.getOrganizationByName({ name: club.name })).body.overview._id).toBe(
      other.orgId,
    )
  })

  // rules/organizations 46
  it('is possible once, after the deletion is finished and until the final removal', async () => {
    const owner = await registered(w, 'late', { username: 'late' })
    const club = await founded(owner)
    const { orgId } = club
    const restore = () => dean.device.restoreOrganization({ orgId })
    expect(await dean.device.restoreOrganization({ orgId: 'none' })).toMatchObject(
      refused(OrganizationNotFound),
    )
    expect(await restore()).toMatchObject(refused(NotRestorable))
    await stream.drain()
    await owner.device.deleteOrganization({ orgId })
    expect(await restore()).toMatchObject(refused(RestorationTooSoon))
    await stream.drain()
    await restored(orgId)
    expect(await restore()).toMatchObject(refused(NotRestorable))
    await deleted(club)
    w.clock.advance(30 * day + 60)
    expect((await dean.device.login({ email: dean.email, password })).status).toBe(200)
    expect(await restore()).toMatchObject(refused(NotRestorable))
    expect((await dean.device.listDeletedOrganizations()).body.data).toEqual([])
  })

  it('tells the owner whether it is active again', async () => {
    const owner = await registered(w, 'idle', { username: 'idle' })
    const club = await founded(owner)
    const { orgId, name } = club
    const titles = async () => (await listed(owner)).data.map(({ title }: { title: string }) => title)
    await deleted(club)
    await restored(orgId)
    expect(await titles()).toContain(`${name} is active again`)
    w.clock.advance(60)
    for (const lifecycleStatus of ['sunset', 'inactive'])
      await dean.device.moveManagedOrganization({ orgId, lifecycleStatus })
    await deleted(club)
    await restored(orgId)
    const idle = `${name} was restored. It was not active when it was deleted, and still is not.`
    expect((await listed(owner)).data).toContainEqual(
      expect.objectContaining({ title: `${name} was restored`, message: idle }),
    )
  })

  // rules/organizations 46
  it('does not remove an organization that is deleted again at once', async () => {
    const owner = await registered(w, 'again', { username: 'again' })
    const club = await founded(owner)
    const { orgId } = club
    await deleted(club)
    expect((await dean.device.restoreOrganization({ orgId })).status).toBe(200)
    const ofRestoration = await stream.fresh()
    expect((await owner.device.deleteOrganization({ orgId })).status).toBe(200)
    await stream.carry(ofRestoration)
    await stream.drain()
    expect(await w.table().get(organization, { orgId }, { strong: true })).toBeDefined()
    await restored(orgId)
    expect(await rolesOf(club, owner)).toEqual(['owner'])
  })

  // rules/organizations 46
  it('survives late change events of the deletion', async () => {
    const owner = await registered(w, 'twice', { username: 'twice' })
    const club = await founded(owner)
    const { orgId } = club
    await stream.drain()
    await owner.device.deleteOrganization({ orgId })
    const records = await stream.fresh()
    await stream.carry(records)
    await stream.drain()
    await dean.device.restoreOrganization({ orgId })
    const ofRestoration = await stream.fresh()
    await stream.carry(ofRestoration)
    await stream.carry(records)
    await stream.drain()
    expect(await rolesOf(club, owner)).toEqual(['owner'])
  })
})
