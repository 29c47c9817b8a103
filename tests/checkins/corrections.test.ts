import { beforeAll, describe, expect, it } from 'vitest'
import { BadDoor, Ended, NotRegistered } from '../../functions/checkins/shapes.ts'
import { type EventCard, eventBody, eventCard } from '../../functions/events/index.ts'
import * as forms from '../../functions/form-records/contract.ts'
import { auditEntry, auditNote } from '../../lib/identity/audit/audit.ts'
import type { Visitor } from '../attendance/crowd.ts'
import { expectSound, stateOf } from '../attendance/state.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { refused } from '../support/agent.ts'
import { type Door, door, opened } from './door.ts'

let d: Door

beforeAll(async () => {
  d = await door()
})

const hour = 3600
const day = 24 * hour
const iso = (seconds: number) => new Date(d.w.clock.now().getTime() + seconds * 1000).toISOString()

/** Lets an event have ended some seconds ago. */
const ended = async (card: EventCard, ago: number, more: Partial<EventCard> = {}): Promise<EventCard> => {
  const found = (await d.w.table().get(eventCard, card, { strong: true })) ?? card
  const over = { ...found, start_time: iso(-ago - 3 * hour), end_time: iso(-ago), ...more }
  await d.w.table().put(eventCard, over)
  return over
}
const completed = { status: 'completed', shelf: 'past', liveAt: '2026-01-01T00:00:00.000Z' } as const

/** An event with two people registered, the first of them checked in, that ended some seconds ago. */
const over = async (ago: number, more: Partial<EventCard> = {}, settings: object = {}) => {
  const card = await opened(d.w, d.chess, settings)
  const { eventId } = card
  for (const at of [0, 1]) await d.person(at).device.registerForEvent({ event_id: eventId })
  await d.person(0).device.checkInOnPage({ eventId })
  return ended(card, ago, more)
}
const rowOf = async ({ eventId }: EventCard, { id }: Visitor) =>
  (await stateOf(d.w, eventId)).rows.find(({ personId }) => personId === id)

const trailOf = async (action: string, eventId: string) => {
  const { items } = await d.w.table().list(auditEntry, { index: 'gsi2', keyParams: { action }, limit: 100 })
  return items.filter(({ detail, targetId }) => detail?.eventId === eventId || targetId === eventId)
}

