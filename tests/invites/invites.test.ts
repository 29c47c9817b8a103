import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as failures from '../../functions/invites/failures.ts'
import { mailHashOf, orgInvite } from '../../lib/identity/org/invites.ts'
import { meanwhile } from '../operations/lost-to-others.ts'
import { refused } from '../support/agent.ts'
import { type Club, club, joinOrg } from '../support/orgs.ts'
import { invitationIn } from '../support/outbox.ts'
import { type Person, password } from '../support/people.ts'
import { type World, world } from '../support/world.ts'

let w: World
let c: Club

const settings = { RATE_LIMIT_SCALE: '100' }

beforeAll(async () => {
  w = await world({ settings })
  c = await club(w)
})

const tokenFor = async (email: string): Promise<string> => {
  await w.deliver()
  return invitationIn(w.mails, email)
}

describe('an invitation', () => {
  // rules/invites 5
  it('goes out as a mail whose token is nowhere else', async () => {
    const email = w.email('fresh')
    const reply = await c.owner.device.invite({
      orgId: c.orgId,
      email: ` ${email.toUpperCase()} `,
      role: 'officer',
    })
    expect(reply).toMatchObject({
      status: 201,
      body: { message: 'Invitation sent successfully', data: { userExists: false } },
    })
    const token = await tokenFor(email)
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    const stored = await w.table().get(orgInvite, { orgId: c.orgId, mailHash: mailHashOf(email) })
    expect(JSON.stringify(stored)).not.toContain(token)
    const { body } = await w.device().validateInvite({ token })
    expect(body.data).toEqual({ orgName: `${c.name}`, inviterName: c.owner.user.name, email })
    const landing = await w.device().landOnInvite({ token })
    expect(landing.status).toBe(302)
    expect(landing.headers.location).toBe(
      `http://${w.home}.localhost/register?invite_token=${token}&invite=${token}`,
    )
  })

  it('takes the place of one that is over once, whoever else sends one at that moment', async () => {
    onTestFinished(() => void vi.restoreAllMocks())
    const email = w.email('twice')
    const send = (by = c.owner) => by.device.invite({ orgId: c.orgId, email })
    const first = (await send()).body.data.inviteId
    expect((await c.owner.device.revokeInvite({ orgId: c.orgId, inviteId: first })).status).toBe(200)
    meanwhile(w, email, async () => expect((await send(c.admin)).status).toBe(201))
    expect(await send()).toMatchObject(refused(failures.AlreadyInvited))
    const stored = await w.table().get(orgInvite, { orgId: c.orgId, mailHash: mailHashOf(email) })
    expect(stored).toMatchObject({ status: 'pending', invitedBy: c.admin.user._id })
  })

  it('that nobody sent leads nowhere', async () => {
    const token = '0'.repeat(64)
    expect(await w.device().validateInvite({ token })).toMatchObject(refused(failures.InviteUnknown))
    expect((await w.device().landOnInvite({ token: 'x' })).headers.location).toMatch(
      /\?invite_error=invalid$/,
    )
    const accepted = await c.outsider.device.acceptInviteByToken({ token })
    expect(accepted).toMatchObject(refused(failures.InviteUnknown))
  })

  // rules/invites 1
  it.each([
    [{}, failures.EmailRequired],
    [{ email: 'nobody' }, failures.EmailInvalid],
    [{ email: 'a@b.example', role: 'wizard' }, failures.RoleNotFound],
    [{ email: 'a@b.example', role: 'owner' }, failures.OwnerByTransferOnly],
  ])('of %j is refused', async (input, failure) => {
    expect(await c.owner.device.invite({ orgId: c.orgId, ...input })).toMatchObject(refused(failure))
  })

  // rules/invites 1
  it('reaches no higher than who sends it, and is for managers of members only', async () => {
    const own = await club(w, 'ranks')
    const { orgId } = own
    const make = (name: string, permissions: readonly string[]) =>
      own.owner.device.createRole({ orgId, name, displayName: name, permissions })
    const greeter = (await make('greeter', ['manage_members'])).body.role._id
    await make('cashier', ['manage_finances'])
    await joinOrg(w, orgId, own.officer, [greeter])
    const send = (who: Person, role: string) =>
      who.device.invite({ orgId: own.orgId, email: w.email(`rank${role}`), role })
    expect(await send(own.officer, 'admin')).toMatchObject(refused(failures.CannotAssignRole))
    expect(await send(own.officer, 'cashier')).toMatchObject(refused(failures.PermissionNotHeld))
    expect((await send(own.officer, 'greeter')).status).toBe(201)
    expect((await send(own.member, 'member')).status).toBe(403)
    expect((await send(own.outsider, 'member')).status).toBe(403)
  })

  // rules/invites 2
  it('is not sent to a member, nor twice while one is open', async () => {
    const own = await world({ settings })
    const { owner, member, orgId } = await club(own)
    const again = (email: string) => owner.device.invite({ orgId, email })
    expect(await again(member.email)).toMatchObject(refused(failures.AlreadyMember))
    const email = own.email('twice')
    const replies = await Promise.all(Array.from({ length: 10 }, () => again(email)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await again(email)).toMatchObject(refused(failures.AlreadyInvited))
    own.clock.advance(7 * 24 * 3600 + 1)
    await owner.device.login({ email: owner.email, password })
    expect((await again(email)).status).toBe(201)
  })

  // rules/invites 3
  it('waits until the organization is approved', async () => {
    const young = await club(w, 'young', { approvalStatus: 'pending' })
    const reply = await young.owner.device.invite({ orgId: young.orgId, email: 'a@b.example' })
    expect(reply).toMatchObject(refused(failures.OrgPending))
  })
})

describe('many invitations at once', () => {
  // rules/invites 4
  it('succeed or fail each by itself', async () => {
    const known = c.follower
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
      members: [c.member.email],
      invited: [fresh],
      toInvite: [
        { email: c.outsider.email, user: null },
        { email: 'new@b.example', user: null, role: 'member' },
      ],
    })
  })

  // rules/invites 22
  it('are previewed from pasted texts, and a text without an address is named as such', async () => {
    const pasted = [
      '"Doe, Jo" <Jo.Doe@b.example>',
      'kim@b.example;',
      'mailto:lee@b.example',
      "o'neil@b.example",
      ' kim@b.example , ',
    ]
    const broken = ['not-an-address', "'kim@b.example", "kim'@b.example", '<>', 'a@b.example, c@b.example']
    const { device } = c.owner
    const { body } = await device.previewInvites({ orgId: c.orgId, emails: [...pasted, ...broken, ''] })
    const emails = body.data.toInvite.map(({ email }: { email: string }) => email)
    expect(emails).toEqual(['jo.doe@b.example', 'kim@b.example', 'lee@b.example', "o'neil@b.example"])
    expect(body.data.invalid).toEqual(broken)
    const invites = emails.map((email: string) => ({ email, role: 'member' }))
    const sent = await device.inviteBatch({ orgId: c.orgId, invites })
    expect(sent.body.data).toMatchObject({ sent: emails.length, errors: [] })
  })

  // rules/invites 4
  it('are thirty at most', async () => {
    const invites = Array.from({ length: 31 }, (_, at) => ({ email: `p${at}@b.example` }))
    const { device } = c.owner
    expect(await device.inviteBatch({ orgId: c.orgId, invites })).toMatchObject(
      refused(failures.TooManyInvites),
    )
    const emails = invites.map(({ email }) => email)
    expect(await device.previewInvites({ orgId: c.orgId, emails })).toMatchObject(
      refused(failures.TooManyEmails),
    )
  })
})
