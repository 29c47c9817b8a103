import { beforeAll, describe, expect, it } from 'vitest'
import { EventNotFound, NotPermitted } from '../../functions/analytics/contract/shapes.ts'
import { eventStats } from '../../functions/analytics/repository.ts'
import type { EventCard } from '../../functions/events/index.ts'
import { RateLimited } from '../../lib/contract/failures.ts'
import { crowd, type Visitor } from '../attendance/crowd.ts'
import { hosted } from '../attendance/events.ts'
import { costIn } from '../checkins/door.ts'
import { browser, signedIn } from '../pages/browser.ts'
import { refused } from '../support/agent.ts'
import { type Club, club } from '../support/orgs.ts'
import { password, registered } from '../support/people.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { imagesAtHome } from '../support/table/whole-table.ts'
import { type World, world } from '../support/world.ts'

let w: World
let chess: Club
let people: readonly Visitor[]

beforeAll(async () => {
  w = await world({ ownTable: true })
  chess = await club(w)
  people = await crowd(w, 4, { guestEvery: 4 })
})

const analyticsOf = async ({ eventId }: EventCard) =>
  (await chess.officer.device.getEventAnalytics({ id: eventId })).body.data

describe('looks at an event', () => {
  // rules/analytics 1
  it('are counted by person, once as new, whoever is signed in', async () => {
    using _rounds = logicalRounds()
    const card = await hosted(w, chess.orgId)
    const id = card.eventId
    for (const { device } of people) {
      expect((await device.trackEventView({ id, source: 'explore' })).status).toBe(200)
      await device.trackEventView({ id })
    }
    expect(costIn(w).depth).toBe(3)
    expect(await analyticsOf(card)).toMatchObject({
      views: 8,
      uniqueViews: 4,
      anonymousViews: 0,
      platform: { eventViews: 8, referrerSources: { explore: 4, direct: 0 } },
    })
  })

  // rules/analytics 1
  it('are counted once as new when they come at once', async () => {
    const card = await hosted(w, chess.orgId)
    const [{ device }] = people as [Visitor]
    const asked = Array.from({ length: 5 }, () => device.trackEventView({ id: card.eventId }))
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(await analyticsOf(card)).toMatchObject({ views: 5, uniqueViews: 1 })
  })

  // rules/analytics 3
  it('are told apart without an account, and leave neither address nor device', async () => {
    const card = await hosted(w, chess.orgId)
    const id = card.eventId
    const headers = { 'user-agent': 'Telltale/7' }
    for (const sourceIp of ['203.0.113.7', '203.0.113.7', '203.0.113.8'])
      await w.device().trackAnonymousView({ id }, { sourceIp, headers })
    expect(await analyticsOf(card)).toMatchObject({ views: 0, anonymousViews: 3, uniqueAnonymousViews: 2 })
    const images = JSON.stringify(await imagesAtHome(w, `EV#${id}`))
    expect(images).toContain('VIEWED')
    expect(images).not.toMatch(/203\.0\.113|Telltale/)
  })

  // rules/analytics 23
  it('by opening its page are counted once a person and day, and never of a robot', async () => {
    const card = await hosted(w, chess.orgId)
    const reader = await registered(w, 'reader')
    const own = await signedIn(w, reader.email, password)
    const passing = browser(w)
    const visit = async () => {
      for (const one of [own, own, passing, passing])
        expect((await one.open(`/event/${card.eventId}`)).status).toBe(200)
      await browser(w).open(`/event/${card.eventId}`, {
        'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)',
      })
    }
    await visit()
    expect(await analyticsOf(card)).toMatchObject({ views: 1, anonymousViews: 1 })
    const [{ device }] = people as [Visitor]
    for (const _ of [1, 2]) await device.trackEventView({ id: card.eventId, once: 'day' })
    expect(await analyticsOf(card)).toMatchObject({ views: 2, uniqueViews: 2 })
  })

  // rules/analytics 2
  it('of administrators are left out', async () => {
    const root = w.email('root')
    const admin = await world({ settings: { PLATFORM_ADMIN_EMAILS: root } })
    const clubs = await club(admin, 'admins')
    const card = await hosted(admin, clubs.orgId)
    const device = admin.device()
    await device.register({ email: root, password: 'correct horse battery', username: 'root' })
    expect((await device.trackEventView({ id: card.eventId })).status).toBe(200)
    expect(await admin.table().get(eventStats, { eventId: card.eventId })).toBeUndefined()
  })

  it('count other things by their kind, and unknown kinds are refused', async () => {
    const card = await hosted(w, chess.orgId)
    const id = card.eventId
    const [{ device }] = people as [Visitor]
    for (const kind of ['agenda', 'form_open', 'form_open', 'form_bounce'])
      await device.trackEventView({ id, kind })
    expect(await analyticsOf(card)).toMatchObject({
      views: 0,
      platform: { agendaViews: 1, registrationFormOpens: 2, registrationFormBounces: 1 },
    })
    expect((await device.trackEventView({ id, kind: 'other' })).status).toBe(400)
    expect((await device.trackRsvp({ id })).status).toBe(200)
  })

  // rules/analytics 1
  it('need an event that one may see', async () => {
    const { eventId: id } = await hosted(w, chess.orgId, { visibility: 'members_only' })
    const [{ device }] = people as [Visitor]
    expect(await device.trackEventView({ id })).toMatchObject(refused(EventNotFound))
    expect(await w.device().trackAnonymousView({ id })).toMatchObject(refused(EventNotFound))
    expect(await w.device().trackAnonymousView({ id: 'absent' })).toMatchObject(refused(EventNotFound))
    expect((await chess.member.device.trackEventView({ id })).status).toBe(200)
  })

  // rules/analytics 4
  it('are bounded by address', async () => {
    const small = await world({ settings: { RATE_LIMIT_SCALE: '0.005' } })
    const card = await hosted(small, 'nobody')
    const look = () => small.device().trackAnonymousView({ id: card.eventId }, { sourceIp: '203.0.113.99' })
    for (let at = 0; at < 3; at += 1) expect((await look()).status).toBe(200)
    expect(await look()).toMatchObject(refused(RateLimited))
    const stats = await small.table().get(eventStats, { eventId: card.eventId })
    expect(stats).toMatchObject({ anonymousViews: 3 })
  })
})

describe('the numbers of an event', () => {
  // rules/analytics 6
  it('are for who keeps it', async () => {
    const { eventId: id } = await hosted(w, chess.orgId)
    for (const { device } of [chess.member, chess.outsider])
      expect(await device.getEventAnalytics({ id })).toMatchObject(refused(NotPermitted))
    const hidden = await hosted(w, chess.orgId, { status: 'draft' })
    expect(await chess.outsider.device.getEventAnalytics({ id: hidden.eventId })).toMatchObject(
      refused(EventNotFound),
    )
    expect((await chess.officer.device.getEventAnalytics({ id })).status).toBe(200)
  })
})
