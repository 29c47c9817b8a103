import { beforeAll, describe, expect, it } from 'vitest'
import { type EventCard, eventCard } from '../../../functions/events/index.ts'
import { occurrenceId, timesOf } from '../../../functions/events/recurrence.ts'
import { hostTally } from '../../../functions/lifecycle/index.ts'
import { RoomTaken, SeriesMade, SeriesTooLong } from '../../../functions/planning/contract/failures.ts'
import { findConflicts } from '../../../functions/rooms/index.ts'
import { attendanceStream } from '../../attendance/stream.ts'
import { refused } from '../../support/agent.ts'
import { clubEvent, type PlannedCampus, plannedCampus } from '../people.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
})

const weekly = (count: number) => ({ frequency: 'weekly', count })
const newYork = {
  timezone: 'America/New_York',
  start_time: '2026-10-20T18:00:00',
  end_time: '2026-10-20T20:00:00',
}
const carryOn = async (act: () => Promise<unknown>): Promise<void> => {
  const stream = await attendanceStream(p.w, { without: ['NotificationDue'] })
  await act()
  await stream.drain()
}
const published = async (more: object = {}): Promise<string> => {
  const id = await clubEvent(p.c, { asDraft: true, ...newYork, ...more })
  await carryOn(async () => {
    const { status, body } = await p.c.owner.device.publishEvent({ eventId: id })
    expect(status, JSON.stringify(body)).toBe(200)
  })
  return id
}
const cardsOf = async (seriesId: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      p.w
        .table()
        .get(eventCard, { eventId: at === 0 ? seriesId : occurrenceId(seriesId, at + 1) }, { strong: true }),
    ),
  )
const statuses = async (seriesId: string, count: number) =>
  (await cardsOf(seriesId, count)).map((card) => card?.status)

describe('the times of a series', () => {
  const card = {
    timezone: 'Europe/Berlin',
    start_time: '2026-03-22T17:00:00.000Z',
    end_time: '2026-03-22T18:00:00.000Z',
  }
  const starts = (recurrence: Parameters<typeof timesOf>[1], from = card) =>
    timesOf(from, recurrence).map(({ start_time }) => start_time)

  // rules/planning 26
  it('keep the time of day over a change of the clocks', () => {
    expect(starts({ frequency: 'weekly', interval: 1, count: 3 })).toEqual([
      '2026-03-22T17:00:00.000Z',
      '2026-03-29T16:00:00.000Z',
      '2026-04-05T16:00:00.000Z',
    ])
  })

  it.each([
    ['daily', 2, ['2026-03-22', '2026-03-24', '2026-03-26']],
    ['biweekly', 1, ['2026-03-22', '2026-04-05', '2026-04-19']],
    ['monthly', 1, ['2026-03-22', '2026-04-22', '2026-05-22']],
  ] as const)('count %s by %i', (frequency, interval, days) => {
    expect(starts({ frequency, interval, count: 3 }).map((start) => start.slice(0, 10))).toEqual(days)
  })

  // rules/planning 26
  it('leave out months that are too short, and end with a day', () => {
    const last = { ...card, start_time: '2026-01-31T17:00:00.000Z', end_time: '2026-01-31T18:00:00.000Z' }
    expect(
      starts({ frequency: 'monthly', interval: 1, until: '2026-05-31' }, last).map((at) => at.slice(0, 10)),
    ).toEqual(['2026-01-31', '2026-03-31', '2026-05-31'])
  })
})

