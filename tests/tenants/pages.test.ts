import { beforeAll, describe, expect, it } from 'vitest'
import { addressAt } from '../../functions/tenants/pages.ts'
import { enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'

let w: World

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home, { name: 'A & B <script>alert(1)</script> "College"' })
  await enrolSchool(w, w.sister, { status: 'maintenance', statusMessage: 'Back <soon>' })
  await enrolSchool(w, `${w.home}h`, { status: 'hidden', name: 'Nobody knows' })
})

const navigate = { 'sec-fetch-mode': 'navigate', accept: 'text/html' }

/** Where a link of the page leads that belongs to a school. */
const linksOf = (body: string): string[] =>
  [...(/<ul class="list">[\s\S]*<\/ul>/.exec(body)?.[0] ?? '').matchAll(/href="([^"]*)"/g)].map(
    ([, href = '']) => href,
  )

describe('a path of a school, asked for on the platform host', () => {
  const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
    w.device({ tenant: 'www' }).request('saml', method, path, { headers })

  // rules/http 5
  it('leads people to the list of schools, and tells programs', async () => {
    for (const headers of [navigate, { accept: 'text/html' }, { 'sec-fetch-mode': 'navigate' }]) {
      const reply = await ask('/auth/saml/metadata', headers as Record<string, string>)
      expect([reply.status, reply.headers.location]).toEqual([
        302,
        '/select-school?next=%2Fauth%2Fsaml%2Fmetadata',
      ])
      expect(reply.headers['cache-control']).toBe('no-store')
    }
    for (const headers of [{}, { 'sec-fetch-mode': 'cors', accept: 'text/html' }, { accept: '*/*' }])
      expect(await ask('/auth/saml/metadata', headers as Record<string, string>)).toMatchObject({
        status: 403,
        body: { code: 'USE_TENANT_SUBDOMAIN' },
      })
  })

  // rules/http 5
  it('is never a redirect for a write', async () => {
    const reply = await w.device({ tenant: 'www' }).joinTenant({}, { headers: navigate })
    expect([reply.status, reply.headers.location]).toEqual([403, undefined])
  })

  it.each([
    '/auth/saml/metadata\r\nset-cookie: a=b',
    '/auth//saml/metadata',
    '//auth/saml/metadata',
    '/auth/saml/metadata/',
    '/auth/saml/metadata\u2028',
  ])('%j cannot end the header or leave the platform', async (path) => {
    const { status, headers } = await ask(path, navigate)
    expect([302, 404]).toContain(status)
    if (status === 404) return
    expect(headers.location).toMatch(/^\/select-school\?next=%2F[\w.%~!*'()-]*$/)
    expect(decodeURIComponent(headers.location?.split('next=')[1] ?? '')).toMatch(/^\/[^/\\]/)
  })
})

describe('the page of schools', () => {
  const show = async (next?: string) =>
    w
      .device()
      .on('www')
      .selectSchool(next === undefined ? {} : { next })

  it('lists the schools of the public list, escaped, without script', async () => {
    const { status, headers, body } = await show()
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toContain("default-src 'none'; style-src 'self';")
    expect(body).toContain('A &amp; B &lt;script&gt;alert(1)&lt;/script&gt; &quot;College&quot;')
    expect(body).toContain('Closed for now. Back &lt;soon&gt;')
    expect(body).not.toMatch(/<script|Nobody knows|unsafe/)
    expect(body).toMatch(/<html lang="en-US">[\s\S]*<title>[\s\S]*<main id="main">[\s\S]*<h1>/)
  })

  it('is one link away from a school that is closed for now', async () => {
    const { body } = await w.device().on(w.sister).showTenantStatus()
    expect(body).toContain('Back &lt;soon&gt;')
    expect(body).toContain('Until it opens again, only its administrators can use it.')
    expect(body).toMatch(/<a href="http:\/\/www\.localhost\/select-school">Other schools<\/a>/)
  })

  it('links to the page that was asked for', async () => {
    const { body } = await show('/org/chess?tab=events&x="><b>')
    expect(linksOf(body)).toContain(`http://${w.home}.localhost/org/chess?tab=events&amp;x=%22%3E%3Cb%3E`)
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '@evil.example',
    '.evil.example',
    ':80@evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/%2e%2e//evil.example',
    '/\t/evil.example',
    '/\r\nlocation: evil.example',
    ' /x',
    `/${'a'.repeat(5000)}`,
    '',
  ])('links to nobody else for %j', async (next) => {
    const { status, body } = await show(next)
    expect(status).toBe(200)
    expect(linksOf(body).length).toBeGreaterThan(0)
    for (const link of linksOf(body)) {
      const { origin, pathname } = new URL(link.replaceAll('&amp;', '&'))
      expect(origin).toMatch(/^http:\/\/(home|sister)[\w]*\.localhost$/)
      expect(pathname).not.toMatch(/^\/[/\\]/)
    }
  })

  it('keeps a link at its origin whatever comes behind it', () => {
    expect(addressAt('https://a.quad.example', '/x?y=1#z')).toBe('https://a.quad.example/x?y=1')
    expect(addressAt('https://a.quad.example', '/.//b')).toBe('https://a.quad.example/b')
    expect(addressAt('https://a.quad.example', undefined)).toBe('https://a.quad.example/')
  })
})
