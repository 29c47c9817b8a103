import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { demoAdminEmail, demoPassword } from '../../infra/local/demo-people.ts'
import { platformParts } from '../pages/parts.ts'
import {
  anybody,
  complaints,
  examine,
  mistakes,
  newcomers,
  seated,
  staff,
  students,
  unseen,
} from './every-page.ts'
import { type Furnished, furnish, newcomer, withApp } from './furnish.ts'
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
    await site.click('Sign in to register')
    await site.fill({ email: ada, password: demoPassword })
    await site.click('Sign in')
    await says(/Chess night/)
    await site.click('Register')
    await says(/You have a seat/)
    await site.click('My ticket')
    await says(/Show this at the check-in desk/)
    await site.open('/my-events')
    await site.click('Chess night')
    await site.click('Cancel registration')
    await says(/Your registration is cancelled/)
    assert.deepEqual(site.browser.complaints, [])
    await site.signOut()
  })

  test('an officer plans an event, hands it in, has it approved, tells people, opens its door, cancels it', async () => {
    await site.signIn(ada)
    await site.open(`${chess}?part=events`)
    await site.click('Create event')
    await site.fill({
      name: 'Autumn Open',
      start_time: at('18:00'),
      end_time: at('21:00'),
      location: 'Main hall',
    })
    await site.browser.value(`document.querySelector('[name=requiresApproval]').checked = true`)
    await site.click('Next: preview')
    await says(/Preview/)
    await site.click('Submit event')
    await says(/sent for approval/)
    await says(/Waiting for approval/)
    const dashboard = String(await site.browser.value('location.pathname'))
    // "Back" shows the preview, and does not ask to send the form again.
    await site.arrive(() => site.browser.value('history.back()'))
    await says(/Preview[\s\S]*Autumn Open[\s\S]*Submit event/)
    await site.signOut()
    await site.signIn(dean)
    await site.open(`/admin?part=waits&id=${dashboard.split('/')[2]}`)
    await says(/Autumn Open/)
    await site.click('Approve')
    await says(/You approved Autumn Open/)
    await site.signOut()
    await site.signIn(ada)
    await site.open(`${dashboard}?part=messages`)
    await site.fill({ content: 'Bring a clock.' })
    await site.click('Send message')
    await says(/Sent/)
    await says(/Bring a clock/)
    await site.open(`${dashboard}?part=checkin`)
    await site.click('Turn on check-in')
    await site.click('Open check-in desk')
    await says(/Nobody has registered/)
    await site.open(dashboard)
    await site.press('Cancel event')
    await site.click('Cancel event and notify attendees')
    await says(/Cancelled/)
  })

  test('an officer manages the club: invites, creates a role, posts, begins a budget and hands it in', async () => {
    await site.open(chess)
    await site.fill({ email: 'new.member@demo.example.edu' })
    await site.click('Send the invitation')
    await says(/on its way/)
    await site.click('Roles')
    await site.fill({ displayName: 'Keeper of clocks' })
    await site.click('Create role')
    await says(/Keeper of clocks/)
    await site.click('News')
    await site.fill({ content: 'We meet at six.' })
    await site.click('Post news')
    await says(/We meet at six/)
    await site.click('Budgets')
    await site.fill({ title: 'Boards and clocks' })
    await site.click('Create budget')
    await says(/Complete it, then submit it/)
    await site.click('Submit budget for approval')
    await says(/Operating\s+Amount\s+Enter an amount/)
    await site.browser.value(
      `for (const one of document.querySelectorAll('[name^=line-]')) one.value = one.matches('textarea') ? 'Boards' : '120.50'`,
    )
    await site.click('Save budget')
    await says(/Budget saved/)
    await site.click('Submit budget for approval')
    await says(/Submitted/)
    await site.signOut()
  })
})

/** Sends a form that is filled in wrongly, as a browser does that checks nothing itself. */
const mistaken = async (path: string, filled: Readonly<Record<string, string>>, words: string) => {
  await site.open(path)
  await site.browser.value(`for (const form of document.forms) form.noValidate = true; undefined`)
  await site.fill(filled)
  await site.click(words)
}

