import { beforeAll, describe, expect, it } from 'vitest'
import { planned } from '../../attendance/events.ts'
import { browser } from '../browser.ts'
import { type Managing, managing } from './managing.ts'

let m: Managing
beforeAll(async () => {
  m = await managing({ maxAttendees: 1, waitlistEnabled: true })
  const page = `/event/${m.eventId}`
  await m.student.open(page)
  await m.student.send(page, { do: 'register' })
  await m.ben.device.registerForEvent({ event_id: m.eventId })
  await m.drain()
  await m.ada.device.updateEvent({ event_id: m.eventId, requiresApproval: true, location: 'Yard' })
  await m.drain()
  await m.w.caughtUp()
})

const seen = async (): Promise<string> => (await m.student.open(`/event/${m.eventId}`)).text

describe('an event that is hidden while people hold seats', () => {
  // rules/planning 14
  it('can still be cancelled, and its attendees get messages', async () => {
    const { text } = await m.officer.open(m.path)
    expect(text).toContain('Waiting for approval')
    expect(text).toContain('Cancel event and notify attendees')
    expect((await m.officer.open(`/event/${m.eventId}/attendees`)).text).toContain('Message attendees')
    await m.officer.open(`${m.path}?part=messages`)
    const content = 'We only move the tables'
    const sent = await m.officer.send(m.path, { do: 'messages-send', content, inbox: 'yes' })
    expect(sent.text).toContain('Message sent to the attendees.')
  })

  it('is withdrawn after a notice of the people whom that concerns, who read what happens', async () => {
    expect(await seen()).toContain('The organizers are changing this event. Your seat is kept.')
    const { html } = await m.officer.open(m.path)
    expect(html).toMatch(
      /<details class="sure"><summary[^>]*>Withdraw submission<.*?1 person is registered\. 1 is on the waitlist\. They keep their seats/,
    )
    expect((await m.officer.send(m.path, { do: 'take-back' })).text).toContain('it is a draft again')
    const student = await seen()
    expect(student).toContain('Your seat is kept.')
    expect(student).not.toContain('Only its organizers see it')
    expect((await m.officer.open(`/event/${m.eventId}`)).text).toContain(
      'This is a draft. Its organizers see it, and people who are registered.',
    )
    await m.drain()
    const inbox = (await m.student.open('/inbox')).text
    expect(inbox).toMatch(
      /Spring Open is hidden while its organizers change it\. Seats and places on the waitlist are kept\./,
    )
  })

  it('says before it is deleted whom it concerns, and offers to cancel it instead', async () => {
    const { text } = await m.officer.open(m.path)
    expect(text).toMatch(
      /will be deleted\. This cannot be undone\. 1 person is registered\. 1 is on the waitlist\. They are notified that the event is cancelled/,
    )
    const cancelled = await m.officer.send(m.path, { do: 'cancel', reason: 'No room' })
    expect(cancelled.text).toContain('Cancelled')
    const student = await seen()
    expect(student.split('This event is cancelled')).toHaveLength(2)
    expect(student).toContain('This event is cancelled. No room')
    expect(student).toContain('Your registration has ended')
    const stranger = await m.officer.open(`/event/${m.eventId}`)
    expect(stranger.text.split('This event is cancelled')).toHaveLength(2)
  })
})

describe('an event that is not for everybody', () => {
  it('says what to do, in the same words as one that there is not', async () => {
    const { eventId } = await planned(m.w, { status: 'draft' })
    for (const id of [eventId, 'nothing']) {
      const reply = await browser(m.w).open(`/event/${id}`)
      expect([reply.status, reply.text.includes('There is no event here')]).toEqual([404, true])
      const ways = reply.links.filter(({ text }) => text === 'Show all events' || text === 'My events')
      expect(ways.map(({ href }) => href)).toEqual(expect.arrayContaining(['/events', '/my-events']))
    }
  })
})
