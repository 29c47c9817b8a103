import { beforeAll, describe, expect, it } from 'vitest'
import { planned, replanned } from '../attendance/events.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { eventBy } from '../clients/scene.ts'
import { type Person, password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'
import { browser, signedIn } from './browser.ts'

let w: World
let ada: Person
let ben: Person
let counted: () => Promise<unknown>

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home, { name: 'Lakeside <College> & Friends', location: 'Lakeside' })
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada <b>Byron</b>' })
  ben = await registered(w, 'ben', { username: 'ben' })
  const stream = await attendanceStream(w)
  counted = () => stream.drain()
})

describe('the front page', () => {
  it('shows what is on, and leads to it', async () => {
    const { name } = await planned(w, { name: 'Chess & <i>tea</i>' })
    const one = browser(w)
    const front = await one.open('/')
    expect([front.status, front.title]).toEqual([200, 'Upcoming events · Lakeside <College> & Friends'])
    expect(front.text).toContain(name)
    expect(front.html).not.toContain('<i>tea')
    const event = await one.follow(name)
    expect([event.status, event.text.includes('Sign in to register')]).toEqual([200, true])
  })

  it('leads to what is written of it, without the marks of an editor', async () => {
    const description = '<p>Tea &amp; <strong>cake</strong></p><p>then &lt;i&gt;</p>'
    const eventId = await eventBy(ada.device, { description })
    const event = await browser(w).open(`/event/${eventId}`)
    expect(event.html).toContain('>Tea &amp; cake<br>then &lt;i&gt;</div>')
  })

  it('finds by words, and says so when there is nothing', async () => {
    const one = browser(w)
    await one.open('/')
    const found = await one.open('/?search=nowhere')
    expect(found.text).toContain('No events match “nowhere”')
  })

  it('begins with the next three events of its reader, and only with theirs', async () => {
    const cleo = await registered(w, 'cleo', { username: 'cleo' })
    const one = browser(w, { jar: cleo.device.jar })
    expect((await one.open('/')).text).not.toContain('Your next events')
    const hours = (count: number) => new Date(w.clock.now().getTime() + count * 3_600_000).toISOString()
    for (const at of [4, 3, 2, 1]) {
      const times = { start_time: hours(at), end_time: hours(at + 1) }
      const { eventId } = await planned(w, { name: `Own ${at}`, location: 'Pier', ...times })
      expect((await cleo.device.registerForEvent({ event_id: eventId })).status).toBeLessThan(300)
    }
    await counted()
    const ownEvents = async () =>
      (await one.open('/')).html.split('Your next events')[1]?.split('</section>')[0] ?? ''
    const namesIn = (html: string) => [...html.matchAll(/Own \d/g)].map(([name]) => name)
    const own = await ownEvents()
    expect(namesIn(own)).toEqual(['Own 1', 'Own 2', 'Own 3'])
    expect(own).toContain('You have a seat')
    const [, second = ''] = /href="\/event\/([^"]+)"[^>]*><bdi>Own 2/.exec(own) ?? []
    await replanned(w, second, { status: 'cancelled' })
    w.clock.advance(5)
    expect(namesIn(await ownEvents())).toEqual(['Own 1', 'Own 3', 'Own 4'])
    expect((await one.follow('Own 1')).address).toMatch(/^\/event\//)
    await one.open('/')
    expect((await one.follow('All my events')).address).toBe('/my-events')
    expect((await one.open('/?search=own')).text).not.toContain('Your next events')
    expect((await browser(w).open('/')).text).not.toContain('Your next events')
  })

  it('shows the next events of its reader also after many that have ended', async () => {
    const drew = await registered(w, 'drew', { username: 'drew' })
    const one = browser(w, { jar: drew.device.jar })
    const inTime = (minutes: number) => new Date(w.clock.now().getTime() + minutes * 60_000).toISOString()
    for (const at of [1, 2, 3, 4, 5, 60, 90]) {
      const times = { start_time: inTime(at), end_time: inTime(at + 1) }
      const { eventId } = await planned(w, { name: `Visit ${at}`, ...times })
      expect((await drew.device.registerForEvent({ event_id: eventId })).status).toBeLessThan(300)
    }
    await counted()
    w.clock.advance(6 * 60 + 1)
    const own = (await one.open('/')).html.split('Your next events')[1]?.split('</section>')[0] ?? ''
    expect([...own.matchAll(/Visit \d+/g)].map(([name]) => name)).toEqual(['Visit 60', 'Visit 90'])
  })

  it('of the platform lists the schools', async () => {
    const front = await browser(w, { tenant: 'www' }).open('/')
    expect(front.title).toBe('Choose your school · Quad')
    expect(front.links).toContainEqual({
      href: `http://${w.home}.localhost/`,
      text: 'Lakeside <College> & Friends',
    })
  })
})

