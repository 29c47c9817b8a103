import { beforeAll, describe, expect, it } from 'vitest'
import { hosted } from '../../attendance/events.ts'
import { type Person, password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { founded } from '../../support/societies.ts'
import { type World, world } from '../../support/world.ts'
import { browser, signedIn } from '../browser.ts'

let w: World
let ada: Person
let ben: Person
let kim: Person

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  kim = await registered(w, 'kim', { username: 'kim' })
  ben = await registered(w, 'ben', { username: 'ben', name: 'Ben' })
})

describe('the account', () => {
  it('shows the devices and ways in, and ends the others', async () => {
    const one = await signedIn(w, ada.email, password)
    const page = await one.open('/settings')
    for (const words of ['Devices', 'This device', 'Sign-in methods', 'Password', 'Push and calendar'])
      expect(page.text).toContain(words)
    expect((await ada.device.validateToken()).status).toBe(200)
    expect((await one.send('/settings', { do: 'end-others' })).text).toContain(
      'All other devices are signed out.',
    )
    expect((await ada.device.validateToken()).status).toBe(401)
    expect((await one.open('/my-events')).title).toContain('My events')
  })

  it('makes the address of a calendar, and shows it once', async () => {
    const one = await signedIn(w, ada.email, password)
    await one.open('/settings?part=connections')
    const made = await one.send('/settings', { do: 'calendar' })
    const link = made.links.find(({ href }) => href.includes('/my-events/calendar.ics?token='))
    expect(link).toBeDefined()
    expect((await one.open('/settings')).html).not.toContain('calendar.ics?token=')
  })

  it('says whose password a form asks for, to who keeps passwords, and sends it to nobody', async () => {
    const one = await signedIn(w, ada.email, password)
    for (const path of ['/settings', '/settings/data', '/reset-password', '/login', '/register']) {
      const shown = await (path.startsWith('/settings') ? one : browser(w)).open(path)
      const asking = shown.forms.filter(({ html }) => html.includes('type="password"'))
      expect(asking.length, path).toBe(1)
      for (const { html } of asking) expect(html, path).toContain('autocomplete="username"')
      if (path.startsWith('/settings'))
        expect(asking[0]?.html).toContain(`value="${ada.email}" autocomplete="username" readonly hidden>`)
    }
  })

  it('changes its password, and says beside the field what was wrong', async () => {
    const gil = await registered(w, 'gil', { username: 'gil' })
    const one = await signedIn(w, gil.email, password)
    await one.open('/settings')
    const wrong = await one.send('/settings', { do: 'password', currentPassword: 'x', newPassword: 'y' })
    expect(wrong.html).toMatch(/id="currentPassword-wrong">The current password/i)
    expect(wrong.html).toMatch(/id="newPassword-wrong">The password must have at least 8 characters/)
    const newPassword = `${password} new`
    const done = await one.send('/settings', { do: 'password', currentPassword: password, newPassword })
    expect(done.text).toContain('Password changed.')
    await signedIn(w, gil.email, newPassword)
  })

  it('goes for whoever says so twice', async () => {
    const hal = await registered(w, 'hal', { username: 'hal' })
    const one = await signedIn(w, hal.email, password)
    await one.open('/settings/data')
    expect((await one.send('/settings/data', { password })).status).toBe(400)
    await one.open('/settings/data')
    const gone = await one.send('/settings/data', { password, sure: 'yes' })
    expect(gone.text).toContain('Your account at this school is deleted.')
    expect((await w.device().login({ email: hal.email, password })).status).toBe(401)
  })
})

describe('a club', () => {
  it('is read by anybody, and joined, left and followed by who is signed in', async () => {
    const { orgId, name } = await founded(kim, { org_description: 'We play <chess>.' })
    const event = await hosted(w, orgId, { name: 'Open evening', host: { name } })
    const anybody = await browser(w).open(`/org/${orgId}`)
    expect([anybody.status, anybody.text.includes('We play <chess>.')]).toEqual([200, true])
    expect(anybody.text).toContain('Sign in to join')
    expect(anybody.links.map(({ href }) => href)).toContain(`/event/${event.eventId}`)
    const one = await signedIn(w, ben.email, password)
    await one.open(`/org/${orgId}`)
    expect((await one.send(`/org/${orgId}`, { do: 'follow' })).text).toContain('You follow this club.')
    expect((await one.send(`/org/${orgId}`, { do: 'join' })).text).toContain('You are a member')
    expect((await one.send(`/org/${orgId}`, { do: 'leave' })).text).toContain('You have left the club.')
    expect((await one.open('/org/nothing')).status).toBe(404)
  })
})
