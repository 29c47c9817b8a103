import { beforeAll, describe, expect, it } from 'vitest'
import { planned } from '../attendance/events.ts'
import { type Person, password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { founded } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'
import { type Browser, signedIn } from './browser.ts'

let w: World
let ada: Person

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
})

/** Everything that a page and those after it name. */
const named = async (one: Browser, path: string, more: string, name: RegExp): Promise<Set<string>> => {
  const found = new Set<string>()
  await one.open(path)
  for (let pages = 0; pages < 5; pages += 1) {
    for (const [word] of one.page().text.matchAll(name)) found.add(word)
    if (!one.page().links.some(({ text }) => text === more)) break
    await one.follow(more)
  }
  return found
}

describe('what is longer than a page', () => {
  it('goes on: the events that somebody plans', async () => {
    const names = Array.from({ length: 23 }, (_, at) => `Evening ${at + 10}`)
    for (const name of names) await planned(w, { name, hostingType: 'User', hostingId: ada.user._id })
    const one = await signedIn(w, ada.email, password)
    expect([...(await named(one, '/my-events', 'More', /Evening \d\d/g))].sort()).toEqual(names)
  })

  it('goes on: what the clubs of somebody are asked', async () => {
    const [host, keeper] = [await registered(w, 'hal'), await registered(w, 'kim')]
    const { orgId: hostingId } = await founded(host)
    const names: string[] = []
    for (let at = 10; at < 22; at += 1) {
      const { orgId } = await founded(keeper)
      const name = `Match ${at}`
      const event = { hostingId, hostingType: 'Org' as const, host: { name: 'Host' }, name }
      const { eventId } = await planned(w, event)
      const { status } = await host.device.inviteCollaborators({ id: eventId, collaboratorOrgIds: [orgId] })
      expect(status).toBeLessThan(300)
      names.push(name)
    }
    const one = await signedIn(w, keeper.email, password)
    const more = 'Invitations of your other clubs'
    expect([...(await named(one, '/invitations', more, /Match \d\d/g))].sort()).toEqual(names)
  })
})

describe('pictures', () => {
  it('of people who came with Google may be loaded, where Google is a way in', async () => {
    const { headers } = await (await signedIn(w, ada.email, password)).open('/settings')
    expect(headers['content-security-policy']).toMatch(
      /img-src [^;]*https:\/\/lh3\.googleusercontent\.com[ ;]/,
    )
    const own = await world({ settings: { GOOGLE_CLIENT_IDS: '' } })
    await enrolSchool(own, own.home)
    const { email } = await registered(own, 'ada')
    const shown = await (await signedIn(own, email, password)).open('/settings')
    expect(shown.headers['content-security-policy']).not.toContain('googleusercontent')
  })
})
