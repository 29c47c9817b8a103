import { beforeAll, describe, expect, it } from 'vitest'
import catalogue from '../../../functions/pages/es/catalogue.json' with { type: 'json' }
import { planned } from '../../attendance/events.ts'
import { password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { type World, world } from '../../support/world.ts'
import { type Browser, browser, signedIn } from '../browser.ts'

let american: World
let mexican: World
let event: string
let here: string

beforeAll(async () => {
  american = await world()
  await enrolSchool(american, american.home, { timezone: 'America/New_York' })
  mexican = await world()
  await enrolSchool(mexican, mexican.home, { locale: 'es-MX', timezone: 'America/Mexico_City' })
  const start = { start_time: '2026-03-31T22:00:00.000Z', end_time: '2026-04-01T00:00:00.000Z' }
  event = `/event/${(await planned(american, { name: 'Chess night', ...start })).eventId}`
  here = `/event/${(await planned(mexican, { name: 'Noche de ajedrez', ...start })).eventId}`
})

const languages = (tag: string) => ({ 'accept-language': tag })

/** Texts between tags, without names that people chose. */
const textsIn = (html: string): readonly string[] =>
  html
    .replace(/<(bdi|code|time|script|option|textarea)\b[\s\S]*?<\/\1>/g, '\n')
    .replace(/<[^>]*>/g, '\n')
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => text !== '')

const sameInBoth = new Set(['Error', 'Total', 'Club', 'No', 'Social'])
const english = new Set(
  Object.entries(catalogue).flatMap(([text, spanish]) =>
    text === spanish || sameInBoth.has(text) ? [] : [text],
  ),
)

describe('the language of a page', () => {
  it("is the school's, in its region's format, for readers without a preference", async () => {
    const page = await browser(american).open(event)
    expect(page.html).toContain('<html lang="en-US">')
    expect(page.text).toMatch(/Tuesday, March 31, 2026, 10:00\sPM/)
    const theirs = await browser(mexican).open(here)
    expect(theirs.html).toContain('<html lang="es-MX">')
    expect(theirs.text).toMatch(/Martes 31 de marzo de 2026/)
    expect(theirs.text).toContain('Cuándo')
  })

  it("is the reader's, in the format of their region", async () => {
    const british = await browser(american).open(event, languages('en-GB,en;q=0.8'))
    expect(british.text).toMatch(/Tuesday,? 31 March 2026, 22:00/)
    const spanish = await browser(american).open(event, languages('de;q=0.9,es;q=0.5'))
    expect(spanish.html).toContain('<html lang="es">')
    expect(spanish.text).toContain('Cuándo')
    const back = await browser(mexican).open(here, languages('en-US'))
    expect(back.text).toContain('When')
    expect(back.headers.vary?.toLowerCase()).toContain('accept-language')
  })

  it('stays apart for readers at the same moment', async () => {
    const pages = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        browser(american).open(event, languages(at % 2 === 0 ? 'es' : 'en')),
      ),
    )
    for (const [at, { text }] of pages.entries()) expect(text.includes('Cuándo')).toBe(at % 2 === 0)
  })
})

describe('Spanish pages', () => {
  const paths = [
    '/',
    '/events',
    '/events?view=month',
    '/clubs',
    '/login',
    '/register',
    '/forgot-password',

    '/my-events',
    '/inbox',
    '/invitations',
    '/settings',
    '/settings?part=profile',
    '/settings?part=notifications',
    '/settings?part=devices',
    '/settings?part=sign-in',
    '/create-event',
    '/clubs?new=yes',
  ]
  let reader: Browser
  beforeAll(async () => {
    const ada = await registered(american, 'ada')
    reader = await signedIn(american, ada.email, password)
  })

  it.each(paths)('leave no text in English: %s', async (path) => {
    const { html } = await reader.open(path, languages('es-MX'))
    expect(html).toContain('<html lang="es-MX">')
    expect(textsIn(html).filter((text) => english.has(text))).toEqual([])
  })
})
