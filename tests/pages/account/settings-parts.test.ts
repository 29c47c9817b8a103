import { beforeAll, describe, expect, it } from 'vitest'
import { globalUser } from '../../../lib/identity/person/records.ts'
import { codeIn } from '../../support/outbox.ts'
import { type Person, password, registered } from '../../support/people.ts'
import { png } from '../../support/pictures.ts'
import { enrolSchool } from '../../support/schools.ts'
import { founded } from '../../support/societies.ts'
import { waysOf } from '../../support/ways.ts'
import { type World, world } from '../../support/world.ts'
import { type Browser, browser } from '../browser.ts'

let w: World
let ada: Person
let ben: Person
let page: Browser

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  ben = await registered(w, 'ben', { username: 'ben', name: 'Ben' })
  page = browser(w, { jar: ada.device.jar })
})

const self = async ({ device }: Person) => (await device.validateToken()).body.data.user

describe('the profile', () => {
  it('saves name, username and interests, and shows them to others', async () => {
    await page.open('/settings')
    await page.follow('Profile')
    const tags = 'chess, music,  '
    const saved = await page.send('/settings', { do: 'profile', name: 'Ada Lovelace', tags })
    expect(saved.text).toContain('Profile saved.')
    expect(await self(ada)).toMatchObject({ name: 'Ada Lovelace', tags: ['chess', 'music'] })
    const seen = await page.follow('View your profile as others see it')
    expect(seen.text).toContain('Ada Lovelace @ ada')
    const others = browser(w, { jar: ben.device.jar })
    const shown = await others.open(seen.address)
    expect([shown.text.includes('Ada Lovelace'), shown.text.includes(ada.email)]).toEqual([true, false])
    expect((await others.open('/settings?part=person&id=nobody')).status).toBe(404)
  })

  it('says beside the field what was wrong, and keeps the other fields', async () => {
    await page.open('/settings?part=profile')
    const refused = await page.send('/settings', { do: 'profile', name: 'Countess', username: 'ben' })
    expect(refused.html).toContain('id="username-wrong"')
    expect(refused.html).toContain('value="Countess"')
    expect((await self(ada)).name).toBe('Ada Lovelace')
  })

  it('says what is wrong with the name and the username together', async () => {
    await page.open('/settings?part=profile')
    const refused = await page.send('/settings', { do: 'profile', name: ' ', username: 'a.b' })
    expect(refused.html).toContain('id="name-wrong"')
    expect(refused.html).toContain('id="username-wrong"')
  })

  it('takes a picture, and refuses a file that is none', async () => {
    await page.open('/settings?part=profile')
    const image = new TextEncoder().encode('no picture')
    const refused = await page.send('/settings', { do: 'picture' }, {}, { image })
    expect(refused.html).toContain('aria-invalid="true"')
    const saved = await page.send('/settings', { do: 'picture' }, {}, { image: png(80, 80) })
    expect(saved.text).toContain('Picture saved.')
    expect((await self(ada)).picture).toMatch(/^https?:/)
    expect((await page.send('/settings', { do: 'picture-remove' })).text).toContain('Picture removed.')
    expect((await self(ada)).picture).toBeUndefined()
    expect((await page.open('/settings?part=profile')).text).not.toContain('Remove picture')
  })

  it('leads from a picture that is too large back to its form', async () => {
    const image = new Uint8Array(4 * 1024 * 1024 + 1)
    const send = async (host: string) => {
      await page.open('/settings?part=profile')
      const referer = `http://${host}/settings?part=profile`
      return page.send('/settings', { do: 'picture' }, { referer }, { image })
    }
    const { status, text, links } = await send(`${w.home}.localhost`)
    expect([status, text]).toEqual([413, expect.stringContaining('The file is too large')])
    expect(text).toContain('Files may have up to 4 MB.')
    const again = { href: '/settings?part=profile', text: 'Open the form again' }
    expect(links).toContainEqual(again)
    expect((await send('evil.example')).links.map((link) => link.text)).not.toContain(again.text)
  })

  it('links an address of the school by its code, and unlinks it', async () => {
    const email = 'ada@school.example.edu'
    await page.open('/settings?part=profile')
    const none = await page.send('/settings', { do: 'address-send', email: 'ada@example.com' })
    expect(none.html).toContain('id="email-wrong"')
    expect(none.html).toContain('value="ada@example.com"')
    const asked = await page.send('/settings', { do: 'address-send', email })
    expect(asked.text).toContain(`We sent a code to ${email}`)
    const wrong = await page.send('/settings', { do: 'address-confirm', code: '1' })
    expect(wrong.html).toContain('id="code-wrong"')
    await w.deliver()
    const left = await page.open('/settings?part=profile')
    expect(left.text).toContain('Enter the code')
    const code = codeIn(w.mails, email)
    const done = await page.send('/settings', { do: 'address-confirm', email, code })
    expect(done.text).toContain('Your address is confirmed.')
    expect(await self(ada)).toMatchObject({ affiliatedEmail: email, affiliatedEmailVerified: true })
    await page.send('/settings', { do: 'address-end' })
    expect((await page.open('/settings?part=profile')).text).toContain('School email')
    const confirmed = { set: { emailVerified: true } }
    await w.table().update(globalUser, { id: ada.user.globalUserId }, confirmed)
    expect((await page.open('/settings?part=profile')).text).not.toContain('School email')
    await w.table().update(globalUser, { id: ada.user.globalUserId }, { set: { emailVerified: false } })
    expect((await self(ada)).affiliatedEmailVerified).toBe(false)
  })
})