describe('a series', () => {
  // rules/planning 27
  it('is made when its first event is published, with rooms for all of it', async () => {
    const seriesId = await published({ recurrence: weekly(4), classroom_id: 'series-1', maxAttendees: 5 })
    const cards = (await cardsOf(seriesId, 4)) as EventCard[]
    expect(cards.map(({ start_time }) => start_time)).toEqual([
      '2026-10-20T22:00:00.000Z',
      '2026-10-27T22:00:00.000Z',
      '2026-11-03T23:00:00.000Z',
      '2026-11-10T23:00:00.000Z',
    ])
    expect(cards.every((card) => card.seriesId === seriesId && card.status === 'not-applicable')).toBe(true)
    for (const { start_time: start, end_time: end, eventId } of cards)
      expect(await findConflicts(p.w.table(), { roomId: 'series-1', start, end })).toMatchObject([
        { eventId },
      ])
    const second = cards[1]?.eventId ?? ''
    expect((await p.c.member.device.registerForEvent({ event_id: second })).status).toBe(201)
  })

  // rules/planning 27
  it('is not made at all when one of its rooms is taken, and says when', async () => {
    const at = { start_time: '2026-10-27T22:30:00Z', end_time: '2026-10-27T23:00:00Z' }
    const holder = await clubEvent(p.c, { classroom_id: 'series-2', ...at })
    const eventId = await clubEvent(p.c, {
      asDraft: true,
      ...newYork,
      recurrence: weekly(3),
      classroom_id: 'series-2',
    })
    const reply = await p.c.owner.device.publishEvent({ eventId })
    expect([reply.status, reply.body.code]).toEqual([RoomTaken.status, RoomTaken.code])
    expect(reply.body.message).toContain(RoomTaken.message)
    expect(reply.body.conflicts).toMatchObject([{ eventId: holder, start: '2026-10-27T22:30:00.000Z' }])
    expect(await statuses(eventId, 2)).toEqual(['draft', undefined])
  })

  it('comes once, however often the notice comes, and counts for its host', async () => {
    const { w, c } = p
    const of = { hostingType: 'Org', hostingId: c.orgId }
    const before = (await w.table().get(hostTally, of))?.open ?? 0
    const id = await clubEvent(c, { asDraft: true, ...newYork, recurrence: weekly(7) })
    const stream = await attendanceStream(w, { without: ['NotificationDue'] })
    await c.owner.device.publishEvent({ eventId: id })
    const records = await stream.fresh()
    await stream.carry(records)
    await stream.drain()
    const second = occurrenceId(id, 2)
    await c.owner.device.updateEvent({ event_id: second, start_time: '2026-10-30T18:00:00' })
    for (let round = 0; round < 3; round += 1) await stream.carry(records)
    await stream.drain()
    const moved = await w.table().get(eventCard, { eventId: second }, { strong: true })
    expect(moved?.start_time).toBe('2026-10-30T22:00:00.000Z')
    expect(await statuses(id, 8)).toEqual([...Array(7).fill('not-applicable'), undefined])
    expect((await w.table().get(hostTally, of))?.open).toBe(before + 7)
  })

  // rules/planning 31
  it('is as long as the school allows', async () => {
    const long = await clubEvent(p.c, { asDraft: true, ...newYork, recurrence: weekly(17) })
    const { status, body } = await p.c.owner.device.publishEvent({ eventId: long })
    expect([status, body.code, body.message]).toEqual([
      400,
      SeriesTooLong.code,
      'A series has at most 16 events. End it sooner, or repeat it less often.',
    ])
    const years = { frequency: 'monthly', until: '2028-01-01' }
    const reply = await p.c.owner.device.updateEvent({ event_id: long, recurrence: years })
    expect([reply.status, reply.body.field]).toEqual([400, 'recurrence'])
    const made = await published({ recurrence: weekly(2) })
    const again = await p.c.owner.device.updateEvent({ event_id: made, recurrence: weekly(5) })
    expect(again).toMatchObject(refused(SeriesMade))
  })
})

