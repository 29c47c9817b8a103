import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { campusPassword } from '../../infra/local/campus/people.ts'
import { openSite, phone } from './site.ts'

// Makes the pictures of docs/tour/pages.md anew: node infra/run.cjs tests/browser/tour-pictures.ts

const root = join(import.meta.dirname, '..', '..')
const desk = { width: 1100, height: 720 }
const mostBytes = 60_000

const site = await openSite(['--hide-scrollbars'])
const wanted = ['--people', '150', '--organizations', '12', '--events', '60']
const told = execFileSync(process.execPath, [join(root, 'infra/local/campus/run.ts'), ...wanted], {
  env: { ...process.env, ...site.environment },
  encoding: 'utf8',
})
const campus = site.origin.replace('demo.', 'campus.')
const addressOf = (who: string): string =>
  new RegExp(`campus\\.localhost\\S*\\s+(\\S+)\\s+\\(${who}`).exec(told)?.[1] ??
  assert.fail(`nobody is ${who}`)

const signIn = async (who: string): Promise<void> => {
  await site.browser.forgetCookies()
  await site.open('/login', campus)
  await site.fill({ email: addressOf(who), password: campusPassword })
  await site.click('Sign in')
}

/** Goes where the first thing of a list leads. */
const first = () => site.arrive(() => site.browser.value(`document.querySelector('main .item a').click()`))

const taken = async (name: string): Promise<void> => {
  const picture = await site.browser.picture()
  assert.ok(picture.length <= mostBytes, `${name} has ${picture.length} bytes`)
  writeFileSync(join(root, 'docs/tour/pictures', `${name}.webp`), picture)
}

try {
  await site.browser.as(phone)
  await signIn('student')
  await site.open('/', campus)
  await first()
  await taken('event')
  await signIn('owner of the Chess Club')
  await site.open('/my-events', campus)
  await site.click('Chess Club')
  const club = String(await site.browser.value('location.pathname'))
  await site.open(`${club}?part=events`, campus)
  await first()
  const event = String(await site.browser.value('location.pathname')).replace('/dashboard', '')
  await site.open(`${event}/door`, campus)
  if ((await site.text()).includes('The door is closed')) {
    await site.click('Open the door')
    await site.open(`${event}/door`, campus)
  }
  await site.browser.as({ ...phone, dark: true })
  await site.open(`${event}/door`, campus)
  await taken('door')
  await site.browser.as(desk)
  await site.open(`${event}/dashboard`, campus)
  await taken('keeping')
  await signIn('administrator')
  await site.open('/admin?part=numbers&id=90d', campus)
  await taken('numbers')
  await site.signIn('dean@demo.example.edu')
  await site.open('/admin?part=waits')
  await taken('decisions')
} finally {
  await site.close()
}
