import { beforeAll, describe, expect, it } from 'vitest'
import { stylePath } from '../../functions/pages/layout/style.ts'
import { routes } from '../../functions/routes.ts'
import { renderTemplate, templates } from '../../functions/stream/mail-templates.ts'
import { addressKinds } from '../../functions/tenants/shapes.ts'
import { matcher } from '../../lib/contract/route-match.ts'
import { addressOf, clientUrl, ownPaths, urlAt } from '../../lib/identity/school/addresses.ts'
import { schoolAt } from '../../lib/identity/school/schools.ts'
import { english } from '../../lib/message.ts'
import { hosted } from '../attendance/events.ts'
import { read, sources } from '../house/files.ts'
import { type Person, password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { founded } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'
import { browser, signedIn } from './browser.ts'

let w: World
let ada: Person
let ben: Person
let eventId: string
let token: string
let origin: string

const match = matcher(routes)

/** The operation that answers a browser at a path, or what is wrong with it. */
const answering = (path: string): string => {
  const found = match('GET', new URL(path, 'http://school.localhost').pathname)
  return found.found === 'operation' ? found.route.operation : `${found.found}: ${path}`
}
const isRoute = (name: string): boolean => !name.includes(': ')

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  ben = await registered(w, 'ben', { username: 'ben', name: 'Ben' })
  const { orgId } = await founded(ada)
  const now = w.clock.now().getTime()
  const card = await hosted(w, orgId, {
    start_time: new Date(now - 60_000).toISOString(),
    end_time: new Date(now + 3_600_000).toISOString(),
  })
  eventId = card.eventId
  await ada.device.registerForEvent({ event_id: eventId })
  await ada.device.enableCheckIn({ eventId })
  const { body } = await ada.device.getCheckInLink({ eventId })
  token = new URL(body.checkInUrl).pathname.split('/').at(-1) ?? ''
  origin = schoolAt(w.runtime.settings, w.home).origin
})

/** A mail of a template, with everything in it that any of them says. */
const mailOf = (template: string, web?: { origin: string; paths: Record<string, string> }): string =>
  renderTemplate(template, {
    t: english,
    school: { ...schoolAt(w.runtime.settings, w.home), name: 'Alpha', ...(web ? { web } : {}) },
    to: ada.email,
    name: 'Ada',
    code: '123456',
    linkCode: 'x'.repeat(43),
    params: {
      eventId,
      eventTitle: 'Chess',
      orgName: 'Club',
      inviterName: 'Ben',
      token: '0'.repeat(64),
      link: `/event/${eventId}?source=email&announcement=1`,
      content: 'Hello',
    },
  }).text

const addressesIn = (text: string): string[] =>
  [...text.matchAll(/https?:\/\/[^\s<>]+?(?=[.,;)]?(?:\s|$))/g)].map(([address]) => address)

const names = Object.keys(templates)

describe('every mail', () => {
  it.each(names)('%s leads to pages of the school', async (name) => {
    for (const address of addressesIn(mailOf(name))) {
      expect(address.startsWith(origin), address).toBe(true)
      const path = address.slice(origin.length) || '/'
      expect(isRoute(answering(path)), path).toBe(true)
      const shown = await browser(w).open(path)
      expect([shown.status, /<h1/.test(shown.html)], `${path}: ${shown.text}`).toEqual([200, true])
    }
  })

  it.each(names)('%s names the school, and not its key', (name) => {
    expect(mailOf(name)).not.toMatch(new RegExp(`(?<!/)\\b${w.home}\\b(?!\\.)`))
  })

  it.each(['password_changed', 'factor_changed'])(
    '%s leads to where another password is asked for',
    (name) => {
      expect(mailOf(name)).toContain('reset your password')
      expect(addressesIn(mailOf(name))).toContain(`${origin}/forgot-password`)
    },
  )

  it('leads to the client of the school, where it has one', () => {
    const web = { origin: 'https://app.school.example', paths: { event: '/e/{eventId}', home: '/start' } }
    for (const name of names)
      for (const address of addressesIn(mailOf(name, web))) {
        // This one is where the invitation is looked up; it leads on to the client.
        if (/\/org-invites\/landing\/|\/login\/confirm\?/.test(address)) continue
        expect(address.startsWith(web.origin), address).toBe(true)
        if (address.includes(eventId)) expect(address).toContain(`${web.origin}/e/${eventId}`)
      }
  })
})

describe('every path that notices, calendars, codes and redirects are made of', () => {
  const made = sources('functions')
    .filter((path) => !path.startsWith('functions/pages/'))
    .flatMap((path) =>
      [
        ...read(path).matchAll(
          /(?:deepLink: |address = |homeOf[^?]*\? |: |return )[`'](\/(?:event|form|admin|events-dashboard|login)\b[^`']*)[`']/g,
        ),
      ].map(([, written = '']) => `${path} ${written.replace(/\$\{[^}]*\}/g, 'x')}`),
    )
    .filter((line) => !/contract|-rows\.ts/.test(line))

  it('is a page', () => {
    expect(made.length).toBeGreaterThan(5)
    const strange = made.filter((line) => !isRoute(answering(line.split(' ')[1] ?? '')))
    expect(strange).toEqual([])
    for (const path of Object.values(ownPaths))
      expect(isRoute(answering(path.replace(/\{\w+\}/g, 'x'))), path).toBe(true)
  })

  it('of a kind that a school can have elsewhere is one that the registry takes', () => {
    expect(Object.keys(ownPaths).sort()).toEqual([...addressKinds].sort())
  })
})

