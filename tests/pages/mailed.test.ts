import { expect, it } from 'vitest'
import { planned } from '../attendance/events.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { world } from '../support/world.ts'
import { signedIn } from './browser.ts'

// rules/notifications 16
it.each([
  [1, 'Registered', 'You have a seat', 'Your registration is cancelled.'],
  [0, 'On the waitlist', 'on the waitlist', 'You left the waitlist.'],
])(
  'who takes one of %i seats gets a mail that leads to the event, and gives it back there',
  async (...row) => {
    const [seats, subject, stands, gone] = row
    const w = await world()
    await enrolSchool(w, w.home)
    const { email } = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
    const { eventId } = await planned(w, { name: 'Chess night', maxAttendees: 1 })
    if (seats === 0) await (await registered(w, 'ben')).device.registerForEvent({ event_id: eventId })
    const stream = await attendanceStream(w)
    const one = await signedIn(w, email, password)
    await one.open(`/event/${eventId}`)
    await one.send(`/event/${eventId}`, { do: 'register' })
    await stream.drain()
    const mail = w.mails.find(({ to, subject: said }) => to === email && said === `${subject}: Chess night`)
    const [, path = ''] = /http:\/\/[^/\s]+(\/event\/\S+)/.exec(mail?.text ?? '') ?? []
    expect(path).toBe(`/event/${eventId}`)
    expect((await one.open(path)).text).toContain(stands)
    expect((await one.send(path, { do: 'withdraw' })).text).toContain(gone)
  },
)
