import { describe, expect, it } from 'vitest'
import { enrolSchool } from '../../support/schools.ts'
import { world } from '../../support/world.ts'
import { browser } from '../browser.ts'

describe('the pages of a school that is not enrolled', () => {
  // rules/http 3
  it('say so and lead to the list of schools, and no form creates an account', async () => {
    const w = await world({ settings: { PAGES_OF_ANY_SCHOOL: 'false' } })
    const b = browser(w)
    for (const path of ['/', '/login', '/register', '/forgot-password', '/clubs', '/create-event']) {
      const page = await b.open(path)
      expect([path, page.status, page.title]).toEqual([path, 404, 'There is no school here · Quad'])
      expect(page.forms).toEqual([])
      expect(page.links.find(({ text }) => text === 'Choose your school')?.href).toMatch(
        /^http:\/\/www\.[^/]+\/select-school$/,
      )
    }
    const person = { name: 'Ada', email: w.email('ada'), password: 'a long enough password' }
    expect((await b.post('/register/form', person)).status).toBe(404)
    expect((await b.post('/login/form', { email: person.email, password: person.password })).status).toBe(404)
    await enrolSchool(w, w.home)
    w.clock.advance(3)
    expect((await b.open('/register')).status).toBe(200)
    await b.send('/register/form', person)
    expect(b.page().text).toContain('Your account is ready')
  })

  it('open outside production without that setting, and clients need no enrolled school', async () => {
    const open = await world()
    expect((await browser(open).open('/register')).status).toBe(200)
    const w = await world({ settings: { PAGES_OF_ANY_SCHOOL: 'false' } })
    const password = 'a long enough password'
    expect((await w.device().register({ email: w.email('ada'), password })).status).toBe(201)
  })
})
