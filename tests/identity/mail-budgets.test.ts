import { describe, expect, it } from 'vitest'
import { inviteLimits } from '../../functions/invites/contract.ts'
import { AddressUnproven } from '../../lib/contract/failures.ts'
import { mailLimits, type Receivers } from '../../lib/contract/limit.ts'
import { globalUser } from '../../lib/identity/person/records.ts'
import { lastCost } from '../agendas/events.ts'
import { announce, gathering } from '../announcements/announcing.ts'
import { countsStream } from '../attendance/stream.ts'
import { withRoles } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { club } from '../support/orgs.ts'
import { type Person, password, registered } from '../support/people.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { type World, world } from '../support/world.ts'
import { tired, used, wide } from './mail-budgets.ts'

/** From here on a person may write to so many; an organization and a school to as many more as they may. */
const narrow = (w: World, person: number): void => {
  Object.assign(w.runtime.settings, { RATE_LIMIT_SCALE: person / mailLimits.typed.person.max })
}

let addresses = 0
const strangers = (count: number) =>
  Array.from({ length: count }, () => {
    addresses += 1
    return { email: `stranger${addresses}@b.example` }
  })

const invite = ({ device }: Person, orgId: string, count: number) =>
  device.inviteBatch({ orgId, invites: strangers(count) })

describe('invitations', () => {
  // rules/identity 41
  it('count people, not requests', async () => {
    const w = await world(wide)
    const c = await club(w)
    narrow(w, 10)
    expect((await invite(c.owner, c.orgId, 6)).body.data.sent).toBe(6)
    expect(await invite(c.owner, c.orgId, 5)).toMatchObject(tired)
    expect((await invite(c.owner, c.orgId, 4)).body.data.sent).toBe(4)
    expect(await c.owner.device.invite({ orgId: c.orgId, ...strangers(1)[0] })).toMatchObject(tired)
    w.clock.advance(24 * 3600)
    await c.owner.device.login({ email: c.owner.email, password })
    expect((await invite(c.owner, c.orgId, 1)).status).toBe(201)
  })

  // rules/identity 41
  it('count for the organization, whoever speaks for it', async () => {
    const w = await world(wide)
    const c = await club(w)
    narrow(w, 10)
    await used(w, 'typed', 'organization', `${w.home} ${c.orgId}`, 20)
    expect((await invite(c.owner, c.orgId, 5)).status).toBe(201)
    expect(await invite(c.admin, c.orgId, 1)).toMatchObject(tired)
  })

  // rules/identity 42
  it('count for the school, and who has nothing left takes nothing from it', async () => {
    const w = await world(wide)
    const [c, d] = [await club(w), await club(w, 'debate')]
    narrow(w, 10)
    await used(w, 'typed', 'school', w.home, 235)
    expect((await invite(c.owner, c.orgId, 10)).status).toBe(201)
    for (let tries = 0; tries < 3; tries += 1) expect(await invite(c.owner, c.orgId, 9)).toMatchObject(tired)
    expect((await invite(d.owner, d.orgId, 5)).status).toBe(201)
    expect(await invite(d.owner, d.orgId, 1)).toMatchObject(tired)
  })

  it('reach one address so often from one organization', async () => {
    const w = await world(wide)
    const [c, d] = [await club(w), await club(w, 'debate')]
    const [{ email } = { email: '' }] = strangers(1)
    const sent = async ({ owner: { device }, orgId }: typeof c) => {
      const { body, status } = await device.invite({ orgId, email })
      if (status === 201) await device.revokeInvite({ orgId, inviteId: body.data.inviteId })
      return status
    }
    Object.assign(w.runtime.settings, { RATE_LIMIT_SCALE: 1 })
    const statuses: number[] = []
    for (let at = 0; at <= inviteLimits.address.max; at += 1) statuses.push(await sent(c))
    expect(statuses).toEqual([...Array.from({ length: inviteLimits.address.max }, () => 201), 429])
    expect(await sent(d)).toBe(201)
  })

  it('reach one address so often, whoever sends them', async () => {
    const w = await world(wide)
    const [c, d] = [await club(w), await club(w, 'debate')]
    Object.assign(w.runtime.settings, { RATE_LIMIT_SCALE: 1 / 30 })
    const [{ email } = { email: '' }] = strangers(1)
    expect((await c.owner.device.invite({ orgId: c.orgId, email })).status).toBe(201)
    expect(await d.owner.device.invite({ orgId: d.orgId, email })).toMatchObject(tired)
  })
})

describe('looking addresses up', () => {
  it('counts them for the person, whether to see whom they are of or to invite', async () => {
    const w = await world(wide)
    const { owner, admin, orgId } = await club(w)
    const look = ({ device }: Person, count: number) =>
      device.previewInvites({ orgId, emails: strangers(count).map(({ email }) => email) })
    Object.assign(w.runtime.settings, { RATE_LIMIT_SCALE: 10 / inviteLimits.person.max })
    expect((await look(owner, 4)).status).toBe(200)
    expect(await look(owner, 7)).toMatchObject(tired)
    expect((await look(owner, 5)).status).toBe(200)
    expect((await invite(owner, orgId, 1)).status).toBe(201)
    expect(await look(owner, 1)).toMatchObject(tired)
    expect(await invite(owner, orgId, 1)).toMatchObject(tired)
    expect((await invite(admin, orgId, 2)).status).toBe(201)
    expect(await invite(admin, orgId, 9)).toMatchObject(tired)
  })
})

