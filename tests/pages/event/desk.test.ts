import { beforeAll, describe, expect, it } from 'vitest'
import { password, registered } from '../../support/people.ts'
import { joined } from '../../support/societies.ts'
import { type Browser, browser, signedIn } from '../browser.ts'
import { type Managing, managing } from './managing.ts'

const hour = 3_600_000

let m: Managing
let officer: Browser
let student: Browser
let helper: Browser

/** Sessions of everybody, for after a day or more. */
const signIn = async (): Promise<void> => {
  for (const { device } of [m.ada, m.ben, m.cleo]) await device.refreshToken()
  officer = await signedIn(m.w, m.ada.email, password)
  student = await signedIn(m.w, m.cleo.email, password)
  helper = await signedIn(m.w, m.w.email('dora'), password)
}

beforeAll(async () => {
  m = await managing()
  const { ada, orgId } = m
  const roles = [
    { name: 'desk', displayName: 'Desk', permissions: ['manage_event_registrations'] },
    { name: 'planner', displayName: 'Planner', permissions: ['manage_events'] },
  ]
  for (const role of roles) await ada.device.createRole({ orgId, ...role })
  const dora = await registered(m.w, 'dora', { username: 'dora', name: 'Dora' })
  await joined(m.society, dora, ['desk'])
  const evan = await registered(m.w, 'evan', { username: 'evan', name: 'Evan' })
  await joined(m.society, evan, ['planner'])
  await signIn()
})

/** An event that starts in some hours, with check-in enabled. */
const event = async (startsIn: number, more: object = {}) => {
  const start = m.w.clock.now().getTime() + startsIn * hour
  const { body } = await m.ada.device.createEvent({
    name: 'Winter Open',
    type: 'Social',
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 3 * hour).toISOString(),
    location: 'Hall',
    expectedAttendance: 20,
    registrationEnabled: true,
    orgId: m.orgId,
    ...more,
  })
  const eventId = String(body.eventId)
  await m.ada.device.enableCheckIn({ eventId })
  return { eventId, desk: `/event/${eventId}/door` }
}

/** The same, already running. */
const running = async (more: object = {}) => {
  const made = await event(0.01, more)
  m.w.clock.advance(60)
  return made
}

describe('before check-in opens', () => {
  // rules/checkins 50
  it('all pages name the same time, also with early entry, and no button is offered', async () => {
    const { eventId, desk } = await event(48)
    await m.cleo.device.registerForEvent({ event_id: eventId })
    await m.drain()
    const { checkInUrl } = (await m.ada.device.getCheckInLink({ eventId })).body
    const self = new URL(checkInUrl).pathname
    const pages = async () => [
      await officer.open(desk),
      await officer.open(`/event/${eventId}/dashboard`),
      await officer.open(`/event/${eventId}/dashboard?part=checkin`),
      await student.open(`/event/${eventId}`),
      await student.open(self),
    ]
    for (const { text } of await pages()) expect(text).toMatch(/Check-in opens Wed, Mar 4, 12:00\sPM/)
    for (const { text } of await pages()) expect(text).not.toContain('Check-in is open')
    expect((await officer.open(desk)).html).toContain('<div class="stack read-only" id="door"')
    expect((await student.open(self)).forms.some(({ action }) => action === self)).toBe(false)
    await m.ada.device.changeCheckInSettings({ eventId, settings: { allowEarlyCheckIn: true } })
    for (const { text } of await pages()) expect(text).toMatch(/Check-in opens Tue, Mar 3, 12:00\sPM/)
    m.w.clock.advance((24 * hour) / 1000)
    await signIn()
    for (const { text } of await pages()) expect(text).not.toContain('Check-in opens')
    expect(
      (await student.open(`/event/${eventId}`)).forms.some(({ fields }) => fields.do === 'check-in'),
    ).toBe(true)
  })
})

