import { expect, it } from 'vitest'
import { attendanceStream } from '../../attendance/stream.ts'
import { admins } from '../../support/administrators.ts'
import { password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { founded } from '../../support/societies.ts'
import { signedIn } from '../browser.ts'

// rules/planning 50
it('a room chosen without a place has its name on pages, in lists, mails and approvals', async () => {
  const { w, dean } = await admins()
  await enrolSchool(w, w.home)
  await dean.device.createRoom({ name: 'Main hall', capacity: 300 })
  const ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  const { orgId } = await founded(ada)
  const stream = await attendanceStream(w)
  const officer = await signedIn(w, ada.email, password)
  const desk = await signedIn(w, dean.email, password)
  const local = (hours: number) =>
    new Date(w.clock.now().getTime() + hours * 3_600_000).toISOString().slice(0, 16)
  await officer.open(`/create-event?org=${orgId}`)
  const { address, text } = await officer.send('/create-event/form', {
    name: 'Pub quiz',
    type: 'Meeting',
    start_time: local(40),
    end_time: local(42),
    classroom_id: 'mainhall',
    location: '',
    expectedAttendance: '45',
    requiresApproval: 'yes',
    do: 'submit',
  })
  const eventId = /event\/(\w+)\/dashboard/.exec(address)?.[1] ?? ''
  expect(text).toContain('Where Main hall')
  await stream.drain()

  // rules/rooms 29
  const hall = await desk.open('/admin?part=rooms&id=mainhall')
  expect(hall.text).toMatch(/Main hall ?: bookings in the next two weeks Pub quiz/)
  const approvals = await desk.open('/admin?part=waits')
  expect(approvals.text).toContain('Main hall')
  await desk.send('/admin', { do: 'approve', event: eventId })
  await stream.drain()
  expect((await officer.open('/events')).text).toContain('Main hall')
  const page = await officer.open(`/event/${eventId}`)
  expect(page.text).toContain('Where Main hall')

  await officer.send(`/event/${eventId}`, { do: 'register' })
  await stream.drain()
  const mails = w.mails.filter(({ to, text: said }) => to === ada.email && said.includes('Place: '))
  expect(mails.length).toBeGreaterThan(0)
  for (const mail of mails) expect(mail.text).toContain('Place: Main hall.')
  expect((await officer.open('/inbox')).text).not.toContain('mainhall')

  // A typed place hides the room from readers, but not from the person who decides on it.
  await officer.open(`/create-event?event=${eventId}`)
  await officer.send('/create-event/form', { location: 'By the stage door', do: 'save', hide: 'yes' })
  await stream.drain()
  expect((await desk.open('/admin?part=waits')).text).toMatch(/By the stage door .* Main hall/)
})
