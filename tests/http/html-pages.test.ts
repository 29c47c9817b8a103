import { beforeAll, describe, expect, it } from 'vitest'
import { unsubscribePage } from '../../functions/notifications/unsubscribe-page.ts'
import { contracts } from '../../functions/routes.ts'
import * as samlPages from '../../functions/saml/pages.ts'
import type { Rows } from '../../lib/contract/row.ts'
import type { Agent, Reply } from '../support/agent.ts'
import { enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'

let w: World
let browser: Agent

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home, { name: 'A & B <College>' })
  browser = w.device()
})

const navigate = { headers: { 'sec-fetch-mode': 'navigate', accept: 'text/html' } }

const expectPage = (html: unknown, name: string): void => {
  const text = String(html)
  expect(text, name).toMatch(/^<!doctype html>\s*<html lang="en"/)
  expect(text, name).toMatch(/<title>[^<]+<\/title>/)
  expect(text, name).toContain('name="viewport"')
  for (const element of ['main', 'h1'])
    expect(text.match(new RegExp(`<${element}[ >]`, 'g')), `${name}: ${element}`).toHaveLength(1)
  const [, main = ''] = /<main>([\s\S]*)<\/main>/.exec(text) ?? []
  expect(main, name).toMatch(/<a href="[^"]+">[^<]+<\/a>/)
}

/** Every operation outside the pages that returns HTML. The reference has tests of its own (tests/documents). */
const htmlOperations = Object.entries(contracts).flatMap(([domain, { rows }]) =>
  Object.entries(rows as Rows).flatMap(([name, { reply }]) =>
    'type' in reply && reply.type?.startsWith('text/html') && !['pages', 'documents'].includes(domain)
      ? [`${domain}.${name}`]
      : [],
  ),
)

const calls: Readonly<Record<string, () => Promise<Reply>>> = {
  'invites.landOnInvite': () => browser.landOnInvite({ token: 'x' }, navigate),
  'notifications.showUnsubscribePage': () => browser.showUnsubscribePage({ token: 'x' }, navigate),
  'notifications.unsubscribe': () => browser.unsubscribe({ token: 'x' }, navigate),
  'providers.appleCallback': () => browser.appleCallback({ state: 7 }, navigate),
  'tenants.selectSchool': () => browser.on('www').selectSchool({}, navigate),
  'tenants.showTenantStatus': () => browser.showTenantStatus({}, navigate),
}

describe('HTML that is made outside the pages', () => {
  // rules/http 57
  it.each(htmlOperations)('is a page with a title, a heading and a way on: %s', async (name) => {
    const reply = await calls[name]?.()
    expect(reply?.headers['content-type'], name).toBe('text/html; charset=utf-8')
    expect(reply?.headers['content-security-policy'], name).toContain("style-src 'sha256-")
    expectPage(reply?.body, name)
  })

  // rules/http 57
  it('is such a page where a sign-in with an identity provider ends', async () => {
    const made = [
      samlPages.onwardPage('/?a=1&b=2'),
      samlPages.refusalPage('<b>', 'trace'),
      samlPages.refusalPage('No', undefined),
      samlPages.notePage('Passed', 'trace'),
      samlPages.formPage('https://idp.example.edu/', { SAMLResponse: '"x"' }),
    ]
    for (const { page, headers } of made) {
      expectPage(page, page)
      expect(page).not.toContain('<b>')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
    }
    const stopped = { schoolName: 'A & B', action: '/x', name: 'Reminders', remaining: ['messages'] }
    for (const isStopped of [true, false])
      expectPage(unsubscribePage({ ...stopped, isStopped, isNarrow: undefined }), 'unsubscribe')
  })

  // rules/http 57
  it('says in words that a school has no identity provider, and tells programs in JSON', async () => {
    for (const redirect of ['true', undefined]) {
      const asked = redirect === undefined ? {} : { redirect }
      const shown = await browser.startSamlLogin(asked, navigate)
      expect([shown.status, shown.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
      expectPage(shown.body, 'startSamlLogin')
      const program = await browser.startSamlLogin(asked)
      expect([program.status, program.body.code]).toEqual([404, 'SAML_NOT_CONFIGURED'])
      expect(shown.body).toContain(program.body.message.slice(0, 20))
    }
    const posted = await browser.receiveSamlResponse({ SAMLResponse: 'x', RelayState: 'y' }, navigate)
    expect(posted.headers['content-type']).toBe('text/html; charset=utf-8')
    expectPage(posted.body, 'receiveSamlResponse')
  })
})
