import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import axe from 'axe-core'
import { contract } from '../../functions/pages/contract.ts'
import { style } from '../../functions/pages/layout/style.ts'
import { clubParts, eventParts, staffParts } from '../pages/parts.ts'
import type { Furnished } from './furnish.ts'
import { phone, type Site } from './site.ts'

const chess = '/club-dashboard/demo-org-chess'

/** Addresses by who opens them; together they show every page. */
export const anybody = ({ formId, clubId, eventId, arabicId, checkIn }: Furnished): readonly string[] => [
  '/',
  '/?search=nowhere',
  '/event/demo-event',
  `/event/${eventId}`,
  `/event/${arabicId}`,
  '/event/nothing',
  '/events',
  '/events?search=nowhere',
  '/clubs',
  '/clubs?search=nowhere',
  '/org/demo-org-chess',
  `/org/${clubId}`,
  `/form/${formId}`,
  checkIn,
  '/login',
  '/login/with/google',
  '/login/confirm?id=x&code=y',
  '/register',
  '/forgot-password',
  '/reset-password?email=ada%40demo.example.edu',
  '/nowhere',
  '/tenant-status',
  `/event/${eventId}/door?helper=x`,
]

export const newcomers = [
  '/verify-email',
  '/my-events',
  '/inbox',
  '/invitations',
  '/settings',
  '/create-event',
]

export const students = ({
  formId,
  clubId,
  emptyClubId,
  eventId,
  waitingId,
  checkIn,
  memberId,
}: Furnished): readonly string[] => [
  '/events?view=month',
  '/events?view=for-you',
  '/clubs?mine=yes',
  '/org/demo-org-chess?part=news',
  '/clubs?new=yes',
  '/my-events',
  '/my-events?schools=yes',
  '/inbox',
  '/invitations',
  '/settings',
  '/settings?part=factors',
  '/settings?part=profile',
  `/settings?part=person&id=${memberId}`,
  '/settings?part=notifications',
  '/settings?part=connections',
  '/settings?part=ways',
  '/inbox?part=archived',
  '/settings/data',
  '/settings/proof',
  `/form/${formId}`,
  '/event/demo-event',
  '/check-in/demo-event/0',
  checkIn,
  '/create-event',
  `/create-event?event=${eventId}`,
  '/event/demo-event/dashboard',
  `/event/${eventId}/dashboard`,
  `/event/${waitingId}/dashboard`,
  ...eventParts.map((part) => `/event/${eventId}/dashboard?part=${part}`),
  `/event/${eventId}/dashboard?part=checkin&id=expected`,
  `/event/${eventId}/dashboard?part=jobs&id=templates`,
  `/event/${eventId}/dashboard?part=tasks&id=suggestions`,
  `${chess}?part=tasks&id=columns`,
  `${chess}?part=tasks&id=people`,
  ...['help', 'people', 'more'].map((part) => `/event/${eventId}?part=${part}`),
  `/event/${eventId}/dashboard?part=messages&id=recipients`,
  '/event/demo-event/attendees',
  '/event/demo-event/attendees?part=waitlist',
  `/event/${eventId}/attendees?part=answers`,
  `/event/${eventId}/attendees?part=feedback`,
  '/event/demo-event/door',
  `/event/${eventId}/door`,
  ...clubParts.map((part) => `${chess}?part=${part}`),
  `/club-dashboard/${clubId}?part=members`,
  `${chess}?part=members&person=${memberId}`,
  `${chess}?part=members&person=${memberId}&confirm=offer`,
  `${chess}?part=roles&id=officer`,
  `/club-dashboard/${emptyClubId}?part=events`,
]

export const seated = ['/event/demo-event', '/event/demo-event/ticket', '/my-events', '/inbox']
export const staff = [
  ...staffParts.map((part) => `/admin?part=${part}`),
  '/admin?part=org-events&id=demo-org-chess&from=1y',
  '/admin?part=org-group&id=demo-org-chess',
]

/** Forms as they come back when something in them was wrong: what is filled in, and the button that sends it. */
export const mistakes: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  ['/settings', { currentPassword: 'x', newPassword: 'y' }, 'Change password'],
  ['/create-event', { name: '', end_time: '2020-01-01T10:00' }, 'Save draft'],
  [`${chess}?part=members`, { email: 'nobody' }, 'Send the invitation'],
]

const shapes = Object.entries(contract.rows)
  .filter(([, { method, reply }]) => method === 'GET' && reply.type.startsWith('text/html'))
  .map(([name, row]) => {
    const paths = [row.path, ...('aliases' in row ? row.aliases : [])]
    return {
      name,
      shape: new RegExp(`^(?:${paths.map((path) => path.replace(/:\w+/g, '[^/]+')).join('|')})$`),
    }
  })

const seen = { dark: new Set<string>(), light: new Set<string>() }

/** Pages of which no address was looked at in a scheme. */
export const unseen = (scheme: 'dark' | 'light'): readonly string[] =>
  shapes.map(({ name }) => name).filter((name) => !seen[scheme].has(name))

/** Bytes that a page may have with its style sheet, both packed. */
const mostBytes = 40_000
const styleBytes = gzipSync(style).length

/** What axe finds in the page that is open, whether it is wider than the screen, and whether it is too large. */
export const complaints = async ({ browser }: Site, dark: boolean): Promise<readonly string[]> => {
  const path = String(await browser.value('location.pathname'))
  for (const { name, shape } of shapes) if (shape.test(path)) seen[dark ? 'dark' : 'light'].add(name)
  const bytes =
    gzipSync(String(await browser.value('document.documentElement.outerHTML'))).length + styleBytes
  await browser.value(`${axe.source}; undefined`)
  const found = (await browser.value(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 200)))`,
  )) as readonly string[]
  const wide = await browser.value('document.documentElement.scrollWidth > innerWidth')
  const heavy = bytes > mostBytes ? [`${bytes} bytes packed`] : []
  return [...found, ...(wide ? ['wider than the screen'] : []), ...heavy].map((one) => `${path}: ${one}`)
}

/** Opens each in one scheme on a phone: nothing may be wrong with any. */
export const examine = async (
  site: Site,
  paths: readonly string[],
  dark: boolean,
  origin?: string,
): Promise<void> => {
  await site.browser.as({ ...phone, dark })
  for (const path of paths) {
    await site.open(path, origin)
    assert.deepEqual(await complaints(site, dark), [], path)
  }
}