describe('the notification settings', () => {
  const preferences = async () => (await ada.device.getNotificationPreferences()).body.data

  it('turn channels off by kind and by club, and leave the others on', async () => {
    const { orgId } = await founded(ada, { org_name: 'Chess Club' })
    const shown = await page.open('/settings?part=notifications')
    expect(shown.text).toContain('Chess Club')
    const form = shown.forms.find(({ fields }) => fields.do === 'notify')?.fields ?? {}
    const { 'kind.reminders.push': _, [`of.${orgId}.messages.email`]: __, ...kept } = form
    expect(Object.keys(form).length - Object.keys(kept).length).toBe(2)
    const saved = await page.post('/settings', kept)
    expect(saved.text).toContain('Notification settings saved.')
    expect(await preferences()).toMatchObject({
      kinds: { reminders: { in_app: true, email: true, push: false }, registrations: { email: true } },
      organizations: { [orgId]: { messages: { email: false, push: true }, announcements: { email: true } } },
    })
    const again = await page.open('/settings?part=notifications')
    expect(again.html).toMatch(/name="kind.reminders.push" value="yes">/)
    expect(again.html).toMatch(/name="kind.account.email" value="yes" checked disabled>/)
  })

  it('turn optional emails off at once, and leave the other channels', async () => {
    const shown = await page.open('/settings?part=notifications')
    const form = shown.forms.find(({ fields }) => fields.do === 'notify')?.fields ?? {}
    const saved = await page.post('/settings', { ...form, emails: 'off' })
    expect(saved.text).toContain('Notification settings saved. All optional emails are turned off.')
    expect(await preferences()).toMatchObject({
      kinds: { announcements: { email: false, in_app: true }, approvals: { email: false, push: true } },
    })
  })

  it('name the groups that an app turned off, and turn them on', async () => {
    await ada.device.setNotificationPreferences({ preferences: { org: { push: false } } })
    const shown = await page.open('/settings?part=notifications')
    expect(shown.text).toContain('An app turned off these groups too: org.')
    await page.send('/settings', { do: 'notify-types' })
    expect((await preferences()).preferences.org.push).toBe(true)
  })
})

