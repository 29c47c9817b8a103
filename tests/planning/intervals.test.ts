import { beforeEach, describe, expect, it } from 'vitest'
import { allTaskHandlers } from '../../functions/clock/handler.ts'
import { reminderWrites } from '../../functions/reminders/index.ts'
import { notificationRow } from '../../lib/outbox.ts'
import { hosted } from '../attendance/events.ts'
import { rowsAt, sweep } from '../support/due.ts'
import { clubEvent, type PlannedCampus, plannedCampus, usual } from './people.ts'

let p: PlannedCampus

beforeEach(async () => {
  p = await plannedCampus()
})

const hourMs = 3_600_000
const startOf = (event: number): string =>
  new Date(Date.parse(usual.start_time) + event * 24 * hourMs).toISOString()
const before = (event: number, hours: number): string =>
  new Date(Date.parse(startOf(event)) - hours * hourMs).toISOString()

const made = (event: number, more: object = {}): Promise<string> => {
  const start_time = startOf(event)
  const end_time = new Date(Date.parse(start_time) + hourMs).toISOString()
  return clubEvent(p.c, { start_time, end_time, ...more })
}
const hoursAre = async (reminderIntervals: readonly number[]): Promise<void> => {
  const sent = { notificationSettings: { reminderIntervals } }
  const { status, body } = await p.dean.device.saveEventSystemConfig(sent)
  expect(status, JSON.stringify(body)).toBe(200)
}
const clock = async (): Promise<void> => {
  await p.events.drain()
  await sweep(p.w, allTaskHandlers)
}
/** Hours before its start at which an event reminds people. */
const remindsAt = async (event: number, eventId: string): Promise<number[]> => {
  await p.events.drain()
  const found: number[] = []
  for (const hours of [1, 2, 24, 48, 72]) {
    const rows = await rowsAt(p.w, before(event, hours))
    if (rows.some(({ kind, subject }) => kind === 'reminder' && subject === eventId)) found.push(hours)
  }
  return found
}

describe('hours of reminders that a school changes', () => {
  // rules/reminders 12
  it('count for events that are live already, whoever may see them, unless they have their own', async () => {
    const { w } = p
    const plain = await made(0)
    const closed = await made(1, { visibility: 'members_only' })
    const hidden = await made(2, { visibility: 'unlisted' })
    const own = await made(3, { notificationSettings: { reminders: [1], channels: ['in_app'] } })
    const draft = await made(4, { asDraft: true })
    await hoursAre([48, 2])
    await clock()
    for (const [event, id] of [plain, closed, hidden].entries())
      expect([event, await remindsAt(event, id)]).toEqual([event, [2, 48]])
    expect([await remindsAt(3, own), await remindsAt(4, draft)]).toEqual([[1], []])
    const ahead = Date.parse(before(0, 48)) - w.clock.now().getTime()
    w.clock.advance(ahead / 1000 + 60)
    // Four weeks are more than one sweep looks through.
    for (const _ of [1, 2]) await clock()
    const cause = `${plain}#${startOf(0)}#48`
    const page = { cause, template: 'event_reminder', page: '0000' }
    expect(await w.table().get(notificationRow, page, { strong: true })).toBeDefined()
  })

  it('reach many events, a page for each row, and end', async () => {
    const ids: string[] = []
    for (let event = 0; event < 17; event += 1) ids.push(await made(event))
    await hoursAre([72])
    await clock()
    for (let minute = 0; minute < 30; minute += 1) {
      p.w.clock.advance(60)
      await clock()
    }
    for (const [event, id] of ids.entries())
      expect([event, await remindsAt(event, id)]).toEqual([event, [72]])
    const rows = await rowsAt(p.w, p.w.clock.now().toISOString())
    expect(rows.filter(({ kind }) => kind === 'reminder-intervals')).toEqual([])
  })

  it('are the last ones where they change twice', async () => {
    const eventId = await made(0)
    await hoursAre([48])
    await hoursAre([72, 24])
    await clock()
    expect(await remindsAt(0, eventId)).toEqual([24, 72])
  })

  it('reach an event that goes live meanwhile by the hours of before', async () => {
    const { w, c } = p
    await hoursAre([48])
    await clock()
    const end_time = new Date(Date.parse(startOf(2)) + hourMs).toISOString()
    const card = await hosted(w, c.orgId, { start_time: startOf(2), end_time })
    const place = { table: w.table(), now: w.clock.now }
    await w.table().write(reminderWrites(place, undefined, card, [24, 2]))
    expect(await remindsAt(2, card.eventId)).toEqual([2, 24, 48])
    w.clock.advance(11 * 60)
    await clock()
    expect(await remindsAt(2, card.eventId)).toEqual([48])
  })

  it('go along with an event that moves, and with its end', async () => {
    const { c } = p
    const [event_id, other] = [await made(0), await made(1)]
    await c.owner.device.updateEvent({ event_id, start_time: startOf(5), duration: 60 })
    await c.owner.device.cancelEvent({ event_id: other })
    await hoursAre([48])
    await clock()
    expect([await remindsAt(0, event_id), await remindsAt(5, event_id)]).toEqual([[], [48]])
    expect(await remindsAt(1, other)).toEqual([])
  })
})
