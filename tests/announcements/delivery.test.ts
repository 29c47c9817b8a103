import { beforeAll, describe, expect, it } from 'vitest'
import { guestMails } from '../../functions/announcements/repository.ts'
import { crowd } from '../attendance/crowd.ts'
import { hosted } from '../attendance/events.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { club } from '../support/orgs.ts'
import { type World, world } from '../support/world.ts'
import { announce, checkIn, type Gathering, gathering, setRules, toldBy, words } from './announcing.ts'

let w: World
let g: Gathering
let everybody: string[]

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  g = await gathering(w, 'telling')
  everybody = [g.ben.email, g.cleo.email, g.gil.email].sort()
})

const tell = (more: object = {}) => toldBy(w, [g.ben, g.cleo], () => announce(g, more))
const counts = (inboxes: readonly (readonly unknown[])[]) => inboxes.map((rows) => rows.length)

describe('what people of an event are told', () => {
  // rules/announcements 14
  it('reaches users in their inboxes, by push and mail, and guests by mail', async () => {
    await g.ben.device.registerPushToken({ pushToken: 'ExponentPushToken[ben]' })
    const { reply, mails, mailed, inboxes } = await tell({
      subject: 'Boards',
      content: `${words}\n<b>Now</b>`,
    })
    const { _id } = reply.body.data
    const link = `/event/${g.at.eventId}?source=email&announcement=${_id}`
    expect(inboxes).toEqual([
      [
        expect.objectContaining({
          title: `${g.c.name}: Boards`,
          type: 'event',
          metadata: expect.objectContaining({ ...g.at, announcementId: _id }),
          sender: expect.objectContaining({ _id: g.c.owner.user._id }),
        }),
      ],
      [expect.objectContaining({ title: `${g.c.name}: Boards` })],
    ])
    expect(w.pushes.at(-1)).toMatchObject({ title: `${g.c.name}: Boards` })
    expect(mailed).toEqual(everybody)
    for (const { subject, text, html, kind } of mails) {
      expect([subject, kind]).toEqual([
        expect.stringMatching(/^Announcement from .* at .*: Boards$/),
        'org_event_announcement',
      ])
      expect(text).toContain(words)
      expect(text).toContain(link)
      expect(html).not.toContain('<b>')
    }
  })

  // rules/announcements 26
  it('reads as words where an editor has marked it up', async () => {
    const { mails, inboxes } = await tell({
      content:
        '<p>Bring a <strong>board</strong> &amp; a clock &lt;now&gt;:<br>a < b</p><ul><li><p>one</p></li><li><p>two</p></li></ul>' +
        '<p>See <a target="_blank" href="https://a.test/x?a=1&amp;b=2">the plan</a> or <a href="https://b.test/">https://b.test/</a></p>',
    })
    const said = [
      'Bring a board & a clock <now>:',
      'a < b',
      '- one',
      '- two\n',
      'See the plan (https://a.test/x?a=1&b=2) or https://b.test/',
    ]
    const shown = said.join('\n').replace('<now', '<\u2060now')
    const told = [expect.objectContaining({ message: expect.stringContaining(shown) })]
    expect(inboxes).toEqual([told, told])
    expect(mails.length).toBe(3)
    for (const { text } of mails) for (const line of said) expect(text).toContain(line.trim())
    const plain = await tell({ content: '<p>is a tag, and <b> another one, as it stands' })
    for (const { text } of plain.mails) expect(text).toContain('<p>is a tag, and <b> another one')
  })

  // rules/announcements 16, rules/announcements 17
  it('leaves out whom the sender names, and adds other addresses', async () => {
    const [stranger, other] = [w.email('stranger'), w.email('other')]
    const left = await tell({
      excludeUserIds: [g.ben.user._id],
      excludeEmails: [g.gil.email.toUpperCase(), other],
      additionalEmails: [stranger, stranger.toUpperCase(), other],
    })
    expect([left.mailed, counts(left.inboxes)]).toEqual([[g.cleo.email, stranger].sort(), [0, 1]])
    const guest = await tell({ excludeUserIds: [g.gil.user.globalUserId], excludeEmails: [g.cleo.email] })
    expect([guest.mailed, counts(guest.inboxes)]).toEqual([[g.ben.email], [1, 0]])
  })

  // rules/announcements 18
  it('has links for those who take part, and none for an address that somebody typed', async () => {
    const stranger = w.email('typed')
    const page = 'https://evil.example/win?id=1'
    const { mails } = await tell({ content: `Look: ${page} or evil.example`, additionalEmails: [stranger] })
    expect(mails.map(({ to }) => to).sort()).toEqual([...everybody, stranger].sort())
    for (const { to, text, html } of mails) {
      const links = [text, html].map((part) => /evil\.\w|\/\/evil/.test(part))
      expect([to, ...links]).toEqual([to, to !== stranger, to !== stranger])
      if (to === stranger) expect(text).toContain('evil. example')
    }
  })

  // rules/announcements 15
  it('goes by the ways that were chosen', async () => {
    const inbox = await tell({ channels: { email: false }, additionalEmails: [w.email('nobody')] })
    expect([inbox.mailed, counts(inbox.inboxes)]).toEqual([[], [1, 1]])
    const mail = await tell({ channels: { inApp: false } })
    expect([mail.mailed, counts(mail.inboxes)]).toEqual([everybody, [0, 0]])
  })

  // rules/announcements 15, rules/announcements 19
  it('goes by the ways that the school allows', async () => {
    await setRules(w, { notificationSettings: { eventAnnouncementEmail: false } })
    const inbox = await tell()
    expect([inbox.mailed, counts(inbox.inboxes)]).toEqual([[], [1, 1]])
    await setRules(w, { notificationSettings: { notifyOnEventAnnouncement: false } })
    const mail = await tell()
    expect([mail.mailed, counts(mail.inboxes)]).toEqual([everybody, [0, 0]])
    await setRules(w, { eventAnnouncements: { includeAnonymousInEmail: false } })
    expect((await tell()).mailed).toEqual([g.ben.email, g.cleo.email].sort())
    await setRules(w, {})
  })

  // rules/announcements 20
  it('reaches no guest twice, whatever the stream repeats', async () => {
    const stream = await attendanceStream(w, { arrange: (all) => [...all, ...all] })
    const before = w.mails.length
    await announce(g)
    const notices = await stream.fresh()
    await stream.carry(notices)
    await stream.drain()
    await stream.carry(notices)
    await stream.drain()
    expect(
      w.mails
        .slice(before)
        .map(({ to }) => to)
        .sort(),
    ).toEqual(everybody)
  })
})

