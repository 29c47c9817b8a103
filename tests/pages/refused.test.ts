import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../functions/pages/contract.ts'
import { routes } from '../../functions/routes.ts'
import { matcher } from '../../lib/contract/route-match.ts'
import { password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'
import { type Browser, browser, type Shown, signedIn } from './browser.ts'

let w: World
let guest: string

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home)
  await enrolSchool(w, w.sister)
  guest = (await registered(w, 'gil', { username: 'gil' })).email
})

const match = matcher(routes)
const isPage = (address: string): boolean => {
  const url = new URL(address, 'http://school.localhost')
  return url.host !== 'school.localhost' || match('GET', url.pathname).found === 'operation'
}

/** All addresses that a page leads to: its own, links, and what links and forms say to go on to. */
const placesOf = ({ address, links, forms }: Shown): string[] => {
  const leading = [address, ...links.map(({ href }) => href)].filter((href) => !href.startsWith('#'))
  const onward = leading.flatMap((href) =>
    new URL(href, 'http://school.localhost').searchParams.getAll('next'),
  )
  return [
    ...leading,
    ...onward,
    ...forms.flatMap(({ fields: { next } }) => (next === undefined ? [] : [next])),
  ]
}

type Sample = { readonly path?: Record<string, string>; readonly body?: Record<string, string> }
const forms = Object.entries(contract.rows).filter(([, { method }]) => method === 'POST')

const refusedTo = async (one: Browser, name: string): Promise<Shown> => {
  const row = Object.entries(contract.rows).find(([own]) => own === name)?.[1]
  const { path = {}, body = {} } = (row?.example ?? {}) as Sample
  const address = row?.path.replace(/:(\w+)/g, (_, part: string) => path[part] ?? '') ?? ''
  return one.post(address, body)
}

const people = {
  anybody: async () => browser(w),
  'a guest of another school': async () => {
    const own = await signedIn(w, guest, password)
    return browser(w, { tenant: w.sister, jar: own.jar })
  },
}

describe('a form that is refused', () => {
  for (const [who, made] of Object.entries(people))
    it.each(forms.map(([name]) => name))(`leads ${who} to pages alone: %s`, async (name) => {
      const shown = await refusedTo(await made(), name)
      expect(placesOf(shown).filter((place) => !isPage(place))).toEqual([])
      for (const { action, html } of shown.forms) {
        const method = /<input[^>]+type="search"/.test(html) ? 'GET' : 'POST'
        expect(match(method, new URL(action || '/', 'http://school.localhost').pathname).found).toBe(
          'operation',
        )
      }
    })

  it('because the question of an entry is gone says so, and puts away what is gone', async () => {
    const one = await signedIn(w, guest, password)
    const asked = await one.post('/inbox', { do: 'act', id: 'gone', actionId: 'accept' })
    expect([asked.status, asked.text.includes('There is nothing here')]).toEqual([404, true])
    expect((await one.post('/inbox', { do: 'archive', id: 'gone' })).text).toContain('Archived.')
  })

  it('of joining leads who signs in to where they wanted to be', async () => {
    const one = browser(w, { tenant: w.sister })
    expect((await one.post('/join', { next: '/my-events' })).address).toBe('/login?next=%2Fmy-events')
  })
})

describe('what was typed', () => {
  it('survives the end of the session and is sent after signing in', async () => {
    const one = await signedIn(w, guest, password)
    const kept = new Map(one.jar)
    one.jar.clear()
    const typed = {
      do: 'ask',
      name: 'Chess & tea',
      start_time: '2031-05-01T18:00',
      password: 'a secret to keep',
    }
    const out = await one.post('/create-event/form', typed)
    expect([out.status, out.title.split(' ·')[0]]).toEqual([401, 'You were signed out'])
    expect(out.links.find(({ text }) => text === 'Sign in')?.href).toMatch(/^\/login\?next=/)
    expect(out.html).not.toContain('a secret to keep')
    for (const [name, value] of kept) one.jar.set(name, value)
    const again = await one.send('/create-event/form')
    expect([again.html.includes('value="Chess &amp; tea"'), again.title.includes('Sign')]).toEqual([
      true,
      false,
    ])
  })

  it('is shown at the first mistake, which has the focus', async () => {
    const one = browser(w)
    const account = { name: 'Noa', username: 'noa', email: 'noa@school.example.edu', password: 'y' }
    const shown = await one.post('/register/form', account)
    expect(shown.html.match(/ autofocus/g)).toEqual([' autofocus'])
    expect(shown.html).toMatch(/<input id="password"[^>]* autofocus aria-invalid="true"/)
    expect((await one.open('/register')).html).not.toContain('autofocus')
  })
})

describe('what no page can do', () => {
  it.each(['/club-dashboard/demo-org', '/event/demo-event/dashboard', '/admin'])(
    'is done by none: %s',
    async (path) => {
      const page = await signedIn(w, guest, password)
      for (const wish of ['nothing-of-this', 'constructor']) {
        const { status } = await page.post(path, { do: wish, content: 'Hello', stage: 'x' })
        expect([path, wish, status]).toEqual([path, wish, 400])
      }
    },
  )
})
