import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import axe from 'axe-core'
import { demoPassword } from '../../infra/local/demo-people.ts'
import { openSite, phone, type Site } from './site.ts'

let site: Site

before(async () => {
  site = await openSite()
})

after(() => site?.close())

const ada = 'ada@demo.example.edu'
const dean = 'dean@demo.example.edu'
const chess = '/club-dashboard/demo-org-chess'

const says = async (words: RegExp): Promise<void> => assert.match(await site.text(), words)

/** A day to come, as a field for date and time holds it. */
const at = (clock: string): string =>
  `${new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)}T${clock}`

describe('without scripts, on a phone', () => {
  test('a student takes a seat by the page of the event, finds it again and gives it back', async () => {
    await site.browser.as({ ...phone, scripts: false })
    await site.open('/')
    await site.click('Chess night')
    await site.click('Sign in to take a seat')
    await site.fill({ email: ada, password: demoPassword })
    await site.click('Sign in')
    await says(/Chess night/)
    await site.click('I am coming')
    await says(/You have a seat/)
    await site.click('My ticket')
    await says(/Show this at the door/)
    await site.open('/my-events')
    await site.click('Chess night')
    await site.click('I cannot come')
    await says(/You are no longer registered/)
    assert.deepEqual(site.browser.complaints, [])
    await site.signOut()
  })

  test('an officer plans an event, hands it in, has it approved, tells people, opens its door, cancels it', async () => {
    await site.signIn(ada)
    await site.open(`${chess}?part=events`)
    await site.click('Plan an event')
    await site.fill({
      name: 'Autumn Open',
      start_time: at('18:00'),
      end_time: at('21:00'),
      location: 'Main hall',
    })
    await site.browser.value(`document.querySelector('[name=requiresApproval]').checked = true`)
    await site.click('Go on: who will be asked')
    await says(/Who will be asked/)
    await site.click('Submit the event')
    await says(/Handed in/)
    await says(/Waits for approval/)
    const dashboard = String(await site.browser.value('location.pathname'))
    await site.signOut()
    await site.signIn(dean)
    await site.open(`/admin?part=waits&id=${dashboard.split('/')[2]}`)
    await says(/Autumn Open/)
    await site.click('Approve')
    await says(/Approved/)
    await site.signOut()
    await site.signIn(ada)
    await site.open(dashboard)
    await site.fill({ content: 'Bring a clock.' })
    await site.click('Send it')
    await says(/Sent/)
    await says(/Bring a clock/)
    await site.click('Open the door')
    await site.click('Go to the door')
    await says(/Nobody has registered/)
    await site.open(dashboard)
    await site.click('Cancel it')
    await says(/Cancelled/)
  })

  test('an officer keeps the club: invites, makes a role, posts, begins a budget and hands it in', async () => {
    await site.open(chess)
    await site.fill({ email: 'new.member@demo.example.edu' })
    await site.click('Send the invitation')
    await says(/on its way/)
    await site.click('Roles')
    await site.fill({ displayName: 'Keeper of clocks' })
    await site.click('Make the role')
    await says(/Keeper of clocks/)
    await site.click('News')
    await site.fill({ content: 'We meet at six.' })
    await site.click('Post it')
    await says(/We meet at six/)
    await site.click('Budgets')
    await site.fill({ title: 'Boards and clocks' })
    await site.click('Begin it')
    await says(/Fill it in, then hand it in/)
    await site.click('Hand it in for approval')
    await says(/Operating\s+Sum\s+Required amount/)
    await site.browser.value(
      `for (const one of document.querySelectorAll('[name^=line-]')) one.value = one.matches('textarea') ? 'Boards' : '120.50'`,
    )
    await site.click('Save')
    await says(/Saved/)
    await site.click('Hand it in for approval')
    await says(/Handed in/)
    await site.signOut()
  })
})

/** Of each page what axe finds in one scheme, and whether it is wider than the screen. */
const examined = async (path: string, dark: boolean, origin?: string): Promise<readonly string[]> => {
  await site.browser.as({ ...phone, dark })
  await site.open(path, origin)
  const title = await site.browser.value('document.title')
  await site.browser.value(`${axe.source}; undefined`)
  const found = (await site.browser.value(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 200)))`,
  )) as readonly string[]
  const wide = await site.browser.value('document.documentElement.scrollWidth > innerWidth')
  return [...found, ...(wide ? ['wider than the screen'] : [])].map((one) => `${path} (${title}): ${one}`)
}

const anybody = [
  '/',
  '/?search=nowhere',
  '/event/demo-event',
  '/event/nothing',
  '/org/demo-org-chess',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password?email=ada%40demo.example.edu',
  '/nowhere',
]
const own = [
  '/my-events',
  '/inbox',
  '/invitations',
  '/settings',
  '/settings/data',
  '/settings/proof',
  '/verify-email',
  '/event/demo-event',
  '/event/demo-event/ticket',
  '/check-in/demo-event/0',
  '/create-event',
  '/event/demo-event/dashboard',
  '/event/demo-event-pending/dashboard',
  '/event/demo-event/door',
  ...['members', 'applications', 'roles', 'events', 'news', 'budgets'].map(
    (part) => `/club-dashboard/demo-org-chess?part=${part}`,
  ),
]
const ofStaff = ['waits', 'clubs', 'budgets', 'people', 'numbers', 'sign-in', 'audit', 'settings'].map(
  (part) => `/admin?part=${part}`,
)

describe('axe and a narrow screen find nothing wrong', () => {
  for (const dark of [false, true]) {
    test(`${dark ? 'dark' : 'light'}: pages for anybody`, async () => {
      await site.browser.as(phone)
      await site.signOut()
      for (const path of anybody) assert.deepEqual(await examined(path, dark), [])
      assert.deepEqual(await examined('/', dark, site.platformOrigin), [])
    })

    test(`${dark ? 'dark' : 'light'}: pages of a person`, async () => {
      await site.browser.as(phone)
      await site.signIn(ada)
      for (const path of own) assert.deepEqual(await examined(path, dark), [])
      await site.open('/event/demo-event')
      await site.click('I am coming')
      for (const path of ['/event/demo-event', '/event/demo-event/ticket', '/my-events', '/inbox'])
        assert.deepEqual(await examined(path, dark), [])
      await site.open('/event/demo-event')
      await site.click('I cannot come')
    })

    test(`${dark ? 'dark' : 'light'}: pages of staff`, async () => {
      await site.browser.as(phone)
      await site.signOut()
      await site.signIn(dean)
      for (const path of ofStaff) assert.deepEqual(await examined(path, dark), [])
      await site.signOut()
    })
  }
})
