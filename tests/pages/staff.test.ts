import { beforeAll, describe, expect, it } from 'vitest'
import { metadataOf } from '../saml/config/idp-metadata.ts'
import { idp } from '../saml/idp.ts'
import { admins } from '../support/administrators.ts'
import { type Person, password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { founded } from '../support/societies.ts'
import type { World } from '../support/world.ts'
import { type Browser, browser, signedIn } from './browser.ts'
import { staffParts } from './parts.ts'

let w: World
let root: Person
let ada: Person
let orgId: string
let dean: Browser

beforeAll(async () => {
  const all = await admins()
  w = all.w
  root = all.root
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  orgId = (await founded(ada)).orgId
  dean = await signedIn(w, all.dean.email, password)
})

const submitted = async (name: string): Promise<string> => {
  const start = w.clock.now().getTime() + 9 * 86_400_000
  const { body } = await ada.device.createEvent({
    name,
    type: 'Party',
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 3_600_000).toISOString(),
    location: 'Main hall',
    expectedAttendance: 40,
    requiresApproval: true,
    orgId,
  })
  return String(body.eventId)
}

describe('the admin console', () => {
  it.each(staffParts)('shows %s to administrators', async (part) => {
    const { status, html } = await dean.open(`/admin?part=${part}`)
    // A part without a tab marks the one that opens it.
    const tab = part === 'simulate' ? 'flow' : part
    expect([status, html.includes(`part=${tab}" aria-current="page"`)]).toEqual([200, true])
  })

  it('sends strangers to sign in, and says to people who decide nothing who the page is for', async () => {
    expect((await browser(w).open('/admin')).text).toContain('Sign in')
    const student = await signedIn(w, ada.email, password)
    const own = await student.open('/admin?part=audit')
    expect(own.status).toBe(403)
    expect(own.text).toContain('This page is for administrators and for people who approve events.')
    expect(own.html).not.toContain('/admin?part=audit')
  })

  it('says why an event is stuck, and decides it with a comment by one button', async () => {
    const eventId = await submitted('Garden party')
    await w.caughtUp()
    const waiting = await dean.open('/admin')
    expect(waiting.text).toContain('Nobody is appointed as event coordinator')
    const done = await dean.send('/admin', { do: 'approve', comment: 'Enjoy it', event: eventId })
    expect(done.text).toMatch(/You approved Garden party ?\./)
    await w.caughtUp()
    expect((await dean.open('/admin')).text).toContain('Nothing to approve')
    expect((await browser(w).open(`/event/${eventId}`)).text).toContain('Sign in to register')
    const shown = await dean.open(`/event/${eventId}`)
    expect(shown.text).toContain('You administer this school')
    expect(shown.text).not.toContain('You organize this event')
    const audit = await dean.open('/admin?part=audit')
    expect(audit.links).toContainEqual(
      expect.objectContaining({ text: 'Garden party', href: `/event/${eventId}` }),
    )
  })

  it('wants a reason to send one back, and keeps what was entered where it was refused', async () => {
    const eventId = await submitted('Night party')
    await submitted('Day party')
    await w.caughtUp()
    await dean.open('/admin')
    const refused = await dean.send('/admin', { do: 'reject', event: eventId })
    expect([refused.status, refused.text.includes('Night party')]).toEqual([400, true])
    // The field is marked, and the list is whole.
    expect(refused.html).toContain(
      `aria-invalid="true" aria-describedby="say-${eventId}-hint say-${eventId}-wrong"`,
    )
    expect(refused.text).toMatch(/Day party.*Say why you reject the event\.|Say why.*Day party/)
    const unsaid = await dean.send('/admin', { do: 'changes', event: eventId })
    expect(unsaid.text).toContain('Say what to change.')
    const done = await dean.send('/admin', { do: 'changes', event: eventId, comment: 'Name first aid' })
    expect(done.text).toMatch(/You requested changes to Night party ?\./)
    // An address cannot claim a decision that the reader did not make.
    dean.jar.set('confirmation', 'rejected')
    const claimed = await dean.open(`/admin?part=waits&done=rejected&event=${eventId}`)
    expect(claimed.text).not.toContain('You rejected')
  })

  it('lists the people that a search finds by their names', async () => {
    for (const name of ['Sorrel Zane', 'Sorrel Moss', 'Sorrel Abel'])
      await registered(w, name.split(' ')[1]?.toLowerCase() ?? '', { name })
    const found = await dean.open('/admin?part=people&search=sorrel')
    const names = [...found.html.matchAll(/<bdi>(Sorrel \w+)<\/bdi><\/a>/g)].map(([, name]) => name)
    expect(names).toEqual(['Sorrel Abel', 'Sorrel Moss', 'Sorrel Zane'])
  })

  it('makes administrators and suspends people', async () => {
    const own = await dean.open('/admin?part=people')
    expect(own.html).toContain('(you)')
    expect(own.text).not.toMatch(/Remove administrator role|Suspend/)
    const one = await dean.open('/admin?part=people&search=a')
    expect(one.text).toContain('Enter at least two letters')
    const none = await dean.open('/admin?part=people&search=qqq')
    expect(none.text).toMatch(/No person found Check the spelling/)
    await dean.open('/admin?part=people&search=ada')
    const alone = await dean.follow('Ada')
    expect(alone.text).toMatch(/Make administrator Suspend .*Secure this account/)
    await dean.open('/admin?part=people&search=ada')
    expect((await dean.follow('Make administrator')).text).toMatch(
      /Make Ada an administrator\? .* everything/,
    )
    const made = await dean.send('/admin')
    expect(made.text).toContain('Remove administrator role')
    expect((await dean.follow('Remove administrator role')).text).toContain('can no longer open the admin')
    await dean.send('/admin')
    expect((await dean.follow('Suspend')).text).toMatch(
      /Suspend Ada ?\? .* signed out of this school at once/,
    )
    const out = await dean.send('/admin')
    expect(out.text).toMatch(/Ada is suspended and signed out here\. .*Ada .*Suspended since \w+/)
    const closed = await browser(w, { jar: ada.device.jar }).open('/my-events')
    expect(closed.text).toContain('Your account is suspended at this school. Its administrators can lift')
    await dean.send('/admin', { do: 'let-in-again' })
    const audit = await dean.open('/admin?part=audit')
    expect(audit.html).toMatch(/<th scope="row">Role changed/)
    const there = audit.links.find(({ text }) => text === 'Ada')
    expect(there?.href).toBe('/admin?part=people&search=Ada')
  })

  it('leads through the set-up of an identity provider, and tells what is wrong at its field', async () => {
    const first = await dean.open('/admin?part=sign-in')
    expect(first.text).toContain('Register Quad at your identity provider')
    const unread = await dean.send('/admin', { do: 'import', url: 'https://idp.example.edu/gone' })
    expect([unread.status, unread.html.includes('id="url-wrong"')]).toEqual([400, true])
    expect(unread.html).toContain('value="https://idp.example.edu/gone"')
    const wrong = await dean.send('/admin', { do: 'import', xml: '<nonsense/>' })
    expect([wrong.status >= 400, wrong.html.includes('&lt;nonsense/&gt;')]).toEqual([true, true])
    expect(wrong.html).toMatch(/class="(?:tell bad|wrong)"/)
  })

  // rules/saml 56, rules/saml 58
  it('lists what metadata hold that is of no use, and takes a mapping of attributes by name', async () => {
    const provider = idp()
    const posted = metadataOf(provider).replace(/(SingleLogoutService Binding=")[^"]*/, '$1urn:x:HTTP-POST')
    // More than other forms may hold.
    const xml = posted.replace('<!-- made by hand -->', `<!-- ${'x'.repeat(600_000)} -->`)
    await dean.open('/admin?part=sign-in')
    await dean.send('/admin', { do: 'import', xml, preset: 'friendly' })
    const set = await dean.open('/admin?part=sign-in')
    expect(set.text).toContain('Not taken from the metadata')
    expect(set.text).toContain('HTTP-Redirect is required')
    expect(set.html).toContain('value="givenName"')
    expect(set.links.find(({ text }) => text === 'Test sign-in')?.href).toBe(
      '/auth/saml/test-login?redirect=true',
    )
    await dean.send('/admin', {
      do: 'mapping',
      'map-email': 'emailAddress',
      'map-lastName': '',
      firstEmail: 'yes',
    })
    const mapped = await dean.open('/admin?part=sign-in')
    expect(mapped.html).toContain('value="emailAddress"')
    expect(mapped.html).not.toContain('value="sn"')
    expect(mapped.html).toMatch(/name="firstEmail" value="yes" checked/)
    expect(mapped.text).toContain('Identity attribute: not chosen')
  })

  it('keeps the clock and the rules of the school', async () => {
    await dean.open('/admin?part=settings')
    const wrong = await dean.send('/admin', { do: 'zone', timezone: 'Nowhere/Else' })
    expect([wrong.status, wrong.html.includes('id="timezone-wrong"')]).toEqual([400, true])
    const kept = await dean.send('/admin', { do: 'zone', timezone: 'Nowhere/Else', locale: 'es-MX' })
    expect(kept.html).toMatch(/value="es-MX" selected/)
    expect(kept.text).toContain('Existing budgets are not converted.')
    const unknown = await dean.send('/admin', { do: 'zone', timezone: 'UTC', currency: 'ABC' })
    expect(unknown.html).toContain('id="currency-wrong">Enter a currency code such as USD<')
    await dean.send('/admin', {
      do: 'zone',
      timezone: 'America/New_York',
      locale: 'es-MX',
      currency: 'USD',
    })
    // The pipeline reads a school's row every two seconds.
    w.clock.advance(3)
    const spanish = await dean.open('/admin?part=settings', { 'accept-language': '' })
    expect(spanish.html).toContain('<html lang="es-MX">')
    expect(spanish.html).toMatch(/value="es-MX" selected/)
    await dean.send('/admin', { do: 'zone', timezone: 'UTC', locale: 'en-US' })
    w.clock.advance(3)
    await dean.open('/admin?part=settings')
    await dean.send('/admin', {
      do: 'rules',
      founding: 'manual',
      refused: 'Rave',
      'refused-Sports': 'yes',
      ahead: '24',
    })
    const saved = await dean.open('/admin?part=settings')
    expect(saved.html).toContain('value="Rave"')
    expect(saved.html).toContain('name="refused-Sports" value="yes" checked')
    expect(saved.html).not.toContain('name="refused-Arts" value="yes" checked')
    expect(saved.html).toMatch(/value="manual" selected/)
  })

  it('keeps a cleared box cleared when the form is refused', async () => {
    const cleared = { do: 'rules', founding: 'manual', refused: 'Rave', ahead: '-1' }
    const refused = await dean.post('/admin', cleared)
    expect(refused.html).toContain('id="ahead-wrong"')
    expect(refused.html).not.toContain('name="refused-Sports" value="yes" checked')
    const saved = await dean.open('/admin?part=settings')
    expect(saved.html).toContain('name="refused-Sports" value="yes" checked')
  })
})

