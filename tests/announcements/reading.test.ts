import { beforeAll, describe, expect, it } from 'vitest'
import { EventNotFound, NotPermitted } from '../../functions/announcements/contract.ts'
import { announcement } from '../../functions/announcements/repository.ts'
import { BadCursor } from '../../lib/contract/failures.ts'
import { replanned } from '../attendance/events.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { refused } from '../support/agent.ts'
import { club } from '../support/orgs.ts'
import { type Person, registered } from '../support/people.ts'
import { type World, world } from '../support/world.ts'
import { announce, checkIn, type Gathering, gathering, register, setRules, words } from './announcing.ts'

let w: World

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '1000' } })
})

const read = ({ device }: Person, { at }: Gathering, asked: object = {}) =>
  device.listEventAnnouncements({ eventId: at.eventId, ...asked })

const subjects = async (person: Person, g: Gathering): Promise<string[]> => {
  const { status, body } = await read(person, g)
  if (status !== 200) throw new Error(`refused: ${status} ${JSON.stringify(body)}`)
  return body.data.announcements.map(({ subject }: { subject: string }) => subject)
}

const tell = async (g: Gathering, subject: string, more: object = {}): Promise<void> => {
  const reply = await announce(g, { subject, ...more })
  if (reply.status !== 201) throw new Error(`refused: ${JSON.stringify(reply.body)}`)
  w.clock.advance(1)
}

