import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { scriptNames } from '../../functions/documents/contract.ts'
import { contract } from '../../functions/pages/contract.ts'
import { pageScript } from '../../infra/derive/page-scripts.ts'
import { planned } from '../attendance/events.ts'
import { admins } from '../support/administrators.ts'
import { type Person, password, people, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { founded, joined } from '../support/societies.ts'
import type { World } from '../support/world.ts'
import { type Browser, browser, type Shown, signedIn } from './browser.ts'
import { clubParts, eventParts, staffParts } from './parts.ts'

const mostBytes = 60_000
const many = 110
const long = 'A name of a length that a list has to bear '.repeat(2)
const shapes = Object.entries(contract.rows)
  .filter(([, { method, reply }]) => method === 'GET' && reply.type.startsWith('text/html'))
  .map(([name, { path }]) => ({ name, shape: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) }))

const seen = new Set<string>()
const scripts = new Map<string, string>()
const school = `${'Long '.repeat(20)}School`
const all = {} as { w: World; ada: Browser; dean: Browser; orgId: string; eventId: string; formId: string }

const evening = ({ clock }: World) => {
  const start = clock.now().getTime() + 3_600_000
  return {
    type: 'Party',
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 3_600_000).toISOString(),
    location: 'Hall '.repeat(20),
    expectedAttendance: 40,
    registrationEnabled: true,
    tags: Array(10)
      .fill(0)
      .map((_, at) => `a tag of some length ${at}`),
  }
}

const filled = async (w: World, owner: Person) => {
  const club = await founded(owner, { org_name: 'W'.repeat(90) })
  const { body } = await owner.device.createEvent({ name: long, ...evening(w), orgId: club.orgId })
  const eventId = String(body.eventId)
  await owner.device.enableCheckIn({ eventId })
  for (const person of await people(w, many)) {
    await joined(club, person)
    await person.device.registerForEvent({ event_id: eventId })
  }
  await owner.device.registerForEvent({ event_id: eventId })
  for (let at = 0; at < many; at += 1)
    await planned(w, { name: `${long} ${at}`, hostingType: 'Org', hostingId: club.orgId })
  for (let at = 0; at < 12; at += 1)
    await owner.device.createEvent({
      name: `${long} ${at}`,
      ...evening(w),
      orgId: club.orgId,
      requiresApproval: true,
    })
  const questions = Array(20).fill({ type: 'short', question: `${long}?`, required: true })
  const form = await owner.device.createEventForm({ orgId: club.orgId, form: { title: long, questions } })
  return { orgId: club.orgId, eventId, formId: String(form.body.data._id) }
}

beforeAll(async () => {
  const { w, dean } = await admins()
  await enrolSchool(w, w.home, { name: school })
  w.clock.advance(3)
  const ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  const made = await filled(w, ada)
  const [one, other] = [await signedIn(w, ada.email, password), await signedIn(w, dean.email, password)]
  Object.assign(all, { w, ada: one, dean: other, ...made })
  const names = [...scriptNames].filter((name) => name !== 'door-worker.js')
  for (const name of names) scripts.set(name, await pageScript(name))
}, 120_000)

/** Lists that no mail leads to: whoever opens them comes from a page of the school, and has them packed (lib/http/compression). */
const packedPlaces = /^\/(?:club-dashboard\/|event\/[^/]+\/(?:door|attendees))/

/** What a browser is sent for a page: itself, its script, and what reads codes. */
const sentFor = ({ html, address }: Shown): number => {
  const own = [...html.matchAll(/<script[^>]* src="\/scripts\/([^"]*)"/g)].map(([, name = '']) => name)
  const loaded = own.includes('door.js') || own.includes('helper.js') ? [...own, 'read-qr.js'] : own
  const page = packedPlaces.test(address) ? gzipSync(html).length : Buffer.byteLength(html)
  return loaded.reduce((sum, name) => sum + gzipSync(scripts.get(name) ?? '').length, page)
}

const looked = async (one: Browser, path: string): Promise<void> => {
  const shown = await one.open(path)
  const { pathname } = new URL(shown.address, 'http://school.test')
  for (const { name, shape } of shapes) if (shape.test(pathname)) seen.add(name)
  expect(sentFor(shown), path).toBeLessThanOrEqual(mostBytes)
  const bare = shown.html
    .replace(/<script type="module" src="\/scripts\/[a-z-]+\.js"><\/script>/, '')
    .replace(/<link rel="stylesheet" href="\/assets\/[0-9a-f]{16}\.css">/, '')
  expect(bare, path).not.toMatch(/<script|<iframe|<object|<link rel="(?!icon")|@import|url\(/)
  // Whatever else it asks for, it knows at whose school it is.
  expect(shown.text, path).toContain(school)
}

describe('a page, however full', () => {
  it('of anybody is one request of 60 KB at most with everything', async () => {
    const { w, eventId, orgId, formId } = all
    const open = [
      '/',
      '/events',
      '/clubs',
      `/event/${eventId}`,
      `/org/${orgId}`,
      '/login',
      '/register',
      '/forgot-password',
    ]
    for (const path of [...open, '/reset-password', '/login/confirm?id=x&code=y', `/form/${formId}`])
      await looked(browser(w), path)
    await looked(browser(w), '/login/with/google?code=x&state=y&error=z')
  })

  it('of a person too', async () => {
    const { ada, eventId, orgId, formId } = all
    const { links } = await ada.open(`/event/${eventId}/door`)
    const code = links.find(({ href }) => href.includes('/check-in/'))?.href ?? ''
    for (const path of ['', '/ticket', '/dashboard', '/door', '/attendees', '/attendees?part=waitlist'])
      await looked(ada, `/event/${eventId}${path}`)
    for (const part of eventParts) await looked(ada, `/event/${eventId}/dashboard?part=${part}`)
    for (const part of clubParts) await looked(ada, `/club-dashboard/${orgId}?part=${part}`)
    for (const path of [
      '/events?view=month',
      '/events?view=for-you',
      '/clubs?mine=yes',
      '/clubs?new=yes',
      '/my-events',
      '/inbox',
      '/invitations',
      '/settings',
      '/settings?part=factors',
      '/settings/data',
    ])
      await looked(ada, path)
    for (const path of ['/settings/proof', '/verify-email', '/create-event', `/form/${formId}`])
      await looked(ada, path)
    await looked(ada, new URL(code).pathname)
  })

  it('of staff too', async () => {
    for (const part of staffParts) await looked(all.dean, `/admin?part=${part}`)
  })

  it('was looked at, whichever it is', () => {
    // Leads on to Google or Apple, and has no words of its own.
    const left = shapes.map(({ name }) => name).filter((name) => !seen.has(name))
    expect(left).toEqual(['signInWith'])
  })
})
