import { beforeAll, describe, expect, it } from 'vitest'
import { enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'
import { browser } from './browser.ts'

let w: World

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
      '/login?error=failed',
      true,
    ])
    expect((await one.open('/login/with/google?error=access_denied')).text).toContain('did not work')
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
    expect(body.data).toEqual({ offered: false })
  })
})
