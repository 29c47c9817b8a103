import { beforeAll, describe, expect, it } from 'vitest'
import * as failures from '../../functions/announcements/contract.ts'
import { collaborator } from '../../functions/events/index.ts'
import * as texts from '../../functions/messages/contract.ts'
import { NotAMember, RateLimited } from '../../lib/contract/failures.ts'
import { permissionRequired } from '../../lib/contract/permissions.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { hosted, replanned } from '../attendance/events.ts'
import { refused } from '../support/agent.ts'
import { club } from '../support/orgs.ts'
import { type World, world } from '../support/world.ts'
import { announce, type Gathering, gathering, setRules, words } from './announcing.ts'

let w: World
let g: Gathering

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  g = await gathering(w, 'told')
})

const listed = async ({ c, at }: Gathering) =>
  (await c.owner.device.listAnnouncements(at)).body.data.announcements

describe('an announcement', () => {
  // rules/announcements 7
  it('is stored with the event and shown in no feed', async () => {
    const reply = await announce(g, { subject: ' Bring \r\n a board ', sendAsOrg: true })
    expect(reply).toMatchObject({
      status: 201,
      body: {
        success: true,
        message: 'Event announcement sent successfully',
        data: {
          ...g.at,
          authorId: { _id: g.c.owner.user._id },
          authorRole: 'owner',
          subject: 'Bring a board',
          content: words,
          sendAsOrg: true,
          visibility: 'members_only',
          channels: { inApp: true, email: true },
          attachments: [],
        },
      },
    })
    expect(await listed(g)).toEqual([reply.body.data])
    const feed = await g.c.owner.device.listMessages({ orgId: g.at.orgId })
    expect(feed.body.messages).toEqual([])
  })

  // rules/announcements 8
  it('leaves one row of the audit trail', async () => {
    const { body } = await announce(g)
    const { items } = await w.table().list(auditEntry, {
      index: 'gsi2',
      keyParams: { action: 'announcement.send' },
      limit: 50,
    })
    const detail = { orgId: g.at.orgId, announcementId: body.data._id }
    expect(items.filter(({ detail: found }) => found?.announcementId === body.data._id)).toMatchObject([
      { targetType: 'event', targetId: g.at.eventId, detail, actor: g.c.owner.user.globalUserId },
    ])
  })

  it('is made once for one Idempotency-Key', async () => {
    const before = (await listed(g)).length
    const headers = { 'idempotency-key': 'announcement-once' }
    const send = () => g.c.owner.device.announce({ ...g.at, content: words }, { headers })
    const [first, second] = [await send(), await send()]
    expect(second.body).toEqual(first.body)
    expect((await listed(g)).length).toBe(before + 1)
  })

  // rules/announcements 1, rules/announcements 7
  it('needs the permission to announce, in the host or in an organization that helps', async () => {
    const refusal = await g.c.member.device.announce({ ...g.at, content: words })
    expect(refusal).toMatchObject(refused(permissionRequired('send_announcements')))
    for (const { device } of [g.c.admin, g.c.officer])
      expect((await device.announce({ ...g.at, content: words })).status).toBe(201)
    const other = await club(w, 'helping')
    const theirs = { ...g.at, orgId: other.orgId }
    const send = () => other.owner.device.announce({ ...theirs, content: words })
    expect(await send()).toMatchObject(refused(failures.EventNotFound))
    await replanned(w, g.at.eventId, { collaborators: [other.orgId] })
    expect((await send()).status).toBe(201)
    const own = (await other.owner.device.listAnnouncements(theirs)).body.data.announcements
    expect(own.map(({ orgId }: { orgId: string }) => orgId)).toEqual([other.orgId])
    expect((await listed(g)).some(({ orgId }: { orgId: string }) => orgId === other.orgId)).toBe(false)
    await replanned(w, g.at.eventId, { collaborators: [] })
    expect(await w.table().get(collaborator, theirs)).toBeUndefined()
  })

  it('of an event that is not there is 404, for every operation', async () => {
    const nowhere = { orgId: g.at.orgId, eventId: 'nowhere' }
    const { device } = g.c.owner
    for (const reply of [
      await device.announce({ ...nowhere, content: words }),
      await device.listAnnouncements(nowhere),
      await device.listAnnouncementRecipients(nowhere),
      await device.requestAnnouncementUpload({ ...nowhere, type: 'application/pdf', size: 9 }),
    ])
      expect(reply).toMatchObject(refused(failures.EventNotFound))
  })

  // rules/announcements 2
  it('is not for administrators of the platform who are no members of the school', async () => {
    const email = `visitingroot.${process.pid}@students.example.edu`
    const strict = await world({ settings: { PLATFORM_ADMIN_EMAILS: email } })
    const device = strict.device({ tenant: strict.sister })
    expect((await device.register({ email, password: 'correct horse battery' })).status).toBe(201)
    const own = await club(strict)
    const { eventId } = await hosted(strict, own.orgId)
    const reply = await device.on(strict.home).announce({ orgId: own.orgId, eventId, content: words })
    expect(reply).toMatchObject(refused(NotAMember))
  })

  // rules/announcements 6, rules/announcements 15, rules/announcements 16
  it('is refused for its words before anything is stored', async () => {
    const before = (await listed(g)).length
    for (const [wrong, message] of [
      [{ content: undefined }, texts.ContentRequired.message],
      [{ content: 'x'.repeat(501) }, 'Message exceeds character limit of 500'],
      [{ content: 'what the fuck' }, texts.ContentProfane.message],
      [{ subject: 'what the fuck' }, texts.ContentProfane.message],
      [{ channels: { inApp: false, email: false } }, failures.NoChannel.message],
    ] as const)
      expect(await announce(g, wrong)).toMatchObject({ status: 400, body: { message } })
    for (const wrong of [
      { subject: 'x'.repeat(201) },
      { additionalEmails: Array.from({ length: 21 }, (_, at) => `a${at}@b.example`) },
      { additionalEmails: ['no address'] },
      { excludeUserIds: '["half' },
      { excludeUserIds: '["\\ud800"]' },
      { excludeEmails: '{}' },
      { channels: { pigeon: true } },
      { status: 'sent' },
    ])
      expect(await announce(g, wrong)).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    expect((await listed(g)).length).toBe(before)
  })

  // rules/announcements 5
  it('ends at the limit of the organization', async () => {
    const strict = await world()
    const own = await gathering(strict, 'loud')
    for (let count = 0; count < 10; count += 1) expect((await announce(own)).status).toBe(201)
    expect(await announce(own)).toMatchObject({ status: 429, body: { code: RateLimited.code } })
  })
})

