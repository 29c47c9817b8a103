import { beforeAll, describe, expect, it } from 'vitest'
import { auditEntry } from '../../../lib/identity/audit/audit.ts'
import { admins } from '../../support/administrators.ts'
import { type Person, password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import type { World } from '../../support/world.ts'
import { type Browser, browser, signedIn } from '../browser.ts'

let w: World
let dean: Person
let ada: Person

beforeAll(async () => {
  const found = await admins()
  w = found.w
  dean = found.dean
  await enrolSchool(w, w.home)
  await dean.device.updateUser({ name: 'Dean Smith' })
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada Lovelace' })
})

const question = () => `/admin?part=people&search=ada&id=${ada.user._id}&confirm=act`
const banner = /Dean Smith is acting as Ada Lovelace until \d/

/** A browser of the administrator that acts as Ada. */
const acting = async (): Promise<Browser> => {
  const one = await signedIn(w, dean.email, password)
  await one.open(`/admin?part=people&search=ada&id=${ada.user._id}`)
  await one.follow('Act as this person')
  await one.send('/admin', { do: 'act-start', reason: 'cannot see the waitlist' })
  return one
}

describe('acting as a person on pages', () => {
  // rules/admins 24
  it('asks for a reason first, and names person and consequence', async () => {
    const one = await signedIn(w, dean.email, password)
    const asked = await one.open(question())
    expect(asked.text).toContain('Act as Ada Lovelace ?')
    expect(asked.text).toContain('You cannot change their password')
    const refused = await one.send('/admin', { do: 'act-start', reason: ' ' })
    expect([refused.status, refused.html.includes('id="reason-wrong"')]).toEqual([400, true])
    expect(refused.text).not.toMatch(banner)
    // "Back" shows the question and the reason again, and sends nothing.
    for (const { headers } of [asked, refused]) expect(headers['cache-control']).toBe('private, no-cache')
    const { items } = await w
      .table()
      .list(auditEntry, { index: 'gsi2', keyParams: { action: 'impersonation.start' }, limit: 1 })
    expect(items).toEqual([])
  })

  // rules/admins 24
  it('is not offered for administrators, and refused', async () => {
    const one = await signedIn(w, dean.email, password)
    const shown = await one.open(`/admin?part=people&id=${dean.user._id}`)
    expect(shown.text).not.toContain('Act as this person')
    await one.open(question())
    const refused = await one.send('/admin', { do: 'act-start', id: dean.user._id, reason: 'x' })
    expect([refused.status, banner.test(refused.text)]).toEqual([403, false])
  })

  // rules/admins 23
  it('shows on every page who acts as whom and until when, and one button stops it', async () => {
    const one = await acting()
    expect(one.page().address).toBe('/')
    const plain =
      '/ /events /clubs /my-events /inbox /invitations /settings /settings/data /create-event /admin'
    const others =
      '/settings?part=profile /settings/proof /event/nothing /nothing /verify-email /forgot-password'
    const pages = `${plain} ${others} /reset-password?email=a@b.edu`.split(' ')
    for (const path of pages) expect((await one.open(path)).text, path).toMatch(banner)
    const { headers } = await one.open('/nothing')
    expect(headers['content-security-policy']).toContain("form-action 'self'")
    expect(headers['referrer-policy']).toBe('same-origin')
    const stopped = await one.send('/settings', { do: 'stop-acting' })
    expect(stopped.text).toContain('You are signed in as yourself again.')
    expect(stopped.address).toMatch(new RegExp(`^/admin\\?part=people&search=Ada.*&id=${ada.user._id}&`))
    expect(stopped.html).toContain('<h2><bdi>Ada Lovelace</bdi></h2>')
    expect(stopped.text).not.toMatch(banner)
    expect((await one.post('/settings', { do: 'stop-acting' })).address).toBe('/')
  })

  // rules/admins 14, rules/admins 15
  it('opens neither the console nor what belongs to the person alone', async () => {
    const one = await acting()
    const closed = await one.open('/admin')
    expect(closed.text).not.toContain('Sign-in rules')
    expect(closed.text).toContain('You are acting as Ada Lovelace, who cannot open this page. Stop acting to')
    const settings = await one.open('/settings')
    expect(settings.text).not.toContain('Admin console')
    expect(settings.text).toContain('You cannot do this while you act as someone. Stop acting first.')
    expect(settings.html).not.toContain('name="newPassword"')
    const changed = { do: 'password', currentPassword: password, newPassword: `${password} new` }
    expect((await one.post('/settings', changed)).status).toBe(403)
    expect((await one.post('/settings', { do: 'address-send', email: 'x@y.edu' })).status).toBe(403)
    expect((await one.post('/settings', { do: 'link', id: 'google' })).status).toBe(403)
    expect((await one.post('/admin', { do: 'act-start', id: 'ben', reason: 'x' })).status).toBe(403)
    await signedIn(w, ada.email, password)
  })

  it('shows nothing of it to the person', async () => {
    await acting()
    const own = await browser(w, { jar: ada.device.jar }).open('/')
    expect(own.html).not.toContain('class="acting"')
    expect(own.text).not.toContain('Dean Smith')
  })
})

describe('an administrator', () => {
  // rules/admins 25
  it('starts in the console without a destination, and goes where they wanted with one', async () => {
    expect((await signedIn(w, dean.email, password)).page().address).toBe('/admin')
    expect((await signedIn(w, ada.email, password)).page().address).toBe('/')
    const one = browser(w)
    await one.open('/login?next=/clubs')
    const there = await one.send('/login/form', { email: dean.email, password })
    expect(there.address).toBe('/clubs')
    expect((await one.open('/login')).address).toBe('/admin')
  })

  // rules/admins 25
  it('sees on every page how many approvals are stuck, by one query', async () => {
    const one = await signedIn(w, dean.email, password)
    expect((await one.open('/clubs')).html).toContain('href="/admin"')
    const { body } = await ada.device.createEvent({
      name: 'Garden party',
      type: 'Party',
      start_time: new Date(w.clock.now().getTime() + 9 * 86_400_000).toISOString(),
      end_time: new Date(w.clock.now().getTime() + 9 * 86_400_000 + 3_600_000).toISOString(),
      location: 'Main hall',
      expectedAttendance: 40,
      requiresApproval: true,
    })
    expect(body.eventId).toBeDefined()
    const shown = await one.open('/clubs')
    expect(shown.links).toContainEqual({ href: '/admin', text: 'Administration 1 stuck' })
    const own = await one.open('/admin?part=rooms')
    expect(own.links).toContainEqual({ href: '/admin', text: 'Administration 1 stuck' })
    const others = await browser(w, { jar: ada.device.jar }).open('/clubs')
    expect(others.html).not.toContain('href="/admin"')
  })
})
