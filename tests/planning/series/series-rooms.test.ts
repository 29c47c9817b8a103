import { beforeAll, describe, expect, it } from 'vitest'
import { eventCard } from '../../../functions/events/index.ts'
import { occurrenceId } from '../../../functions/events/recurrence.ts'
import { notificationRow } from '../../../lib/outbox.ts'
import { attendanceStream, type Order } from '../../attendance/stream.ts'
import { clubEvent, type PlannedCampus, plannedCampus } from '../people.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
})

const times = { start_time: '2026-06-01T10:00:00Z', end_time: '2026-06-01T12:00:00Z' }
const series = { ...times, recurrence: { frequency: 'daily', count: 3 }, classroom_id: 'annex' }
const statusesOf = async (id: string) =>
  Promise.all(
    [id, occurrenceId(id, 2), occurrenceId(id, 3)].map(
      async (eventId) => (await p.w.table().get(eventCard, { eventId }, { strong: true }))?.status,
    ),
  )

describe('a series whose rooms are booked at approval', () => {
  // rules/rooms 23
  it('goes on without the event whose room is gone by then, and says so', async () => {
    const { w, c, dean } = p
    const waits = { ...series, autoBook: true, requiresApproval: true, asDraft: true }
    const seriesId = await clubEvent(c, waits)
    const stream = await attendanceStream(w, { without: ['NotificationDue'] })
    await c.owner.device.publishEvent({ eventId: seriesId })
    await stream.drain()
    expect(await statusesOf(seriesId)).toEqual(['pending', 'pending', 'pending'])
    const taken = { start_time: '2026-06-02T11:00:00Z', end_time: '2026-06-02T12:00:00Z' }
    await clubEvent(c, { ...taken, classroom_id: 'annex' })
    expect((await dean.device.approveEvent({ event_id: seriesId })).status).toBe(200)
    await stream.drain()
    expect(await statusesOf(seriesId)).toEqual(['approved', 'draft', 'approved'])
    const { items } = await w.table().list(notificationRow, {
      keyParams: { cause: `${occurrenceId(seriesId, 2)}#follow-3` },
      limit: 5,
    })
    expect(items.map(({ template }) => template)).toEqual(['event_series_failed'])
  })
})

describe('a series that is withdrawn at once', () => {
  // rules/rooms 22
  it('leaves no room taken, in whatever order the notices come', async () => {
    const { w, c } = p
    const backwards: Order = (records) => [...records].reverse()
    const stream = await attendanceStream(w, { without: ['NotificationDue'], arrange: backwards })
    const hall = { ...series, classroom_id: 'hall', requiresApproval: true, asDraft: true }
    const seriesId = await clubEvent(c, hall)
    await c.owner.device.publishEvent({ eventId: seriesId })
    await c.owner.device.withdrawEvent({ event_id: seriesId })
    await stream.drain()
    expect(await statusesOf(seriesId)).toEqual(['draft', 'draft', 'draft'])
    const again = await clubEvent(c, { ...hall, asDraft: false })
    expect((await w.table().get(eventCard, { eventId: again }))?.status).toBe('pending')
  })
})