describe('the list of the desk', () => {
  // rules/checkins 51
  it('is by name, with the waitlist and the people inside apart', async () => {
    const { eventId, desk } = await running({ maxAttendees: 2 })
    for (const person of [m.cleo, m.ben, m.ada]) await person.device.registerForEvent({ event_id: eventId })
    await m.ada.device.checkInPerson({ eventId, userId: m.cleo.user._id })
    await m.drain()
    const { text, html } = await officer.open(desk)
    expect(text).toContain('1 inside, 2 people registered 1 of 2 registrations checked in')
    expect(text).toMatch(
      /Ben Check in On the waitlist: 1 .* Ada Check in Checked in: 1 C Cleo .*Undo check-in/,
    )
    expect(html.match(/<button class="btn "/g)).toHaveLength(1)
    expect(text).toContain('If a phone cannot be scanned, search for the name instead.')
    for (const { user } of [m.ben, m.ada]) await m.ada.device.checkInPerson({ eventId, userId: user._id })
    await m.drain()
    expect((await officer.open(desk)).text).toMatch(
      /3 inside, 2 people registered 2 of 2 registrations checked in .+ 1 without a registration/,
    )
    const registrations = /2 of 2 registrations checked in .+ 1 without a registration/
    for (const path of ['attendees', 'dashboard?part=checkin&id=expected'])
      expect((await officer.open(`/event/${eventId}/${path}`)).text).toMatch(registrations)
    const { body } = await m.ada.device.getEvent({ event_id: eventId })
    expect([body.event.checkedInCount, body.event.registeredInCount]).toEqual([3, 2])
    expect((await officer.open(`/event/${eventId}`)).text).toMatch(registrations)
    expect((await officer.open(`/event/${eventId}/dashboard`)).text).toMatch(
      /Registrations 2 People checked in 3/,
    )
  })

  // rules/checkins 52
  it('follows another desk at the link to refresh, in a search too', async () => {
    const { eventId, desk } = await running()
    for (const person of [m.cleo, m.ben]) await person.device.registerForEvent({ event_id: eventId })
    await officer.open(`${desk}?search=cle`)
    await m.ada.device.checkInPerson({ eventId, userId: m.cleo.user._id })
    await m.drain()
    const again = await officer.follow('Refresh')
    expect([again.address, again.text]).toEqual([
      `${desk}?search=cle`,
      expect.stringMatching(/1 of 2 registrations checked in .*Checked in: 1 C Cleo/),
    ])
    const whole = await officer.open(desk)
    expect(whole.html).toMatch(/ id="count">[\s\S]* id="list">[\s\S]*<ul class="list door" id="inside">/)
  })

  // rules/checkins 53
  it('counts people who deleted their account since, like every other count of the event', async () => {
    const { eventId, desk } = await running()
    const [fay, gus] = await Promise.all(
      ['fay', 'gus'].map((name) => registered(m.w, name, { username: name, name })),
    )
    for (const one of [fay, gus, m.cleo])
      await one?.device.registerForEvent({ event_id: eventId, guestCount: 2 })
    for (const one of [fay, m.cleo]) await m.ada.device.checkInPerson({ eventId, userId: one?.user._id })
    await m.drain()
    for (const one of [fay, gus]) expect((await one?.device.deleteAccount({ password }))?.status).toBe(200)
    await m.drain()
    const { attendees, stats } = (await m.ada.device.listCheckedIn({ eventId, checkedIn: 'all' })).body
    const counts = { totalCheckedIn: 2, totalRegistrations: 3, headsCheckedIn: 4, seatsTaken: 6 }
    expect(stats).toMatchObject(counts)
    const only = await m.ada.device.listCheckedIn({ eventId, only: 'stats' })
    expect(only.body).toMatchObject({ attendees: [], stats: counts })
    type Listed = { readonly name: string; readonly left?: boolean; readonly checkedIn: boolean }
    const listed = attendees.map(({ name, left, checkedIn }: Listed) => [name, left, checkedIn])
    expect(listed.sort()).toEqual([
      ['Cleo', undefined, true],
      ['Former member', true, false],
      ['Former member', true, true],
    ])
    const page = (await m.ada.device.getEvent({ event_id: eventId })).body.event
    expect(page).toMatchObject({
      registrationCount: 3,
      seatsTaken: 6,
      checkedInCount: 2,
      headsCheckedIn: 4,
    })
    const shown = await officer.open(desk)
    expect(shown.text).toContain('4 inside, 6 people registered 2 of 3 registrations checked in')
    expect(shown.text).toMatch(/Former member 2 seats Checked in: 2 .* Cleo .*Undo check-in .*Former member/)
    expect(shown.html).not.toContain('value="Former member"')
    expect((await officer.open(`/event/${eventId}/attendees`)).text).toContain(
      '2 of 3 registrations checked in',
    )
  })

  // rules/checkins 40
  it('says how many people the button of a registration checks in', async () => {
    const { eventId, desk } = await running()
    await m.cleo.device.registerForEvent({ event_id: eventId, guestCount: 3 })
    expect((await officer.open(desk)).text).toContain('Cleo 3 seats all 3 2 1 Check in')
    const done = await officer.send(desk, { do: 'in' })
    expect(done.text).toContain('Cleo : checked in, with all 3 seats.')
  })

  // rules/checkins 54
  it('checks in a part of a group, more of it later, and nobody twice', async () => {
    const { eventId, desk } = await running()
    await m.cleo.device.registerForEvent({ event_id: eventId, guestCount: 3 })
    await m.ben.device.registerForEvent({ event_id: eventId })
    expect((await officer.open(desk)).html.match(/<select name="heads"/g)).toHaveLength(1)
    const person = `u-${m.cleo.user._id}`
    const press = async (heads: string) =>
      (await officer.post(desk, { do: 'in', person, name: 'Cleo', heads })).text
    const part = await press('1')
    expect(part).toContain('Cleo : 1 of 3 people checked in. Undo check-in')
    expect(part).toContain('1 inside, 4 people registered 1 of 2 registrations checked in')
    expect(part).toMatch(
      /Ben Check in C Cleo .* 1 of 3 people here Set to 2 of 3 Check in all 3 Undo check-in/,
    )
    expect(part).not.toContain('Checked in: 1')
    await m.drain()
    const printed = `/event/${eventId}/dashboard?part=checkin&id=expected`
    expect((await officer.open(printed)).text).toMatch(/Ben .*Cleo .*1 of 3 people here/)
    expect((await officer.open(`/event/${eventId}/attendees`)).text).toContain('1 of 3 people here')
    expect(await press('2')).toMatch(
      /Cleo : 2 of 3 people checked in\..* 2 of 3 people here Check in all 3 Undo check-in/,
    )
    expect(await press('1')).toContain('2 inside, 4 people registered')
    const all = await press('')
    expect(all).toContain('Cleo : checked in, with all 3 seats.')
    expect(all).toMatch(/Ben Check in Checked in: 1 C Cleo/)
    expect((await officer.open(printed)).text).not.toContain('Cleo')
    expect((await officer.open(desk)).text).toContain(
      '3 inside, 4 people registered 1 of 2 registrations checked in',
    )
    await officer.post(desk, { do: 'out', person, name: 'Cleo' })
    const after = await officer.open(desk)
    expect(after.text).toMatch(/0 inside, 4 people registered .* Cleo 3 seats all 3 2 1 Check in/)
    const wrong = await officer.post(desk, { do: 'in', person, name: 'Cleo', heads: 'x' })
    expect([wrong.status, (await officer.open(desk)).text.includes('0 inside, 4 people registered')]).toEqual(
      [400, true],
    )
  })

  // rules/checkins 47
  it('never undoes a check-in by a press that was sent to check in', async () => {
    const { eventId, desk } = await running()
    await m.cleo.device.registerForEvent({ event_id: eventId })
    const person = `u-${m.cleo.user._id}`
    const press = () => officer.post(desk, { do: 'in', person, name: 'Cleo' })
    for (const _ of ['first', 'second'])
      expect((await press()).text).toContain('Cleo : checked in. Undo check-in')
    m.w.clock.advance(11)
    const later = await press()
    expect(later.text).toMatch(/Cleo is already checked in, since .*\d:\d\d/)
    expect(later.text).not.toMatch(/already checked in, since [^.]*\. Undo check-in/)
    expect((await m.ada.device.listCheckedIn({ eventId })).body.attendees).toHaveLength(1)
  })

  it('says what to do about a name that nobody has, and finds people without a registration', async () => {
    const { desk } = await running()
    const nobody = await officer.open(`${desk}?search=smith`)
    expect(nobody.text).toMatch(/Nobody found for "smith" .* register on the event page/)
    const found = await officer.open(`${desk}?search=cle`)
    expect(found.text).toMatch(/Not registered .* Cleo @ cleo Add and check in/)
    expect(found.text).not.toContain('Nobody found')
    const added = await officer.send(desk, { do: 'in' })
    expect(added.text).toContain('Cleo : checked in without a registration.')
    expect(added.html).toContain('name="search" type="search" value=""')
  })

  it('keeps a ticket code that is wrong, and says what to do', async () => {
    const { desk } = await running()
    await officer.open(desk)
    const wrong = await officer.send(desk, { do: 'code', code: 'ABC123' })
    expect(wrong.html).toContain('value="ABC123"')
    expect(wrong.html).toMatch(/<details class="more" open><summary>Enter a ticket code/)
    expect(wrong.text).toContain('Check which event the ticket is for, or search for the person.')
  })
})