describe('the devices and calendars', () => {
  it('stop push messages to a device, and revoke a calendar address', async () => {
    const phone = w.device({ headers: { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)' } })
    await phone.login({ email: ada.email, password })
    await phone.registerPushToken({ pushToken: 'ExponentPushToken[phone]' })
    await page.open('/settings?part=connections')
    await page.send('/settings', { do: 'calendar' })
    const shown = await page.open('/settings?part=connections')
    expect(shown.text).toContain('Replace address')
    expect((await page.send('/settings', { do: 'end-push' })).text).toContain('No device receives push')
    expect((await page.send('/settings', { do: 'end-calendar' })).text).toContain('No calendar address')
    expect((await ada.device.listCalendarLinks()).body.data.links).toEqual([])
    expect((await ada.device.listPushDevices()).body.data.devices).toEqual([])
    const gone = await page.post('/settings', { do: 'end-calendar', id: 'gone' })
    expect([gone.status, gone.text.includes('Removed.')]).toEqual([200, true])
  })
})

describe('a device without a known name', () => {
  it('has the same name on every page', async () => {
    const device = w.device({ headers: { 'user-agent': 'a program' } })
    await device.login({ email: ada.email, password })
    await device.registerPushToken({ pushToken: 'ExponentPushToken[program]' })
    const pages = { '': 'Devices', connections: 'Stop push', 'sign-ins': 'Signed in' }
    for (const [part, words] of Object.entries(pages)) {
      const { text } = await page.open(`/settings?part=${part}`)
      expect(text, part).toContain(words)
      expect(text, part).toContain('Unknown device')
      expect(text.replaceAll('Unknown device', ''), part).not.toContain('Unknown')
    }
  })
})

describe('the page to add a sign-in method', () => {
  /** Follows the link to Google that the page shows, and returns the state that Google would send back. */
  const startGoogle = async (one: Browser, name: string) => {
    await one.open('/settings')
    await one.follow('Add a sign-in method')
    const there = await one.send('/settings', { do: 'link', id: 'google' })
    const { searchParams } = new URL(there.links.find(({ text }) => text === 'Continue')?.href ?? '')
    const nonce = searchParams.get('nonce')
    const code = `a code for ${name}`
    const claims = { sub: `${name} ${w.home}`, email: w.email(name), nonce }
    w.providers.codes.set(code, await w.providers.idToken('google', claims))
    return { code, state: searchParams.get('state') ?? '' }
  }
  const back = (query: Record<string, string>) => `/login/with/google?${new URLSearchParams(query)}`

  it('links the Google account that comes back, for the account that began it alone', async () => {
    const other = browser(w, { jar: ben.device.jar })
    expect((await other.open(back(await startGoogle(page, 'lovelace')))).status).toBe(400)
    expect((await waysOf(ben.device)).map(({ kind }) => kind)).toEqual(['password'])
    // Without its mark the state would sign in, which it does not.
    const unmarked = await startGoogle(page, 'lovelace')
    const [state = '', next = ''] = unmarked.state.split('.')
    const failed = await page.open(back({ code: unmarked.code, state: `${state}.${next}` }))
    expect(failed.text).not.toContain('linked')
    expect((await waysOf(ada.device)).map(({ kind }) => kind)).toEqual(['password'])
    const linked = await page.open(back(await startGoogle(page, 'lovelace')))
    expect(linked.text).toContain('Sign-in method linked.')
    expect((await waysOf(ada.device)).map(({ kind }) => kind)).toEqual(['password', 'google'])
  })

  it('comes back when Google says no, and links nothing', async () => {
    const one = browser(w, { jar: ben.device.jar })
    const { state } = await startGoogle(one, 'ben')
    const shown = await one.open(back({ error: 'access_denied', state }))
    expect([shown.title.split(' \u00b7 ')[0], shown.text.includes('was not linked')]).toEqual([
      'Add a sign-in method',
      true,
    ])
  })

  it('requires a recent sign-in, and offers to sign in again', async () => {
    const eve = await registered(w, 'eve', { username: 'eve' })
    const one = browser(w, { jar: eve.device.jar })
    await one.open('/settings?part=ways')
    w.clock.advance(16 * 60)
    const refused = await one.send('/settings', { do: 'link', id: 'google' })
    expect([refused.status, refused.text.includes('Sign out to sign in again')]).toEqual([403, true])
  })

  it('sets the first password of an account that signs in with Google', async () => {
    const one = browser(w)
    await one.open('/login')
    const { searchParams } = new URL((await one.follow('Continue with Google')).address)
    const claims = {
      sub: `gil ${w.home}`,
      email: w.email('gil'),
      name: 'Gil',
      nonce: searchParams.get('nonce'),
    }
    w.providers.codes.set('gil', await w.providers.idToken('google', { ...claims, email_verified: true }))
    await one.open(back({ code: 'gil', state: searchParams.get('state') ?? '' }))
    const shown = await one.open('/settings')
    expect(shown.text).toContain('This account has no password.')
    await one.follow('Set a password')
    expect((await one.send('/settings', { do: 'first-password', newPassword: 'x' })).html).toContain(
      'id="newPassword-wrong"',
    )
    await one.send('/settings', { do: 'first-password', newPassword: password })
    expect((await w.device().login({ email: w.email('gil'), password })).status).toBe(200)
  })
})