describe('the events of a series', () => {
  const asking = { requiresApproval: true, recurrence: weekly(3), classroom_id: 'series-3' }
  const decide = (seriesId: string, way: 'approveEvent' | 'rejectEvent' | 'requestEventChanges') =>
    carryOn(async () => {
      const { status, body } = await p.dean.device[way]({
        event_id: seriesId,
        ...(way === 'approveEvent' ? {} : { reason: 'No' }),
      })
      expect(status, JSON.stringify(body)).toBe(200)
    })

  // rules/planning 28, rules/planning 29
  it('are approved with the first one', async () => {
    const seriesId = await published(asking)
    expect(await statuses(seriesId, 3)).toEqual(['pending', 'pending', 'pending'])
    await decide(seriesId, 'approveEvent')
    expect(await statuses(seriesId, 3)).toEqual(['approved', 'approved', 'approved'])
    const own = await p.c.owner.device.listMyEvents({ orgId: p.c.orgId, type: 'future' })
    const ofSeries = own.body.events.filter((event: { seriesId?: string }) => event.seriesId === seriesId)
    expect(ofSeries.map((event: { approvalReference: unknown }) => event.approvalReference)).toEqual(
      Array(3).fill({ eventId: seriesId }),
    )
    await carryOn(() => p.c.owner.device.cancelEvent({ event_id: seriesId, scope: 'all' }))
    expect(await statuses(seriesId, 3)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  })

  // rules/rooms 22, rules/planning 28
  it('are rejected with it, give their rooms back, and are submitted with it anew', async () => {
    const seriesId = await published(asking)
    const third = (await cardsOf(seriesId, 3))[2] as EventCard
    const stay = { roomId: 'series-3', start: third.start_time, end: third.end_time }
    expect(await findConflicts(p.w.table(), stay)).toHaveLength(1)
    await decide(seriesId, 'rejectEvent')
    expect(await statuses(seriesId, 3)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await findConflicts(p.w.table(), stay)).toEqual([])
    await p.c.owner.device.updateEvent({ event_id: seriesId, start_time: '2026-10-21T18:00:00' })
    await carryOn(() => p.c.owner.device.publishEvent({ eventId: seriesId }))
    const cards = (await cardsOf(seriesId, 3)) as EventCard[]
    expect(cards.map(({ status, start_time }) => [status, start_time.slice(0, 10)])).toEqual([
      ['pending', '2026-10-21'],
      ['pending', '2026-10-28'],
      ['pending', '2026-11-04'],
    ])
    await carryOn(() => p.c.owner.device.withdrawEvent({ event_id: seriesId }))
    expect(await statuses(seriesId, 3)).toEqual(['draft', 'draft', 'draft'])
  })

  // rules/planning 29
  it('change alone, from one on, or all together', async () => {
    const seriesId = await published({ recurrence: weekly(4) })
    const names = async () => (await cardsOf(seriesId, 4)).map((card) => card?.name)
    const second = occurrenceId(seriesId, 2)
    const edit = (event_id: string, more: object) =>
      carryOn(() => p.c.owner.device.updateEvent({ event_id, ...more }))
    await edit(second, { name: 'two' })
    expect((await names())[1]).toBe('two')
    expect((await names())[2]).not.toBe('two')
    await edit(second, { name: 'later', scope: 'following' })
    expect(await names()).toEqual(['Spring Open', 'later', 'later', 'later'])
    await edit(occurrenceId(seriesId, 3), { start_time: '2026-11-04T19:30:00', scope: 'all' })
    const cards = (await cardsOf(seriesId, 4)) as EventCard[]
    expect(cards.map(({ start_time }) => start_time)).toEqual([
      '2026-10-21T23:30:00.000Z',
      '2026-10-28T23:30:00.000Z',
      '2026-11-05T00:30:00.000Z',
      '2026-11-12T00:30:00.000Z',
    ])
    await carryOn(() =>
      p.c.owner.device.deleteEvent({ event_id: occurrenceId(seriesId, 3), scope: 'following' }),
    )
    const gone = (await cardsOf(seriesId, 4)).map((card) => card?.deletedAt !== undefined)
    expect(gone).toEqual([false, false, true, true])
  })

  // rules/planning 30
  it('go their own way once they were edited so that somebody has to decide', async () => {
    const seriesId = await published(asking)
    const second = occurrenceId(seriesId, 2)
    await carryOn(() => p.c.owner.device.updateEvent({ event_id: second, location: 'Elsewhere' }))
    await decide(seriesId, 'approveEvent')
    expect(await statuses(seriesId, 3)).toEqual(['approved', 'pending', 'approved'])
    await decide(second, 'rejectEvent')
    expect(await statuses(seriesId, 3)).toEqual(['approved', 'rejected', 'approved'])
  })

  it('are not shown as returned for changes when only an earlier submission of the series was', async () => {
    const seriesId = await published({ ...asking, classroom_id: 'series-4' })
    await decide(seriesId, 'requestEventChanges')
    const listed = async (id: string) => {
      const { body } = await p.c.owner.device.listOrgEvents({ orgId: p.c.orgId, limit: 100 })
      return body.data.events.find((event: { _id: string }) => event._id === id)
    }
    expect(await listed(seriesId)).toMatchObject({ status: 'draft', changesRequested: true })
    await carryOn(() => p.c.owner.device.publishEvent({ eventId: seriesId }))
    const second = occurrenceId(seriesId, 2)
    await carryOn(() => p.c.owner.device.updateEvent({ event_id: second, location: 'Elsewhere' }))
    await carryOn(() => p.c.owner.device.withdrawEvent({ event_id: second }))
    const card = (await cardsOf(seriesId, 2))[1]
    expect([card?.status, card?.submission]).toEqual(['draft', 1])
    expect(await listed(second)).not.toHaveProperty('changesRequested')
  })
})
