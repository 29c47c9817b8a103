import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fullEvening } from '../../infra/local/living/evenings.ts'
import { openSite, phone, type Site } from './site.ts'

// Opens the six pages that the README and docs/tour show, by the sign-in links of the demo school. With
// UPDATE_PICTURES=1 it also writes their pictures: `npm run pictures`.

const folder = join(import.meta.dirname, '..', '..', 'docs', 'tour', 'pictures')
const desk = { width: 1100, height: 720 }
const maxBytes = 60_000

let site: Site

before(async () => {
  site = await openSite(['--hide-scrollbars'])
})

after(() => site?.close())

const signIn = async (role: string): Promise<void> => {
  await site.browser.forgetCookies()
  await site.open(`/_local/sign-in/${role}`)
}

const pictured = async (name: string): Promise<void> => {
  await site.browser.value('scrollTo(0, 0)')
  const picture = await site.browser.picture()
  assert.ok(picture.length <= maxBytes, `${name} has ${picture.length} bytes`)
  if (process.env.UPDATE_PICTURES === '1') writeFileSync(join(folder, `${name}.webp`), picture)
}

const says = async (words: RegExp): Promise<void> => assert.match(await site.text(), words)

test('a student sees upcoming events, and a full one with its waitlist', async () => {
  await site.browser.as(desk)
  await signIn('student')
  await says(new RegExp(fullEvening))
  await pictured('events')
  await site.browser.as(phone)
  await site.click(fullEvening)
  await says(new RegExp(fullEvening))
  await pictured('event')
})

test('the check-in helper opens the check-in page', async () => {
  await site.browser.as({ ...phone, dark: true })
  await signIn('check-in')
  await says(/Build night/)
  await pictured('door')
})

test('the president sees registrations on the organizer dashboard', async () => {
  await site.browser.as(desk)
  await signIn('president')
  await site.open(`${await site.browser.value('location.pathname')}?part=events`)
  await site.click(fullEvening)
  await says(new RegExp(fullEvening))
  await pictured('keeping')
})

test('the dean sees approvals and analytics', async () => {
  await signIn('dean')
  await site.open('/admin?part=waits')
  await says(/Simultaneous exhibition/)
  await pictured('decisions')
  await site.open('/admin?part=numbers&id=90d')
  await pictured('numbers')
})
