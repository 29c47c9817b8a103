import { beforeAll, describe, expect, it } from 'vitest'
import { planned } from '../attendance/events.ts'
import { type Person, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'
import { type Browser, browser } from './browser.ts'

let w: World
let mona: Person
let guest: Browser
let atHome: Browser

// One session is good at both schools: the guest's browser sends it to both.
beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home, { name: 'Lakeside College' })
  await enrolSchool(w, w.sister, { name: 'Riverside Institute' })
  mona = await registered(w, 'mona', { username: 'mona', name: 'Mona' }, w.sister)
  guest = browser(w, { jar: mona.device.jar })
  atHome = browser(w, { tenant: w.sister, jar: mona.device.jar })
})

describe('a guest of a sister school', () => {
  it('registers, finds the seat and its ticket, and gives it back', async () => {
    const { eventId, name } = await planned(w, { maxAttendees: 5 })
    const offered = await guest.open(`/event/${eventId}`)
    expect(offered.text).toMatch(
      /This event is at Lakeside College ?\. You take part as a guest of Riverside Institute ?\./,
    )
    const seated = await guest.send(`/event/${eventId}`, { guestCount: '1' })
    expect(seated.text).toContain('You are registered. Show your ticket at check-in.')
    const mine = await guest.open('/my-events')
    expect(mine.text).toContain(name)
    expect(mine.text).toMatch(/These are your events at Lakeside College ?\. You are a guest there\./)
    expect((await guest.open(`/event/${eventId}/ticket`)).text).toContain('Show this at the check-in desk')
    await guest.open(`/event/${eventId}`)
    const gone = await guest.send(`/event/${eventId}`, { do: 'withdraw' })
    expect(gone.text).toContain('Your registration is cancelled.')
    expect((await guest.open('/my-events')).text).not.toContain(name)
  })

  it('is not called a guest at their own school', async () => {
    expect((await atHome.open('/my-events')).text).not.toContain('You are a guest there')
  })

  it('is led from the events at their own school to those at others', async () => {
    const mine = await atHome.open('/my-events')
    expect(mine.text).toContain('Those of other schools are under "Events at other schools" below.')
    const schools = await atHome.follow('Events at other schools')
    const there = `http://${w.home}.localhost`
    expect(schools.links).toContainEqual({ href: `${there}/`, text: 'Lakeside College' })
    expect(schools.links).toContainEqual({
      href: `${there}/my-events`,
      text: 'My events at Lakeside College',
    })
    expect(schools.links.map(({ text }) => text)).not.toContain('Riverside Institute')
  })

  it('reads what guests can do, signs out in the settings, and joins where something is for members', async () => {
    const settings = await guest.open('/settings')
    expect(settings.text).toContain('You are here as a guest from Riverside Institute')
    expect(settings.forms.map(({ action }) => action)).toContain('/sign-out')
    const inbox = await guest.open('/inbox')
    expect([inbox.status, inbox.text]).toEqual([
      403,
      expect.stringContaining('As a guest you can still register for its public events.'),
    ])
    const { eventId } = await planned(w, { hostingType: 'Org', hostingId: 'nothing' })
    const help = await guest.open(`/event/${eventId}?part=help`)
    expect([help.status, help.text]).toEqual([
      200,
      expect.stringContaining('This is for members of the school.'),
    ])
    const messages = await guest.open(`/event/${eventId}?part=messages`)
    expect(messages.text).not.toMatch(/permission|manage_events/)
  })
})
