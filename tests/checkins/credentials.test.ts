import { beforeAll, describe, expect, it } from 'vitest'
import { doorCredential } from '../../functions/checkins/repository.ts'
import {
  BadDoor,
  DoorNotFound,
  EarlyDoor,
  Ended,
  HostOnly,
  NotPermitted,
  SearchTooShort,
} from '../../functions/checkins/shapes.ts'
import type { EventCard } from '../../functions/events/index.ts'
import { NoToken } from '../../lib/contract/failures.ts'
import { refused } from '../support/agent.ts'
import { club } from '../support/orgs.ts'
import { isLate } from '../support/table/late-lists.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { costIn, type Door, door, opened } from './door.ts'

const hour = 3_600_000
const day = 24 * hour

let d: Door

beforeAll(async () => {
  d = await door()
})

const made = async ({ eventId }: EventCard, hours = 4) => {
  const { status, body } = await d.chess.officer.device.createDoorCredential({
    eventId,
    name: 'North',
    hours,
  })
  expect(status).toBe(201)
  const { secret, _id } = body.data.credential as { secret: string; _id: string }
  return { secret, doorId: _id, helper: d.w.device({ headers: { 'x-door-credential': secret } }) }
}

describe('a door credential', () => {
  // rules/checkins 20
  it('lets somebody without an account check people in and out, and names itself', async () => {
    using _rounds = logicalRounds()
    const card = await opened(d.w, d.chess)
    const { eventId } = card
    const { helper, doorId, secret } = await made(card)
    const userId = d.person(0).id
    await d.person(0).device.registerForEvent({ event_id: eventId })
    const by = { checkedInBy: `door:${doorId}` }
    expect((await helper.checkInPerson({ eventId, userId })).body.data).toMatchObject(by)
    if (!isLate) expect(costIn(d.w)).toMatchObject({ depth: 4, writeUnits: 2 })
    expect((await helper.checkOutPerson({ eventId, userId })).status).toBe(200)
    const plain = d.w.device()
    expect((await plain.checkInPerson({ eventId, userId, doorCredential: secret })).body.data).toMatchObject(
      by,
    )
    await d.guest.device.registerForEvent({ event_id: eventId })
    const scans = [
      { clientId: 'a', at: d.w.clock.now().toISOString(), person: `g-${d.guest.id}`, action: 'in' },
    ]
    expect((await helper.takeScans({ eventId, scans })).body.data.results).toMatchObject([
      { clientId: 'a', result: 'applied', checkedIn: true },
    ])
  })

  it('is named to organizers, as are people, beside those whom they checked in', async () => {
    const card = await opened(d.w, d.chess)
    const { eventId } = card
    const { helper, doorId } = await made(card)
    const [one, other, alone] = [d.person(0), d.person(1), d.person(2)]
    for (const { device } of [one, other, alone]) await device.registerForEvent({ event_id: eventId })
    await helper.checkInPerson({ eventId, userId: one.id })
    await d.chess.officer.device.checkInPerson({ eventId, userId: other.id })
    const scope = { eventId, checkedIn: 'all', names: 'true' } as const
    const { body } = await d.chess.officer.device.listCheckedIn(scope)
    type Row = { personId: string; checkedInBy: string | null; checkedInByName?: string }
    const by = (rows: readonly Row[]) =>
      Object.fromEntries(rows.map((row) => [row.personId, [row.checkedInBy, row.checkedInByName]]))
    const { _id: officer, name } = d.chess.officer.user
    expect(by(body.attendees)).toEqual({
      [`u-${one.id}`]: [`door:${doorId}`, 'North'],
      [`u-${other.id}`]: [officer, name],
      [`u-${alone.id}`]: [null, undefined],
    })
    const atDesk = await helper.listCheckedIn({ ...scope, q: 'visitor' })
    expect(atDesk.body.attendees).toHaveLength(3)
    expect(JSON.stringify(atDesk.body)).not.toContain('checkedInByName')
    const plain = await d.chess.officer.device.listCheckedIn({ eventId, checkedIn: 'all' })
    expect(JSON.stringify(plain.body)).not.toContain('checkedInByName')
    const file = { orgId: d.chess.orgId, eventId, format: 'json' }
    const exported = (await d.chess.officer.device.exportAttendees(file)).body.data.attendees
    const named = exported.map(({ id, checkedInByName }: { id: string; checkedInByName?: string }) => [
      id,
      checkedInByName,
    ])
    expect(Object.fromEntries(named)).toEqual({
      [`u-${one.id}`]: 'North',
      [`u-${other.id}`]: name,
      [`u-${alone.id}`]: undefined,
    })
  })

  // rules/checkins 21
  it('finds people by the beginning of their names, without their addresses', async () => {
    const card = await opened(d.w, d.chess)
    const { eventId } = card
    const { helper } = await made(card)
    await d.person(0).device.registerForEvent({ event_id: eventId })
    await d.guest.device.registerForEvent({ event_id: eventId })
    const found = await helper.listCheckedIn({ eventId, q: 'VIS', checkedIn: 'all' })
    expect(found.body.attendees).toMatchObject([{ personId: `u-${d.person(0).id}`, name: 'visitor0' }])
    expect(JSON.stringify(found.body)).not.toContain('@')
    for (const q of ['', 'a', ' a ', 'a!', '##'])
      expect(await helper.listCheckedIn({ eventId, checkedIn: 'all', q })).toMatchObject(
        refused(SearchTooShort),
      )
    const counts = await helper.listCheckedIn({ eventId, only: 'stats' })
    expect(counts.body).toMatchObject({ attendees: [], stats: { totalCheckedIn: 0 } })
    const own = await d.chess.officer.device.listCheckedIn({ eventId, checkedIn: 'all' })
    expect(JSON.stringify(own.body)).toContain('@')
  })

  // rules/checkins 20
  it('opens one event and nothing else', async () => {
    const [card, other] = [await opened(d.w, d.chess), await opened(d.w, d.chess)]
    const { helper, secret } = await made(card)
    const { eventId } = other
    const userId = d.person(0).id
    expect(await helper.checkInPerson({ eventId, userId })).toMatchObject(refused(BadDoor))
    expect(await helper.listCheckedIn({ eventId, q: 'vis' })).toMatchObject(refused(BadDoor))
    const own = { eventId: card.eventId }
    for (const refusal of [
      await helper.getCheckInLink(own),
      await helper.getCheckInSettings(own),
      await helper.rotateCheckIn(own),
      await helper.createDoorCredential({ ...own, name: 'Mine' }),
      await helper.listDoorCredentials(own),
      await helper.checkInOnPage(own),
      await helper.listExpected({ orgId: d.chess.orgId, ...own }),
    ])
      expect(refusal).toMatchObject(refused(NoToken))
    for (const wrong of [`${secret}x`, secret.slice(0, -1), 'x', '.', secret.replace(/\..*/, '.')]) {
      const stranger = d.w.device({ headers: { 'x-door-credential': wrong } })
      expect(await stranger.checkInPerson({ ...own, userId })).toMatchObject(refused(BadDoor))
    }
  })

  // rules/checkins 22
  it('ends when its time is over', async () => {
    const card = await opened(d.w, d.chess)
    const { eventId } = card
    const { helper } = await made(card, 0.5)
    d.w.clock.advance(1799)
    expect((await helper.listCheckedIn({ eventId, q: 'vis' })).status).toBe(200)
    d.w.clock.advance(1)
    expect(await helper.listCheckedIn({ eventId, q: 'vis' })).toMatchObject(refused(BadDoor))
  })

  // rules/checkins 49
  it('can be made ahead for the check-in time: from its opening until the event ends', async () => {
    for (const { device } of [d.chess.owner, d.chess.officer]) await device.refreshToken()
    const start = d.w.clock.now().getTime() + 10 * day
    const times = (hours: number) => ({
      start_time: new Date(start).toISOString(),
      end_time: new Date(start + hours * hour).toISOString(),
    })
    const made = async (hours: number, settings = {}) => {
      const card = await opened(d.w, d.chess, settings, times(hours))
      const wish = { eventId: card.eventId, name: 'North', duringCheckIn: true }
      const { credential } = (await d.chess.owner.device.createDoorCredential(wish)).body.data
      return { ...card, credential }
    }
    const { eventId, credential, end_time } = await made(2)
    expect(credential).toMatchObject({ startsAt: new Date(start).toISOString(), expiresAt: end_time })
    const early = (await made(2, { allowEarlyCheckIn: true })).credential
    expect(early.startsAt).toBe(new Date(start - day).toISOString())
    const long = (await made(30 * 24)).credential
    expect(long.expiresAt).toBe(new Date(start + 3 * day).toISOString())
    const helper = d.w.device({ headers: { 'x-door-credential': credential.secret } })
    const list = () => helper.listCheckedIn({ eventId, q: 'vis' })
    expect(await list()).toMatchObject(refused(EarlyDoor))
    const wrong = d.w.device({ headers: { 'x-door-credential': `${credential.secret}x` } })
    expect(await wrong.listCheckedIn({ eventId, q: 'vis' })).toMatchObject(refused(BadDoor))
    d.w.clock.advance((10 * day) / 1000 - 1)
    expect(await list()).toMatchObject(refused(EarlyDoor))
    d.w.clock.advance(1)
    expect((await list()).status).toBe(200)
    d.w.clock.advance((2 * hour) / 1000)
    expect(await list()).toMatchObject(refused(BadDoor))
    const { device } = d.chess.owner
    await device.refreshToken()
    const over = { eventId, name: 'South', duringCheckIn: true }
    expect(await device.createDoorCredential(over)).toMatchObject(refused(Ended))
  })

  // rules/checkins 22
  it('is listed without its secret, and dead as soon as it is taken back', async () => {
    const { device } = d.chess.admin
    for (const one of [device, d.chess.officer.device]) await one.refreshToken()
    const card = await opened(d.w, d.chess)
    const { eventId } = card
    const { helper, secret, doorId } = await made(card)
    const { body } = await device.listDoorCredentials({ eventId })
    expect(body.data.credentials).toMatchObject([{ _id: doorId, name: 'North' }])
    const stored = await d.w.table().get(doorCredential, { eventId, doorId })
    const secretPart = secret.split('.')[1] ?? secret
    expect(JSON.stringify([body, stored])).not.toContain(secretPart)
    expect((await device.revokeDoorCredential({ eventId, doorId })).status).toBe(200)
    expect((await device.revokeDoorCredential({ eventId, doorId })).status).toBe(200)
    expect(await helper.listCheckedIn({ eventId, q: 'vis' })).toMatchObject(refused(BadDoor))
    expect(await device.revokeDoorCredential({ eventId, doorId: 'absent' })).toMatchObject(
      refused(DoorNotFound),
    )
    const [shown] = (await device.listDoorCredentials({ eventId })).body.data.credentials
    expect(shown.revokedAt).toBe(d.w.clock.now().toISOString())
  })

  // rules/checkins 19
  it('is made by who may open the desk, for a day at most', async () => {
    const helpers = await club(d.w, 'helping')
    for (const { device } of [d.chess.officer, d.chess.outsider]) await device.refreshToken()
    const card = await opened(d.w, d.chess, {}, { collaborators: [helpers.orgId] })
    const { eventId } = card
    const wish = { eventId, name: 'South' }
    expect(await d.chess.outsider.device.createDoorCredential(wish)).toMatchObject(refused(NotPermitted))
    expect(await helpers.officer.device.createDoorCredential(wish)).toMatchObject(refused(HostOnly))
    for (const hours of [0, 25, -1])
      expect((await d.chess.officer.device.createDoorCredential({ ...wish, hours })).status).toBe(400)
  })
})