describe('the platform host', () => {
  it('shows schools with state and health to who runs the platform, and changes them', async () => {
    await enrolSchool(w, w.sister)
    const school = async () => (await root.device.getTenant({ tenantKey: w.home })).body.data
    const one = await signedIn(w, root.email, password, 'www')
    expect((await one.open('/')).text).not.toContain('Sign in')
    await one.open('/admin')
    const { status, text } = await one.follow((await school()).name)
    expect([status, text.includes('Its record is healthy')]).toEqual([200, true])
    expect(text).toContain('All times in')
    const nothing = await one.open('/admin?part=audit')
    expect(nothing.text).not.toContain('Choose another action')
    expect((await one.open('/admin?part=audit&from=2020-01-01')).text).toContain('Choose another action')
    await one.open(`/admin?part=school&id=${w.home}`)
    const change = { status: 'maintenance', statusMessage: 'Back at noon' }
    const statusNow = async () => {
      await one.open(`/admin?part=school&id=${w.home}`)
      const { status: state, statusMessage } = await school()
      return [state, statusMessage]
    }
    const asked = await one.send('/admin', { do: 'status-ask', ...change })
    expect(asked.text).toMatch(
      /Close School home\d+ for now\?.*Everybody can read your message: ?Back at noon/,
    )
    expect((await statusNow())[0]).toBe('active')
    await one.send('/admin', { do: 'status', ...change })
    expect(await statusNow()).toEqual(['maintenance', 'Back at noon'])
    w.clock.advance(3)
    expect((await dean.open('/clubs')).text).toMatch(
      /This school is closed for now\. Only its administrators .* Others read: ?Back at noon/,
    )
    const student = await signedIn(w, ada.email, password)
    expect((await student.open('/clubs')).address).toBe('/tenant-status')
    const closed = await browser(w).open('/register')
    expect(closed.text).toContain('nobody can create an account. Back at noon')
    expect(closed.html).not.toContain('name="password"')
    await one.open(`/admin?part=school&id=${w.home}`)
    await one.send('/admin', { do: 'status-ask', ...change, status: 'active' })
    expect(await statusNow()).toEqual(['active', ''])
    w.clock.advance(3)
    expect((await dean.open('/clubs')).text).not.toContain('This school is closed')
  })
})
