import { beforeAll, describe, expect, it } from 'vitest'
import { planned, replanned } from '../attendance/events.ts'
import { eventBy } from '../clients/scene.ts'
import { type Person, password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'
import { type Browser, browser, signedIn } from './browser.ts'

let w: World
let ada: Person
let reader: Browser

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada', { username: 'ada' })
  reader = await signedIn(w, ada.email, password)
})

const image = 'https://pictures.school.example/chess.jpg'

describe('a link preview', () => {
  it('shows a public event, with its picture', async () => {
    const { eventId } = await planned(w, { name: 'Chess & tea', image, location: 'Main hall' })
    const { html } = await browser(w).open(`/event/${eventId}`)
    expect(html).toContain('<meta property="og:title" content="Chess &amp; tea">')
    expect(html).toContain(`<meta property="og:image" content="${image}">`)
    expect(html).toContain('itemtype="https://schema.org/Event"')
    expect(html).toContain('<meta itemprop="startDate" content="')
  })

  it('shows nothing of an event that is not for everybody', async () => {
    const { eventId } = await planned(w, { name: 'Quiet evening', visibility: 'unlisted' })
    const { html, status } = await browser(w).open(`/event/${eventId}`)
    expect(status).toBe(200)
    expect(html).not.toMatch(/og:title|schema\.org/)
  })

  it.each([
    ['a draft', { status: 'draft' }],
    ['an event that waits for approval', { status: 'pending' }],
    ['an event for members only', { visibility: 'members_only' }],
  ] as const)('shows nothing of %s to its organizer either', async (_, more) => {
    const eventId = await eventBy(ada.device, {})
    await replanned(w, eventId, more)
    const { html, status } = await reader.open(`/event/${eventId}`)
    expect(status).toBe(200)
    expect(html).not.toMatch(/og:title|schema\.org/)
  })
})

describe('the time of an event', () => {
  it('names its zone as the footer does', async () => {
    const own = await world({ ownTable: true })
    await enrolSchool(own, own.home, { timezone: 'America/New_York' })
    const { eventId } = await planned(own, {
      timezone: 'America/New_York',
      start_time: '2026-12-01T23:00:00.000Z',
      end_time: '2026-12-02T01:00:00.000Z',
    })
    const { text } = await browser(own).open(`/event/${eventId}`)
    expect(text).toMatch(/6:00\sPM to 8:00\sPM Eastern Time.*All times in Eastern Time/)
    expect(text).not.toContain('EST')
  })
})

describe('a cancelled event', () => {
  it('offers people with a seat neither a ticket nor a calendar, and asks nothing of them', async () => {
    const { eventId } = await planned(w, { maxAttendees: 5 })
    await ada.device.registerForEvent({ event_id: eventId })
    await replanned(w, eventId, { status: 'cancelled' })
    const shown = await reader.open(`/event/${eventId}`)
    expect(shown.text).toContain('Your registration has ended')
    expect(shown.links.map(({ text }) => text)).not.toContain('My ticket')
    expect(shown.html).not.toMatch(/calendar\.ics|value="withdraw"/)
  })
})

describe('a description', () => {
  it('keeps its line breaks without styles too, and escapes the rest', async () => {
    const description = 'First line\nSee https://school.example/a?b=1&c=2.\n\n1 < 2'
    const eventId = await eventBy(ada.device, { description })
    const { html } = await browser(w).open(`/event/${eventId}`)
    const link = 'https://school.example/a?b=1&amp;c=2'
    expect(html).toContain(
      `First line<br>See <a href="${link}" rel="noopener nofollow ugc">${link}</a>.<br><br>1 &lt; 2</div>`,
    )
  })
})

describe('a cover', () => {
  it('is the picture, or a drawing that stays the same', async () => {
    const pictured = await planned(w, { image })
    expect((await browser(w).open(`/event/${pictured.eventId}`)).html).toContain(
      `<div class="cover"><img src="${image}" alt="" width="640" height="360"></div>`,
    )
    const drawn = await planned(w, { type: 'Lecture' })
    const drawing = async () =>
      /<div class="cover k\d">.*?<\/div>/.exec((await browser(w).open(`/event/${drawn.eventId}`)).html)?.[0]
    const first = await drawing()
    expect(first).toContain('<svg')
    expect(await drawing()).toBe(first)
  })
})

describe('the main action', () => {
  it('stands at the bottom of a phone too, and sends the same form', async () => {
    const { eventId } = await planned(w, { maxAttendees: 5 })
    const { html } = await reader.open(`/event/${eventId}`)
    expect(html).toContain('<body class="acts">')
    expect(html).toContain('<button class="btn" form="seat-form">Register</button>')
    const over = await reader.open(`/event/${(await planned(w, { status: 'cancelled' })).eventId}`)
    expect(over.html).not.toContain('class="act"')
  })
})

describe('the front page', () => {
  it('shows this week by day, and filters by type', async () => {
    const soon = new Date(w.clock.now().getTime() + 24 * 3_600_000).toISOString()
    const { name } = await planned(w, { start_time: soon, end_time: soon, type: 'Lecture' })
    const { name: other } = await planned(w, { type: 'Sports' })
    const one = browser(w)
    const front = await one.open('/')
    expect(front.text).toMatch(new RegExp(`This week All events Tomorrow .*${name}`))
    const filtered = await one.follow('Lecture')
    expect([filtered.text.includes(name), filtered.text.includes(other)]).toEqual([true, false])
    const types = (page: typeof front) =>
      page.links.filter(({ href }) => href.startsWith('/?type=')).map(({ text }) => text)
    expect(types(filtered)).toEqual(types(front))
    expect((await one.follow('Fundraiser')).text).toContain('No upcoming events of type')
  })
})

describe('check-in by oneself', () => {
  it('before the event asks whether the person is there, and the ticket comes first', async () => {
    const inHours = (hours: number) => new Date(w.clock.now().getTime() + hours * 3_600_000).toISOString()
    const eventId = await eventBy(ada.device, { start_time: inHours(5), end_time: inHours(7) })
    await ada.device.enableCheckIn({ eventId })
    await ada.device.changeCheckInSettings({ eventId, settings: { allowEarlyCheckIn: true } })
    await ada.device.registerForEvent({ event_id: eventId })
    const { html } = await reader.open(`/event/${eventId}`)
    expect(html).toMatch(/<a class="btn full big-btn at-wide" href="[^"]*\/ticket">My ticket</)
    expect(html).toMatch(
      /<details class="sure"><summary class="btn plain full">Check in<.*?Are you at the event\?/s,
    )
    const { text } = await reader.send(`/event/${eventId}`, { do: 'check-in' })
    expect(text).toContain('You are checked in')
  })

  it('is offered while the event takes place, and not before', async () => {
    const inHours = (hours: number) => new Date(w.clock.now().getTime() + hours * 3_600_000).toISOString()
    const eventId = await eventBy(ada.device, { start_time: inHours(1), end_time: inHours(3) })
    await ada.device.enableCheckIn({ eventId })
    await ada.device.registerForEvent({ event_id: eventId })
    const early = await reader.open(`/event/${eventId}`)
    expect(early.text).toContain('Check-in opens')
    expect(early.html).not.toContain('value="check-in"')
    w.clock.advance(3660)
    const open = await reader.open(`/event/${eventId}`)
    expect(open.html).toContain('value="check-in"')
    expect((await reader.send(`/event/${eventId}`, { do: 'check-in' })).text).toContain('You are checked in')
  })
})
