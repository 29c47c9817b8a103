import { expect, it } from 'vitest'
import { password, registered } from '../../support/people.ts'
import { browser, signedIn } from '../browser.ts'
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

// rules/analytics 23
it('counts a view by a link of another site, and nothing that another site only loads', async () => {
  const m = await managing()
  const path = `/event/${m.eventId}`
  const across = { 'sec-fetch-site': 'cross-site', referer: 'https://search.example/' }
  const figures = async () => {
    const { views, anonymousViews } = (await m.ada.device.getEventAnalytics({ id: m.eventId })).body.data
    return [views, anonymousViews]
  }
  await m.student.open(path, { ...across, 'sec-fetch-mode': 'no-cors' })
  expect(await figures()).toEqual([0, 0])
  await m.student.open(path, across)
  expect(await figures()).toEqual([1, 0])
  const guest = browser(m.w)
  await guest.open(path, across)
  expect(await figures()).toEqual([1, 1])
})

it('counts a view once where strict cookies stay at home at first', async () => {
  const m = await managing()
  const path = `/event/${m.eventId}`
  const guest = browser(m.w)
  const visit = async (site: string) => {
    Object.assign(m.w.runtime.settings, { production: true, COOKIE_SAMESITE: 'strict' })
    const { html } = await guest.open(path, { 'sec-fetch-site': site })
    Object.assign(m.w.runtime.settings, { production: false })
    const { views, anonymousViews } = (await m.ada.device.getEventAnalytics({ id: m.eventId })).body.data
    return { isRepeated: html.includes('http-equiv="refresh"'), views, anonymousViews }
  }
  expect(await visit('cross-site')).toEqual({ isRepeated: true, views: 0, anonymousViews: 0 })
  expect(await visit('same-origin')).toEqual({ isRepeated: false, views: 0, anonymousViews: 1 })
})
