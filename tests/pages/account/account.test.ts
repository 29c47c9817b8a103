import { beforeAll, describe, expect, it } from 'vitest'
import { changeSchool } from '../../../lib/identity/school/tenants.ts'
import { registrationIn } from '../../support/outbox.ts'
import { type Person, password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { type World, world } from '../../support/world.ts'
import { browser, signedIn } from '../browser.ts'

let w: World
let ada: Person

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada')
})

describe('making an account where a school wants a proven address', () => {
  // rules/auth 44
  it('asks for the code of a mail, or takes the link of it', async () => {
    const school = { tenantKey: w.home, at: w.clock.now(), also: () => [] }
    const domains = { newMembers: 'domains' as const, emailDomains: ['students.example.edu'] }
    await changeSchool(w.table(), { ...school, change: () => domains })
    w.clock.advance(2.1)
    const wanted = { name: 'Eva', email: w.email('eva'), password }
    const one = browser(w)
    await one.open('/register')
    const asked = await one.send('/register/form', wanted)
    expect([asked.status, Object.keys(asked.forms[0]?.fields ?? {})]).toEqual([
      403,
      expect.arrayContaining(['code']),
    ])
    await w.deliver()
    expect(asked.forms[0]?.fields).toMatchObject({ email: wanted.email, password: '' })
    expect((await one.send('/register/form', { ...wanted, code: w.codeFor(wanted.email) })).address).toBe(
      '/?done=registered',
    )
    const fay = { ...wanted, name: 'Fay', email: w.email('fay') }
    const other = browser(w)
    await other.open('/register')
    await other.send('/register/form', fay)
    await w.deliver()
    await other.open(`/register?invite_token=${registrationIn(w.mails, fay.email)}`)
    expect((await other.send('/register/form', fay)).address).toBe('/?done=registered')
    await changeSchool(w.table(), { ...school, change: () => ({ newMembers: undefined }) })
    w.clock.advance(2.1)
  })
})

describe('making an account with an address that has one', () => {
  it('says so in words of people, keeps what was entered and never the password', async () => {
    const one = browser(w)
    await one.open('/register')
    const wanted = { name: 'Other', email: ada.email, password: `another ${password}` }
    const refused = await one.send('/register/form', wanted)
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('An account with this email exists. Sign in, or use another email.'),
    ])
    expect(refused.forms[0]?.fields).toMatchObject({ name: 'Other', email: ada.email, password: '' })
    const spanish = await one.send('/register/form', wanted, { 'accept-language': 'es' })
    expect(spanish.text).toContain('Ya existe una cuenta con este correo.')
  })
})

describe('making an account with several mistakes', () => {
  const mistakesIn = (html: string) =>
    [...html.matchAll(/id="(\w+)-wrong">([^<]*)/g)].map(([, ...found]) => found)

  it('reports all of them, each at its field', async () => {
    const one = browser(w)
    await one.open('/register')
    const wanted = { name: 'Gil', email: 'gil', username: 'g!', password: 'short' }
    const refused = await one.send('/register/form', wanted)
    expect([refused.status, mistakesIn(refused.html)]).toEqual([
      400,
      [
        ['email', expect.stringContaining('email')],
        ['username', expect.stringContaining('3 to 20')],
        ['password', 'The password must have at least 8 characters'],
      ],
    ])
    const taken = await one.send('/register/form', {
      ...wanted,
      email: w.email('gil'),
      username: ada.user.username,
    })
    expect(mistakesIn(taken.html).map(([field]) => field)).toEqual(['username', 'password'])
    // Programs read the same first failure as before.
    const { body } = await w.device().register({ ...wanted, name: 'Gil' })
    expect(body).toMatchObject({ code: 'EMAIL_INVALID', field: 'email' })
    expect(body.details.map(({ field }: { field: string }) => field)).toEqual([
      'email',
      'username',
      'password',
    ])
  })
})

