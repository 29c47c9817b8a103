import { beforeAll, describe, expect, it } from 'vitest'
import { attendanceStream } from '../attendance/stream.ts'
import { type Person, password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { founded } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'
import { type Browser, browser, signedIn } from './browser.ts'

let w: World
let ada: Person
let guests: Record<'ben' | 'cleo' | 'dora', Person>
let orgId: string
let eventId: string
let path: string
let officer: Browser
let drain: () => Promise<unknown>

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  const stream = await attendanceStream(w)
  drain = () => stream.drain()
  const named = (name: string) => registered(w, name.toLowerCase(), { username: name.toLowerCase(), name })
  guests = { ben: await named('Ben'), cleo: await named('Cleo'), dora: await named('Dora') }
  orgId = (await founded(ada)).orgId
  const form = await ada.device.createEventForm({
    orgId,
    form: { title: 'Boards', questions: [{ type: 'short', question: 'Which board?', required: true }] },
  })
  const start = w.clock.now().getTime() + 120_000
  const { body } = await ada.device.createEvent({
    name: 'Spring Open',
    type: 'Competition',
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 3_600_000).toISOString(),
    location: 'Main hall',
    expectedAttendance: 40,
    maxAttendees: 1,
    waitlistEnabled: true,
    registrationEnabled: true,
    registrationFormId: form.body.data._id,
    orgId,
  })
  eventId = String(body.eventId)
  path = `/event/${eventId}/attendees`
  await ada.device.enableCheckIn({ eventId })
  for (const person of [guests.ben, guests.cleo])
    await person.device.registerForEvent({ event_id: eventId, formAnswers: ['Walnut'] })
  await drain()
  officer = await signedIn(w, ada.email, password)
})

const own = async (person: Person) => (await person.device.getMyRsvp({ event_id: eventId })).body.rsvp

describe('the attendees of an event', () => {
  it('are for people who manage it', async () => {
    expect((await browser(w).open(path)).address).toContain('/login')
    const stranger = await signedIn(w, guests.ben.email, password)
    expect((await stranger.open(path)).status).toBe(403)
    expect(
      (await stranger.post(path, { do: 'remove', person: guests.cleo.user._id })).status,
    ).toBeGreaterThan(399)
    expect((await own(guests.cleo)).status).toBe('waitlisted')
  })

  it('are a table with search, and each is checked in and out by a button', async () => {
    const found = await officer.open(`${path}?part=people&search=be`)
    expect([found.text.includes('Ben'), found.text.includes('No attendee found')]).toEqual([true, false])
    expect((await officer.open(`${path}?search=nobody`)).text).toContain('No attendee found')
    const before = await officer.open(path)
    // Nobody can be checked in yet, so no row offers it.
    expect(before.forms.some(({ fields }) => fields.do === 'in')).toBe(false)
    const early = await officer.post(path, { do: 'in', person: `u-${guests.ben.user._id}` })
    expect([early.status, early.text]).toEqual([400, expect.stringContaining('Check-in has not started')])
    w.clock.advance(180)
    await officer.open(path)
    const inside = await officer.send(path, { do: 'in' })
    expect(inside.text).toContain('Checked in.')
    expect((await own(guests.ben)).checkedIn).toBe(true)
    await drain()
    expect((await officer.open(`${path}?in=true`)).text).toMatch(/Ben .*Checked in .* By Ada/)
    await officer.open(path)
    await officer.send(path, { do: 'out' })
    const made = await ada.device.createDoorCredential({ eventId, name: 'North gate', hours: 2 })
    const helper = w.device({ headers: { 'x-door-credential': made.body.data.credential.secret } })
    await helper.checkInPerson({ eventId, userId: guests.ben.user._id })
    const listed = await officer.open(path)
    expect(listed.text).toMatch(/All except the waitlist .*Ben .*Checked in .* By North gate/)
    await officer.send(path, { do: 'out' })
    expect((await own(guests.ben)).checkedIn).toBe(false)
  })

  // rules/checkins 46
  it('are people with a seat; the waitlist has a part of its own, with its count', async () => {
    const seated = await officer.open(path)
    expect(seated.text).toMatch(/Registrations 1 Waitlist 1 Answers .*Ben/)
    expect(seated.text).not.toContain('Cleo')
    const waiting = await officer.follow('Waitlist 1')
    expect([waiting.text.includes('Cleo'), waiting.html.includes('<bdi>Ben</bdi>')]).toEqual([true, false])
    const { body } = await ada.device.listCheckedIn({ eventId, checkedIn: 'all', status: 'waitlisted' })
    expect(body.attendees.map(({ name }: { name: string }) => name)).toEqual(['Cleo'])
  })

  it('have their answers to the registration form beside them', async () => {
    expect((await officer.open(`${path}?part=answers`)).text).toContain('Which board? Walnut')
  })

  it('lead to an export and to a message for all of them', async () => {
    const { links } = await officer.open(path)
    const hrefs = links.map(({ href }) => href)
    expect(hrefs).toEqual(expect.arrayContaining([`/event/${eventId}/dashboard?part=messages`]))
    expect(hrefs.some((href) => href.includes('/attendees/export?format=csv'))).toBe(true)
  })
})

