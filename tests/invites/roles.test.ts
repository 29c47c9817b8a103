import { beforeAll, describe, expect, it } from 'vitest'
import { RoleInUse } from '../../functions/members/contract/failures.ts'
import { orgInvite } from '../../lib/identity/org/invites.ts'
import { orgRoles } from '../../lib/identity/org/organizations.ts'
import { orgRoleCount } from '../../lib/identity/org/records.ts'
import { wholeStream } from '../privacy/stream.ts'
import { type Club, club } from '../support/orgs.ts'
import { type Person, registered } from '../support/people.ts'
import { type World, world } from '../support/world.ts'

let w: World
let c: Club
let roles = 0
let guests = 0

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '1000' }, ownTable: true })
  c = await club(w, 'offers')
})

const role = async (): Promise<string> => {
  roles += 1
  const name = `clerk${roles}`
  const { status } = await c.owner.device.createRole({ orgId: c.orgId, name, displayName: name })
  expect(status).toBe(201)
  return name
}

const guest = (): Promise<Person> => {
  guests += 1
  return registered(w, `guest${guests}`, { username: `guest${guests}` })
}

const offer = async (name: string, { email }: Pick<Person, 'email'>): Promise<string> => {
  const { status, body } = await c.owner.device.invite({ orgId: c.orgId, email, roles: [name] })
  expect([status, body.message]).toEqual([201, 'Invitation sent successfully'])
  return body.data.inviteId
}

const drop = (roleName: string) => c.owner.device.deleteRole({ orgId: c.orgId, roleName })

describe('a role that an open invitation offers', () => {
  // rules/invites 6, rules/members 24
  it('is in use, and every invitation counts', async () => {
    const name = await role()
    await offer(name, await guest())
    await offer(name, await guest())
    expect(await drop(name)).toMatchObject({
      status: 409,
      body: { code: RoleInUse.code, message: 'Cannot delete role: 2 member(s) currently have this role' },
    })
    const { body } = await c.owner.device.listRoles({ orgId: c.orgId })
    const positions = body.roles.filter((one: { name: string }) => one.name !== name)
    const all = await c.owner.device.replaceRoles({ orgId: c.orgId, positions })
    expect(all.body.code).toBe(RoleInUse.code)
    const edited = await c.owner.device.editOrganization({ orgId: c.orgId, positions })
    expect(edited.body.code).toBe(RoleInUse.code)
  })

  // rules/invites 6
  it.each([
    ['declined', async (inviteId: string, who: Person) => who.device.declineInvite({ inviteId })],
    ['taken back', async (inviteId: string) => c.owner.device.revokeInvite({ orgId: c.orgId, inviteId })],
    [
      'over',
      async () => {
        w.clock.advance(8 * 24 * 3600)
        return { status: 200 }
      },
    ],
  ])('can go when the invitation is %s', async (_, end) => {
    const name = await role()
    const who = await guest()
    const inviteId = await offer(name, who)
    expect(await drop(name)).toMatchObject({ status: 409 })
    expect((await end(inviteId, who)).status).toBe(200)
    await c.owner.device.login({ email: c.owner.email, password: 'correct horse battery' })
    expect((await drop(name)).status).toBe(200)
  })

  it('is held by a member once it is accepted', async () => {
    const name = await role()
    const who = await guest()
    const inviteId = await offer(name, who)
    expect((await who.device.acceptInvite({ inviteId })).status).toBe(200)
    expect((await drop(name)).body.message).toBe('Cannot delete role: 1 member(s) currently have this role')
    await who.device.leaveOrganization({ orgId: c.orgId })
    expect((await drop(name)).status).toBe(200)
  })

  // rules/invites 7
  it('is either deleted or offered, when both happen at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const name = await role()
      if (round % 2) {
        const who = await guest()
        await who.device.declineInvite({ inviteId: await offer(name, who) })
      }
      const email = w.email(`racing${round}`)
      const [sent, gone] = await Promise.all([
        c.owner.device.invite({ orgId: c.orgId, email, roles: [name] }),
        drop(name),
      ])
      const both = [sent.status, gone.status]
      expect([
        [201, 409],
        [404, 200],
      ]).toContainEqual(both)
      if (sent.status === 201) {
        await c.owner.device.revokeInvite({ orgId: c.orgId, inviteId: sent.body.data.inviteId })
        expect((await drop(name)).status).toBe(200)
      }
    }
  })

  it('is offered to thirty people in one request', async () => {
    const name = await role()
    const invites = Array.from({ length: 30 }, (_, at) => ({ email: w.email(`many${at}`), role: name }))
    const { status, body } = await c.owner.device.inviteBatch({ orgId: c.orgId, invites })
    expect([status, body.data.sent]).toEqual([201, 30])
    const catalogue = await w.table().get(orgRoles, { orgId: c.orgId })
    const roleId = catalogue?.roles.find((one) => one.name === name)?._id ?? ''
    expect(await w.table().get(orgRoleCount, { orgId: c.orgId, roleId })).toMatchObject({
      count: 0,
      offers: 30,
    })
    const again = await c.owner.device.inviteBatch({ orgId: c.orgId, invites })
    expect([again.status, again.body.data.skipped]).toEqual([200, 30])
  })
})

describe('an open invitation', () => {
  // rules/invites 15
  it('says what the organization and its roles are called now', async () => {
    const own = await club(w, 'naming')
    const { orgId } = own
    const who = await guest()
    await own.owner.device.invite({ orgId, email: who.email, roles: ['officer'] })
    // More than one page of them.
    const invites = Array.from({ length: 30 }, (_, at) => ({ email: w.email(`named${at}`) }))
    await own.owner.device.inviteBatch({ orgId, invites })
    const stream = await wholeStream(w)
    const seen = async () => {
      await stream.drain(2)
      return (await who.device.listPendingInvites()).body.data
    }
    await own.owner.device.editOrganization({ orgId, org_name: 'Renamed Riders' })
    expect(await seen()).toMatchObject([{ org: { org_name: 'Renamed Riders' }, roles: ['officer'] }])
    await own.owner.device.updateRole({ orgId, roleName: 'officer', name: 'board' })
    expect(await seen()).toMatchObject([{ org: { org_name: 'Renamed Riders' }, roles: ['board'] }])
    const { body: page } = await own.owner.device.listInvites({ orgId, limit: '100' })
    const names = page.data.flatMap(({ roles: shown }: { roles: string[] }) => shown)
    expect(names.sort()).toEqual(['board', ...invites.map(() => 'member')])
  })

  // rules/invites 14
  it('is taken back with the organization, however many there are', async () => {
    const own = await club(w, 'closing')
    const { orgId } = own
    const crowd = [await guest(), await guest()]
    const invites = Array.from({ length: 30 }, (_, at) => ({ email: w.email(`closed${at}`) }))
    await own.owner.device.inviteBatch({ orgId, invites })
    for (const { email } of crowd) await own.owner.device.invite({ orgId, email, role: 'officer' })
    const stream = await wholeStream(w)
    await own.owner.device.deleteOrganization({ orgId })
    await stream.drain(2)
    for (const { device } of crowd) expect((await device.listPendingInvites()).body.data).toEqual([])
    const { items } = await w.table().list(orgInvite, { keyParams: { orgId }, limit: 100 })
    expect(items).toHaveLength(32)
    expect(items.filter(({ status }) => status !== 'revoked')).toEqual([])
  })
})