describe('a picture that is chosen', () => {
  /** Chooses a file as a person does. */
  const choose = (file: string) =>
    site.browser.value(`(async () => {
      const chosen = new DataTransfer()
      chosen.items.add(await ${file})
      const input = document.getElementById('image')
      input.files = chosen.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    })()`)
  const noise = `(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 2400, height: 600 })
    const pixels = new ImageData(2400, 600)
    for (let at = 0; at < pixels.data.length; at += 1) pixels.data[at] = at % 4 === 3 ? 255 : Math.random() * 256
    canvas.getContext('2d').putImageData(pixels, 0, 0)
    return new File([await new Promise((done) => canvas.toBlob(done, 'image/jpeg', 1))], 'photo.jpg', { type: 'image/jpeg' })
  })()`

  test('is scaled down where it is large, and refused in its form where that is impossible', async () => {
    await site.browser.as(phone)
    const earlier = site.browser.complaints.length
    await site.signIn(ada)
    await site.open('/settings?part=profile')
    await choose(`new File([new Uint8Array(5_000_000)], 'moving.gif', { type: 'image/gif' })`)
    await site.browser.until(`document.getElementById('image').validationMessage !== ''`)
    await choose(noise)
    await site.click('Upload picture')
    await says(/Picture saved/)
    await choose(noise)
    const width = `createImageBitmap(document.getElementById('image').files[0]).then(({ width }) => width)`
    await site.browser.until(`document.getElementById('image').files[0].size < 2_000_000`)
    assert.equal(await site.browser.value(width), 2048)
    assert.deepEqual(site.browser.complaints.slice(earlier), [])
    await site.signOut()
  })
})

describe('a changed form', () => {
  const asks = `!dispatchEvent(new Event('beforeunload', { cancelable: true }))`
  const type = `(() => {
    const input = document.getElementById('name')
    input.value = 'Half an idea'
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })()`

  for (const path of ['/create-event', '/settings?part=profile'])
    test(`of ${path} asks before it is left, and not when it is sent`, async () => {
      await site.browser.as(phone)
      await site.signIn(ada)
      await site.open(path)
      assert.equal(await site.browser.value(asks), false)
      await site.browser.value(type)
      assert.equal(await site.browser.value(asks), true)
      await site.browser.value(`document.dispatchEvent(new Event('submit'))`)
      assert.equal(await site.browser.value(asks), false)
      await site.signOut()
    })

  test('that is shown again asks at once, with a preview or refused', async () => {
    await site.browser.as(phone)
    await site.signIn(ada)
    await site.open('/create-event')
    await site.fill({ name: 'Half an idea', start_time: at('18:00'), location: 'Main hall' })
    await site.click('Next: preview')
    await says(/Half an idea/)
    assert.equal(await site.browser.value(asks), true)
    await mistaken('/settings?part=profile', { username: 'x' }, 'Save profile')
    assert.equal(await site.browser.value(asks), true)
    await site.open('/settings?part=profile')
    assert.equal(await site.browser.value(asks), false)
    await site.signOut()
  })
})

describe('axe and a narrow screen find nothing wrong', () => {
  const made = {} as { all: Furnished }
  before(async () => {
    await site.browser.as(phone)
    made.all = await furnish(site)
  })

  for (const dark of [false, true]) {
    const scheme = dark ? 'dark' : 'light'
    test(`${scheme}: pages for anybody`, async () => {
      await site.browser.as(phone)
      await site.signOut()
      await examine(site, anybody(made.all), dark)
      await examine(site, ['/'], dark, site.platformOrigin)
    })

    test(`${scheme}: pages of who is new here, whose name is read from the right`, async () => {
      const email = `noa.${scheme}@demo.example.edu`
      await newcomer(site, email)
      await says(new RegExp(email))
      await examine(site, newcomers, dark)
      await withApp(site, email)
      await site.signOut()
      await site.signIn(email)
      await says(/authenticator app/)
      assert.deepEqual(await complaints(site, dark), [])
      await site.browser.forgetCookies()
    })

    test(`${scheme}: pages of a person`, async () => {
      await site.signIn(ada)
      await examine(site, students(made.all), dark)
      for (const [path, filled, words] of mistakes) {
        await mistaken(path, filled, words)
        assert.ok(await site.browser.value(`document.querySelector('.wrong, .tell.bad') !== null`), path)
        assert.deepEqual(await complaints(site, dark), [], path)
      }
      await site.open('/event/demo-event')
      await site.click('Register')
      await examine(site, seated, dark)
      await site.open('/event/demo-event')
      await site.click('Cancel registration')
    })

    test(`${scheme}: pages of staff`, async () => {
      await site.browser.as(phone)
      await site.signOut()
      await site.signIn(dean)
      await examine(site, staff, dark)
      await site.signOut()
    })

    test(`${scheme}: the desk of the platform`, async () => {
      await site.open('/login', site.platformOrigin)
      await site.fill({ email: demoAdminEmail, password: demoPassword })
      await site.click('Sign in')
      const parts = platformParts.map((part) => `/admin?part=${part}`)
      await examine(site, [...parts, '/settings'], dark, site.platformOrigin)
      await site.browser.forgetCookies()
    })

    test(`${scheme}: of every page one was looked at`, () => assert.deepEqual(unseen(scheme), []))
  }
})