describe('a helper', () => {
  // rules/checkins 48
  it('whose role checks people in reaches the desk from the event page, and nothing else', async () => {
    const { eventId, desk } = await running()
    await m.cleo.device.registerForEvent({ event_id: eventId })
    await m.drain()
    const page = await helper.open(`/event/${eventId}`)
    expect(page.text).toContain('You help with check-in')
    expect(page.text).not.toContain('Manage event')
    const opened = await helper.follow('Check-in desk')
    expect([opened.address, opened.text.includes('Cleo')]).toEqual([desk, true])
    expect((await helper.send(desk, { do: 'in' })).text).toContain('Cleo : checked in.')
    const dashboard = `/club-dashboard/${m.orgId}?part=upcoming`
    expect((await helper.open(dashboard)).links.map(({ href }) => href)).toContain(desk)
    const planned = await signedIn(m.w, m.ben.email, password)
    expect((await planned.open(dashboard)).links.map(({ href }) => href)).not.toContain(desk)
    for (const path of [`/event/${eventId}/dashboard`, `/event/${eventId}/attendees`])
      expect((await helper.open(path)).status).toBe(404)
    expect((await helper.post(`/event/${eventId}/dashboard`, { do: 'cancel' })).status).toBe(404)
    expect((await student.open(`/event/${eventId}`)).text).not.toContain('You help with check-in')
  })

  // rules/checkins 49
  it('gets a link ahead of the day, and learns when it works', async () => {
    const { eventId, desk } = await event(72)
    const path = `/event/${eventId}/dashboard`
    const form = await officer.open(`${path}?part=checkin`)
    expect(form.text).toContain('Helpers without an account')
    const shown = await officer.send(path, { do: 'checkin-helper', name: 'Sam' })
    expect(shown.text).toMatch(/Anyone who has this link can check people in from .* until /)
    const address = /<code class="copied"[^>]*>([^<]+)</.exec(shown.html)?.[1] ?? ''
    const link = new URL(address)
    expect((await officer.open(`${path}?part=checkin`)).text).toMatch(/Sam Created .* From /)
    const one = browser(m.w)
    const early = await one.open(`${link.pathname}${link.search}`)
    expect(early.text).toMatch(/Check-in is not open yet .* Keep this link/)
    expect(early.html).not.toContain('aria-label="Main"')
    const secret = link.searchParams.get('helper') ?? ''
    expect((await one.post(desk, { do: 'start-helping', helper: secret })).text).toContain('Keep this link')
    m.w.clock.advance((72 * hour) / 1000)
    await signIn()
    await one.open(`${link.pathname}${link.search}`)
    const opened = await one.send(desk)
    expect(opened.text).toContain('Check-in desk, with a helper link')
    expect(opened.html).not.toContain('aria-label="Main"')
  })
})

