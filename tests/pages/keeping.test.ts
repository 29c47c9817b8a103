import { beforeAll, describe, expect, it } from 'vitest'
import { attendanceStream } from '../attendance/stream.ts'
import { type Person, password, registered } from '../support/people.ts'
import { png } from '../support/pictures.ts'
import { enrolSchool } from '../support/schools.ts'
import { founded } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'
import { type Browser, signedIn } from './browser.ts'

let w: World
let ada: Person
let ben: Person
let orgId: string
let officer: Browser
let stream: Awaited<ReturnType<typeof attendanceStream>>

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  ben = await registered(w, 'ben', { username: 'ben', name: 'Ben Lima' })
  orgId = (await founded(ada)).orgId
  stream = await attendanceStream(w)
  officer = await signedIn(w, ada.email, password)
})

const wall = (days: number, hour: string): string =>
  `${new Date(w.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)}T${hour}`

const evening = (days: number) => ({
  name: 'Spring Open',
  type: 'Competition',
  start_time: wall(days, '18:00'),
  end_time: wall(days, '21:00'),
  location: 'Main hall',
  expectedAttendance: '40',
  maxAttendees: '5',
})

const idIn = (address: string): string => /^\/event\/([^/]+)\//.exec(address)?.[1] ?? ''

describe('planning an event', () => {
  it('says who will be asked before anything is submitted, and submits what was entered', async () => {
    const fresh = await officer.open(`/create-event?org=${orgId}`)
    expect(fresh.html).not.toContain('name="own-name"')
    expect(fresh.text).toContain('Save draft')
    const asked = await officer.send('/create-event/form', {
      do: 'ask',
      ...evening(9),
      requiresApproval: 'yes',
    })
    expect(asked.text).toMatch(/Approvals event coordinator You requested approval/)
    expect((await ada.device.listOrgEvents({ orgId })).body.data.events).toEqual([])
    const handed = await officer.send('/create-event/form', { do: 'submit' })
    expect(handed.text).toContain('Event sent for approval.')
    expect(handed.text).toContain('Waiting for approval')
    // Messages need a published event.
    expect(handed.html).not.toContain('part=messages')
    expect(handed.text).toContain('Spring Open')
    expect(handed.text).toMatch(
      /Approval Event coordinator Waiting Nobody is appointed for this step\. The school's administrators can decide/,
    )
    expect(handed.text).not.toMatch(/Waiting, (?:until|decision due)/)
  })

  it('says that nobody is asked where that is so, and publishes', async () => {
    await officer.open(`/create-event?org=${orgId}`)
    const asked = await officer.send('/create-event/form', { do: 'ask', ...evening(10) })
    expect(asked.text).toContain('No approval needed')
    const handed = await officer.send('/create-event/form', { do: 'submit' })
    expect(handed.text).toContain('Published')
  })

  it('shows the event before it is submitted, and ends it an hour after its start where no end was entered', async () => {
    await officer.open(`/create-event?org=${orgId}`)
    const { end_time: _, ...begun } = evening(11)
    const shown = await officer.send('/create-event/form', { do: 'ask', ...begun, end_time: '' })
    expect(shown.text).toMatch(/Preview [\w ,]+ 6:00\s+PM Spring Open Main hall/)
    expect(shown.html).toContain(`name="end_time" type="datetime-local" value="${wall(11, '19:00')}"`)
  })

  // rules/planning 9
  it('in the past is published only by people who say so', async () => {
    await officer.open(`/create-event?org=${orgId}`)
    const noticed = await officer.send('/create-event/form', {
      do: 'submit',
      ...evening(-3),
      name: 'Long ago',
    })
    expect(noticed.text).toContain('This event starts in the past.')
    const before = (await ada.device.listOrgEvents({ orgId, timeRange: 'past' })).body.data.events
    expect(before.map(({ name }: { name: string }) => name)).not.toContain('Long ago')
    const published = await officer.send('/create-event/form', { do: 'submit', past: 'yes' })
    expect(published.text).toContain('Long ago')
    const later = await officer.open(`/create-event?org=${orgId}`)
    expect(later.text).not.toContain('in the past')
  })

  it('keeps a draft of little, and tells what is missing beside its field', async () => {
    await officer.open(`/create-event?org=${orgId}`)
    const kept = await officer.send('/create-event/form', { do: 'draft', name: 'An idea', type: 'Social' })
    expect(kept.text).toContain('Draft')
    const refused = await (async () => {
      await officer.open(`/create-event?org=${orgId}`)
      return officer.send('/create-event/form', { do: 'submit', name: 'No time', type: 'Social' })
    })()
    expect(refused.status).toBe(400)
    expect(refused.html).toMatch(/id="start_time-wrong"/)
    expect(refused.html).toContain('value="No time"')
  })

  it('changes an event that is there', async () => {
    await officer.open(`/create-event?org=${orgId}`)
    const { address } = await officer.send('/create-event/form', { do: 'submit', ...evening(11) })
    const eventId = idIn(address)
    const form = await officer.open(`/create-event?event=${eventId}`)
    expect(form.html).toContain('value="Main hall"')
    const saved = await officer.send('/create-event/form', { do: 'save', location: 'Small hall' })
    expect([saved.address, saved.text.includes('Small hall')]).toEqual([
      `/event/${eventId}/dashboard?done=saved-notified`,
      true,
    ])
  })
})

