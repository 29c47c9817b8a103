import { beforeAll, describe, expect, it } from 'vitest'
import { signInMethods } from '../../../lib/contract/people.ts'
import { tenantRecord } from '../../../lib/identity/person/records.ts'
import { enrolSchool } from '../../support/schools.ts'
import { type World, world } from '../../support/world.ts'
import { browser } from '../browser.ts'

let w: World

/** A browser that has gone to Google, what it was sent there with, and a code that Google gave somebody for that. */
const atGoogle = async (who: string, { next = '/', own = true } = {}) => {
  const one = browser(w)
  await one.open(`/login?next=${encodeURIComponent(next)}`)
  const { searchParams } = new URL((await one.follow('Continue with Google')).address)
  const nonce = own ? searchParams.get('nonce') : undefined
  const state = searchParams.get('state') ?? ''
  const code = `a code for ${who}`
  const claims = { sub: `${who} ${w.home}`, email: w.email(who), name: who, nonce }
  w.providers.codes.set(code, await w.providers.idToken('google', claims))
  return { one, code, state }
}

const back = (given: Readonly<Record<string, string>>) => `/login/with/google?${new URLSearchParams(given)}`

const sites = ['same-origin', 'cross-site', 'none', '']

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home)
})

describe('the ways to sign in', () => {
  it('lead to Google with an address of this school, and back to signing in when it did not work', async () => {
    const one = browser(w)
    const page = await one.open('/login?next=/inbox')
    expect(page.text).toContain('Continue with Google')
    const there = await one.follow('Continue with Google')
    expect(there.status).toBe(303)
    const url = new URL(there.address)
    expect(url.searchParams.get('redirect_uri')).toMatch(/\/login\/with\/google$/)
    const refused = await one.open(`/login/with/google?code=x&state=${url.searchParams.get('state')}x`)
    expect([refused.address, refused.text.includes('That sign-in did not work')]).toEqual([
      '/login?error=failed&next=%2Finbox',
      true,
    ])
    expect((await one.open('/login/with/google?error=access_denied')).text).toContain('did not work')
  })

  it.each(sites)('sign nobody in by a code without the state of this browser (%s)', async (site) => {
    // Who asks Google by an address of their own making is given a token without our nonce.
    const stranger = await atGoogle('mallory', { own: false })
    const { one } = await atGoogle('victim')
    const states: Record<string, string>[] = [{}, { state: '' }, { state: stranger.state }]
    for (const given of states) {
      const shown = await one.open(back({ code: stranger.code, ...given }), { 'sec-fetch-site': site })
      // What comes from elsewhere is asked for once more, by a page of the school.
      const there = shown.html.includes('http-equiv="refresh"') ? await one.open(shown.address) : shown
      expect([there.address, one.jar.has('accessToken'), one.jar.has('refreshToken')]).toEqual([
        '/login?error=failed',
        false,
        false,
      ])
    }
  })

  it('lead who comes back from Google to the page that they wanted, at this school alone', async () => {
    for (const [who, next, there] of [
      ['ada', '/', '/?done=signed-in'],
      ['ben', '/my-events', '/my-events?done=signed-in'],
      ['cleo', '/invitations?invite_token=a%20b&x=1', '/invitations?invite_token=a%20b&x=1&done=signed-in'],
      ['dee', '/my-events#later', '/my-events?done=signed-in'],
      ['dan', '//evil.example', '/?done=signed-in'],
    ] as const) {
      const { one, code, state } = await atGoogle(who, { next })
      const shown = await one.open(back({ code, state }), { 'sec-fetch-site': 'cross-site' })
      expect(shown.html).toContain('http-equiv="refresh"')
      expect((await one.open(shown.address)).address).toBe(there)
      expect(one.jar.has('accessToken')).toBe(true)
    }
    const { one, code, state } = await atGoogle('eve')
    const place = Buffer.from('https://evil.example').toString('base64url')
    expect((await one.open(back({ code, state: `${state}.${place}` }))).address).toBe('/?done=signed-in')
  })

  it('keep where somebody was going when Google says no, or what it sent proves nothing', async () => {
    for (const [answer, why] of [
      [{ error: 'access_denied' }, 'cancelled'],
      [{ code: 'nonsense' }, 'failed'],
    ] as const) {
      const { one, state } = await atGoogle('fay', { next: '/my-events' })
      const shown = await one.open(back({ ...answer, state }), { 'sec-fetch-site': 'same-origin' })
      expect([shown.address, shown.text.includes('did not work')]).toEqual([
        `/login?error=${why}&next=%2Fmy-events`,
        true,
      ])
      expect(shown.forms.some(({ fields }) => fields.next === '/my-events')).toBe(true)
    }
  })

  // rules/providers 21
  it('keep it when Apple says no, or what it sent proves nothing, in the browser that went there', async () => {
    for (const [answer, why] of [
      [{ error: 'user_cancelled_authorize' }, 'cancelled'],
      [{ id_token: 'a.b.c' }, 'invalid_token'],
    ] as const) {
      const one = browser(w)
      await one.open('/login?next=/my-events')
      const { searchParams } = new URL((await one.follow('Continue with Apple')).address)
      const state = searchParams.get('state') ?? ''
      const stranger = await browser(w).post('/auth/apple/callback', { ...answer, state: `${state}x` })
      expect(stranger.address).toBe('/login?error=invalid_state')
      const shown = await one.post('/auth/apple/callback', { ...answer, state })
      expect([shown.address, shown.text.includes('did not work')]).toEqual([
        `/login?error=${why}&next=%2Fmy-events`,
        true,
      ])
      expect(shown.forms.some(({ fields }) => fields.next === '/my-events')).toBe(true)
    }
  })

  it('take an answer of another site only by a page of their own', async () => {
    const reply = await browser(w).open('/login/with/google?code=x&state=y', {
      'sec-fetch-site': 'cross-site',
    })
    expect(reply.html).toContain('http-equiv="refresh" content="0;url=/login/with/google?code=x&amp;state=y"')
  })

  it('leave that of the school out until it is set up', async () => {
    expect((await browser(w).open('/login')).text).not.toContain('Sign in with School')
    const { body } = await w.device().getSamlEntrance()
    expect(body.data).toEqual({ offered: false, ways: [...signInMethods] })
  })

  // rules/providers 7
  it('that are not set up say so, promise nothing, and lead to the others', async () => {
    const unset = await world({ settings: { GOOGLE_CLIENT_IDS: ' , ' } })
    await enrolSchool(unset, unset.home)
    const shown = await browser(unset).open('/login/with/google?next=/my-events')
    expect([shown.status, shown.title]).toEqual([503, expect.stringContaining('Not set up here')])
    expect(shown.text).not.toMatch(/minute|try again/i)
    expect(shown.links).toContainEqual({
      href: '/login?next=%2Fmy-events',
      text: 'Other sign-in methods',
    })
    unset.providers.reachable = false
    const silent = await browser(unset).open('/login/with/apple')
    expect([silent.status, silent.text.includes('Try again in a minute')]).toEqual([503, true])
  })

  // rules/auth 35
  it('show none that the school does not take, but a password for who may come in by every way', async () => {
    const set = (ways: readonly (typeof signInMethods)[number][]) =>
      w
        .table()
        .update(tenantRecord, { tenantKey: w.home }, { set: { door: { ways: [...ways], breakGlass: [] } } })
    await set(['saml', 'google'])
    w.clock.advance(3)
    const page = await browser(w).open('/login')
    expect(page.text).toContain('Continue with Google')
    expect(page.text).not.toContain('Continue with Apple')
    expect(page.html).toMatch(/<details class="more"><summary>Administrators[\s\S]*action="\/login\/form"/)
    const made = await browser(w).open('/register')
    expect(made.text).toContain('only by the sign-in methods above')
    expect(made.html).not.toContain('action="/register/form"')
    await set([...signInMethods])
    w.clock.advance(3)
    expect((await browser(w).open('/login')).text).toContain('Continue with Apple')
    expect((await browser(w).open('/register')).html).toContain('action="/register/form"')
  })
})
