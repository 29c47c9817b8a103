import { beforeAll, describe, expect, it } from 'vitest'
import { NotAMember } from '../../lib/contract/failures.ts'
import { NotAnOrgMember, OrganizationNotFound, permissionRequired } from '../../lib/contract/permissions.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { roundTrips } from '../planning/people.ts'
import { refused } from '../support/agent.ts'
import { type Person, registered } from '../support/people.ts'
import { founded, joined, society } from '../support/societies.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { type World, world } from '../support/world.ts'
import { hostedBy, idsOf, register, stored } from './cards.ts'

let w: World
let ada: Person

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  ada = await registered(w, 'ada', { username: 'ada' })
})

describe('own events', () => {
  // rules/events 20
  it('are found by what becomes of them, drafts among them', async () => {
    const { _id } = ada.user
    const own = (eventId: string, day: string, more: object = {}) =>
      stored(w, { eventId, hostingId: _id, createdBy: _id, start_time: `2026-${day}T10:00:00.000Z`, ...more })
    await own('draft', '05-01', { status: 'draft' })
    await own('pending', '05-02', { status: 'pending' })
    await own('soon', '05-03')
    await own('later', '05-04', { visibility: 'unlisted' })
    await own('running', '03-01', { end_time: '2026-03-03T10:00:00.000Z' })
    await own('unswept', '03-01', { end_time: '2026-03-01T12:00:00.000Z' })
    await own('over', '02-01', { status: 'completed' })
    await own('away', '01-01', { status: 'archived' })
    await own('gone', '05-05', { deletedAt: '2026-03-01T00:00:00.000Z' })
    await stored(w, { eventId: 'other' })
    const mine = async (asked: object = {}) => idsOf((await ada.device.listMyEvents(asked)).body)
    expect(await mine({ type: 'future' })).toEqual(['draft', 'pending', 'soon', 'later'])
    expect(await mine({ type: 'future', sort: 'desc' })).toEqual(['later', 'soon', 'pending', 'draft'])
    expect(await mine({ type: 'ongoing' })).toEqual(['running'])
    expect(await mine({ type: 'past' })).toEqual(['unswept', 'over'])
    expect(await mine({ type: 'past', sort: 'asc' })).toEqual(['over', 'unswept'])
    expect(await mine({ type: 'archived' })).toEqual(['away'])
    expect(await mine({ type: 'pending' })).toEqual(['pending'])
    expect(await mine({ type: 'draft' })).toEqual(['draft'])
    expect(await mine()).toEqual(['running', 'unswept', 'draft', 'pending', 'soon', 'later'])
    expect(await ada.device.listMyEvents({ type: 'lost' })).toMatchObject({ status: 400 })
    for (const sort of ['asc', 'desc']) {
      const found: string[] = []
      let cursor: string | undefined
      do {
        const { body } = await ada.device.listMyEvents({ sort, limit: '2', ...(cursor ? { cursor } : {}) })
        found.push(...idsOf(body))
        cursor = body.nextCursor
      } while (cursor)
      expect(found).toEqual(await mine({ sort }))
    }
  })

  // rules/events 20
  it('of an organization are for who manages them', async () => {
    const club = await society(w, 'mine')
    const { eventId } = await stored(w, { ...hostedBy(club), status: 'draft' })
    const { orgId } = club
    expect(idsOf((await club.admin.device.listMyEvents({ orgId })).body)).toEqual([eventId])
    expect(idsOf((await club.admin.device.listMyEvents()).body)).toEqual([])
    const asks = ({ device }: Person, of = orgId) => device.listMyEvents({ orgId: of })
    expect(await asks(club.member)).toMatchObject(refused(permissionRequired('manage_events')))
    expect(await asks(club.outsider)).toMatchObject(refused(NotAnOrgMember))
    expect(await asks(club.owner, 'nowhere')).toMatchObject(refused(OrganizationNotFound))
  })

  it('are what guests of the school cannot have', async () => {
    const guest = await registered(w, 'guest', {}, w.sister)
    expect(await guest.device.on(w.home).listMyEvents()).toMatchObject(refused(NotAMember))
  })
})

