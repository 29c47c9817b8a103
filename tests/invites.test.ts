import { beforeAll, describe, expect, it } from 'vitest'
import * as failures from '../functions/invites/failures.ts'
import { inviteToken, mailHashOf, orgInvite } from '../lib/identity/org-invites.ts'
import { organization, orgRoleCount } from '../lib/identity/org-records.ts'
import { orgMember, orgRoles } from '../lib/identity/organizations.ts'
import { tenantUser } from '../lib/identity/records.ts'
import { OrganizationNotFound } from '../lib/contract/permissions.ts'
import { refused } from './agent.ts'
import { type Club, club, joinOrg } from './orgs.ts'
import { type Person, registered } from './people.ts'
import { streamOf } from './streamed.ts'
import { type World, world } from './world.ts'

let w: World
let c: Club

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
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
  const mail = w.mails.findLast(({ to }) => to === email)
  return /landing\/([0-9a-f]{64})/.exec(mail?.text ?? '')?.[1] ?? ''
}

describe('an invitation', () => {
  it('goes out as a mail whose token is nowhere else', async () => {
    const email = w.email('fresh')
    const reply = await c.owner.device.invite({ orgId: c.orgId, email: ` ${email.toUpperCase()} `, role: 'officer' })
    expect(reply).toMatchObject({
      status: 201,
      body: { message: 'Invitation sent successfully', data: { userExists: false } },
    })
    const token = await tokenFor(email)
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    const stored = await w.table().get(orgInvite, { orgId: c.orgId, mailHash: mailHashOf(email) })
    expect(JSON.stringify(stored)).not.toContain(token)
    const { body } = await w.device().validateInvite({ token })
    expect(body.data).toEqual({ orgName: `Club ${c.orgId}`, inviterName: c.owner.user.name, email })
    const landing = await w.device().landOnInvite({ token })
    expect(landing.status).toBe(302)
    expect(landing.headers.location).toBe(`http://${w.home}.localhost/register?invite_token=${token}`)
  })

  it('that nobody sent leads nowhere', async () => {
    const token = '0'.repeat(64)
    expect(await w.device().validateInvite({ token })).toMatchObject(refused(failures.InviteUnknown))
    expect((await w.device().landOnInvite({ token: 'x' })).headers.location).toMatch(/\?invite_error=invalid$/)
    const accepted = await c.outsider.device.acceptInviteByToken({ token })
    expect(accepted).toMatchObject(refused(failures.InviteUnknown))
  })

  it.each([
    [{}, failures.EmailRequired],
    [{ email: 'nobody' }, failures.EmailInvalid],
    [{ email: 'a@b.example', role: 'wizard' }, failures.RoleNotFound],
    [{ email: 'a@b.example', role: 'owner' }, failures.OwnerByTransferOnly],
  ])('of %j is refused', async (input, failure) => {
    expect(await c.owner.device.invite({ orgId: c.orgId, ...input })).toMatchObject(refused(failure))
  })

  it('reaches no higher than who sends it, and is for managers of members only', async () => {
    const own = await club(w, 'ranks')
    const roles = await w.table().get(orgRoles, { orgId: own.orgId })
    if (!roles) throw new Error('no roles')
    const greeter = { ...roles.roles[2], _id: 'greeter', name: 'greeter', order: 5, permissions: ['manage_members'] }
    await w.table().put(orgRoles, { ...roles, roles: [...roles.roles, greeter] as never })
    await joinOrg(w, own.orgId, own.officer, ['greeter'])
    const send = (who: Person, role: string) =>
      who.device.invite({ orgId: own.orgId, email: w.email(`rank${role}`), role })
    expect(await send(own.officer, 'admin')).toMatchObject(refused(failures.CannotAssignRole))
    expect((await send(own.officer, 'greeter')).status).toBe(201)
    expect((await send(own.member, 'member')).status).toBe(403)
    expect((await send(own.outsider, 'member')).status).toBe(403)
  })

  it('is not sent to a member, nor twice while one is open', async () => {
    const again = (email: string) => c.owner.device.invite({ orgId: c.orgId, email })
    expect(await again(c.member.email)).toMatchObject(refused(failures.AlreadyMember))
    const email = w.email('twice')
    const replies = await Promise.all(Array.from({ length: 10 }, () => again(email)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await again(email)).toMatchObject(refused(failures.AlreadyInvited))
    w.clock.advance(7 * 24 * 3600 + 1)
    await c.owner.device.login({ email: c.owner.email, password: 'correct horse battery' })
    expect((await again(email)).status).toBe(201)
  })

  it('waits until the organization is approved', async () => {
    const young = await club(w, 'young', { approvalStatus: 'pending' })
    const reply = await young.owner.device.invite({ orgId: 'young', email: 'a@b.example' })
    expect(reply).toMatchObject(refused(failures.OrgPending))
  })
})

describe('accepting', () => {
  it('makes a member with all roles, and keeps every count true', async () => {
    const own = await club(w, 'counts')
    const { orgId } = own
    for (const roleId of ['owner', 'admin', 'officer', 'member'])
      await w.table().put(orgRoleCount, { orgId, roleId, count: 1 })
    const guest = await somebody()
    const before = await w.table().get(organization, { orgId })
    const inviteId = await invite(guest.email, { roles: ['officer', 'member'] }, own.owner, orgId)
    const pending = await guest.device.listPendingInvites()
    expect(pending.body.data).toEqual([
      {
        _id: inviteId,
        org: { _id: orgId, org_name: `Club ${orgId}`, org_profile_image: '/Logo.svg' },
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
    const after = await w.table().get(organization, { orgId })
    expect(after?.memberCount).toBe((before?.memberCount ?? 0) + 1)
    expect((await w.table().get(orgRoleCount, { orgId, roleId: 'officer' }))?.count).toBe(2)
    expect((await guest.device.listPendingInvites()).body.data).toEqual([])
    const list = await own.owner.device.listInvites({ orgId })
    expect(list.body.data).toMatchObject([{ _id: inviteId, status: 'accepted', user_id: { _id: userId } }])
    expect(JSON.stringify(list.body)).not.toMatch(/token|hash/i)
  })

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
    expect(accepted.body).toEqual({ success: true, message: 'Invitation accepted', data: { alreadyMember: false } })
    const again = await guest.device.acceptInviteByToken({ token })
    expect(again.body).toMatchObject({ message: 'You are already a member', data: { alreadyMember: true } })
    expect(await guest.device.acceptInvite({ inviteId: 'a.b.c' })).toMatchObject(refused(failures.InviteNotFound))
  })

  it('without the token waits for a proven address', async () => {
    const strict = await world({ settings: { REQUIRE_VERIFIED_EMAIL: 'true', RATE_LIMIT_SCALE: '100' } })
    const own = await club(strict)
    const guest = await registered(strict, 'guest', { username: 'guest' })
    const { body } = await own.owner.device.invite({ orgId: own.orgId, email: guest.email })
    const { inviteId } = body.data
    expect((await guest.device.listPendingInvites()).body.data).toEqual([])
    expect(await guest.device.acceptInvite({ inviteId })).toMatchObject(refused(failures.EmailUnproven))
    expect(await guest.device.declineInvite({ inviteId })).toMatchObject(refused(failures.EmailUnproven))
    await strict.deliver()
    const token = /landing\/([0-9a-f]{64})/.exec(strict.mails.at(-1)?.text ?? '')?.[1]
    expect((await guest.device.acceptInviteByToken({ token })).status).toBe(200)
  })

  it('is over after a decline, a revocation, seven days, or with the organization', async () => {
    const own = await club(w, 'ends')
    const { orgId } = own
    const guest = await somebody()
    const accept = (inviteId: string) => guest.device.acceptInvite({ inviteId })
    const first = await invite(guest.email, {}, own.owner, orgId)
    expect((await guest.device.declineInvite({ inviteId: first })).body.message).toBe('Invitation declined')
    expect((await guest.device.declineInvite({ inviteId: first })).status).toBe(200)
    expect(await accept(first)).toMatchObject(refused(failures.InviteOver))
    const second = await invite(guest.email, {}, own.owner, orgId)
    expect(await accept(first)).toMatchObject(refused(failures.InviteNotFound))
    const revoke = () => own.owner.device.revokeInvite({ orgId, inviteId: second })
    expect((await revoke()).body.message).toBe('Invitation revoked')
    expect(await revoke()).toMatchObject(refused(failures.InviteNotFound))
    expect(await accept(second)).toMatchObject(refused(failures.InviteOver))
    const third = await invite(guest.email, {}, own.owner, orgId)
    w.clock.advance(7 * 24 * 3600 + 1)
    await guest.device.login({ email: guest.email, password: 'correct horse battery' })
    await own.owner.device.login({ email: own.owner.email, password: 'correct horse battery' })
    expect(await accept(third)).toMatchObject(refused(failures.InviteExpired))
    expect((await own.owner.device.listInvites({ orgId })).body.data[0].status).toBe('expired')
    const fourth = await invite(guest.email, {}, own.owner, orgId)
    const roles = await w.table().get(orgRoles, { orgId })
    if (roles) await w.table().put(orgRoles, { ...roles, deletedAt: w.clock.now().toISOString() })
    expect(await accept(fourth)).toMatchObject(refused(OrganizationNotFound))
  })

  it('is refused to a suspended member; a vanished role becomes a member', async () => {
    const own = await club(w, 'edges')
    const { orgId } = own
    for (const roleId of ['admin', 'member']) await w.table().put(orgRoleCount, { orgId, roleId, count: 1 })
    const guest = await somebody()
    const inviteId = await invite(guest.email, { role: 'admin' }, own.owner, orgId)
    await joinOrg(w, orgId, guest)
    const holes = { orgId, userId: guest.user._id }
    await w.table().update(orgMember, holes, { set: { status: 'suspended' } })
    expect(await guest.device.acceptInvite({ inviteId })).toMatchObject(refused(failures.MembershipSuspended))
    await w.table().update(orgMember, holes, { set: { status: 'inactive' } })
    const roles = await w.table().get(orgRoles, { orgId })
    if (roles) await w.table().put(orgRoles, { ...roles, roles: roles.roles.filter(({ _id }) => _id !== 'admin') })
    expect((await guest.device.acceptInvite({ inviteId })).status).toBe(200)
    expect(await w.table().get(orgMember, holes)).toMatchObject({ status: 'active', roles: ['member'] })
  })

  it('ends at two hundred memberships', async () => {
    const guest = await somebody()
    const inviteId = await invite(guest.email)
    const clubAssociations = Array.from({ length: 200 }, (_, at) => `club${at}`)
    await w.table().update(tenantUser, { id: guest.user._id }, { set: { clubAssociations } })
    expect(await guest.device.acceptInvite({ inviteId })).toMatchObject(refused(failures.TooManyMemberships))
  })
})

describe('many invitations at once', () => {
  it('succeed or fail each by itself', async () => {
    const known = await somebody()
    const fresh = w.email('batch')
    const reply = await c.owner.device.inviteBatch({
      orgId: c.orgId,
      invites: [
        { email: fresh },
        { email: fresh },
        { email: known.email, roles: ['officer'] },
        { email: c.member.email },
        { email: 'broken' },
        { email: w.email('king'), role: 'owner' },
      ],
    })
    expect(reply.body.message).toBe('2 invitation(s) sent')
    expect(reply.body.data).toMatchObject({
      sent: 2,
      skipped: 2,
      errors: [
        { email: 'broken', message: failures.EmailInvalid.message },
        { message: failures.OwnerByTransferOnly.message },
      ],
    })
    const statuses = reply.body.data.results.map(({ status }: { status: string }) => status)
    expect(statuses).toEqual(['sent', 'skipped', 'sent', 'skipped', 'failed', 'failed'])
    const { body } = await c.owner.device.previewInvites({
      orgId: c.orgId,
      emails: [fresh, c.member.email, c.outsider.email, 'new@b.example'],
    })
    expect(body.data).toMatchObject({
      members: [{ email: c.member.email, user: { _id: c.member.user._id } }],
      invited: [{ email: fresh }],
      toInvite: [
        { email: c.outsider.email, user: { _id: c.outsider.user._id } },
        { email: 'new@b.example', user: null, role: 'member' },
      ],
    })
  })

  it('are thirty at most', async () => {
    const invites = Array.from({ length: 31 }, (_, at) => ({ email: `p${at}@b.example` }))
    const { device } = c.owner
    expect(await device.inviteBatch({ orgId: c.orgId, invites })).toMatchObject(refused(failures.TooManyInvites))
    const emails = invites.map(({ email }) => email)
    expect(await device.previewInvites({ orgId: c.orgId, emails })).toMatchObject(refused(failures.TooManyEmails))
  })
})

describe('in the inbox', () => {
  it('an invitation can be accepted with one click', async () => {
    const stream = streamOf(w)
    const own = await club(w, 'clicks')
    for (const roleId of ['member']) await w.table().put(orgRoleCount, { orgId: own.orgId, roleId, count: 1 })
    const guest = await somebody()
    await invite(guest.email, {}, own.owner, own.orgId)
    await stream.drain()
    const { body } = await guest.device.listNotifications({})
    const found = body.data[0]
    expect(found).toMatchObject({ title: `Invitation to Club ${own.orgId}` })
    const done = await guest.device.performNotificationAction({ id: found._id, actionId: 'accept' })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    expect(await w.table().get(orgMember, { orgId: own.orgId, userId: guest.user._id })).toBeDefined()
  })
})

void inviteToken
