import { beforeAll, describe, expect, it } from 'vitest'
import { EventNotFound } from '../../functions/checkins/shapes.ts'
import { attendee, type EventCard } from '../../functions/events/index.ts'
import { crowd, type Visitor } from '../attendance/crowd.ts'
import { expectCounted, stateOf } from '../attendance/state.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { refused } from '../support/agent.ts'
import { club } from '../support/orgs.ts'
import { type Door, door, opened } from './door.ts'

let d: Door
let card: EventCard
let people: readonly Visitor[]

beforeAll(async () => {
  d = await door()
  people = await crowd(d.w, 9, { guestEvery: 3, name: 'Zoë van Dyk ' })
  const stream = await attendanceStream(d.w, { arrange: (all) => [...all, ...all].reverse() })
  card = await opened(d.w, d.chess)
  const { eventId } = card
  for (const { device } of people) await device.registerForEvent({ event_id: eventId })
  await d.chess.officer.device.checkInPerson({ eventId, userId: d.person(0).id })
  for (const { kind, id } of people.slice(0, 5))
    await d.chess.officer.device.checkInPerson({ eventId, userId: `${kind}-${id}` })
  await stream.drain()
  await d.chess.officer.device.checkOutPerson({ eventId, userId: people[0]?.id })
  await stream.drain()
})