describe('events to go to', () => {
  // rules/events 21
  it('are those of the caller that are not over, whatever has become of them', async () => {
    const ben = await registered(w, 'ben', { username: 'ben' })
    const go = async (more: Parameters<typeof stored>[1], row: Parameters<typeof register>[3] = {}) => {
      const card = await stored(w, more)
      await register(w, card, ben, row)
      return card.eventId
    }
    await go({ start_time: '2026-02-25T10:00:00.000Z' })
    const late = await go({ start_time: '2026-06-01T10:00:00.000Z' }, { status: 'waiting' })
    const soon = await go({ start_time: '2026-05-01T10:00:00.000Z' }, { guestCount: 3 })
    const off = await go({ start_time: '2026-05-02T10:00:00.000Z', status: 'cancelled' })
    const again = await go({
      start_time: '2026-05-03T10:00:00.000Z',
      status: 'pending',
      liveAt: '2026-01-01T00:00:00.000Z',
    })
    await go({ start_time: '2026-05-04T10:00:00.000Z', deletedAt: '2026-03-01T00:00:00.000Z' })
    const asGuest = { kind: 'g' as const, personId: ben.user.globalUserId }
    const before = await go({ start_time: '2026-04-20T10:00:00.000Z' }, asGuest)
    const { body } = await ben.device.listGoingEvents()
    expect(idsOf(body)).toEqual([before, soon, off, again, late])
    expect(body.events[1]).toMatchObject({ rsvpStatus: 'attending', guestCount: 3 })
    expect(body.events[4]).toMatchObject({ rsvpStatus: 'waitlisted', attendees: [] })
  })

  it('belong to guests of the school as well', async () => {
    const guest = await registered(w, 'gil', {}, w.sister)
    const card = await stored(w, { start_time: '2026-05-01T10:00:00.000Z' })
    await register(w, card, guest, { kind: 'g', personId: guest.user.globalUserId })
    expect(idsOf((await guest.device.on(w.home).listGoingEvents()).body)).toEqual([card.eventId])
    expect(idsOf((await guest.device.listGoingEvents()).body)).toEqual([])
  })

  // rules/events 18
  it('come once each over pages, by cursor and by number, whatever they were registered as', async () => {
    const fay = await registered(w, 'fay', { username: 'fay' })
    const { globalUserId } = fay.user
    const ids: string[] = []
    for (let at = 0; at < 8; at += 1) {
      const card = await stored(w, { start_time: `2026-05-0${at + 1}T10:00:00.000Z` })
      // One of them both ways.
      if (at % 3 !== 2) await register(w, card, fay)
      if (at % 3 === 2 || at === 4) await register(w, card, fay, { kind: 'g', personId: globalUserId })
      ids.push(card.eventId)
    }
    const page = async (asked: object) => (await fay.device.listGoingEvents({ limit: '3', ...asked })).body
    const found: string[] = []
    let cursor: string | undefined
    do {
      const body = await page(cursor ? { cursor } : {})
      found.push(...idsOf(body))
      cursor = body.nextCursor
    } while (cursor)
    expect(found).toEqual(ids)
    const numbered = [await page({ page: '1' }), await page({ page: '2' }), await page({ page: '3' })]
    expect(numbered.map(idsOf)).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)])
    expect(idsOf(await page({ page: '4' }))).toEqual([])
  })

  // rules/events 21
  it('are hidden from who is no member any more where they are for members', async () => {
    using _rounds = logicalRounds()
    const club = await founded(ada)
    const eve = await joined(club, await registered(w, 'eve', { username: 'eve' }))
    const card = await stored(w, { ...hostedBy(club), visibility: 'members_only' })
    await register(w, card, eve)
    expect(idsOf((await eve.device.listGoingEvents()).body)).toEqual([card.eventId])
    expect(roundTrips(w) - 1).toBe(2)
    await eve.device.leaveOrganization({ orgId: club.orgId })
    expect(idsOf((await eve.device.listGoingEvents()).body)).toEqual([])
  })
})

describe('a recommendation', () => {
  // rules/events 23
  it('prefers own organizations, shared tags and what others go to', async () => {
    const dan = await registered(w, 'dan', { username: 'dan' })
    const club = await joined(await founded(ada), dan).then(() => founded(ada))
    await joined(club, dan)
    await w.table().update(tenantUser, { id: dan.user._id }, { set: { tags: ['Chess'] } })
    const day = { start_time: '2026-03-05T10:00:00.000Z' }
    const tagged = await stored(w, { ...day, tags: ['chess', 'outdoors'], registrationCount: 6 })
    const inner = await stored(w, {
      ...hostedBy(club),
      ...day,
      visibility: 'members_only',
      registrationCount: 2,
    })
    const popular = await stored(w, { ...day, registrationCount: 12 })
    const known = await stored(w, { ...day, registrationCount: 5000 })
    await register(w, known, dan)
    await stored(w, { ...day, registrationCount: 5000, createdBy: dan.user._id })
    await stored(w, { ...day, registrationCount: 5000, visibility: 'unlisted' })
    const { body } = await dan.device.recommendEvents({ limit: '3' })
    expect(idsOf(body)).toEqual([tagged.eventId, inner.eventId, popular.eventId])
    const guest = await registered(w, 'hal', {}, w.sister)
    expect(idsOf((await guest.device.on(w.home).recommendEvents()).body)).not.toContain(inner.eventId)
  })
})