describe('the waitlist of an event', () => {
  it('gives a seat out of turn where one is free, and beyond the capacity only if that is chosen', async () => {
    const waiting = await officer.open(`${path}?part=waitlist`)
    expect(waiting.text).toMatch(
      /1 of 1 seat taken.*Waitlist 1 .*Free seats go to people on the waitlist in this order\..*Cleo/,
    )
    expect(waiting.text).toContain('All seats are taken.')
    const entry = waiting.forms.find(({ fields }) => fields.do === 'force')?.fields.entry ?? ''
    const full = await officer.post(path, { do: 'promote', entry })
    expect([full.status, (await own(guests.cleo)).status]).toEqual([409, 'waitlisted'])
    await officer.open(`${path}?part=waitlist`)
    const seated = await officer.send(path, { do: 'force' })
    expect([seated.text, (await own(guests.cleo)).status]).toEqual([
      expect.stringMatching(
        /^.*Cleo has a seat now\..*2 of 1 seat taken.*Registrations 2 Waitlist 0 .*The waitlist is empty/,
      ),
      'attending',
    ])
    const madeUp = `${path}?part=waitlist&person=u-${guests.dora.user._id}&name=Dora&done=promoted`
    expect((await officer.open(madeUp)).text).not.toContain('Dora')
  })

  it('says how many seats a group lacks, and offers it extra seats in the menu', async () => {
    const start = w.clock.now().getTime() + 3_600_000
    const { body } = await ada.device.createEvent({
      name: 'Blitz',
      type: 'Competition',
      start_time: new Date(start).toISOString(),
      end_time: new Date(start + 3_600_000).toISOString(),
      location: 'Main hall',
      expectedAttendance: 2,
      maxAttendees: 2,
      waitlistEnabled: true,
      registrationEnabled: true,
      orgId,
    })
    const blitz = String(body.eventId)
    await guests.ben.device.registerForEvent({ event_id: blitz })
    await guests.cleo.device.registerForEvent({ event_id: blitz, guestCount: 2 })
    await drain()
    const at = `/event/${blitz}/attendees`
    const waiting = await officer.open(`${at}?part=waitlist`)
    expect(waiting.text).toMatch(/1 of 2 seats taken.* Cleo needs 2 seats and 1 is free\. You can give extra/)
    expect(waiting.forms.some(({ fields }) => fields.do === 'promote')).toBe(false)
    const seated = await officer.send(at, { do: 'force' })
    expect(seated.text).toMatch(/Cleo has a seat now\..*3 of 2 seats taken/)
  })

  // rules/attendance 23
  it('keeps the answers of people who are there already, and says so', async () => {
    await w.caughtUp()
    const again = async (find: string, answer: string) => {
      await officer.open(`${path}?part=people&find=${find}`)
      return officer.send(path, { do: 'add', 'answer-0': answer })
    }
    const seated = await again('ben', 'Oak')
    expect(seated.text).toContain('Ben is already registered. Nothing was changed. Show registration')
    expect((await officer.follow('Show registration')).text).toContain('Ben')
    expect((await officer.open(`${path}?part=answers`)).text).not.toContain('Oak')
    const late = await registered(w, 'eve', { username: 'eve', name: 'Eve' })
    await late.device.registerForEvent({ event_id: eventId, formAnswers: ['Pear'] })
    await drain()
    await w.caughtUp()
    const waiting = await again('eve', 'Oak')
    expect(waiting.text).toContain('Eve is already on the waitlist. Nothing was changed.')
    const { body } = await ada.device.listRegistrations({ orgId, eventId })
    expect(JSON.stringify(body)).not.toContain('Oak')
    await late.device.withdrawFromEvent({ event_id: eventId })
    await drain()
  })

  it('says that a person without a registration got a seat, and that a second press changed nothing', async () => {
    const { body } = await ada.device.createEvent({
      name: 'Open evening',
      type: 'Competition',
      start_time: w.clock.now().toISOString(),
      end_time: new Date(w.clock.now().getTime() + 3_600_000).toISOString(),
      location: 'Main hall',
      expectedAttendance: 40,
      registrationEnabled: true,
      orgId,
    })
    const open = String(body.eventId)
    await ada.device.enableCheckIn({ eventId: open })
    await ada.device.checkInPerson({ eventId: open, userId: guests.cleo.user._id })
    const at = `/event/${open}/attendees`
    const add = async () => {
      await drain()
      await w.caughtUp()
      await officer.open(`${at}?part=people&find=cleo`)
      return (await officer.send(at, { do: 'add' })).text
    }
    expect(await add()).toContain('Registered. The person has a seat.')
    expect(await add()).toContain('Cleo is already registered. Nothing was changed.')
  })

  it('takes people whom an officer adds, and lets them go again', async () => {
    await w.caughtUp()
    const shown = await officer.open(`${path}?part=people&find=dor`)
    expect(shown.text).toContain('Dora @ dora')
    const refused = await officer.send(path, { do: 'add' })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Please answer this')])
    // "Back" shows the form as it was entered, and sends nothing.
    for (const { headers } of [shown, refused]) expect(headers['cache-control']).toBe('private, no-cache')
    expect((await officer.open(path)).headers['cache-control']).toBe('no-store')
    await officer.open(`${path}?part=people&find=dor`)
    const added = await officer.send(path, { do: 'add', 'answer-0': 'Oak' })
    expect([added.status, (await own(guests.dora)).status]).toEqual([200, 'waitlisted'])
    expect(added.text).toContain('The person is on the waitlist: no seat is free, or others wait already.')
    await officer.open(`${path}?search=ben`)
    expect(officer.page().text).toContain('loses the registration and its answers.')
    const removed = await officer.send(path, { do: 'remove' })
    expect([removed.text, await own(guests.ben)]).toEqual([
      expect.stringContaining('Registration removed.'),
      null,
    ])
  })
})
