import { beforeAll, describe, expect, it } from 'vitest'
import { type Managing, managing } from './managing.ts'

let m: Managing
beforeAll(async () => {
  m = await managing()
})

describe('feedback on an event', () => {
  it('is shown with its counts to people who manage the event', async () => {
    const path = `/event/${m.eventId}/attendees?part=feedback`
    expect((await m.officer.open(path)).text).toContain('This event has no feedback form')
    const questions = [
      { type: 'multiple_choice', question: 'How was it?', options: ['Good', 'Bad'], required: true },
      { type: 'short', question: 'What was missing?', required: false },
    ]
    const form = { title: 'Feedback', questions }
    const made = await m.ada.device.createEventForm({ orgId: m.orgId, form })
    const start = m.w.clock.now().getTime() + 1000
    const { body } = await m.ada.device.createEvent({
      name: 'Short evening',
      type: 'Social',
      start_time: new Date(start).toISOString(),
      end_time: new Date(start + 60_000).toISOString(),
      location: 'Hall',
      expectedAttendance: 4,
      registrationEnabled: true,
      feedbackFormId: made.body.data._id,
      orgId: m.orgId,
    })
    const eventId = String(body.eventId)
    const own = `/event/${eventId}/attendees?part=feedback`
    expect((await m.officer.open(own)).text).toContain('No feedback yet')
    await m.cleo.device.registerForEvent({ event_id: eventId })
    await m.ada.device.enableCheckIn({ eventId })
    m.w.clock.advance(5)
    await m.ada.device.checkInPerson({ eventId, userId: m.cleo.user._id })
    m.w.clock.advance(120)
    await m.student.open(`/event/${eventId}`)
    await m.student.follow('Give feedback')
    const address = m.student.page().forms.find(({ action }) => action.startsWith('/form/'))?.action ?? ''
    await m.student.send(address, { 'answer-0': 'Good', 'answer-1': 'Tea' })
    await m.drain()
    expect((await m.officer.open(own)).text).toMatch(/1 response How was it\? .*Good 1 .*Tea/)
    expect((await m.student.open(own)).status).toBe(403)
  })
})

describe('the report of an event', () => {
  it('is a file for people who manage it', async () => {
    await m.officer.open(m.path)
    const report = await m.officer.send(m.path, { do: 'report' })
    expect([report.status, report.headers['content-type'], report.headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      `attachment; filename="event-${m.eventId}.csv"`,
    ])
    expect(report.html).toContain('Spring Open')
    expect((await m.student.post(m.path, { do: 'report' })).status).toBe(404)
  })
})
