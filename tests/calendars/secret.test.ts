import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { beforeAll, describe, expect, it } from 'vitest'
import { CalendarNotFound } from '../../functions/calendars/contract.ts'
import { calendarFeed, calendarPointer } from '../../functions/calendars/repository.ts'
import { RateLimited } from '../../lib/contract/failures.ts'
import { access } from '../../lib/identity/person/records.ts'
import { hostedBy, register, stored } from '../events/cards.ts'
import { everyItem, wholeStream } from '../privacy/stream.ts'
import { refused } from '../support/agent.ts'
import { type Person, password, registered } from '../support/people.ts'
import { founded, joined } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'
import { readCalendar, uidsOf } from './reading.ts'

let w: World
let people = 0

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '1000' }, ownTable: true })
})

const somebody = (tenant = w.home): Promise<Person> => {
  people += 1
  return registered(w, `own${people}`, { username: `own${people}` }, tenant)
}

const made = async (device: Person['device']): Promise<string> => {
  const { status, body } = await device.createCalendarToken()
  expect(status).toBe(200)
  expect(body.data.url).toBe(`http://${w.home}.localhost/my-events/calendar.ics?token=${body.data.token}`)
  return body.data.token
}

const read = (token: string) => w.device().getMyCalendar({ token })
const dead = async (token: string) => expect(await read(token)).toMatchObject(refused(CalendarNotFound))

describe('the calendar of a person', () => {
  // rules/calendars 4, rules/calendars 5, rules/calendars 7
  it('holds what they are registered for, and says what is not certain', async () => {
    const ada = await somebody()
    const day = (of: number) => `2026-05-0${of}T10:00:00.000Z`
    const go = async (more: Parameters<typeof stored>[1], row: object = {}) => {
      const card = await stored(w, more)
      await register(w, card, ada, row)
      return card.eventId
    }
    const sure = await go({ start_time: day(1), visibility: 'unlisted' })
    const waiting = await go({ start_time: day(2) }, { status: 'waiting' })
    const anew = await go({ start_time: day(3), status: 'pending', liveAt: day(1) })
    const off = await go({ start_time: day(4), status: 'cancelled', cancelledAt: '2026-03-01T00:00:00.000Z' })
    await go({ start_time: day(5), status: 'cancelled', cancelledAt: '2026-01-01T00:00:00.000Z' })
    await go({ start_time: '2026-01-20T10:00:00.000Z', status: 'completed' })
    await go({ start_time: day(6), deletedAt: day(1) })
    await stored(w, { start_time: day(7) })
    const { body, headers } = await read(await made(ada.device))
    const states = readCalendar(body).events.map(({ uid, status }) => [uid.split('@')[0], status])
    expect(states).toEqual([
      [sure, 'CONFIRMED'],
      [waiting, 'TENTATIVE'],
      [anew, 'TENTATIVE'],
      [off, 'CANCELLED'],
    ])
    expect(body).not.toContain(ada.user.name)
    expect(headers['cache-control']).toBe('private, no-cache')
  })

  // rules/calendars 17
  it('belongs to guests of the school as well', async () => {
    const guest = await somebody(w.sister)
    const card = await stored(w)
    await register(w, card, guest, { kind: 'g', personId: guest.user.globalUserId })
    const token = await made(guest.device.on(w.home))
    expect(uidsOf((await read(token)).body)).toEqual([card.eventId])
    expect(await w.device({ tenant: w.sister }).getMyCalendar({ token })).toMatchObject(
      refused(CalendarNotFound),
    )
  })

  // rules/calendars 4
  it('hides what is for members from who is one no more', async () => {
    const [owner, eve] = [await somebody(), await somebody()]
    const club = await founded(owner)
    await joined(club, eve)
    const card = await stored(w, { ...hostedBy(club), visibility: 'members_only' })
    await register(w, card, eve)
    const token = await made(eve.device)
    expect(uidsOf((await read(token)).body)).toEqual([card.eventId])
    await eve.device.leaveOrganization({ orgId: club.orgId })
    expect(uidsOf((await read(token)).body)).toEqual([])
  })
})