describe('signing in', () => {
  it('says beside nothing what was wrong, keeps the address and never the password', async () => {
    const one = browser(w)
    await one.open('/login?next=/inbox')
    const refused = await one.send('/login/form', { email: ada.email, password: 'a wrong password' })
    expect([refused.status, refused.text.includes('Wrong email or password')]).toEqual([422, true])
    expect(refused.forms[0]?.fields).toMatchObject({ email: ada.email, password: '', next: '/inbox' })
    const empty = await one.send('/login/form', { email: '', password: '' })
    expect([empty.status, empty.html.match(/-wrong">[^<]*/g)]).toEqual([
      400,
      ['-wrong">Please fill this in', '-wrong">Please fill this in'],
    ])
    expect((await one.send('/login/form', { email: ada.email, password })).address).toBe('/inbox')
  })

  it('leads to a path of this school and nowhere else', async () => {
    for (const next of [
      '//elsewhere.example',
      'https://elsewhere.example',
      '/\\elsewhere.example',
      'javascript:1',
    ]) {
      const one = browser(w)
      await one.open(`/login?next=${encodeURIComponent(next)}`)
      expect((await one.send('/login/form', { email: ada.email, password })).address).toBe('/')
    }
  })

  it('from an invitation keeps that to the letter, by whatever way', async () => {
    const page = await browser(w).open('/register?invite_token=a%26next%3D%2Fx')
    const leading = page.links.filter(({ text }) => /^Sign in$|^Continue/.test(text)).slice(-3)
    expect(leading.map(({ href }) => new URL(href, 'http://x').searchParams.get('next'))).toEqual(
      Array(3).fill('/invitations?invite_token=a%26next%3D%2Fx'),
    )
  })

  it('is asked for by what is the person’s own, and leads back there', async () => {
    const one = browser(w)
    const asked = await one.open('/inbox')
    expect(asked.address).toBe('/login?next=%2Finbox')
    expect((await one.send('/login/form', { email: ada.email, password })).text).toContain('Nothing new')
  })

  it('lasts beyond the first token, which a page renews', async () => {
    const one = await signedIn(w, ada.email, password)
    const before = one.jar.get('accessToken')
    w.clock.advance(16 * 60)
    one.jar.delete('accessToken')
    expect((await one.open('/my-events')).title).toContain('My events')
    expect(one.jar.get('accessToken')).not.toBe(before)
    one.jar.set('accessToken', before ?? '')
    expect((await one.open('/inbox')).title).toContain('Notifications')
    one.jar.set('accessToken', before ?? '')
    const { text } = await one.open('/settings')
    expect(
      ['Your account', 'Devices', 'Sign-in methods', 'Since'].filter((word) => !text.includes(word)),
    ).toEqual([])
    one.jar.set('accessToken', before ?? '')
    expect((await one.open('/my-events')).title).toContain('My events')
  })

  it('leaves nothing in the browser when it ends, by the form or with the account', async () => {
    const everything = '"cache", "storage"'
    const one = await signedIn(w, ada.email, password)
    await one.open('/settings')
    expect(one.cleared).toEqual([])
    await one.send('/sign-out')
    expect(one.cleared).toEqual([everything])
    const two = await signedIn(w, (await registered(w, 'lea')).email, password)
    await two.open('/settings/data')
    await two.send('/settings/data', { sure: 'yes', password })
    expect(two.cleared).toEqual([everything])
  })

  // rules/http 40
  it('is known to the browser by a mark, which goes with it and is never that of another', async () => {
    const one = await signedIn(w, ada.email, password)
    const mark = () => one.jar.get('sessionMark')
    const first = mark()
    expect(first).toMatch(/^[\w-]{43}$/)
    await one.open('/inbox')
    one.jar.delete('accessToken')
    await one.open('/my-events')
    expect(mark()).toBe(first)
    const two = await signedIn(w, (await registered(w, 'mia')).email, password)
    for (const [name, value] of two.jar) if (name !== 'sessionMark') one.jar.set(name, value)
    await one.open('/')
    expect([mark() === first, mark() === two.jar.get('sessionMark')]).toEqual([false, true])
    await two.open('/settings')
    await two.send('/sign-out')
    expect(two.jar.has('sessionMark')).toBe(false)
    // Ended from elsewhere, it is missed by the next page that asks who is here.
    await one.open('/inbox')
    expect([one.page().address, mark()]).toEqual(['/login?next=%2Finbox', undefined])
  })

  it('ends with the form that ends it', async () => {
    const one = await signedIn(w, ada.email, password)
    await one.open('/settings')
    const out = await one.send('/sign-out')
    expect(out.text).toContain('You are signed out on this device.')
    // What was said is not said again to who signs in from there.
    expect(out.html).toContain('href="/login?next=%2F"')
    expect(one.jar.has('refreshToken')).toBe(false)
  })
})

describe('a form from elsewhere', () => {
  it('is refused with a page, and does nothing', async () => {
    const one = await signedIn(w, ada.email, password)
    await one.open('/settings')
    const reply = await one.send('/sign-out', {}, { origin: 'https://elsewhere.example' })
    expect([reply.status, reply.text.includes('This form was sent from another site')]).toEqual([403, true])
    expect(one.jar.has('refreshToken')).toBe(true)
  })
})

describe('an account', () => {
  it('is made, and its address confirmed by the code of the mail', async () => {
    const one = browser(w)
    await one.open('/register?next=/my-events')
    const email = w.email('new')
    const weak = await one.send('/register/form', { name: 'New', email, password: 'password' })
    expect(weak.html).toMatch(/id="password-wrong"/)
    const confirm = await one.send('/register/form', { password })
    expect(confirm.text).toContain('Your account is ready.')
    const early = await one.send('/verify-email/form', { do: 'confirm', code: '123456' })
    expect(early.html).toContain('id="code-wrong"')
    expect(early.text).toContain(`When you press the button, we email a code to ${email} .`)
    const sent = await one.send('/verify-email/form', { do: 'send' })
    expect(sent.text).toContain(`We have sent a code to ${email} .`)
    await w.deliver()
    const wrong = await one.send('/verify-email/form', { do: 'confirm', code: 'nonsense' })
    expect(wrong.html).toMatch(/id="code-wrong">This code is wrong or has expired/)
    expect(wrong.text).toContain('We have sent a code to')
    const grouped = w.codeFor(email).replace(/^(...)/, ' $1 - ')
    const done = await one.send('/verify-email/form', { do: 'confirm', code: grouped })
    expect([done.address, done.text.includes('Your address is confirmed.')]).toEqual([
      '/my-events?done=confirmed',
      true,
    ])
  })

  it('gets a new password by the link of the mail', async () => {
    const ben = await registered(w, 'ben')
    const one = browser(w)
    await one.open('/forgot-password')
    const asked = await one.send('/forgot-password/form', { email: ben.email })
    expect(asked.text).toContain('If an account has this address, we have emailed a code to it.')
    await w.deliver()
    const mail = w.mails.findLast(({ to }) => to === ben.email)
    const link = /http:\/\/\S+(\/reset-password\?\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const page = await one.open(link)
    expect(page.forms[0]?.fields.email).toBe(ben.email)
    const weak = await one.send('/reset-password/form', { newPassword: 'password' })
    expect(weak.html).toMatch(/id="newPassword-wrong"/)
    const done = await one.send('/reset-password/form', { newPassword: `${password} new` })
    expect(done.text).toContain('Your new password is set.')
    expect(done.text).not.toContain('were removed')
    await one.send('/login/form', { email: ben.email, password: `${password} new` })
    expect((await one.open('/my-events')).status).toBe(200)
  })
})
