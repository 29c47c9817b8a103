import { beforeAll, describe, expect, it } from 'vitest'
import { unsubscribePage } from '../../functions/notifications/unsubscribe-page.ts'
import { contracts, routes } from '../../functions/routes.ts'
import * as samlPages from '../../functions/saml/pages.ts'
import type { Device } from '../../lib/context.ts'
import * as sharedFailures from '../../lib/contract/failures.ts'
import type { Rows } from '../../lib/contract/row.ts'
import frameCatalogue from '../../lib/es/frame.json' with { type: 'json' }
import mailCatalogue from '../../lib/es/mails.json' with { type: 'json' }
import { read, sources } from '../house/files.ts'
import { textsOf } from '../pages/locale/messages.ts'
import { failing } from '../security/faults.ts'
import { type Agent, agent, type Reply } from '../support/agent.ts'
import { handlerFor } from '../support/handlers.ts'
import { enrolSchool, schoolOfLetters } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'

let w: World
let browser: Agent
let closed: Agent

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home, { name: 'A & B <College>', color: '#ffd400', locale: 'en-US' })
  await enrolSchool(w, w.sister, { status: 'maintenance' })
  browser = w.device()
  closed = w.device({ tenant: w.sister })
})

type Language = 'en' | 'es'
const tags = { en: 'en-US', es: 'es-MX' } as const
const languages: readonly Language[] = ['en', 'es']

const navigate = (language: Language) => ({
  headers: { 'sec-fetch-mode': 'navigate', accept: 'text/html', 'accept-language': tags[language] },
})

const english = new Set(
  [frameCatalogue, mailCatalogue].flatMap((catalogue) =>
    Object.entries(catalogue).flatMap(([text, spanish]) => (text === spanish ? [] : [text])),
  ),
)

const plain = (html: string): string => html.replaceAll('&#39;', "'").replaceAll('&quot;', '"')

/** Texts between tags, without those that mark a language of their own. */
const textsIn = (html: string): readonly string[] =>
  plain(html)
    .replace(/<(\w+) [^>]*lang="(?:en|es)"[^>]*>[\s\S]*?<\/\1>/g, '\n')
    .replace(/<script>[\s\S]*?<\/script>/g, '\n')
    .replace(/<[^>]*>/g, '\n')
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => text !== '')

const commonWords = /\b(?:the|this|you|your|was|is|not|of|to|and|again|try|from)\b/i

