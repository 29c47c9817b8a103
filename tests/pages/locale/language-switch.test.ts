import { beforeAll, describe, expect, it } from 'vitest'
import { contracts } from '../../../functions/routes.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import { password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { type World, world } from '../../support/world.ts'
import { browser, signedIn } from '../browser.ts'

let w: World

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home, { locale: 'en-US' })
})

const american = { 'accept-language': 'en-US' }
const navigation = { 'sec-fetch-mode': 'navigate', accept: 'text/html', ...american }

describe('the language switch', () => {
  // rules/http 62
  it('in the footer of a page leads to the same page in the other language, and is remembered', async () => {
    const reader = browser(w)
    const english = await reader.open('/clubs?search=chess&done=saved', american)
    expect(english.html).toContain('<html lang="en-US">')
    expect(english.html).toContain('<span lang="en" aria-current="true">English</span>')
    const spanish = await reader.follow('Español')
    expect(spanish.address).toBe('/clubs?search=chess')
    expect(spanish.html).toContain('<html lang="es">')
    expect(reader.jar.get('language')).toBe('es')
    expect((await reader.open('/clubs', american)).html).toContain('<html lang="es">')
    expect((await reader.open('/clubs', { 'accept-language': 'en-US,es-MX;q=0.5' })).html).toContain(
      '<html lang="es-MX">',
    )
    await reader.follow('English')
    expect((await reader.open('/clubs', { 'accept-language': 'es-MX' })).html).toContain(
      '<html lang="en-US">',
    )
  })

  // rules/http 62
  it('is on error pages', async () => {
    const reader = browser(w)
    await reader.open('/nowhere?page=2', american)
    const missing = await reader.follow('Español')
    expect([missing.status, missing.address]).toEqual([404, '/nowhere?page=2'])
    expect(missing.text).toContain('Página no encontrada')
  })

  // rules/http 62
  it('opens another tab on a form that was refused, so that what was entered is not lost', async () => {
    const reader = browser(w)
    await reader.open('/register?next=/clubs', american)
    const name = 'Eva'
    const sent = { name, email: 'eva@example.org', password: 'short' }
    const refused = await reader.send('/register/form', sent, american)
    expect(refused.html).toContain(`value="${name}"`)
    expect(refused.html).toContain('name="next" value="/clubs"')
    expect(refused.html).toMatch(/<a href="\?lang=es"[^>]* target="_blank">/)
    const spanish = await reader.follow('Español')
    expect([spanish.status, spanish.html.includes('<html lang="es">')]).toEqual([200, true])
    expect(spanish.html).not.toContain('target="_blank">English')
  })

  // rules/http 62
  it('opens another tab on a page that answers an accepted form, which may show something once', async () => {
    const person = await registered(w, 'eva', { username: 'eva' })
    const reader = await signedIn(w, person.email, password)
    const settings = await reader.open('/settings')
    expect(settings.html).toContain('class="langs"')
    expect(settings.html).not.toContain('target="_blank"')
    await reader.open('/settings?part=connections')
    const shown = await reader.send('/settings', { do: 'calendar' })
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('It is shown this once.')])
    expect(shown.html).toMatch(/<a href="\?lang=es"[^>]* target="_blank">/)
  })

  // rules/http 62
  it.each(['de', 'ES', 'es,en', '', 'constructor'])('takes nothing else as a language: %j', async (lang) => {
    const reader = browser(w)
    const { address } = await reader.open(`/clubs?lang=${encodeURIComponent(lang)}`, american)
    expect([reader.jar.has('language'), address.startsWith('/clubs?lang=')]).toEqual([false, true])
    reader.jar.set('language', lang)
    expect((await reader.open('/clubs', american)).html).toContain('<html lang="en-US">')
  })

  // rules/http 62
  it('never leads away, and is only for people who open a page', async () => {
    const device = w.device()
    const visit = (path: string, headers: Record<string, string> = navigation, method = 'GET') =>
      device.request('organizations', method, path, { query: { lang: 'es' }, headers })
    for (const path of ['//evil.example/x', '/\\evil.example', '/a\r\nlocation: //evil.example', '/./x']) {
      const { status, headers, cookies } = await visit(path)
      expect([path, status, headers['cache-control']]).toEqual([path, 302, 'no-store'])
      expect(headers.location, path).toMatch(/^\/(?![/\\])[\w.%~!*'()/-]*$/)
      expect(cookies).toEqual(['language=es; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax'])
    }
    for (const [method, headers] of [
      ['GET', { accept: 'application/json' }],
      ['GET', { ...navigation, 'sec-fetch-mode': 'cors' }],
      ['POST', navigation],
    ] as const)
      expect((await visit('/nowhere', headers, method)).cookies).toEqual([])
  })

  // rules/http 62
  it('poisons no cache: no page in two languages may be stored', async () => {
    const { headers } = await browser(w).open('/', american)
    expect([headers['cache-control'], headers.vary]).toEqual([
      'no-store',
      expect.stringMatching(/^accept-language, cookie/),
    ])
    const stored = Object.values(contracts)
      .filter(({ domain }) => domain !== 'documents')
      .flatMap(({ rows }) => Object.entries(rows as Rows))
      .filter(([, { reply }]) => reply.type?.startsWith('text/html') && (reply.cache || reply.revalidate))
    expect(stored.map(([name]) => name)).toEqual([])
  })
})