describe('announcements and notices', () => {
  it('count whom they reach, and further addresses as strangers', async () => {
    const w = await world(wide)
    const g = await gathering(w, 'told', { registrationCount: 3 })
    const { globalUserId } = g.c.owner.user
    const leave = (of: Exclude<Receivers, 'people'>, mails: number) =>
      used(w, of, 'person', globalUserId, mailLimits[of].person.max * 100 - mails)
    await leave('typed', 3)
    const additionalEmails = strangers(3).map(({ email }) => email)
    expect((await announce(g, { additionalEmails })).status).toBe(201)
    expect(await announce(g, { additionalEmails })).toMatchObject(tired)
    expect((await announce(g, { additionalEmails, channels: { email: false } })).status).toBe(201)
    await leave('participants', 3 + 5)
    expect((await announce(g)).status).toBe(201)
    expect(await announce(g)).toMatchObject(tired)
    expect((await announce(g, { channels: { email: false } })).status).toBe(201)
  })

  it('of an organization count its members, or those of the roles', async () => {
    const w = await world(wide)
    const counts = await countsStream(w)
    const c = await club(w)
    await counts.drain()
    const notify = (more: object) =>
      c.owner.device.createOrganizationNotification({
        ...{ orgId: c.orgId, type: 'org', title: 'No practice', message: 'The hall is closed.' },
        ...more,
      })
    Object.assign(w.runtime.settings, { RATE_LIMIT_SCALE: 0.25 })
    const { max } = mailLimits.participants.person
    await used(w, 'participants', 'person', c.owner.user.globalUserId, max * 0.25 - 4)
    expect((await notify({ channels: ['in_app'] })).status).toBe(201)
    expect((await notify({ channels: ['email'], roles: ['officer'] })).status).toBe(201)
    expect(await notify({ channels: ['email'] })).toMatchObject(tired)
    expect((await notify({ channels: ['email'], roles: ['officer'] })).status).toBe(201)
  })
})

describe('somebody whose own address is not proven', () => {
  // rules/identity 43
  it('writes to nobody and looks nobody up', async () => {
    const w = await world(wide)
    const g = await gathering(w, 'unproven')
    const { device, user } = await withRoles(w, g.c.owner, ['user', 'admin'])
    const { orgId } = g.c
    const [stranger = { email: '' }] = strangers(1)
    const deeds = () => [
      device.invite({ orgId, ...stranger }),
      device.inviteBatch({ orgId, invites: strangers(1) }),
      device.previewInvites({ orgId, emails: [stranger.email] }),
      announce(g),
      device.createOrganizationNotification({ orgId, type: 'org', title: 'Hi', message: 'All' }),
      device.createNotification({ recipient: user._id, title: 'Hi', message: 'You' }),
      device.createNotificationBatch({ recipients: [user._id], title: 'Hi', message: 'You' }),
      device.createSystemNotification({ title: 'Hi', message: 'All' }),
    ]
    Object.assign(w.runtime.settings, { REQUIRE_VERIFIED_EMAIL: true })
    for (const reply of await Promise.all(deeds())) expect(reply).toMatchObject(refused(AddressUnproven))
    await w.table().update(globalUser, { id: g.c.owner.user.globalUserId }, { set: { emailVerified: true } })
    for (const { status } of await Promise.all(deeds())) expect([200, 201]).toContain(status)
  })
})

describe('who of the school has an address', () => {
  it('shows to its administrators, and to nobody else who invites', async () => {
    const w = await world(wide)
    const c = await club(w)
    const { orgId } = c
    const asked = async ({ device }: Person, email: string) => {
      const { body: preview } = await device.previewInvites({ orgId, emails: [email] })
      const { body: sent } = await device.invite({ orgId, email })
      const { body: list } = await device.listInvites({ orgId })
      await device.revokeInvite({ orgId, inviteId: sent.data.inviteId })
      const invitation = list.data.find((one: { email: string }) => one.email === email)
      return [preview.data.toInvite[0].user, sent.data.userExists, invitation.user_id]
    }
    const [absent = { email: '' }] = strangers(1)
    expect(await asked(c.owner, c.outsider.email)).toEqual([null, false, null])
    expect(await asked(c.owner, absent.email)).toEqual([null, false, null])
    const dean = await withRoles(w, await registered(w, 'dean'), ['user', 'admin'])
    const _id = c.outsider.user._id
    expect(await asked(dean, c.outsider.email)).toMatchObject([{ _id }, true, { _id }])
    expect(await asked(dean, absent.email)).toEqual([null, false, null])
  })

  it('takes as many reads to look up as an address that nobody has', async () => {
    using _rounds = logicalRounds()
    const w = await world(wide)
    const c = await club(w)
    const cost = async (email: string) => {
      await c.owner.device.previewInvites({ orgId: c.orgId, emails: [email] })
      return lastCost(w).depth
    }
    expect(await cost(c.outsider.email)).toBe(await cost('nobody@b.example'))
  })
})