const kinds = [
  {
    kind: 'an event',
    path: () => `/event/${eventId}`,
    own: 'You have a seat',
    anybody: 'Sign in to register',
  },
  {
    kind: 'the code of a door',
    path: () => `/check-in/${eventId}/${token}`,
    own: 'Check me in',
    anybody: 'Sign in so that we know who you are.',
  },
  {
    kind: 'a ticket',
    path: () => `/event/${eventId}/ticket`,
    own: 'Show this at the check-in desk',
    anybody: 'Sign in',
  },
  { kind: 'an inbox', path: () => '/inbox', own: 'Notification settings', anybody: 'Sign in' },
  { kind: 'the events of a person', path: () => '/my-events', own: 'My events', anybody: 'Sign in' },
  { kind: 'an invitation', path: () => '/invitations', own: 'Invitations', anybody: 'Sign in' },
] as const

describe('the address of', () => {
  it.each(kinds)(
    '$kind does the thing for whom it is for, and says what to do to anybody else',
    async (one) => {
      const right = await signedIn(w, ada.email, password)
      expect((await right.open(one.path())).text).toContain(one.own)
      const anybody = await browser(w).open(one.path())
      expect([anybody.status, anybody.text.includes(one.anybody)]).toEqual([200, true])
      const other = await signedIn(w, ben.email, password)
      expect((await other.open(one.path())).status).toBe(200)
    },
  )
})

describe('a school with a client of its own', () => {
  const web = {
    origin: 'https://app.school.example',
    paths: { event: '/e?id={eventId}', checkIn: '/door/{eventId}/{token}' },
  }

  it('has its calendars, codes and pages lead there', async () => {
    const own = await world()
    await enrolSchool(own, own.home, { webOrigin: web.origin, webPaths: web.paths })
    const keeper = await registered(own, 'ada', { username: 'ada' })
    const { orgId } = await founded(keeper)
    const card = await hosted(own, orgId)
    const calendar = await keeper.device.getEventCalendar({ id: card.eventId })
    expect(calendar.body.replace(/\r\n /g, '')).toContain(`${web.origin}/e?id=${card.eventId}`)
    await keeper.device.enableCheckIn({ eventId: card.eventId })
    const { body } = await keeper.device.getCheckInLink({ eventId: card.eventId })
    expect(body.checkInUrl).toMatch(new RegExp(`^${web.origin}/door/${card.eventId}/[\\w.-]+$`))
    const shown = await browser(own).open(`/event/${card.eventId}?source=email`)
    expect([shown.status, shown.address]).toEqual([302, `${web.origin}/e?id=${card.eventId}&source=email`])
    expect((await browser(own).open('/register')).address).toBe(`${web.origin}/register`)
    const landed = await own.device().landOnInvite({ token: '0'.repeat(64) })
    expect(landed.headers.location).toBe(`${web.origin}/register?invite_error=invalid`)
  })

  it('keeps the values of an address, and every other path as it is', () => {
    const place = { origin: 'https://school.quad.example', web }
    expect(addressOf(place, 'event', { eventId: 'a/b' })).toBe(`${web.origin}/e?id=a%2Fb`)
    expect(addressOf(place, 'event', { eventId: '1' }, 'x=2')).toBe(`${web.origin}/e?id=1&x=2`)
    expect(clientUrl(web, '/check-in/1/t?q=3')).toBe(`${web.origin}/door/1/t?q=3`)
    expect(clientUrl(web, '/event/%zz')).toBe(`${web.origin}/e?id=%25zz`)
    expect(urlAt(place, '/settings?a=b')).toBe(`${web.origin}/settings?a=b`)
    expect(urlAt({ origin: place.origin }, '/settings')).toBe(`${place.origin}/settings`)
  })
})

describe('a link of another site', () => {
  it('is knocked at once more in production, where strict cookies stay at home', async () => {
    const own = await world({
      settings: { STAGE: 'production', BASE_DOMAIN: 'localhost', COOKIE_DOMAIN: '.localhost' },
    })
    await enrolSchool(own, own.home)
    const one = browser(own)
    const first = await one.open('/my-events', { 'sec-fetch-site': 'cross-site' })
    expect(first.html).toContain('http-equiv="refresh" content="0;url=/login?next=%2Fmy-events"')
    expect((await one.open('/', { 'sec-fetch-site': 'same-origin' })).text).toContain('Upcoming events')
  })
})

describe('the look of a school', () => {
  it('is its colour, with words on it that can be read, and its picture', async () => {
    const own = await world()
    await enrolSchool(own, own.home, { color: '#ffd400', logo: 'https://pictures.school.example/logo.png' })
    const { html, headers } = await browser(own).open('/')
    const sheet = /<link rel="stylesheet" href="([^"]+)">/.exec(html)?.[1] ?? ''
    expect(sheet).toBe(stylePath('#ffd400'))
    const loaded = await browser(own).open(sheet)
    expect(loaded.html).toContain(':root{--brand:#ffd400;--on-brand:#000;--brand-text:#')
    expect(html).toContain('<img src="https://pictures.school.example/logo.png" alt="" height="36">')
    expect(headers['content-security-policy']).toMatch(
      /style-src 'self'; img-src 'self' data: \S+ \S+ https:\/\/pictures\.school\.example;/,
    )
  })
})