describe('people who are checked in', () => {
  // rules/announcements 19
  it('are told too, unless the school leaves them out', async () => {
    const own = await gathering(w, 'doors')
    await checkIn(w, own, own.ben)
    await checkIn(w, own, own.gil, 'g')
    const deed = () => toldBy(w, [own.ben, own.cleo], () => announce(own))
    expect((await deed()).mailed).toHaveLength(3)
    await setRules(w, { eventAnnouncements: { includeCheckedIn: false } })
    const { mailed, inboxes } = await deed()
    expect([mailed, counts(inboxes)]).toEqual([[own.cleo.email], [0, 1]])
    const { body } = await own.c.owner.device.listAnnouncementRecipients(own.at)
    expect(body.data.recipients.map(({ userId }: { userId: string }) => userId)).toEqual([own.cleo.user._id])
    await setRules(w, {})
  })
})

describe('recipients', () => {
  // rules/announcements 21
  it('are whom an announcement would reach', async () => {
    const { body } = await g.c.owner.device.listAnnouncementRecipients(g.at)
    const [ben, cleo] = [g.ben, g.cleo].map(({ user, email }) => ({
      userId: user._id,
      name: user.name,
      email,
    }))
    const gil = {
      userId: g.gil.user.globalUserId,
      name: g.gil.user.name,
      email: g.gil.email,
      isAnonymous: true,
    }
    expect(body.data.recipients).toHaveLength(3)
    expect(body.data.recipients).toEqual(expect.arrayContaining([ben, cleo, gil]))
    expect(body.data.anonymousWithNoEmailCount).toBe(0)
    await setRules(w, { eventAnnouncements: { includeAnonymousInEmail: false } })
    const without = (await g.c.owner.device.listAnnouncementRecipients(g.at)).body.data.recipients
    expect(without).toHaveLength(2)
    await setRules(w, {})
  })
})

describe('an event that many go to', () => {
  // rules/announcements 20, rules/announcements 21
  it('is told page by page, everybody once', async () => {
    const own = await club(w, 'many')
    const { eventId } = await hosted(w, own.orgId, { maxAttendees: null })
    const visitors = await crowd(w, 130, { guestEvery: 1, name: 'mass' })
    for (let at = 0; at < visitors.length; at += 10)
      await Promise.all(
        visitors.slice(at, at + 10).map(({ device }) => device.registerForEvent({ event_id: eventId })),
      )
    const stream = await attendanceStream(w, { without: ['Attendee', 'SeatCounter', 'EventCard'] })
    const before = w.mails.length
    const at = { orgId: own.orgId, eventId }
    const { body } = await own.owner.device.announce({ ...at, content: words })
    await stream.drain()
    const told = w.mails.slice(before).map(({ to }) => to)
    expect([told.length, new Set(told).size]).toEqual([130, 130])
    const keyParams = { announcementId: body.data._id }
    const { items } = await w.table().list(guestMails, { keyParams, limit: 50 })
    expect(items.length).toBeGreaterThan(1)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await own.owner.device.listAnnouncementRecipients({
        ...at,
        limit: '50',
        ...(cursor ? { cursor } : {}),
      })
      seen.push(...page.body.data.recipients.map(({ userId }: { userId: string }) => userId))
      cursor = page.body.data.nextCursor
    } while (cursor)
    expect([seen.length, new Set(seen).size]).toEqual([130, 130])
  }, 60_000)
})
