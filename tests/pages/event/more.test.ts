import { beforeAll, describe, expect, it } from 'vitest'
import { browser } from '../browser.ts'
import { type Managing, managing } from './managing.ts'

let m: Managing
beforeAll(async () => {
  m = await managing()
})

const page = () => `/event/${m.eventId}`

describe('below an event', () => {
  it('other events of the host are shown when the reader opens them', async () => {
    const at = m.w.clock.now().getTime() + 3 * 86_400_000
    await m.ada.device.createEvent({
      name: 'Summer Open',
      type: 'Competition',
      start_time: new Date(at).toISOString(),
      end_time: new Date(at + 3_600_000).toISOString(),
      location: 'Main hall',
      expectedAttendance: 40,
      orgId: m.orgId,
    })
    const anybody = browser(m.w)
    const closed = await anybody.open(page())
    expect(closed.text).not.toContain('Summer Open')
    const open = await anybody.follow('More from this host')
    expect(open.text).toMatch(/More from this host .*Summer Open/)
    expect((await anybody.open(`${page()}?part=constructor`)).status).toBe(200)
  })

  it('a person without an account signs in to help, and comes back', async () => {
    const anybody = browser(m.w)
    const shown = await anybody.open(`${page()}?part=help`)
    expect(shown.address).toBe(`/login?next=${encodeURIComponent(`${page()}?part=help`)}`)
  })

  it('nobody who is signed in is asked to sign in to see who comes', async () => {
    const people = `${page()}?part=people`
    expect((await m.student.open(people)).text).toContain('Nobody has registered yet.')
    await m.ada.device.registerForEvent({ event_id: m.eventId })
    await m.ada.device.updateEvent({ event_id: m.eventId, attendeeVisibility: 'organizers' })
    await m.drain()
    expect((await m.student.open(people)).text).toContain('The organizers do not show names.')
    await m.ada.device.updateEvent({ event_id: m.eventId, attendeeVisibility: 'signed_in' })
    await m.drain()
  })

  it('attendees read the messages sent to them, and see who comes', async () => {
    expect((await m.student.open(page())).text).not.toContain('Messages from the organizers')
    await m.cleo.device.registerForEvent({ event_id: m.eventId })
    await m.drain()
    await m.ada.device.announce({ orgId: m.orgId, eventId: m.eventId, content: 'Bring a board.' })
    await m.drain()
    await m.student.open(page())
    const open = await m.student.follow('Messages from the organizers')
    expect(open.text).toContain('Bring a board.')
    expect((await m.student.open(`${page()}?part=people`)).text).toMatch(/Everybody who is going .*Cleo/)
  })

  it('a person who is checked in can check out', async () => {
    await m.ada.device.enableCheckIn({ eventId: m.eventId, settings: { allowEarlyCheckIn: true } })
    await m.ada.device.checkInPerson({ eventId: m.eventId, userId: m.cleo.user._id })
    await m.student.open(page())
    const out = await m.student.send(page(), { do: 'check-out' })
    expect(out.text).toContain('You are checked out.')
    expect((await m.cleo.device.getMyRsvp({ event_id: m.eventId })).body.rsvp.checkedIn).toBe(false)
  })
})
