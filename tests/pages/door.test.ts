import { beforeAll, describe, expect, it } from 'vitest'
import { hosted, planned, replanned } from '../attendance/events.ts'
import { wholeStream } from '../privacy/stream.ts'
import { type Person, password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { founded } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'
import { browser, signedIn } from './browser.ts'

let w: World
let ada: Person
let ben: Person
let orgId: string

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  ben = await registered(w, 'ben', { username: 'ben', name: 'Ben' })
  orgId = (await founded(ada)).orgId
})

/** An event that is going on, with the address that its code carries. */
const running = async (more: object = {}) => {
  const now = w.clock.now().getTime()
  const { eventId } = await hosted(w, orgId, {
    start_time: new Date(now - 60_000).toISOString(),
    end_time: new Date(now + 3_600_000).toISOString(),
    maxAttendees: 5,
    ...more,
  })
  await ada.device.enableCheckIn({ eventId })
  const { body } = await ada.device.getCheckInLink({ eventId })
  return { eventId, path: new URL(body.checkInUrl).pathname }
}

describe('the code of the door', () => {
  it('asks who it is, and checks in whoever presses the button, never by the link alone', async () => {
    const { eventId, path } = await running()
    const one = browser(w)
    const asked = await one.open(path)
    expect(asked.text).toContain('Sign in so that we know who you are.')
    await one.follow('Sign in to check in')
    const door = await one.send('/login/form', { email: ben.email, password })
    expect([door.address, door.text.includes('Checking in as Ben')]).toEqual([path, true])
    expect((await ada.device.listCheckedIn({ eventId })).body.stats.totalCheckedIn).toBe(0)
    const inside = await one.send(path)
    expect(inside.text).toContain('You are checked in. Enjoy the event!')
    expect((await ada.device.listCheckedIn({ eventId })).body.attendees[0]).toMatchObject({ checkedIn: true })
  })

  it('that is over says what to do', async () => {
    const { path } = await running()
    const one = await signedIn(w, ben.email, password)
    const reply = await one.open(`${path}x`)
    expect([reply.status, reply.text.includes('scan it again, or ask at the check-in desk')]).toEqual([
      403,
      true,
    ])
  })
})

describe('the check-in page', () => {
  // rules/checkins 40
  it('counts people beside tickets, where a ticket is for several', async () => {
    const stream = await wholeStream(w)
    const { eventId } = await running()
    const family = await registered(w, 'family', { username: 'family' })
    expect((await family.device.registerForEvent({ event_id: eventId, guestCount: 3 })).status).toBe(201)
    const desk = await signedIn(w, ada.email, password)
    const before = await desk.open(`/event/${eventId}/door`)
    expect(before.text).toContain('0 inside, 3 people registered 0 of 1 registration checked in')
    expect((await ada.device.checkInPerson({ eventId, userId: family.user._id })).status).toBe(200)
    await stream.drain()
    expect((await desk.open(`/event/${eventId}/door`)).text).toContain(
      '3 inside, 3 people registered 1 of 1 registration checked in',
    )
  })
})

describe('a ticket', () => {
  it('is promised to who waits for a seat', async () => {
    const { eventId } = await running({ maxAttendees: 1, waitlistEnabled: true })
    await ada.device.registerForEvent({ event_id: eventId })
    await ben.device.registerForEvent({ event_id: eventId })
    const one = await signedIn(w, ben.email, password)
    expect((await one.open(`/event/${eventId}/ticket`)).text).toContain(
      'You are on the waitlist You get your ticket',
    )
  })

  it('of an event that is cancelled or over shows no code', async () => {
    const { eventId } = await running({ maxAttendees: 2 })
    await ben.device.registerForEvent({ event_id: eventId })
    const one = await signedIn(w, ben.email, password)
    expect((await one.open(`/event/${eventId}/ticket`)).html).toContain('class="qr"')
    const past = new Date(w.clock.now().getTime() - 1000).toISOString()
    await replanned(w, eventId, { end_time: past })
    w.clock.advance(5)
    const over = await one.open(`/event/${eventId}/ticket`)
    expect(over.text).toContain('This event is over Your ticket is not needed any more.')
    expect(over.html).not.toContain('class="qr"')
    await replanned(w, eventId, { status: 'cancelled' })
    w.clock.advance(5)
    const cancelled = await one.open(`/event/${eventId}/ticket`)
    expect(cancelled.text).toContain('This event is cancelled. Your ticket is not needed any more.')
    expect(cancelled.html).not.toContain('class="qr"')
  })

  it('is the code that the door reads, for who has a seat', async () => {
    const { eventId } = await running()
    const one = await signedIn(w, ben.email, password)
    expect((await one.open(`/event/${eventId}/ticket`)).text).toContain('You have no seat')
    await one.open(`/event/${eventId}`)
    await one.send(`/event/${eventId}`)
    const ticket = await one.follow('My ticket')
    expect(ticket.html).toMatch(/<div class="qr"[^>]*><svg /)
    const { code } = (await ben.device.getCheckInTicket({ eventId })).body.data
    expect(ticket.text).toMatch(/Ticket holder Ben .*Code does not scan\? Give your name/)
    expect(ticket.text).toContain(code)
    await one.open(`/event/${eventId}`)
    const here = await one.send(`/event/${eventId}`, { do: 'check-in' })
    expect(here.text).toContain('You are checked in')
    const later = await one.open(`/event/${eventId}/ticket`)
    expect([later.address, later.html.includes('class="qr"')]).toEqual([`/event/${eventId}/ticket`, false])
    const { checkedInAt } = (await ben.device.getMyRsvp({ event_id: eventId })).body.rsvp
    expect(later.text).toContain('You are checked in. Check-in:')
    expect(later.html).toContain(`datetime="${checkedInAt}"`)
  })
})