// rules/attendance 40
describe('the choice of people', () => {
  const sizes = (html: string): string[] =>
    [...html.matchAll(/<option value="\d+"[^>]*>([^<]*)/g)].map(([, text = '']) => text)
  const shown = async (eventId: string) => {
    const one = await signedIn(w, ada.email, password)
    return { one, page: await one.open(`/event/${eventId}`) }
  }

  it('is as large as the seats that are left, where nobody can wait', async () => {
    const { eventId } = await planned(w, { maxAttendees: 4, seatsTaken: 1, waitlistEnabled: false })
    const { one, page } = await shown(eventId)
    expect(sizes(page.html)).toEqual(['Just me', 'Me and 1 guest', 'Me and 2 guests'])
    expect(page.text).toContain('3 seats left')
    // Others took seats since the page was opened.
    expect((await ben.device.registerForEvent({ event_id: eventId, guestCount: 3 })).status).toBe(201)
    const refused = await one.send(`/event/${eventId}`, { guestCount: '3' })
    expect([refused.status, refused.html]).toEqual([
      409,
      expect.stringContaining(
        'id="guestCount-wrong">There are not enough free seats for all of you. Choose fewer people.</span>',
      ),
    ])
  })

  it('says which groups wait for seats, and how many seats are left', async () => {
    const { eventId } = await planned(w, { maxAttendees: 4, seatsTaken: 2 })
    const { page } = await shown(eventId)
    expect(sizes(page.html)).toEqual([
      'Just me',
      'Me and 1 guest',
      'Me and 2 guests (waitlist)',
      'Me and 3 guests (waitlist)',
    ])
    expect(page.text).toContain('2 seats left. A larger group waits until there are seats for everyone.')
  })

  it('is for the waitlist while others wait, also beside a free seat', async () => {
    const { eventId } = await planned(w, { maxAttendees: 4, seatsTaken: 3, waitlistCount: 2 })
    const { page } = await shown(eventId)
    expect(page.text).toMatch(/Join waitlist Free seats go to people on the waitlist first\./)
    expect(sizes(page.html)).toHaveLength(4)
    const { eventId: open } = await planned(w, {})
    expect(sizes((await shown(open)).page.html)).toHaveLength(10)
  })
})