describe('staff, after an event has ended', () => {
  // rules/checkins 28, rules/checkins 29
  it.each([
    ['still live', {}],
    ['completed', completed],
  ] as const)('adds who was there and takes back who was not, marked, with a trail: %s', async (_, more) => {
    const card = await over(day, more)
    const { eventId } = card
    const staff = d.chess.officer
    const [ada, ben] = [d.person(0), d.person(1)]
    const now = d.w.clock.now().toISOString()
    const mark = { at: now, by: staff.user._id, reason: 'The phone was flat' }
    const added = await staff.device.checkInPerson({ eventId, userId: ben.id, reason: mark.reason })
    expect(added).toMatchObject({ status: 200, body: { data: { checkedIn: true, correction: mark } } })
    const back = await staff.device.checkOutPerson({ eventId, userId: ada.id })
    expect(back).toMatchObject({ status: 200, body: { data: { checkedIn: false } } })
    expect(await rowOf(card, ben)).toMatchObject({ checkedIn: true, checkedInAt: now, correction: mark })
    expect((await rowOf(card, ada))?.correction).toEqual({ at: now, by: staff.user._id })
    const [entry] = await trailOf('event.attendance_added', eventId)
    const { globalUserId } = staff.user
    expect(entry).toMatchObject({ actor: globalUserId, detail: { eventId, person: `u-${ben.id}` } })
    const { items } = await d.w
      .table()
      .list(auditNote, { keyParams: { targetId: entry?.targetId ?? '' }, limit: 9 })
    expect(items.find(({ id }) => id === entry?.id)?.reason).toBe(mark.reason)
    expect(await trailOf('event.attendance_taken_back', eventId)).toHaveLength(1)
    expectSound(await stateOf(d.w, eventId))
  })

  // rules/checkins 30
  it('says nothing twice: who is in already is no correction', async () => {
    const card = await over(hour)
    const { eventId } = card
    const again = await d.chess.officer.device.checkInPerson({ eventId, userId: d.person(0).id })
    expect(again.body.data).toMatchObject({ alreadyCheckedIn: true })
    expect(again.body.data).not.toHaveProperty('correction')
    expect(await trailOf('event.attendance_added', eventId)).toEqual([])
  })

  it('adds guests of other schools and people without a registration, and takes them off again', async () => {
    const card = await opened(d.w, d.chess)
    const { eventId } = card
    await d.guest.device.registerForEvent({ event_id: eventId })
    await ended(card, hour)
    const { device } = d.chess.officer
    const globalUserId = d.guest.id
    expect((await device.checkInGuest({ eventId, globalUserId })).body.data).toHaveProperty('correction')
    const walker = d.person(2)
    expect((await device.checkInPerson({ eventId, userId: walker.id })).body.data).toMatchObject({
      walkIn: true,
      correction: { at: d.w.clock.now().toISOString() },
    })
    expect((await device.checkOutPerson({ eventId, userId: walker.id })).status).toBe(200)
    expect(await rowOf(card, walker)).toBeUndefined()
    expect(await trailOf('event.attendance_taken_back', eventId)).toHaveLength(1)
    expect(await trailOf('event.attendance_added', eventId)).toHaveLength(2)
  })

  it('keeps the rule that only who is registered comes in', async () => {
    const { eventId } = await over(hour, {}, { requireRegistration: true })
    const stranger = await d.chess.officer.device.checkInPerson({ eventId, userId: d.person(2).id })
    expect(stranger.status).toBe(403)
    const guest = await d.chess.officer.device.checkInGuest({ eventId, globalUserId: d.guest.id })
    expect(guest).toMatchObject(refused(NotRegistered))
  })

  it('may be a helper with a door credential that still stands', async () => {
    const card = await over(hour)
    const { eventId } = card
    const made = await d.chess.officer.device.createDoorCredential({ eventId, name: 'North', hours: 0.01 })
    const { secret, _id } = made.body.data.credential
    const asked = { eventId, userId: d.person(1).id, doorCredential: secret }
    expect((await d.w.device().checkInPerson(asked)).body.data).toMatchObject({
      correction: { by: `door:${_id}` },
    })
    expect(await trailOf('event.attendance_added', eventId)).toMatchObject([{ actor: `door:${_id}` }])
    d.w.clock.advance(37)
    expect(await d.w.device().checkOutPerson(asked)).toMatchObject(refused(BadDoor))
  })

  // rules/checkins 32
  it('brings scans: those of after the end correct, those of before only leave a trail', async () => {
    const card = await opened(d.w, d.chess, {}, { start_time: iso(-60), end_time: iso(10) })
    const { eventId } = card
    for (const at of [0, 1]) await d.person(at).device.registerForEvent({ event_id: eventId })
    await d.person(0).device.checkInOnPage({ eventId })
    d.w.clock.advance(30)
    const scan = (person: Visitor, at: number, action: 'in' | 'out') => ({
      clientId: `${action}${at}`,
      at: iso(at),
      person: `u-${person.id}`,
      action,
    })
    const [ada, ben] = [d.person(0), d.person(1)]
    const scans = [scan(ada, -1, 'out'), scan(ben, -25, 'in')]
    const reason = 'Left before it began'
    const { body } = await d.chess.officer.device.takeScans({ eventId, scans, reason })
    expect(body.data.results).toMatchObject([
      { result: 'applied', checkedIn: false },
      { result: 'applied', checkedIn: true },
    ])
    expect(await rowOf(card, ada)).toMatchObject({ checkedIn: false, correction: { reason } })
    expect(await rowOf(card, ben)).not.toHaveProperty('correction')
    expect(await trailOf('event.attendance_taken_back', eventId)).toHaveLength(1)
    expect(await trailOf('event.scans_brought_late', eventId)).toMatchObject([{ detail: { people: '2' } }])
  })
})