describe('its secret address', () => {
  // rules/calendars 15
  it('is kept as a hash alone', async () => {
    const { device } = await somebody()
    const token = await made(device)
    const { documents, name } = w.runtime.client
    const { Items = [] } = await documents.send(new ScanCommand({ TableName: name, ConsistentRead: true }))
    expect(Items.length).toBeGreaterThan(0)
    expect(JSON.stringify(Items)).not.toContain(token)
    expect(JSON.stringify(w.logs)).not.toContain(token)
  })

  // rules/calendars 16
  it('is dead as soon as there is another, or none', async () => {
    const { device } = await somebody()
    const first = await made(device)
    const second = await made(device)
    await dead(first)
    expect((await read(second)).status).toBe(200)
    expect(await device.revokeCalendarToken()).toMatchObject({ status: 200 })
    await dead(second)
    expect(await device.revokeCalendarToken()).toMatchObject({ status: 200 })
    expect((await read(await made(device))).status).toBe(200)
  })

  it('opens nothing when it is made up or left out', async () => {
    for (const token of ['', 'x', 'a#b', 'x'.repeat(200)]) await dead(token)
    expect(await w.device().getMyCalendar()).toMatchObject(refused(CalendarNotFound))
  })

  // rules/calendars 18
  it('opens nothing while its owner is suspended', async () => {
    const { device, user } = await somebody()
    const token = await made(device)
    const { globalUserId } = user
    const rights = await w.table().get(access, { globalUserId })
    const membership = rights?.memberships[w.home]
    if (!rights || !membership) throw new Error('no membership')
    const memberships = { ...rights.memberships, [w.home]: { ...membership, suspended: true } }
    await w.table().update(access, { globalUserId }, { set: { memberships } })
    await dead(token)
    await w.table().update(access, { globalUserId }, { set: { memberships: rights.memberships } })
    expect((await read(token)).status).toBe(200)
    await w.table().remove(access, { globalUserId })
    await dead(token)
  })

  // rules/calendars 18
  it('opens nothing, and is not listed, when its row says no epoch or an earlier one', async () => {
    const { device, user } = await somebody()
    const { globalUserId } = user
    const token = await made(device)
    const feed = await w.table().get(calendarFeed, { globalUserId, school: w.home })
    if (!feed) throw new Error('There is no link.')
    const pointer = { hash: feed.hash }
    for (const change of [{ remove: ['epoch'] }, { set: { epoch: feed.epoch - 1 } }] as const) {
      await w.table().update(calendarPointer, pointer, change)
      await w.table().update(calendarFeed, feed, change)
      await dead(token)
      expect((await device.listCalendarLinks()).body.data.links).toEqual([])
    }
    await w.table().update(calendarPointer, pointer, { set: { epoch: feed.epoch } })
    await w.table().update(calendarFeed, feed, { set: { epoch: feed.epoch } })
    expect((await read(token)).status).toBe(200)
    expect((await device.listCalendarLinks()).body.data.links).toHaveLength(1)
  })

  // rules/calendars 19
  it('goes with its owner, also where they are a guest', async () => {
    const { device, user } = await somebody()
    const stream = await wholeStream(w)
    await made(device)
    await device.on(w.sister).createCalendarToken()
    expect((await device.deleteAccount({ password })).status).toBe(200)
    await stream.drain()
    const left = (await everyItem(w)).filter(({ entity }) => String(entity).startsWith('Calendar'))
    expect(left.filter((item) => JSON.stringify(item).includes(user.globalUserId))).toEqual([])
  })

  // rules/calendars 16
  it('is one, however many ask for it at once', async () => {
    const { device, user } = await somebody()
    const { globalUserId } = user
    const replies = await Promise.all([1, 2, 3, 4].map(() => device.createCalendarToken()))
    const tokens = replies.flatMap(({ status, body }) => (status === 200 ? [body.data.token] : []))
    const answers = await Promise.all(tokens.map(read))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const feed = await w.table().get(calendarFeed, { globalUserId, school: w.home })
    expect(await w.table().get(calendarPointer, { hash: feed?.hash ?? '' })).toMatchObject({ globalUserId })
  })

  // rules/calendars 20
  it('is not made more than twenty times an hour', async () => {
    const strict = await world()
    const { device } = await registered(strict, 'busy', { username: 'busy' })
    for (let at = 0; at < 20; at += 1) expect((await device.createCalendarToken()).status).toBe(200)
    expect(await device.createCalendarToken()).toMatchObject(refused(RateLimited))
    strict.clock.advance(3600)
    expect((await device.createCalendarToken()).status).not.toBe(429)
  })
})