describe('a seat', () => {
  it('is taken after signing in, kept on the page, and given back', async () => {
    const { eventId, name } = await planned(w, { maxAttendees: 5 })
    const one = browser(w)
    await one.open(`/event/${eventId}`)
    const signIn = await one.follow('Sign in to register')
    expect(signIn.title).toContain('Sign in')
    const event = await one.send('/login/form', { email: ada.email, password })
    expect(event.address).toBe(`/event/${eventId}`)
    const seated = await one.send(`/event/${eventId}`, { guestCount: '2' })
    expect(seated.text).toContain('You are registered. Show your ticket at check-in.')
    expect(seated.text).toContain('You have 2 seats')
    expect((await ada.device.getMyRsvp({ event_id: eventId })).body.rsvp).toMatchObject({ guestCount: 2 })
    expect((await one.open('/my-events')).text).toContain(name)
    await one.open(`/event/${eventId}`)
    const gone = await one.send(`/event/${eventId}`, { do: 'withdraw' })
    expect(gone.text).toContain('Your registration is cancelled.')
    expect((await ada.device.getMyRsvp({ event_id: eventId })).body.rsvp).toBeNull()
  })

  // rules/attendance 2
  it('can be shared with more or fewer people, while there is room', async () => {
    const { eventId } = await planned(w, { maxAttendees: 4 })
    await ada.device.registerForEvent({ event_id: eventId, guestCount: 2 })
    const guests = async () => (await ada.device.getMyRsvp({ event_id: eventId })).body.rsvp.guestCount
    const one = await signedIn(w, ada.email, password)
    await counted()
    const page = await one.open(`/event/${eventId}`)
    expect(page.text).toMatch(/Just me Me and 1 guest Me and 2 guests Me and 3 guests Save/)
    const fewer = await one.send(`/event/${eventId}`, { do: 'register', guestCount: '1' })
    expect(fewer.text).toMatch(/Number of people updated\. .*You have a seat/)
    expect(await guests()).toBe(1)
    // Others took seats since the page was opened.
    await ben.device.registerForEvent({ event_id: eventId, guestCount: 2 })
    const refused = await one.send(`/event/${eventId}`, { do: 'register', guestCount: '4' })
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('There are not enough free seats for all of you. Choose fewer people.'),
    ])
    expect(refused.headers['cache-control']).toBe('private, no-cache')
    expect(await guests()).toBe(1)
  })

  it('is announced only while it is there', async () => {
    const { eventId } = await planned(w, { maxAttendees: 4 })
    const one = await signedIn(w, ada.email, password)
    one.jar.set('confirmation', 'seat')
    expect((await one.open(`/event/${eventId}?done=seat`)).text).not.toContain('You are registered.')
    await ada.device.registerForEvent({ event_id: eventId })
    one.jar.set('confirmation', 'seat')
    expect((await one.open(`/event/${eventId}?done=seat`)).text).toContain('You are registered.')
    one.jar.set('confirmation', 'line')
    expect((await one.open(`/event/${eventId}?done=line`)).text).not.toContain('You are on the waitlist')
  })

  // rules/http 64
  it('is cancelled by no address that somebody made up', async () => {
    const { eventId } = await planned(w, { maxAttendees: 4 })
    const one = await signedIn(w, ada.email, password)
    for (const path of [
      `/event/${eventId}?done=withdrawn&seats=3`,
      '/?done=deleted',
      '/my-events?done=left',
    ]) {
      const { text, html } = await one.open(path)
      expect(text).not.toContain('Register again')
      expect(html).not.toMatch(/class="tell[^>]*role="status"/)
    }
    await one.open(`/event/${eventId}`)
    const registered = await one.send(`/event/${eventId}`)
    expect(registered.text).toContain('You are registered.')
    // Reloading repeats nothing.
    expect((await one.open(registered.address)).text).not.toContain('You are registered.')
    // The message of a form is shown in its own browser.
    const other = await signedIn(w, ada.email, password)
    expect((await other.open(`/event/${eventId}?done=seat`)).text).not.toContain('You are registered.')
  })

  it('that nobody has left means a place in line, and why', async () => {
    const { eventId } = await planned(w, { maxAttendees: 1 })
    await ada.device.registerForEvent({ event_id: eventId })
    const one = await signedIn(w, ben.email, password)
    await one.open(`/event/${eventId}`)
    const waiting = await one.send(`/event/${eventId}`)
    expect(waiting.text).toContain('You are number 1 on the waitlist')
    expect(waiting.html).toMatch(
      /<div class="act">.*>Waitlist: number 1<\/p><\/div><a[^>]*href="#seat">Leave w/,
    )
    expect(waiting.text).toContain('Free seats go to the first people on the waitlist.')
    expect(waiting.text).toContain('You lose place number 1. If you join again, you start at the end.')
    await one.send(`/event/${eventId}`, { do: 'withdraw' })
    expect((await ben.device.getMyRsvp({ event_id: eventId })).body.rsvp).toBeNull()
  })

  it('is not there for a group larger than the seats left, until fewer people come', async () => {
    const { eventId } = await planned(w, { maxAttendees: 3 })
    await ada.device.registerForEvent({ event_id: eventId, guestCount: 2 })
    await counted()
    const one = await signedIn(w, ben.email, password)
    await one.open(`/event/${eventId}`)
    const waiting = await one.send(`/event/${eventId}`, { guestCount: '3' })
    expect(waiting.text).toContain('Fewer seats are left than you need, so your group is on the waitlist.')
    expect(waiting.text).toContain(
      'Only 1 seat is left, so your group of 3 is on the waitlist. Change the number of people to take it.',
    )
    expect(waiting.text).toContain('2 of 3 seats taken, 1 on the waitlist')
    expect(waiting.text).toContain('Smaller groups behind you may get single seats before you.')
    expect(waiting.html).toContain('<details class="more" open>')
    const seated = await one.send(`/event/${eventId}`, { do: 'register', guestCount: '1' })
    expect(seated.text).toContain('You have a seat now. Show your ticket at check-in.')
    expect(seated.text).not.toContain('Only 1 seat is left')
    expect((await ben.device.getMyRsvp({ event_id: eventId })).body.rsvp.status).toBe('attending')
  })

  it('is taken again from the message, for as many people, while seats are free', async () => {
    const { eventId } = await planned(w, { maxAttendees: 5 })
    await ada.device.registerForEvent({ event_id: eventId, guestCount: 3 })
    const one = await signedIn(w, ada.email, password)
    expect((await one.open(`/event/${eventId}`)).html).not.toContain('class="sure"')
    const gone = await one.send(`/event/${eventId}`, { do: 'withdraw' })
    expect(gone.text).toContain(
      'Your registration is cancelled. Your place is free for others. Register again',
    )
    // Only the message about it offers the way back.
    for (const done of ['', '&done=read'])
      expect((await one.open(`/event/${eventId}?seats=3${done}`)).text).not.toContain('Register again')
    one.jar.set('confirmation', 'withdrawn')
    const again = await one.open(`/event/${eventId}?done=withdrawn&seats=3`)
    expect(again.links).toContainEqual({ href: '#seat', text: 'Register again' })
    // The message registers nobody: the one form of the page does, with the seats from before.
    const forms = again.forms.filter(({ action }) => action === `/event/${eventId}`)
    expect(forms.map(({ fields }) => fields)).toEqual([{ do: 'register', guestCount: '3' }])
    const back = await one.send(`/event/${eventId}`)
    expect(back.text).toContain('You have 3 seats')
    one.jar.set('confirmation', 'withdrawn')
    const stale = await one.open(`/event/${eventId}?done=withdrawn&seats=3`)
    expect(stale.text).not.toMatch(/Register again|Your registration is cancelled/)
    for (const done of ['checked-in', 'line']) {
      one.jar.set('confirmation', done)
      expect((await one.open(`/event/${eventId}?done=${done}`)).html).not.toMatch(
        /class="tell[^>]*role="status"/,
      )
    }
    const visitor = await browser(w).open(`/event/${eventId}?done=withdrawn&seats=3`)
    expect(visitor.text).not.toMatch(/Register again|Your registration is cancelled/)
  })

  it('that others wait for is given up only after the page has said who gets it', async () => {
    const { eventId } = await planned(w, { maxAttendees: 1 })
    await ada.device.registerForEvent({ event_id: eventId })
    const one = await signedIn(w, ada.email, password)
    await counted()
    const full = await one.open(`/event/${eventId}`)
    expect(full.text).toContain('Your seat goes to the next person who registers')
    await ben.device.registerForEvent({ event_id: eventId })
    await counted()
    const asked = await one.open(`/event/${eventId}`)
    expect(asked.text).toContain(
      'Your seat goes to the waitlist. If you change your mind, you will go to the end of the waitlist.',
    )
    // At the bottom edge of a phone.
    expect(asked.html).toMatch(/<div class="act">.*You have a seat<\/p><\/div><a[^>]*>My ticket/)
    const gone = await one.send(`/event/${eventId}`, { do: 'withdraw' })
    expect(gone.text).toContain('Your registration is cancelled.')
    expect(gone.text).not.toContain('Register again')
    await counted()
    expect((await ben.device.getMyRsvp({ event_id: eventId })).body.rsvp.status).toBe('attending')
  })

  it('is kept and asked about when the event filled after the page was opened', async () => {
    const { eventId } = await planned(w, { maxAttendees: 2 })
    await ada.device.registerForEvent({ event_id: eventId })
    const one = await signedIn(w, ada.email, password)
    await one.open(`/event/${eventId}`)
    await ben.device.registerForEvent({ event_id: eventId })
    await counted()
    const asked = await one.send(`/event/${eventId}`, { do: 'withdraw' })
    expect(asked.status).toBe(409)
    expect(asked.html).toContain('<details class="sure" open>')
    expect((await ada.device.getMyRsvp({ event_id: eventId })).body.rsvp.status).toBe('attending')
    await one.send(`/event/${eventId}`, { do: 'withdraw' })
    expect((await ada.device.getMyRsvp({ event_id: eventId })).body.rsvp).toBeNull()
  })

  it('of an event whose registration has closed is given up only after the page has said so', async () => {
    const soon = new Date(w.clock.now().getTime() + 60_000).toISOString()
    const { eventId } = await planned(w, { maxAttendees: 5, registrationDeadline: soon })
    await ada.device.registerForEvent({ event_id: eventId })
    const one = await signedIn(w, ada.email, password)
    w.clock.advance(120)
    const closed = await one.open(`/event/${eventId}`)
    expect(closed.text).toContain('Registration is closed, so you cannot register again.')
  })

  it('costs the page of its event no read beyond those of the event and its view', async () => {
    const { eventId } = await planned(w, { maxAttendees: 5 })
    await ada.device.registerForEvent({ event_id: eventId })
    const one = await signedIn(w, ada.email, password)
    w.clock.advance(20)
    const units = async (request: Promise<unknown>): Promise<number> => {
      await request
      return Number(((w.logs.at(-1)?.table ?? {}) as Record<string, number>).readUnits)
    }
    const opened = one.open(`/event/${eventId}`)
    const ofPage = await units(opened)
    expect((await opened).text).toContain('You have a seat')
    w.clock.advance(20)
    const ofEvent = await units(ada.device.getEvent({ event_id: eventId }))
    w.clock.advance(20)
    const ofView = await units(ada.device.trackEventView({ id: eventId, once: 'day' }))
    expect(ofPage).toBeLessThanOrEqual(ofEvent + ofView)
  })

  it('comes with the answers to the form of the event, and what is wrong stands beside its question', async () => {
    const form = await ada.device.createOrganization({ org_name: 'Tea Club', org_description: 'Tea' })
    const orgId: string = form.body.org._id
    const questions = [
      { type: 'short', question: 'Your <name>?', required: true },
      {
        type: 'select_multiple',
        question: 'Which tea?',
        required: false,
        options: ['Green & mint', 'Black'],
      },
    ]
    const made = await ada.device.createEventForm({ orgId, form: { title: 'Sign-up', questions } })
    const { eventId } = await planned(w, {
      hostingId: orgId,
      hostingType: 'Org',
      registrationFormId: made.body.data._id,
    })
    const one = await signedIn(w, ben.email, password)
    const event = await one.open(`/event/${eventId}`)
    expect(event.text).toContain('Your <name>?')
    const refused = await one.send(`/event/${eventId}`, { 'answer-1-0': 'Green & mint' })
    expect(refused.status).toBe(400)
    expect(refused.html).toMatch(/name="answer-0"[^>]*aria-invalid="true" aria-describedby="answer-0-wrong"/)
    expect(refused.html).toContain('<span class="wrong" id="answer-0-wrong">Please answer this</span>')
    expect(refused.html).toMatch(/value="Green &amp; mint" checked/)
    const seated = await one.send(`/event/${eventId}`, { 'answer-0': 'Ben' })
    expect(seated.text).toContain('You have a seat')
    const answers = await ada.device.listRegistrations({ orgId, eventId })
    expect(answers.body.data.formResponses[0].answers).toEqual(['Ben', ['Green & mint']])
    // rules/attendance 2: without the questions, and with the answers as they are.
    const group = await one.send(`/event/${eventId}`, { do: 'register', guestCount: '2' })
    expect(group.text).toMatch(/Number of people updated\. .*You have 2 seats/)
    const kept = await ada.device.listRegistrations({ orgId, eventId })
    expect(kept.body.data.formResponses[0].answers).toEqual(['Ben', ['Green & mint']])
  })
})