describe('a correction', () => {
  // rules/checkins 28
  it('is nobody else’s: attendees neither come in nor leave any more', async () => {
    const card = await over(hour)
    const { eventId } = card
    const token = await d.link(card)
    const [ada, ben] = [d.person(0).device, d.person(1).device]
    for (const way of [
      () => ben.checkIn({ eventId, token }),
      () => ben.checkInOnPage({ eventId }),
      () => ada.checkOut({ eventId }),
    ])
      expect(await way()).toMatchObject(refused(Ended))
    for (const userId of [d.person(0).id, d.person(1).id])
      expect((await ben.checkInPerson({ eventId, userId })).status).toBe(403)
  })

  // rules/checkins 28, rules/checkins 31
  it.each([
    ['a week has passed', 7 * day + 1, {}],
    ['a week has passed since it was completed', 7 * day + 1, completed],
    ['it was called off', hour, { ...completed, status: 'cancelled' }],
    ['it was put away', hour, { ...completed, status: 'archived' }],
    ['it was completed before it began', -5 * hour, completed],
  ] as const)('is refused everybody when %s', async (_, ago, more) => {
    const { eventId } = await over(ago, more)
    const { device } = d.chess.officer
    const scans = [{ clientId: 'a', at: iso(-1), person: `u-${d.person(1).id}`, action: 'in' as const }]
    expect(await device.checkInPerson({ eventId, userId: d.person(1).id })).toMatchObject(refused(Ended))
    expect(await device.checkOutPerson({ eventId, userId: d.person(0).id })).toMatchObject(refused(Ended))
    const brought = await device.takeScans({ eventId, scans })
    if (brought.status === 200)
      expect(brought.body.data.results).toMatchObject([{ result: 'refused', reason: 'outside_event' }])
    else expect(brought).toMatchObject(refused(Ended))
  })

  // rules/checkins 28
  it('is taken to the last moment of the week', async () => {
    const { eventId } = await over(7 * day)
    const added = await d.chess.officer.device.checkInPerson({ eventId, userId: d.person(1).id })
    expect(added.status).toBe(200)
  })

  // rules/checkins 33
  it('is counted, and shown to who manages the event; feedback is for who was there after all', async () => {
    const { w, chess } = d
    const form = { title: 'How was it?', questions: [{ type: 'long', question: 'How was it?' }] }
    const { body } = await chess.officer.device.createEventForm({ orgId: chess.orgId, form })
    const formId = body.data._id
    const stream = await attendanceStream(w)
    const card = await over(hour)
    const { eventId } = card
    const whole = await w.table().get(eventBody, { eventId })
    if (!whole) throw new Error('the event has no body')
    await w.table().put(eventBody, { ...whole, feedbackFormId: formId })
    const { device } = chess.officer
    await device.checkInPerson({ eventId, userId: d.person(1).id, reason: 'Forgot the phone' })
    await device.checkOutPerson({ eventId, userId: d.person(0).id })
    await stream.drain()
    const listed = (await device.listCheckedIn({ eventId, checkedIn: 'all' })).body
    expect(listed.stats).toMatchObject({ totalCheckedIn: 1, totalRegistrations: 2, corrections: 2 })
    const ben = listed.attendees.find(
      ({ userId }: { userId: { _id: string } }) => userId._id === d.person(1).id,
    )
    expect(ben.correction).toMatchObject({ reason: 'Forgot the phone' })
    const { report } = (await device.exportEventReport({ orgId: chess.orgId, eventId })).body.data
    expect(report.event).toMatchObject({ checkedInCount: 1, correctedCount: 2 })
    const file = await device.exportAttendees({ orgId: chess.orgId, eventId, format: 'json' })
    const filed = file.body.data.attendees.find(({ id }: { id: string }) => id === `u-${d.person(1).id}`)
    expect(filed).toMatchObject({ checkedIn: true, correctionReason: 'Forgot the phone', headsCheckedIn: 1 })
    const say = (at: number) => {
      const responses = [{ referenceId: body.data.questions[0]._id, answer: 'Good' }]
      return d.person(at).device.submitFormResponse({ formId, responses, eventId })
    }
    expect(await say(0)).toMatchObject(refused(forms.NotAttended))
    expect((await say(1)).status).toBe(201)
    await device.checkOutPerson({ eventId, userId: d.person(1).id })
    await stream.drain()
    const stats = (await device.listCheckedIn({ eventId })).body.stats
    expect(stats).toMatchObject({ totalCheckedIn: 0, corrections: 2 })
    expect(await say(0)).toMatchObject(refused(forms.NotAttended))
  })
})
