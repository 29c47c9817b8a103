import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoPassword, demoPeople } from '../../../infra/local/demo-people.ts'
import { fullEvening } from '../../../infra/local/living/evenings.ts'
import { placesOutside } from '../../../infra/local/living/places.ts'
import { type Platform, startPlatform } from '../../../infra/local/platform.ts'
import { keptFolder, settingsIn } from './local-folder.ts'

type Shown = {
  name: string
  start_time: string
  end_time: string
  location: string
  image?: string
  registrationCount: number
  waitlistCount: number
  maxAttendees: number | null
}

const root = join(import.meta.dirname, '..', '..', '..')
const folder = keptFolder()
const day = 86_400_000

let platform: Platform

const start = (): Promise<Platform> =>
  startPlatform({
    settings: { ...settingsIn(folder.path), empty: false },
    env: process.env,
    functionsDir: join(root, 'functions'),
    watched: [],
    log: () => undefined,
  })

beforeAll(async () => {
  platform = await start()
}, 240_000)

afterAll(async () => {
  await platform?.stop()
  folder.remove()
})

const ask = async (school: string, path: string, token?: string, body?: object) => {
  const reply = await fetch(`http://127.0.0.1:${platform.port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'x-tenant': school,
      'x-client': 'mobile',
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: reply.status, body: await reply.json() }
}

const eventsOf = async (school: string): Promise<readonly Shown[]> =>
  (await ask(school, '/get-future-events?limit=100')).body.events

const tokenOf = async (email: string, school = 'demo'): Promise<string> =>
  (await ask(school, '/login', undefined, { email, password: demoPassword })).body.data.accessToken

describe('the first start', () => {
  it('shows evenings of the next four weeks at both schools, with pictures', async () => {
    const [demo, sister] = [await eventsOf('demo'), await eventsOf('rpi')]
    expect(demo.length + sister.length).toBeGreaterThanOrEqual(30)
    expect(sister.length).toBeGreaterThanOrEqual(6)
    for (const { start_time } of [...demo, ...sister]) {
      expect(Date.parse(start_time) - Date.now()).toBeLessThan(29 * day)
      const hour = new Date(start_time).toLocaleString('en-GB', {
        timeZone: 'America/New_York',
        hour: '2-digit',
      })
      expect(Number(hour)).toBeGreaterThanOrEqual(17)
    }
    const pictured = [...demo, ...sister].filter(({ image }) => image !== undefined)
    expect(pictured).toHaveLength(demo.length + sister.length)
    for (const { image = '' } of pictured.slice(0, 3)) {
      const reply = await fetch(image)
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png'])
      // It is drawn at its first request, and stored.
      expect(existsSync(join(folder.path, 'media', new URL(image).pathname))).toBe(true)
    }
    expect((await fetch(`http://127.0.0.1:${platform.mediaPort}/living/nothing.png`)).status).toBe(404)
  })

  it('has a full event with a waitlist, and seats that are counted right', async () => {
    const full = (await eventsOf('demo')).find(({ name }) => name === fullEvening)
    expect(full?.registrationCount).toBe(full?.maxAttendees)
    expect(full?.waitlistCount).toBeGreaterThan(2)
    const chess = (await eventsOf('demo')).find(({ name }) => name === 'Chess night')
    expect(chess?.registrationCount).toBe(7)
  })

  it('books the rooms of its events, so that nobody books them again', async () => {
    for (const school of ['demo', 'rpi'] as const) {
      const { email } = demoPeople.find(({ tenant }) => tenant === school) ?? expect.fail(school)
      const token = await tokenOf(email, school)
      const events = await eventsOf(school)
      const inRooms = events.filter(({ location }) => !placesOutside.includes(location))
      expect(inRooms.length).toBeGreaterThan(5)
      for (const { name, location, start_time, end_time } of inRooms) {
        const { status } = await ask(school, '/resource-preflight', token, {
          resourceId: location,
          start_time,
          end_time,
        })
        expect([name, status]).toEqual([name, 409])
      }
    }
  })

  it('has work for the dean: approvals, a budget, a verification request', async () => {
    const dean = await tokenOf('dean@demo.example.edu')
    const requests = await ask('demo', '/org-management/verification-requests?status=pending', dean)
    expect(requests.body.data).toHaveLength(1)
    const club = platform.links
      .find(({ role }) => role === 'president')
      ?.path.split('/')
      .at(-1)
    const budgets = await ask('demo', `/org-budgets/${club}/budgets`, dean)
    expect(JSON.stringify(budgets.body)).toContain('finance_office')
    const { body } = await ask('demo', '/approvals/stuck', dean)
    const waiting: readonly { name: string; since: string; start_time: string }[] = body.events
    expect(waiting.map(({ name }) => name).sort()).toEqual([
      'Campus hardware fair',
      'Simultaneous exhibition',
    ])
    for (const { since, start_time } of waiting) {
      expect(Date.now() - Date.parse(since)).toBeLessThan(2 * day)
      expect(Date.parse(start_time) - Date.now()).toBeGreaterThan(7 * day)
    }
  })

  it('finds each member of a club by first name', async () => {
    const president = platform.links.find(({ role }) => role === 'president')
    const token = await tokenOf(president?.email ?? '')
    const namesOf = async (search: string): Promise<readonly string[]> => {
      const path = `/org-roles/${president?.path.split('/').at(-1)}/members?limit=100&search=${search}`
      const { members } = (await ask('demo', path, token)).body
      return members.map(({ user_id }: { user_id: { name: string } }) => user_id.name)
    }
    // The stream makes these two findable: they have a role, given by a request.
    const later = ['Maya Okafor', 'Theo Lindqvist']
    const all = (await namesOf('')).filter((name) => !later.includes(name))
    expect(all.length).toBeGreaterThan(10)
    const found = await Promise.all(all.map((name) => namesOf(name.split(' ')[0] ?? '')))
    expect(all.filter((name, index) => !found[index]?.includes(name))).toEqual([])
  })

  it('keeps the earlier demo accounts', async () => {
    for (const { email, tenant } of demoPeople) expect(await tokenOf(email, tenant)).toMatch(/^ey/)
  })

  it('has confirmed the address of each demo account', async () => {
    for (const { email, tenant } of demoPeople) {
      const { body } = await ask(tenant, '/login', undefined, { email, password: demoPassword })
      expect([email, body.data.user.emailVerified]).toEqual([email, true])
    }
  })

  it('has one link for each role, which signs in', async () => {
    expect(platform.links.map(({ role }) => role)).toEqual([
      'student',
      'president',
      'dean',
      'check-in',
      'platform',
    ])
    for (const { email, host } of platform.links)
      expect(await tokenOf(email, host === 'www' ? 'demo' : host)).toMatch(/^ey/)
  })

  it('is filled once: a second start shows the same', async () => {
    const [before, links] = [await eventsOf('demo'), platform.links]
    await platform.stop()
    platform = await start()
    const names = (events: readonly Shown[]): string[] => events.map(({ name }) => name)
    expect(names(await eventsOf('demo'))).toEqual(names(before))
    expect(platform.links).toEqual(links)
  }, 120_000)
})
