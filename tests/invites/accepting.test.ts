import { beforeAll, describe, expect, it } from 'vitest'
import * as failures from '../../functions/invites/failures.ts'
import { streamConsumers } from '../../functions/invites/stream-consumers.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { mailHashOf, orgInvite } from '../../lib/identity/org/invites.ts'
import { orgMember, orgRoles } from '../../lib/identity/org/organizations.ts'
import { organization, orgRoleCount } from '../../lib/identity/org/records.ts'
import { globalUser, tenantUser } from '../../lib/identity/person/records.ts'
import { countsStream } from '../attendance/stream.ts'
import { refused } from '../support/agent.ts'
import { type Club, club, joinOrg } from '../support/orgs.ts'
import { invitationIn } from '../support/outbox.ts'
import { type Person, password, registered } from '../support/people.ts'
import { streamOf } from '../support/streamed.ts'
import { type World, world } from '../support/world.ts'

let w: World
let c: Club

const settings = { RATE_LIMIT_SCALE: '100' }

beforeAll(async () => {
  w = await world({ settings })
  c = await club(w)
})

let people = 0
const somebody = (): Promise<Person> => {
  people += 1
  return registered(w, `guest${people}`, { username: `guest${people}` })
}

const invite = async (email: string, more: object = {}, by = c.owner, orgId = c.orgId): Promise<string> => {
  const { status, body } = await by.device.invite({ orgId, email, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.inviteId
}

const tokenFor = async (email: string): Promise<string> => {
  await w.deliver()
  return invitationIn(w.mails, email)
}

describe('accepting', () => {
  // rules/invites 10
  it('makes a member with all roles, and keeps every count true', async () => {
    const { drain } = await countsStream(w)
    const own = await club(w, 'counts')
    const [{ orgId }, guest] = [own, await somebody()]
    const inviteId = await invite(guest.email, { roles: ['officer', 'member'] }, own.owner, orgId)
    const pending = await guest.device.listPendingInvites()
    expect(pending.body.data).toEqual([
      {
        _id: inviteId,
        org: { _id: orgId, org_name: `${own.name}`, org_profile_image: '/Logo.svg' },
        role: 'officer',
        roles: ['officer', 'member'],
        invitedBy: { name: own.owner.user.name, username: own.owner.user.username },
      },
    ])
    const replies = await Promise.all([1, 2, 3].map(() => guest.device.acceptInvite({ inviteId })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(replies.filter(({ body }) => body.data.alreadyMember === false)).toHaveLength(1)
    const userId = guest.user._id
    expect(await w.table().get(orgMember, { orgId, userId })).toMatchObject({ roles: ['officer', 'member'] })
    expect((await w.table().get(tenantUser, { id: userId }))?.clubAssociations).toEqual([orgId])
    await drain()
    expect((await w.table().get(organization, { orgId }))?.memberCount).toBe(5)
    expect((await w.table().get(orgRoleCount, { orgId, roleId: 'officer' }))?.count).toBe(2)
    expect((await guest.device.listPendingInvites()).body.data).toEqual([])
    const list = await own.owner.device.listInvites({ orgId })
    expect(list.body.data).toMatchObject([{ _id: inviteId, status: 'accepted', user_id: { _id: userId } }])
    expect(JSON.stringify(list.body)).not.toMatch(/token|hash/i)
  })

  // rules/invites 8
  it('by token or id is for the invited address alone', async () => {
    const [guest, thief] = [await somebody(), await somebody()]
    const inviteId = await invite(guest.email)
    const token = await tokenFor(guest.email)
    const stolen = await Promise.all([
      thief.device.acceptInvite({ inviteId }),
      thief.device.acceptInviteByToken({ token }),
      thief.device.declineInvite({ inviteId }),
      thief.device.declineInviteByToken({ token }),
    ])
    for (const reply of stolen) expect(reply).toMatchObject(refused(failures.InviteForAnother))
    expect(await guest.device.acceptInviteByToken({})).toMatchObject(refused(failures.TokenRequired))
    const accepted = await guest.device.acceptInviteByToken({ token })
    expect(accepted.body).toEqual({
      success: true,
      message: 'Invitation accepted',
      data: { alreadyMember: false },
    })
    const again = await guest.device.acceptInviteByToken({ token })
    expect(again.body).toMatchObject({ message: 'You are already a member', data: { alreadyMember: true } })
    expect(await guest.device.acceptInvite({ inviteId: 'a.b.c' })).toMatchObject(
      refused(failures.InviteNotFound),
    )
  })

  // rules/invites 9
  it('without the token waits for a proven address', async () => {
    const strict = await world({ settings: { REQUIRE_VERIFIED_EMAIL: 'true', RATE_LIMIT_SCALE: '100' } })
    const own = await club(strict)
    const inviter = { id: own.owner.user.globalUserId }
    await strict.table().update(globalUser, inviter, { set: { emailVerified: true } })
    const guest = await registered(strict, 'guest', { username: 'guest' })
    const { body } = await own.owner.device.invite({ orgId: own.orgId, email: guest.email })
    const { inviteId } = body.data
    await streamOf(strict).drain()
    expect((await guest.device.listNotifications({})).body.data).toEqual([])
    expect((await guest.device.listPendingInvites()).body.data).toEqual([])
    expect(await guest.device.acceptInvite({ inviteId })).toMatchObject(refused(failures.EmailUnproven))
    expect(await guest.device.declineInvite({ inviteId })).toMatchObject(refused(failures.EmailUnproven))
    await strict.deliver()
    const token = invitationIn(strict.mails, guest.email)
    expect((await guest.device.acceptInviteByToken({ token })).status).toBe(200)
  })

  // rules/invites 11, rules/invites 12
  it('is refused to a suspended member; a vanished role becomes a member', async () => {
    const own = await club(w, 'edges')
    const { orgId } = own
    const guest = await somebody()
    const inviteId = await invite(guest.email, { role: 'admin' }, own.owner, orgId)
    await joinOrg(w, orgId, guest)
    const keyParams = { orgId, userId: guest.user._id }
    await w.table().update(orgMember, keyParams, { set: { status: 'suspended' } })
    expect(await guest.device.acceptInvite({ inviteId })).toMatchObject(refused(failures.MembershipSuspended))
    await w.table().update(orgMember, keyParams, { set: { status: 'inactive' } })
    const roles = await w.table().get(orgRoles, { orgId })
    if (roles)
      await w.table().put(orgRoles, { ...roles, roles: roles.roles.filter(({ _id }) => _id !== 'admin') })
    expect((await guest.device.acceptInvite({ inviteId })).status).toBe(200)
    expect(await w.table().get(orgMember, keyParams)).toMatchObject({ status: 'active', roles: ['member'] })
  })

  // rules/invites 13
  it('ends at two hundred memberships', async () => {
    const guest = await somebody()
    const inviteId = await invite(guest.email)
    const clubAssociations = Array.from({ length: 200 }, (_, at) => `club${at}`)
    await w.table().update(tenantUser, { id: guest.user._id }, { set: { clubAssociations } })
    expect(await guest.device.acceptInvite({ inviteId })).toMatchObject(refused(failures.TooManyMemberships))
  })

  it('makes nobody an owner, whatever the invitation has come to say', async () => {
    const guest = await somebody()
    const inviteId = await invite(guest.email)
    const place = { orgId: c.orgId, mailHash: mailHashOf(guest.email) }
    await w.table().update(orgInvite, place, { set: { roles: ['owner'] } }, { exists: true })
    expect((await guest.device.acceptInvite({ inviteId })).status).toBe(200)
    const member = await w
      .table()
      .get(orgMember, { orgId: c.orgId, userId: guest.user._id }, { strong: true })
    expect(member?.roles).toEqual(['member'])
  })

  // rules/invites 14
  it('is over after a decline, a revocation, seven days, or with the organization', async () => {
    const later = await world({ settings })
    const own = await club(later)
    const { orgId } = own
    const guest = await registered(later, 'guest')
    const accept = (inviteId: string) => guest.device.acceptInvite({ inviteId })
    const send = async (): Promise<string> =>
      (await own.owner.device.invite({ orgId, email: guest.email })).body.data.inviteId
    const first = await send()
    expect((await guest.device.declineInvite({ inviteId: first })).body.message).toBe('Invitation declined')
    expect((await guest.device.declineInvite({ inviteId: first })).status).toBe(200)
    expect(await accept(first)).toMatchObject(refused(failures.InviteOver))
    const second = await send()
    expect(await accept(first)).toMatchObject(refused(failures.InviteNotFound))
    // Nor does the first one end the second.
    const former = [
      await guest.device.declineInvite({ inviteId: first }),
      await own.owner.device.revokeInvite({ orgId, inviteId: first }),
    ]
    for (const reply of former) expect(reply).toMatchObject(refused(failures.InviteNotFound))
    const revoke = () => own.owner.device.revokeInvite({ orgId, inviteId: second })
    expect((await revoke()).body.message).toBe('Invitation revoked')
    expect(await revoke()).toMatchObject(refused(failures.InviteNotFound))
    expect(await accept(second)).toMatchObject(refused(failures.InviteOver))
    const third = await send()
    later.clock.advance(7 * 24 * 3600 + 1)
    await guest.device.login({ email: guest.email, password })
    await own.owner.device.login({ email: own.owner.email, password })
    expect(await accept(third)).toMatchObject(refused(failures.InviteExpired))
    expect((await own.owner.device.listInvites({ orgId })).body.data[0].status).toBe('expired')
    const fourth = await send()
    const roles = await later.table().get(orgRoles, { orgId })
    if (roles) await later.table().put(orgRoles, { ...roles, deletedAt: later.clock.now().toISOString() })
    expect(await accept(fourth)).toMatchObject(refused(OrganizationNotFound))
  })
})

describe('in the inbox', () => {
  // rules/invites 19
  it('an invitation can be accepted with one click', async () => {
    const stream = streamOf(w)
    const own = await club(w, 'clicks')
    const guest = await somebody()
    await invite(guest.email, {}, own.owner, own.orgId)
    await stream.drain()
    const { body } = await guest.device.listNotifications({})
    const found = body.data[0]
    expect(found).toMatchObject({ title: `Invitation to ${own.name}` })
    const done = await guest.device.performNotificationAction({ id: found._id, actionId: 'accept' })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    expect(await w.table().get(orgMember, { orgId: own.orgId, userId: guest.user._id })).toBeDefined()
  })
})

// rules/invites 16, rules/invites 17, rules/invites 18
describe('registering with an invitation', () => {
  const register = (email: string, more: object) =>
    w.device().register({ email, password, username: `new${Math.abs(email.length)}${people++}`, ...more })

  it('makes a member with all roles, though the address is not proven otherwise', async () => {
    const email = w.email('newcomer')
    await invite(email, { roles: ['officer', 'member'] })
    const reply = await register(email, { invite_token: await tokenFor(email) })
    expect(reply.status).toBe(201)
    expect(reply.body.data.user.clubAssociations).toMatchObject([{ _id: c.orgId, org_name: c.name }])
    const keyParams = { orgId: c.orgId, userId: reply.body.data.user._id }
    expect(await w.table().get(orgMember, keyParams)).toMatchObject({ roles: ['officer', 'member'] })
  })

  it('that was for somebody else is refused before anything is made', async () => {
    const [email, other] = [w.email('meant'), w.email('other')]
    await invite(email)
    const invite_token = await tokenFor(email)
    expect(await register(other, { invite_token })).toMatchObject(refused(failures.InviteEmailMismatch))
    expect((await register(other, {})).status).toBe(201)
  })

  it('that is over registers all the same', async () => {
    const reply = await register(w.email('late'), { invite_token: '0'.repeat(64) })
    expect(reply.status).toBe(201)
  })
})

describe('with an organization that is deleted', () => {
  it('its open invitations are taken back', async () => {
    const own = await club(w, 'closing')
    const guest = await somebody()
    const inviteId = await invite(guest.email, {}, own.owner, own.orgId)
    await own.owner.device.deleteOrganization({ orgId: own.orgId })
    const after = await w.table().get(orgRoles, { orgId: own.orgId })
    for (const notice of streamConsumers)
      await notice.carryOut(
        { id: '1', kind: 'changed', entity: orgRoles.name, tenant: w.home, after },
        { ...w.runtime, table: w.table() },
      )
    expect((await guest.device.listPendingInvites()).body.data).toEqual([])
    expect(await guest.device.acceptInvite({ inviteId })).toMatchObject(refused(OrganizationNotFound))
  })
})

describe('the own record', () => {
  // rules/invites 19
  it('lists open invitations', async () => {
    const guest = await somebody()
    const inviteId = await invite(guest.email)
    const { body } = await guest.device.validateToken()
    expect(body.data.pendingOrgInvites).toMatchObject([{ _id: inviteId, role: 'member' }])
  })
})