/** A whole page in the frame of the platform, in this language. */
const expectPage = (html: unknown, language: Language, name: string, isFramed = true): void => {
  const text = String(html)
  expect(text, name).toMatch(new RegExp(`^<!doctype html>\\s*<html lang="${tags[language]}"`))
  expect(text, name).toMatch(/<title>[^<]+<\/title>/)
  expect(text, name).toContain('name="viewport"')
  expect(text, name).toMatch(/<link rel="stylesheet" href="\/assets\/current(?:-[0-9a-f]{6})?\.css">/)
  for (const part of ['<header class="top">', '<main id="main">', '<footer class="foot">', '<a class="skip"'])
    expect(text, name).toContain(part)
  expect(text, name).not.toMatch(/<style|style="/)
  for (const element of ['main', 'h1'])
    expect(text.match(new RegExp(`<${element}[ >]`, 'g')), `${name}: ${element}`).toHaveLength(1)
  const [, main = ''] = /<main id="main">([\s\S]*)<\/main>/.exec(text) ?? []
  expect(main, name).toMatch(/<a [^>]*href="[^"]+">[^<]+<\/a>/)
  if (isFramed) {
    expect(text, name).toContain('/assets/current-ffd400.css')
    expect(text, name).toContain('<bdi>A &amp; B &lt;College&gt;</bdi>')
    expect(text, name).toContain('href="/clubs"')
  }
  if (language === 'en') return
  const left = textsIn(text).filter(
    (one) => english.has(one) || commonWords.test(one.replace('A &amp; B', '')),
  )
  expect(left, name).toEqual([])
}

const expectReply = (reply: Reply | undefined, language: Language, name: string, isFramed = true): void => {
  expect(reply?.headers['content-type'], name).toBe('text/html; charset=utf-8')
  expect(reply?.headers['content-security-policy'], name).toContain("default-src 'none'; style-src 'self'")
  expect(reply?.headers.vary, name).toMatch(/accept-language, cookie/i)
  expect(reply?.headers['cache-control'], name).toBe('no-store')
  expectPage(reply?.body, language, name, isFramed)
}

/**
 * Every operation outside the pages that returns HTML. The API reference is for developers, in English, and has tests of
 * its own (tests/documents).
 */
const htmlOperations = Object.entries(contracts).flatMap(([domain, { rows }]) =>
  Object.entries(rows as Rows).flatMap(([name, { reply }]) =>
    'type' in reply && reply.type?.startsWith('text/html') && !['pages', 'documents'].includes(domain)
      ? [`${domain}.${name}`]
      : [],
  ),
)

type Call = (language: Language) => Promise<Reply>
const calls: Readonly<Record<string, Call>> = {
  'invites.landOnInvite': (one) => browser.landOnInvite({ token: 'x' }, navigate(one)),
  'notifications.showUnsubscribePage': (one) => browser.showUnsubscribePage({ token: 'x' }, navigate(one)),
  'notifications.unsubscribe': (one) => browser.unsubscribe({ token: 'x' }, navigate(one)),
  'providers.appleCallback': (one) => browser.appleCallback({ state: 7 }, navigate(one)),
  'tenants.selectSchool': (one) => browser.on('www').selectSchool({}, navigate(one)),
  'tenants.showTenantStatus': (one) => browser.showTenantStatus({}, navigate(one)),
}

const inBoth = (names: readonly string[]) =>
  names.flatMap((name) => languages.map((language) => [name, language] as const))

describe('HTML that is made outside the pages', () => {
  // rules/http 57, 61
  it.each(inBoth(htmlOperations))(
    "has the school's frame, in the reader's language: %s, %s",
    async (name, language) => {
      const reply = await calls[name]?.(language)
      expectReply(reply, language, name, name !== 'tenants.selectSchool')
    },
  )

  // rules/http 57, 61
  it.each(languages)('is such a page where a sign-in or a subscription ends: %s', async (language) => {
    const school = { ...schoolOfLetters, name: 'A & B <College>', color: '#ffd400', status: 'active' }
    const device = { browser: { languages: { accepted: tags[language] } } } as unknown as Device
    const reader = { school, device, tenant: { platform: false, key: 'a' } } as never
    const test = {
      message: 'The test sign-in passed every check. Nobody was signed in.',
      identity: '',
      traceId: 'x',
    }
    const made = await Promise.all([
      samlPages.onwardPage(reader, '/?a=1&b=2'),
      samlPages.onwardPage(reader, '/', 'Signed out'),
      samlPages.refusalPage(reader, '<b>', 'x'),
      samlPages.refusalPage(reader, 'School not found', undefined),
      samlPages.notePage(reader, test),
      samlPages.formPage(reader, 'https://idp.example.edu/', { SAMLResponse: '"x"' }),
    ])
    const stopped = { action: '/x', orgName: 'Chess', remaining: ['messages'] as const }
    for (const isStopped of [true, false])
      for (const narrowKind of ['announcements', 'messages'] as const)
        made.push(
          await unsubscribePage(reader, {
            ...stopped,
            isStopped,
            narrowKind,
            mails: { kind: narrowKind, orgId: 'o1' },
          }),
        )
    for (const { page, headers } of made) {
      const isPassing = page.includes('http-equiv="refresh"') || page.includes('<script>')
      expectPage(page, language, page, !isPassing)
      expect(page.includes('<nav class="nav"')).toBe(!isPassing)
      expect(page).not.toContain('<b>')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
    }
  })

  // rules/http 57
  it('says in words that a school has no identity provider, and tells programs in JSON', async () => {
    for (const redirect of ['true', undefined]) {
      const input = redirect === undefined ? {} : { redirect }
      const shown = await browser.startSamlLogin(input, navigate('en'))
      expect(shown.status).toBe(404)
      expectReply(shown, 'en', 'startSamlLogin')
      const program = await browser.startSamlLogin(input)
      expect([program.status, program.body.code]).toEqual([404, 'SAML_NOT_CONFIGURED'])
      expect(shown.body).toContain(program.body.message.slice(0, 20))
    }
    for (const language of languages) {
      const posted = await browser.receiveSamlResponse(
        { SAMLResponse: 'x', RelayState: 'y' },
        navigate(language),
      )
      expectReply(posted, language, 'receiveSamlResponse')
    }
  })
})

describe('an error in a browser', () => {
  const unknown = (one: Agent, language: Language, path = '/nowhere') =>
    one.request('organizations', 'GET', path, navigate(language))

  // rules/http 61
  it.each(languages)('has the frame of the school: %s', async (language) => {
    const replies = [
      await unknown(browser, language),
      await browser.request('organizations', 'DELETE', '/org-invites/landing/x', navigate(language)),
      await browser.request('calendars', 'GET', '/events/gone/calendar.ics', navigate(language)),
      await browser.request('calendars', 'GET', '/my-events/calendar.ics', navigate(language)),
      await browser.request('pages', 'GET', '/assets/none.css', navigate(language)),
      await browser.request('saml', 'PUT', '/auth/saml/login', navigate(language)),
    ].filter(({ headers }) => headers['content-type']?.startsWith('text/html'))
    expect(replies.length).toBeGreaterThanOrEqual(5)
    for (const reply of replies) {
      expect(reply.status).toBeGreaterThanOrEqual(400)
      expectReply(reply, language, String(reply.status))
    }
  })

  // rules/http 61
  it('offers the sign-in, or my events to a browser that has a session', async () => {
    expect((await unknown(browser, 'en')).body).toContain('<a class="enter" href="/login">Sign in</a>')
    const one = w.device()
    one.jar.set('refreshToken', 'x')
    const { body } = await unknown(one, 'en')
    expect(body).toContain('href="/my-events"')
    expect(body).not.toContain('href="/login"')
  })

  // rules/http 61
  it('of a closed school leads to the sign-in alone', async () => {
    const { body } = await unknown(closed, 'en')
    expect(body).toContain('href="/login"')
    expect(body).not.toContain('href="/clubs"')
  })

  // rules/http 61
  it('at an address without a school leads to the list of schools', async () => {
    for (const language of languages) {
      const reply = await unknown(w.device({ tenant: 'nobody-here' }), language)
      expectReply(reply, language, 'nobody', false)
      expect(reply.body).toMatch(/href="http:\/\/www\.[^"]+\/select-school"/)
    }
  })

  // rules/http 61
  it('needs no table: it has the school as last read, or none', async () => {
    const broken = (schools: World['runtime']['schools']) => {
      const { client } = failing(w, { at: () => true })
      return agent({ runtime: { ...w.runtime, client, schools }, home: w.home, contracts, handlerFor })
    }
    const cold = await unknown(broken(new Map()), 'es')
    expect(cold.status).toBe(404)
    expectReply(cold, 'es', 'cold', false)
    await unknown(browser, 'en')
    const warm = new Map(w.runtime.schools)
    w.clock.advance(3600)
    const reply = await unknown(broken(warm), 'es')
    expect(reply.status).toBe(404)
    expectReply(reply, 'es', 'warm')
    const unavailable = await broken(warm).showTenantStatus({}, navigate('es'))
    expect(unavailable.status).toBeGreaterThanOrEqual(500)
    expectReply(unavailable, 'es', 'unavailable')
  })
})

describe('texts of the frame', () => {
  const files = sources('functions', 'lib').filter(
    (path) => /\/(?:html|\.)\/(?:page|texts)\.ts'/.test(read(path)) && !/\bTranslate\b/.test(read(path)),
  )
  const ownMessages = [...files, 'lib/html/page.ts'].flatMap((path) => textsOf(read(path)).messages)

  it('have a Spanish message each', () => {
    expect(ownMessages.length).toBeGreaterThan(40)
    const failures = routes.flatMap(({ domain, rows }) =>
      Object.values(rows as Rows).flatMap(({ reply, fails = [] }) =>
        domain === 'saml' || (reply.type?.startsWith('text/html') && !['pages', 'documents'].includes(domain))
          ? fails.map(({ message }) => message)
          : [],
      ),
    )
    expect(failures.length).toBeGreaterThan(30)
    const missing = [...ownMessages, ...failures].filter((text) => !Object.hasOwn(frameCatalogue, text))
    expect(missing).toEqual([])
  })

  it('keep no Spanish for a text that is gone', () => {
    const failures = routes.flatMap(({ rows }) =>
      Object.values(rows as Rows).flatMap(({ fails = [] }) => fails.map(({ message }) => message)),
    )
    const shared = Object.values(sharedFailures).map(({ message }) => message)
    const known = new Set([...ownMessages, ...failures, ...shared])
    expect(Object.keys(frameCatalogue).filter((text) => !known.has(text))).toEqual([])
  })
})