describe('what people of an event read of its announcements', () => {
  // rules/announcements 22, rules/announcements 25
  it('is what was told them, newest first, by whoever told it', async () => {
    const g = await gathering(w, 'heard')
    await tell(g, 'first')
    await tell(g, 'second', { sendAsOrg: true })
    const other = await club(w, 'heardtoo')
    await replanned(w, g.at.eventId, { collaborators: [other.orgId] })
    await tell({ ...g, c: other, at: { ...g.at, orgId: other.orgId } }, 'third')
    await replanned(w, g.at.eventId, { collaborators: [] })
    for (const person of [g.ben, g.gil])
      expect(await subjects(person, g)).toEqual(['third', 'second', 'first'])
    const { body } = await read(g.ben, g)
    expect(body.data.announcements).toMatchObject([
      { orgId: other.orgId, authorId: { _id: other.owner.user._id, name: other.owner.user.name } },
      { authorId: { _id: g.at.orgId, name: g.c.name }, sendAsOrg: true, content: words },
      { authorId: { _id: g.c.owner.user._id }, eventId: g.at.eventId, links: [], attachments: [] },
    ])
    expect(JSON.stringify(body.data.announcements[1])).not.toContain(g.c.owner.user._id)
    expect(Object.keys(body.data.announcements[0])).not.toContain('leftOut')
  })

  // rules/announcements 22
  it('leaves out who was left out, by name or by address', async () => {
    const g = await gathering(w, 'spared')
    await tell(g, 'not for ben', { excludeUserIds: [g.ben.user._id] })
    await tell(g, 'not for cleo', { excludeEmails: [g.cleo.email.toUpperCase()] })
    await tell(g, 'not for gil', { excludeUserIds: [g.gil.user.globalUserId] })
    expect(await subjects(g.ben, g)).toEqual(['not for gil', 'not for cleo'])
    expect(await subjects(g.cleo, g)).toEqual(['not for gil', 'not for ben'])
    expect(await subjects(g.gil, g)).toEqual(['not for cleo', 'not for ben'])
    const { items } = await w.table().list(announcement, {
      keyParams: { eventId: g.at.eventId, orgId: g.at.orgId },
      limit: 10,
    })
    const kept = JSON.stringify(items)
    for (const name of [g.ben.user._id, g.cleo.email, g.gil.user.globalUserId])
      expect(kept).not.toContain(name)
    expect(new Set(items.flatMap(({ leftOut = [] }) => leftOut)).size).toBe(3)
  })

  // rules/announcements 22
  it('has for guests what went out by mail, and nothing that went to nobody', async () => {
    const g = await gathering(w, 'ways')
    await tell(g, 'to inboxes', { channels: { inApp: true, email: false } })
    await setRules(w, { eventAnnouncements: { includeAnonymousInEmail: false } })
    await tell(g, 'without guests')
    await setRules(w, {
      notificationSettings: { notifyOnEventAnnouncement: false, eventAnnouncementEmail: false },
    })
    await tell(g, 'to nobody')
    await setRules(w, {})
    expect(await subjects(g.ben, g)).toEqual(['without guests', 'to inboxes'])
    expect(await subjects(g.gil, g)).toEqual([])
  })

  // rules/announcements 22
  it('leaves out who was in by then where the school does', async () => {
    const g = await gathering(w, 'inside')
    await checkIn(w, g, g.ben)
    await setRules(w, { eventAnnouncements: { includeCheckedIn: false } })
    await tell(g, 'come in')
    await setRules(w, {})
    await tell(g, 'to all')
    expect(await subjects(g.ben, g)).toEqual(['to all'])
    expect(await subjects(g.cleo, g)).toEqual(['to all', 'come in'])
  })

  // rules/announcements 23
  it('is for who registers later, and for nobody who withdraws or waits', async () => {
    const g = await gathering(w, 'turn')
    await tell(g, 'early')
    const dora = await registered(w, 'doraturn')
    expect(await read(dora, g)).toMatchObject(refused(NotPermitted))
    await register(dora, g.at.eventId)
    expect(await subjects(dora, g)).toEqual(['early'])
    for (const person of [dora, g.gil]) {
      expect((await person.device.withdrawFromEvent({ event_id: g.at.eventId })).status).toBe(200)
      expect(await read(person, g)).toMatchObject(refused(NotPermitted))
    }
    await replanned(w, g.at.eventId, { maxAttendees: 2 })
    const { body } = await dora.device.registerForEvent({ event_id: g.at.eventId })
    expect(body.status).toBe('waitlisted')
    expect(await read(dora, g)).toMatchObject(refused(NotPermitted))
  })

  // rules/announcements 23, rules/announcements 24
  it('ends with the membership that an event for members asks for', async () => {
    const g = await gathering(w, 'circle')
    const { eventId } = g.at
    await register(g.c.member, eventId)
    await tell(g, 'for us')
    await replanned(w, eventId, { visibility: 'members_only' })
    expect(await subjects(g.c.member, g)).toEqual(['for us'])
    for (const person of [g.ben, g.gil]) expect(await read(person, g)).toMatchObject(refused(EventNotFound))
    await g.c.member.device.leaveOrganization({ orgId: g.at.orgId })
    expect(await read(g.c.member, g)).toMatchObject(refused(EventNotFound))
  })

  // rules/announcements 24
  it('is all there for who keeps the event, and refused to others', async () => {
    const g = await gathering(w, 'kept')
    await tell(g, 'not for ben', {
      excludeUserIds: [g.ben.user._id],
      channels: { inApp: false, email: true },
    })
    for (const keeper of [g.c.owner, g.c.officer]) expect(await subjects(keeper, g)).toEqual(['not for ben'])
    for (const person of [g.c.member, g.c.outsider])
      expect(await read(person, g)).toMatchObject(refused(NotPermitted))
    const nobody = await w.device().listEventAnnouncements({ eventId: g.at.eventId })
    expect(nobody.status).toBe(401)
    await replanned(w, g.at.eventId, { status: 'draft' })
    expect(await read(g.c.outsider, g)).toMatchObject(refused(EventNotFound))
    const nowhere = await g.ben.device.listEventAnnouncements({ eventId: 'nowhere' })
    expect(nowhere).toMatchObject(refused(EventNotFound))
  })

  it('is unknown to other schools', async () => {
    const g = await gathering(w, 'home')
    await tell(g, 'ours')
    const there = g.gil.device.on(w.sister)
    expect(await there.listEventAnnouncements({ eventId: g.at.eventId })).toMatchObject(
      refused(EventNotFound),
    )
    const ben = g.ben.device.on(w.sister)
    expect(await ben.listEventAnnouncements({ eventId: g.at.eventId })).toMatchObject(refused(EventNotFound))
  })

  it('goes on page by page', async () => {
    const g = await gathering(w, 'pages')
    for (const subject of ['a', 'b', 'c']) await tell(g, subject)
    const first = (await read(g.ben, g, { limit: '2' })).body.data
    expect(first.announcements.map(({ subject }: { subject: string }) => subject)).toEqual(['c', 'b'])
    const rest = (await read(g.ben, g, { limit: '2', cursor: first.nextCursor })).body.data
    expect(rest.announcements.map(({ subject }: { subject: string }) => subject)).toEqual(['a'])
    const elsewhere = await gathering(w, 'pagestoo')
    expect(await read(elsewhere.ben, elsewhere, { cursor: first.nextCursor })).toMatchObject(
      refused(BadCursor),
    )
  })

  // rules/announcements 23
  it('follows somebody who joins the school', async () => {
    const g = await gathering(w, 'joins')
    await tell(g, 'not for gil', { excludeUserIds: [g.gil.user.globalUserId] })
    await tell(g, 'for all')
    expect((await g.gil.device.joinTenant({})).status).toBeLessThan(300)
    expect(await subjects(g.gil, g)).toEqual(['for all'])
    await (await attendanceStream(w)).drain()
    expect(await subjects(g.gil, g)).toEqual(['for all'])
  })
})