describe('a form', () => {
  it('is answered, with what is missing beside its question', async () => {
    const form = {
      title: 'How was <it>?',
      allowAnonymous: true,
      collectGuestDetails: true,
      questions: [
        { type: 'rating_scale', question: 'The evening', required: true, options: ['1', '2', '3'] },
        { type: 'long', question: 'What else?', required: false },
      ],
    }
    const made = await ada.device.createForm({ orgId, form })
    const path = `/form/${made.body.form._id}`
    const one = browser(w)
    expect((await one.open(path)).text).toContain('How was <it>?')
    const refused = await one.send(path, { 'answer-1': 'Tea', guestName: 'Gil', guestEmail: w.email('gil') })
    expect(refused.html).toContain('class="wrong" id="answer-0-wrong">Please answer this</span>')
    expect(refused.html).toContain('>Tea</textarea>')
    expect(refused.headers['cache-control']).toBe('private, no-cache')
    expect((await one.send(path, { 'answer-0': '3' })).text).toContain('Thank you for your answers.')
    const { body } = await ada.device.listFormResponses({ formId: made.body.form._id })
    expect(body.responses[0]).toMatchObject({ answers: ['3', 'Tea'], guestName: 'Gil' })
  })

  it('for people who are signed in sends others to do so, and back', async () => {
    const questions = [{ type: 'short', question: 'Your name?', required: true }]
    const made = await ada.device.createForm({
      orgId,
      form: { title: 'Members', questions, allowMultipleResponses: false },
    })
    const path = `/form/${made.body.form._id}`
    const one = browser(w)
    await one.open(path)
    expect((await one.send('/login/form', { email: ben.email, password })).address).toBe(path)
    await one.send(path, { 'answer-0': 'Ben' })
    expect((await one.open(path)).text).toContain('You have answered')
  })
})

describe('invitations', () => {
  it('to a club are accepted where the mail leads', async () => {
    const gil = await registered(w, 'gil', { username: 'gil' })
    await ada.device.requestEmailCode()
    await w.deliver()
    await ada.device.confirmEmail({ code: w.codeFor(ada.email) })
    const invited = await ada.device.invite({ orgId, email: gil.email, role: 'member' })
    expect(invited.status).toBe(201)
    await w.deliver()
    const mail = w.mails.findLast(({ to }) => to === gil.email)
    const link = /http:\/\/\S+?(\/org-invites\/\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const one = browser(w)
    const landed = await one.open(link)
    expect(landed.title).toContain('Create account')
    expect(landed.text).toContain('3 to 20 letters and digits.')
    await one.follow('Sign in')
    const asked = await one.send('/login/form', { email: gil.email, password })
    // It is among the invitations of the account, too.
    expect(asked.text.split('invites you to join.')).toHaveLength(2)
    const done = await one.send('/invitations', { kind: 'mail', do: 'accept' })
    expect(done.text).toContain('Accepted.')
    const { body } = await gil.device.validateToken()
    expect(body.data.user.clubAssociations.map(({ _id }: { _id: string }) => _id)).toContain(orgId)
  })

  it('to help with an event are answered by who keeps events of the club', async () => {
    const club = await founded(ben)
    const { eventId, name } = await planned(w, {
      hostingId: orgId,
      hostingType: 'Org',
      host: { name: 'Club' },
    })
    await ada.device.inviteCollaborators({ id: eventId, collaboratorOrgIds: [club.orgId] })
    const one = await signedIn(w, ben.email, password)
    await w.caughtUp()
    expect((await one.open('/invitations')).text).toContain(name)
    expect((await one.send('/invitations', { kind: 'event', do: 'decline' })).text).toContain('Declined.')
    await w.caughtUp()
    expect((await one.open('/invitations')).text).toContain('No open invitations')
  })
})