describe('keeping an event', () => {
  it('shows how registrations grew, as a picture with the numbers behind it, and tells its people', async () => {
    await officer.open(`/create-event?org=${orgId}`)
    const { address } = await officer.send('/create-event/form', { do: 'submit', ...evening(12) })
    const eventId = idIn(address)
    await ben.device.registerForEvent({ event_id: eventId })
    await stream.drain()
    const shown = await officer.open(`/event/${eventId}/dashboard`)
    expect(shown.html).toMatch(
      /<svg viewBox="0 0 \d+ 100"[^>]*role="img" aria-label="Registrations over time/,
    )
    expect(shown.text).toMatch(/Registrations 1/)
    const told = await officer.send(`/event/${eventId}/dashboard`, {
      do: 'announce',
      subject: 'Bring a board',
      content: 'We are short of boards.',
      inbox: 'yes',
    })
    expect(told.text).toContain('We are short of boards.')
    const stranger = await signedIn(w, ben.email, password)
    expect((await stranger.open(`/event/${eventId}/dashboard`)).status).toBe(404)
  })

  it('has a picture that its planners upload, and says beside the field what is no picture', async () => {
    await officer.open(`/create-event?org=${orgId}`)
    const { address } = await officer.send('/create-event/form', { do: 'submit', ...evening(14) })
    const path = `/event/${idIn(address)}/dashboard`
    const text = { image: new TextEncoder().encode('no picture') }
    const wrong = await officer.send(path, { do: 'picture' }, {}, text)
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('cannot be used as a picture')])
    expect(wrong.text).not.toContain('Choose the file again')
    expect(wrong.html).toContain('id="image-wrong"')
    const missing = await officer.send(path, { do: 'picture' })
    expect(missing.html).toContain('<span class="wrong" id="image-wrong">Choose a picture first</span>')
    expect(missing.text).not.toMatch(/No file uploaded|Choose the file again|New picture \(optional\)/)
    const done = await officer.send(path, { do: 'picture' }, {}, { image: png(120, 60) })
    expect(done.text).toContain('Picture saved.')
    const { body } = await ada.device.getEvent({ event_id: idIn(address) })
    expect(body.event.image).toMatch(/^https?:.*\.webp$/)
    const stranger = await signedIn(w, ben.email, password)
    expect((await stranger.post(path, { do: 'picture' })).status).toBeGreaterThanOrEqual(400)
  })

  it('takes an event back, cancels it and deletes a draft', async () => {
    await officer.open(`/create-event?org=${orgId}`)
    const asked = { do: 'submit', ...evening(13), requiresApproval: 'yes' }
    const here = /aria-current="page"><svg.*?<span>([^<]*)/
    expect(here.exec(officer.page().html)?.[1]).toBe('Clubs')
    const { address } = await officer.send('/create-event/form', asked)
    expect(here.exec(officer.page().html)?.[1]).toBe('Clubs')
    const path = `/event/${idIn(address)}/dashboard`
    expect((await officer.send(path, { do: 'take-back' })).text).toContain('it is a draft again')
    expect(officer.page().html).toMatch(
      /<details class="sure"><summary class="btn bad">Delete draft<\/summary>.*Spring Open<\/bdi> will be deleted\. This cannot be undone\./,
    )
    const deleted = await officer.send(path, { do: 'delete' })
    expect([deleted.address, deleted.text]).toEqual([
      `/club-dashboard/${orgId}?part=events&done=draft-deleted`,
      expect.stringContaining('Draft deleted.'),
    ])
  })
})

