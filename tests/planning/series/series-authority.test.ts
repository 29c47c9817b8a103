import { beforeAll, describe, expect, it } from 'vitest'
import { type EventCard, eventCard } from '../../../functions/events/index.ts'
import { occurrenceId } from '../../../functions/events/recurrence.ts'
import { SeriesMade } from '../../../functions/planning/contract/failures.ts'
import { findConflicts } from '../../../functions/rooms/index.ts'
import { attendanceStream } from '../../attendance/stream.ts'
import { refused } from '../../support/agent.ts'
import { clubEvent, type PlannedCampus, plannedCampus } from '../people.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
})

const times = { start_time: '2026-06-01T10:00:00Z', end_time: '2026-06-01T12:00:00Z' }
const asking = { ...times, requiresApproval: true, recurrence: { frequency: 'daily', count: 3 } }

const carryOn = async (act: () => Promise<{ status: number; body: unknown }>): Promise<void> => {
  const stream = await attendanceStream(p.w, { without: ['NotificationDue'] })
  const { status, body } = await act()
  expect(status, JSON.stringify(body)).toBe(200)
  await stream.drain()
}
const published = async (more: object = {}): Promise<string> => {
  const eventId = await clubEvent(p.c, { ...asking, ...more, asDraft: true })
  await carryOn(() => p.c.owner.device.publishEvent({ eventId }))
  return eventId
}
const cardsOf = (seriesId: string): Promise<(EventCard | undefined)[]> =>
  Promise.all(
    [seriesId, occurrenceId(seriesId, 2), occurrenceId(seriesId, 3)].map((eventId) =>
      p.w.table().get(eventCard, { eventId }, { strong: true }),
    ),
  )
const statusesOf = async (seriesId: string) => (await cardsOf(seriesId)).map((card) => card?.status)
const edit = (event_id: string, more: object) =>
  carryOn(() => p.c.owner.device.updateEvent({ event_id, ...more }))

describe('the first event of a series that waits', () => {
  it('takes nobody along when an edit frees it alone of approval', async () => {
    const seriesId = await published()
    await edit(seriesId, { requiresApproval: false, location: 'Elsewhere' })
    expect(await statusesOf(seriesId)).toEqual(['not-applicable', 'pending', 'pending'])
    const second = occurrenceId(seriesId, 2)
    expect((await p.dean.device.approveEvent({ event_id: second })).status).toBe(200)
  })

  it('takes nobody along when it was changed and is approved as it is now', async () => {
    const seriesId = await published()
    await edit(seriesId, { location: 'A closet' })
    await carryOn(() => p.dean.device.approveEvent({ event_id: seriesId }))
    expect(await statusesOf(seriesId)).toEqual(['approved', 'pending', 'pending'])
    expect((await cardsOf(seriesId)).map((card) => card?.submission)).toEqual([2, 1, 1])
  })
})

describe('a draft among the events of a series', () => {
  it('is submitted again as the first one is, whatever was made of it', async () => {
    const seriesId = await published()
    await carryOn(() => p.c.owner.device.withdrawEvent({ event_id: seriesId }))
    const second = occurrenceId(seriesId, 2)
    await edit(second, { expectedAttendance: 5000, classroom_id: 'stadium', name: 'Rave' })
    await edit(seriesId, { requiresApproval: false, classroom_id: 'closet' })
    await carryOn(() => p.c.owner.device.publishEvent({ eventId: seriesId }))
    const [first, other] = await cardsOf(seriesId)
    expect([first?.status, other?.status]).toEqual(['not-applicable', 'not-applicable'])
    expect(other).toMatchObject({ name: 'Spring Open', expectedAttendance: 40, classroom_id: 'closet' })
  })

  it('stays one when the first one is approved', async () => {
    const seriesId = await published()
    const second = occurrenceId(seriesId, 2)
    await carryOn(() => p.c.owner.device.withdrawEvent({ event_id: second }))
    await edit(second, { expectedAttendance: 5000 })
    await carryOn(() => p.dean.device.approveEvent({ event_id: seriesId }))
    expect(await statusesOf(seriesId)).toEqual(['approved', 'draft', 'approved'])
  })
})

describe('an event of a series', () => {
  // rules/planning 31
  it('begins none of its own', async () => {
    const seriesId = await published()
    const second = occurrenceId(seriesId, 2)
    await carryOn(() => p.c.owner.device.withdrawEvent({ event_id: second }))
    const recurrence = { frequency: 'weekly', count: 2 }
    const reply = await p.c.owner.device.updateEvent({ event_id: second, recurrence })
    expect(reply).toMatchObject(refused(SeriesMade))
  })
})

describe('a notice of a series that comes again', () => {
  const twice = async () => {
    const { w, c } = p
    const eventId = await clubEvent(c, { ...asking, asDraft: true })
    const stream = await attendanceStream(w, { without: ['NotificationDue'] })
    await c.owner.device.publishEvent({ eventId })
    const records = await stream.fresh()
    await stream.carry(records)
    await stream.drain()
    await c.owner.device.withdrawEvent({ event_id: eventId })
    await stream.drain()
    return { eventId, stream, again: () => stream.carry(records) }
  }

  it('submits nothing anew that was withdrawn', async () => {
    const { eventId, stream, again } = await twice()
    await again()
    await stream.drain()
    expect(await statusesOf(eventId)).toEqual(['draft', 'draft', 'draft'])
  })

  it('brings back nothing of an older submission', async () => {
    const { eventId, stream, again } = await twice()
    await p.c.owner.device.updateEvent({ event_id: eventId, name: 'Autumn Open' })
    await p.c.owner.device.publishEvent({ eventId })
    await again()
    await stream.drain()
    const names = (await cardsOf(eventId)).map((card) => `${card?.name} ${card?.status}`)
    expect(names).toEqual(Array(3).fill('Autumn Open pending'))
  })
})

describe('an event that left its series', () => {
  it.each(['cancelEvent', 'deleteEvent'] as const)(
    'by %s holds no room when it is submitted anew',
    async (way) => {
      const roomId = `left-${way}`
      const seriesId = await published({ classroom_id: roomId })
      const second = occurrenceId(seriesId, 2)
      await carryOn(() => p.c.owner.device[way]({ event_id: second }))
      await carryOn(() => p.c.owner.device.withdrawEvent({ event_id: seriesId }))
      await carryOn(() => p.c.owner.device.publishEvent({ eventId: seriesId }))
      const held = async (day: number) =>
        findConflicts(p.w.table(), {
          roomId,
          start: `2026-06-0${day}T10:00:00Z`,
          end: `2026-06-0${day}T12:00:00Z`,
        })
      expect([(await held(1)).length, (await held(2)).length, (await held(3)).length]).toEqual([1, 0, 1])
    },
  )
})
