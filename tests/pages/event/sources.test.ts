import { expect, it } from 'vitest'
import { password, registered } from '../../support/people.ts'
import { signedIn } from '../browser.ts'
import { managing } from './managing.ts'

it('counts a view of an event by the page that led to it, a typed address as a direct link', async () => {
  const m = await managing()
  const path = `/event/${m.eventId}`
  // A typed address.
  const { html } = await m.officer.open(path)
  const origin = /property="og:url" content="(\S+?)\/event\//.exec(html)?.[1]
  const from = (page: string) => ({ referer: `${origin}${page}` })
  const views: readonly (readonly [address: string, headers: Readonly<Record<string, string>>])[] = [
    [`${path}?source=email&announcement=1`, {}],
    [path, from('/events?type=Social')],
    [path, from(`/club/${m.orgId}`)],
    [path, from('/my-events')],
    [path, { referer: 'https://search.example/' }],
  ]
  for (const [at, [address, headers]] of views.entries()) {
    const name = `viewer${at}`
    const person = await registered(m.w, name, { username: name, name })
    expect((await (await signedIn(m.w, person.email, password)).open(address, headers)).status).toBe(200)
  }
  const { platform } = (await m.ada.device.getEventAnalytics({ id: m.eventId })).body.data
  expect(platform.referrerSources).toEqual({ direct: 1, email: 1, explore: 1, org_page: 1 })
  expect(platform.eventViews).toBe(1 + views.length)
})