describe('the door of an event', () => {
  it('opens, lets people in and out by name, takes walk-ins and the code of a ticket', async () => {
    const now = w.clock.now().getTime()
    const { body } = await ada.device.createEvent({
      ...evening(1),
      expectedAttendance: 40,
      maxAttendees: 5,
      start_time: new Date(now - 60_000).toISOString(),
      end_time: new Date(now + 3_600_000).toISOString(),
      orgId,
    })
    const eventId = String(body.eventId)
    const path = `/event/${eventId}/door`
    const closed = await officer.open(path)
    expect(closed.text).toContain('Check-in is off')
    await officer.send(`/event/${eventId}/dashboard`, { do: 'open-door' })
    const walkIn = await officer.open(`${path}?search=ben`)
    expect(walkIn.text).toMatch(/Not registered .*Ben Lima/)
    const entered = await officer.send(path, { do: 'in' })
    expect(entered.text).toMatch(
      /Ben Lima : checked in without a registration\. .*Ben Lima .*without a registration/,
    )
    const left = await officer.send(path, { do: 'out' })
    expect([left.text.includes('Ben Lima : check-in undone.'), left.html.includes('data-person')]).toEqual([
      true,
      false,
    ])
    await ben.device.registerForEvent({ event_id: eventId })
    const ticket = await ben.device.getCheckInTicket({ eventId })
    await officer.open(path)
    const wrong = await officer.send(path, { do: 'code', code: 'nonsense' })
    expect([wrong.status, wrong.text.includes('This is not a ticket for this event.')]).toEqual([422, true])
    const scanned = await officer.send(path, { do: 'code', code: ticket.body.data.code })
    expect(scanned.text).toMatch(/Checked in: 1 B Ben Lima /)
    const student = await signedIn(w, ben.email, password)
    expect((await student.open(path)).status).toBe(403)
  })

  it('allows the script of this address and no other, and no page but it has one', async () => {
    const { headers, html } = await officer.open('/my-events')
    expect(headers['content-security-policy']).not.toContain('script-src')
    expect(html).not.toContain('<script')
  })
})

it('an event is told nothing by a wish that is none', async () => {
  await officer.open(`/create-event?org=${orgId}`)
  const handed = await officer.send('/create-event/form', { do: 'submit', ...evening(11) })
  const eventId = idIn(handed.address)
  const wishes = { content: 'Hello', inbox: 'yes' }
  const sent = await officer.post(`/event/${eventId}/dashboard`, { ...wishes, do: 'shout' })
  expect(sent.status).toBe(400)
  const told = async () => (await ada.device.listAnnouncements({ orgId, eventId })).body.data.announcements
  expect(await told()).toEqual([])
  await officer.post(`/event/${eventId}/dashboard`, { ...wishes, do: 'announce' })
  expect(await told()).toHaveLength(1)
})