describe('a helper with a link', () => {
  // rules/checkins 44
  it('sees the numbers of the desk at once, before the event has counted', async () => {
    const { eventId, desk } = await running()
    await m.cleo.device.registerForEvent({ event_id: eventId, guestCount: 3 })
    await m.ben.device.registerForEvent({ event_id: eventId })
    const made = await m.ada.device.createDoorCredential({ eventId, name: 'North door', hours: 4 })
    const one = browser(m.w)
    await one.post(desk, { do: 'start-helping', helper: made.body.data.credential.secret })
    expect(one.page().text).toContain('0 inside, 4 people registered 0 of 2 registrations checked in')
    await one.open(`${desk}?search=cle`)
    const part = '2 inside, 4 people registered 1 of 2 registrations checked in'
    expect((await one.send(desk, { do: 'in', heads: '2' })).text).toContain(part)
    for (const who of [one, officer]) expect((await who.open(desk)).text).toContain(part)
    const inside = '3 inside, 4 people registered 1 of 2 registrations checked in'
    m.w.clock.advance(60)
    const ticket = (await m.cleo.device.getCheckInTicket({ eventId })).body.data.code
    const whole = await one.send(desk, { do: 'code', code: ticket })
    expect(whole.text).toContain('Cleo : checked in, with all 3 seats.')
    expect(whole.text).toContain(inside)
    m.w.clock.advance(60)
    expect((await one.send(desk, { do: 'code', code: ticket })).text).toContain('Cleo is already checked in.')
    for (const who of [one, officer]) expect((await who.open(desk)).text).toContain(inside)
    const { code } = (await m.ben.device.getCheckInTicket({ eventId })).body.data
    const all = '4 inside, 4 people registered 2 of 2 registrations checked in'
    expect((await one.send(desk, { do: 'code', code })).text).toContain(all)
    for (const who of [one, officer]) expect((await who.open(desk)).text).toContain(all)
  })
})

describe('a manager who may not message attendees', () => {
  it('is not offered messages, and reads no words of programs', async () => {
    const { eventId } = await running()
    const planner = await signedIn(m.w, m.w.email('evan'), password)
    const path = `/event/${eventId}/dashboard`
    const page = await planner.open(path)
    expect(page.title).toContain('Manage Winter Open')
    expect(page.links.map(({ text }) => text)).not.toContain('Messages')
    expect((await planner.open(`${path}?part=messages`)).title).toContain('Manage Winter Open')
    expect((await planner.open(`/event/${eventId}/attendees`)).text).not.toContain('Message attendees')
    const refused = await planner.post(path, {
      do: 'messages-send',
      subject: 'Hi',
      content: 'Hi',
      inbox: 'yes',
    })
    expect(refused.text).toContain('Your role in this club does not allow this.')
    expect(refused.text).not.toContain('send_announcements')
  })
})