describe('the rules of the school', () => {
  // rules/announcements 4, rules/announcements 6
  it('turn announcements off, put them off, and bound them', async () => {
    await setRules(w, { eventAnnouncements: { enabled: false } })
    expect(await announce(g)).toMatchObject(refused(failures.AnnouncementsOff))
    await setRules(w, { enabled: false })
    expect(await announce(g)).toMatchObject(refused(texts.MessagingOff))
    await setRules(w, { eventAnnouncements: { allowAnnouncementsDaysBeforeEvent: 3 } })
    expect(await announce(g)).toMatchObject({
      status: 403,
      body: {
        code: failures.TooEarly.code,
        message:
          'It is too early to announce this event. Announcements are allowed from 3 days before it starts.',
      },
    })
    await setRules(w, { eventAnnouncements: { allowAnnouncementsDaysBeforeEvent: 8 } })
    expect((await announce(g)).status).toBe(201)
    await setRules(w, { minCharacterLimit: 100, allowLinks: false })
    expect((await announce(g)).body.message).toBe('Message must be at least 100 characters')
    const linked = await announce(g, { content: `${words.repeat(3)} https://a.example/b` })
    expect(linked).toMatchObject(refused(texts.LinksOff))
    await setRules(w, {})
  })

  // rules/announcements 15
  it('say on which ways people are told', async () => {
    await setRules(w, { notificationSettings: { eventAnnouncementEmail: false } })
    expect((await announce(g)).body.data.channels).toEqual({ inApp: true, email: false })
    await setRules(w, { notificationSettings: { notifyOnEventAnnouncement: false } })
    expect((await announce(g)).body.data.channels).toEqual({ inApp: false, email: true })
    await setRules(w, {})
  })

  // rules/announcements 3
  it('let an organization wait until it is approved', async () => {
    const young = await club(w, 'waiting', { approvalStatus: 'pending' })
    const { eventId } = await hosted(w, young.orgId)
    const reply = await young.owner.device.announce({ orgId: young.orgId, eventId, content: words })
    expect(reply).toMatchObject(refused(texts.OrgPending))
  })
})
