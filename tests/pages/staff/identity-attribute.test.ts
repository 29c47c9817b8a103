import { beforeAll, describe, expect, it } from 'vitest'
import { withTotp } from '../../mfa/factors.ts'
import { type SamlSchool, signIn } from '../../saml/school.ts'
import { trustedSchool } from '../../saml/sign-in/trusting.ts'
import { admins } from '../../support/administrators.ts'
import { enrolSchool } from '../../support/schools.ts'
import { type Browser, browser } from '../browser.ts'

const path = '/admin?part=identity'
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

let school: SamlSchool
let page: Browser

const visit = async (name: string, released: object = {}, nameId = `${name}-one`) => {
  const attributes = { email: [school.w.email(name)], displayName: [name], ...released }
  const { reply } = await signIn(school, { facts: { nameFormat: persistent, nameId, attributes } })
  expect(reply.status).toBe(200)
}

const configured = async () => (await school.dean.getSamlConfig()).body.data.identityAttribute

beforeAll(async () => {
  school = await trustedSchool(undefined, { identityAttribute: 'nameId' })
  page = browser(school.w, { jar: school.dean.jar })
  await visit('ada', { studentId: ['S1'] })
  await visit('bob', { studentId: ['S2', 'S3'] })
  await visit('eve')
})

describe('the page of the identity attribute', () => {
  // rules/saml 48
  it('is reached from the set-up, and says who keeps an account and who does not, before anything is saved', async () => {
    await page.open('/admin?part=sign-in')
    const first = await page.follow('Change identity attribute')
    expect(first.address).toBe(path)
    expect(first.text).toContain('People are known by: Persistent NameID .')
    expect(first.html).toContain('part=sign-in" aria-current="page"')
    expect(first.html).not.toContain('value="identity-save"')
    const shown = await page.send('/admin', { do: 'identity-ask', identity: 'studentId' })
    expect(shown.text).toContain('Keeps the account: 0 Keeps the account, moves at the next sign-in: 1')
    expect(shown.text).toContain('Cannot sign in: 2')
    expect(shown.text).toMatch(/bob .*sent several values/)
    expect(shown.text).toMatch(/eve .*did not send the attribute/)
    expect(await configured()).toBe('nameId')
  })

  // rules/saml 48
  it('simulates a release without some attributes, and the end of the choice', async () => {
    await page.open(path)
    const without = await page.send('/admin', {
      do: 'identity-ask',
      identity: 'none',
      'without-nameId': 'yes',
    })
    expect(without.text).toMatch(/ada .*belongs to another identifier/)
    await page.open(path)
    const none = await page.send('/admin', { do: 'identity-ask', identity: 'none' })
    expect(none.text).toContain('Keeps the account: 3')
    expect(none.text).toContain('No identity attribute is chosen')
  })

  // rules/saml 46
  it('lists the people who need one in a migration window', async () => {
    await page.open(path)
    await page.send('/admin', { do: 'identity-ask', identity: 'none', 'without-nameId': 'yes' })
    const filled = await page.send('/admin', { do: 'migration-fill' })
    const people = filled.forms.find(({ fields }) => 'people' in fields)?.fields.people ?? ''
    const { body } = await school.dean.previewSamlIdentity({ identityAttribute: 'none', without: 'nameId' })
    const wanted = body.data.people.filter(({ reason }: { reason: string }) => reason === 'needs_migration')
    expect(wanted.length).toBeGreaterThan(0)
    expect(people.split('\n')).toEqual(wanted.map(({ id }: { id: string }) => id))
  })

  // rules/saml 63
  it('saves the attribute that was simulated, and no other', async () => {
    await page.open(path)
    await page.send('/admin', { do: 'identity-ask', identity: 'studentId' })
    const other = await page.send('/admin', { do: 'identity-save', identity: 'email' })
    expect(other.text).toContain('Nothing is saved yet.')
    expect(await configured()).toBe('nameId')
    const saved = await page.send('/admin', { do: 'identity-save' })
    expect([saved.address, saved.text]).toEqual([
      `${path}&done=identity-saved`,
      expect.stringContaining('Identity attribute saved.'),
    ])
    expect(await configured()).toBe('email')
    await page.send('/admin', { do: 'identity-ask', identity: 'none' })
    await page.send('/admin', { do: 'identity-save' })
    expect(await configured()).toBeUndefined()
    await school.dean.saveSamlConfig({ identityAttribute: 'nameId' })
  })

  // rules/mfa 32
  it('wants the second factor of an administrator who has one, and keeps what was chosen', async () => {
    const app = await withTotp(school.w, school.dean)
    school.w.clock.advance(16 * 60)
    await school.dean.refreshToken()
    await page.open(path)
    await page.send('/admin', { do: 'identity-ask', identity: 'subjectId' })
    const refused = await page.send('/admin', { do: 'identity-save' })
    expect([refused.status, refused.title]).toEqual([403, expect.stringContaining('Confirm your identity')])
    expect(await configured()).toBe('nameId')
    expect((await school.dean.confirmByCode({ code: app.code() })).status).toBe(200)
    expect((await page.send('/admin', { do: 'identity-save' })).text).toContain('Identity attribute saved.')
    expect(await configured()).toBe('subjectId')
  })

  it('goes on through everybody who signed in, and adds up', async () => {
    await school.dean.saveSamlConfig({ identityAttribute: 'nameId' })
    for (let at = 0; at < 98; at += 1) await visit(`p${at}`)
    await page.open(path)
    const first = await page.send('/admin', { do: 'identity-ask', identity: 'nameId' })
    expect(first.text).toContain('Keeps the account: 100')
    expect(first.text).toContain('More people have signed in within 90 days.')
    const second = await page.send('/admin', { do: 'identity-ask' })
    expect(second.text).toContain('Keeps the account: 101')
    expect(second.text).not.toContain('More people have signed in')
    const anew = await page.send('/admin', { do: 'identity-ask', identity: 'studentId' })
    expect(anew.text).toContain('Keeps the account: 0')
  }, 60_000)

  it('sends who has no identity provider to its set-up', async () => {
    const { w, dean } = await admins()
    await enrolSchool(w, w.home)
    const own = browser(w, { jar: dean.device.jar })
    for (const part of ['identity', 'migration']) {
      const shown = await own.open(`/admin?part=${part}`)
      expect([shown.status, shown.links.map(({ text }) => text)]).toEqual([
        200,
        expect.arrayContaining(['Set up identity provider']),
      ])
    }
  })
})