const walk = async (
  ask: (cursor?: string) => Promise<{ body: ReturnType<typeof JSON.parse> }>,
  pick: string,
) => {
  const found: Record<string, unknown>[] = []
  let cursor: string | undefined
  do {
    const { body } = await ask(cursor)
    const page = body.data ?? body
    found.push(...page[pick])
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return found
}
const named = ({ kind, id }: Visitor): string => `${kind}-${id}`
const asked = (cursor: string | undefined) => ({ limit: 2, ...(cursor === undefined ? {} : { cursor }) })

describe('lists of the door', () => {
  it('show who is in, page by page, and count them', async () => {
    const { eventId } = card
    const { device } = d.chess.officer
    const found = await walk((cursor) => device.listCheckedIn({ eventId, ...asked(cursor) }), 'attendees')
    const expected = [...people.slice(1, 5).map(named), `u-${d.person(0).id}`].sort()
    expect(found.map(({ personId }) => personId).sort()).toEqual(expected)
    const { body } = await device.listCheckedIn({ eventId })
    expect(body.stats).toEqual({
      corrections: 0,
      // Four of the nine who registered; the fifth came unannounced.
      totalCheckedIn: 4,
      totalRegistrations: 9,
      checkInRate: 44.4,
      walkIns: 1,
      headsCheckedIn: 5,
      seatsTaken: 9,
      anonymousBrowserCheckIns: 0,
    })
    expectCounted(await stateOf(d.w, eventId))
  })

  // rules/checkins 39
  // rules/checkins 40
  it('count everyone on a ticket as inside, beside the tickets', async () => {
    const stream = await attendanceStream(d.w)
    const { eventId } = await opened(d.w, d.chess)
    const { device } = d.chess.officer
    const [group, alone, walkIn] = [d.person(0), d.person(1), d.person(2)]
    await group.device.registerForEvent({ event_id: eventId, guestCount: 3 })
    await alone.device.registerForEvent({ event_id: eventId })
    for (const { id } of [group, walkIn]) await device.checkInPerson({ eventId, userId: id })
    await stream.drain()
    const { body } = await device.listCheckedIn({ eventId })
    expect(body.stats).toMatchObject({
      totalCheckedIn: 1,
      totalRegistrations: 2,
      checkInRate: 50,
      walkIns: 1,
      headsCheckedIn: 4,
    })
    const page = (await device.getEvent({ event_id: eventId })).body.event
    expect(page).toMatchObject({ seatsTaken: 4, checkedInCount: 2, headsCheckedIn: 4 })
    await device.checkOutPerson({ eventId, userId: group.id })
    await stream.drain()
    expect((await device.listCheckedIn({ eventId })).body.stats.headsCheckedIn).toBe(1)
  })

  // rules/checkins 54
  it('show groups of which some are missing among those who are expected, on request', async () => {
    const { eventId } = await opened(d.w, d.chess)
    const { device } = d.chess.officer
    const scope = { orgId: d.chess.orgId, eventId }
    await d.person(0).device.registerForEvent({ event_id: eventId, guestCount: 3 })
    const come = (headsCheckedIn: number) =>
      device.checkInPerson({ eventId, userId: d.person(0).id, headsCheckedIn })
    const listed = async (more: object) =>
      (await device.listExpected({ ...scope, ...more })).body.data.registrations
    await come(1)
    expect(await listed({})).toEqual([])
    expect(await listed({ partial: 'true' })).toMatchObject([{ guestCount: 3, headsCheckedIn: 1 }])
    await come(3)
    expect(await listed({ partial: 'true' })).toEqual([])
  })

  it('show who has not come yet, without those who came unannounced', async () => {
    const scope = { orgId: d.chess.orgId, eventId: card.eventId }
    const { device } = d.chess.officer
    const found = await walk((cursor) => device.listExpected({ ...scope, ...asked(cursor) }), 'registrations')
    const ids = found.map(({ userId, type }) => `${type === 'guest' ? 'g' : 'u'}-${userId}`)
    expect(ids.sort()).toEqual([...people.slice(5), ...people.slice(0, 1)].map(named).sort())
    expect(new Set(found.map(({ type }) => type))).toEqual(new Set(['logged-in', 'guest']))
    const elsewhere = await club(d.w, 'elsewhere')
    expect(await elsewhere.officer.device.listExpected({ ...scope, orgId: elsewhere.orgId })).toMatchObject(
      refused(EventNotFound),
    )
  })

  it('find people by the beginnings of their names, whatever their marks and case', async () => {
    const { eventId } = card
    const { device } = d.chess.officer
    const search = async (q: string, checkedIn = 'all') =>
      (await walk((cursor) => device.listCheckedIn({ eventId, q, checkedIn, ...asked(cursor) }), 'attendees'))
        .length
    expect(await search('zoe')).toBe(9)
    expect(await search('DYK zo')).toBe(9)
    expect(await search('zoe', 'false')).toBe(5)
    expect(await search('zoe', 'true')).toBe(4)
    expect(await search('oe')).toBe(0)
    expect(await search('.*')).toBe(0)
    expect((await device.listCheckedIn({ eventId, checkedIn: 'maybe' })).status).toBe(400)
  })

  // rules/checkins 42, rules/table 25
  it('find people as the people search does: in any order, by parts of names and in plain letters', async () => {
    const scene = await door()
    const at = await opened(scene.w, scene.chess)
    const { eventId } = at
    const names = ["José Fernández-O'Neil Ruiz", 'Łukasz Þórsson', '田中太郎']
    for (const [index, name] of names.entries()) {
      const { id: personId, device } = scene.person(index)
      await device.registerForEvent({ event_id: eventId })
      await scene.w
        .table()
        .update(attendee, { eventId, kind: 'u', personId }, { set: { name } }, { exists: true })
    }
    const { device } = scene.chess.officer
    const search = async (q: string) =>
      (await device.listCheckedIn({ eventId, q, checkedIn: 'all' })).body.attendees.map(
        ({ name }: { name: string }) => name,
      )
    for (const q of ["fernandez-o'neil jose", 'Ruiz, José', 'neil', 'fernandez ruiz'])
      expect([q, await search(q)]).toEqual([q, [names[0]]])
    for (const q of ['thorsson lukasz', 'ŁUK']) expect([q, await search(q)]).toEqual([q, [names[1]]])
    expect(await search('太郎')).toEqual([names[2]])
    expect([await search('??'), await search('##')]).toEqual([[], []])
  })
})
