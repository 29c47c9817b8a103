import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { demoPassword } from '../../infra/local/demo-people.ts'
import { checkInEvening } from '../../infra/local/living/evenings.ts'
import { openSite, phone, type Site } from './site.ts'

let site: Site

before(async () => {
  site = await openSite()
  await site.browser.as(phone)
  await site.signIn(ada)
  await site.open('/event/demo-event/dashboard')
  await site.click('Turn on check-in')
  await site.open('/event/demo-event')
  await site.click('Register')
})

after(() => site?.close())

const ada = 'ada@demo.example.edu'
const dean = 'dean@demo.example.edu'
const door = '/event/demo-event/door'
const listed = /Ada Student/

/** Where the scans of the reader wait. */
const scans = `'door demo-event ' + document.getElementById('door').dataset.reader`
const value = (expression: string) => site.browser.value(expression)
const until = (expression: string) => site.browser.until(expression)

/** The door as its reader has it, kept for when there is no connection. */
const openDoor = async (): Promise<void> => {
  await site.open(door)
  await until(`navigator.serviceWorker.controller !== null`)
  await until(`caches.open('door').then((cache) => cache.match(location.pathname)).then(Boolean)`)
}

/** What the door shows without a connection. */
const offline = async (): Promise<string> => {
  site.connected(false)
  await site.open(door)
  const text = await site.text()
  site.connected(true)
  return text
}

const keep = (all: readonly object[], key = scans) =>
  value(`localStorage.setItem(${key}, ${JSON.stringify(JSON.stringify(all))})`)

const person = () => value(`document.querySelector('[data-person]').dataset.person`)

describe('the door without a connection', () => {
  test('keeps scans, and catches up once there is one', async () => {
    await openDoor()
    site.connected(false)
    await site.arrive(() => value('location.reload()'))
    assert.match(await site.text(), listed)
    await value(`document.querySelector('[data-person] button').click()`)
    await until(`document.getElementById('messages').textContent.includes('1 check-in waits')`)
    // The next try is a matter of seconds, not of the next moment.
    const tries = await value(`new Promise((done) => {
      const { fetch } = globalThis
      let tries = 0
      globalThis.fetch = (...sent) => ((tries += 1), fetch(...sent))
      dispatchEvent(new Event('online'))
      const wait = (frames) => (frames > 0 ? requestAnimationFrame(() => wait(frames - 1)) : done(tries))
      wait(30)
    })`)
    assert.ok(Number(tries) <= 2, `${tries} tries within half a second`)
    site.connected(true)
    await value(`dispatchEvent(new Event('online'))`)
    await until(`JSON.parse(localStorage.getItem(${scans})).length === 0`)
    assert.doesNotMatch(await site.text(), /waits/)
  })

  // rules/checkins 47
  test('undoes a check-in that waits, as a later scan, and the count with it', async () => {
    await openDoor()
    site.connected(false)
    await site.arrive(() => value('location.reload()'))
    const count = () => value(`document.querySelector('[data-inside]').textContent`)
    const before = await count()
    await value(`document.querySelector('[data-person][data-in=no] button').click()`)
    await until(`document.getElementById('messages').textContent.includes('1 check-in waits')`)
    assert.equal(await count(), String(Number(before) + 1))
    await until(`document.querySelector('#messages button').disabled === false`)
    await site.press('Undo check-in')
    await until(`document.getElementById('messages').textContent.includes('2 check-ins wait')`)
    assert.equal(await count(), before)
    const [first, second] = (await value(`JSON.parse(localStorage.getItem(${scans}))`)) as {
      readonly action: string
      readonly at: string
    }[]
    assert.deepEqual([first?.action, second?.action], ['in', 'out'])
    assert.ok((first?.at ?? '') < (second?.at ?? ''))
    site.connected(true)
    await value(`dispatchEvent(new Event('online'))`)
    await until(`JSON.parse(localStorage.getItem(${scans})).length === 0`)
  })

  // rules/checkins 52
  test('shows what another desk did, and keeps the typed search', async () => {
    await openDoor()
    const names = () =>
      value(`[...document.querySelectorAll('#list h3')].map((one) => one.textContent).join()`)
    const before = await names()
    // As if another desk had changed it since.
    await value(`document.querySelector('#list').replaceChildren('Nobody')
      document.querySelector('[data-inside]').textContent = '99'
      document.querySelector('#search').value = 'ada'`)
    await value(`document.dispatchEvent(new Event('visibilitychange'))`)
    await until(`!document.querySelector('#list').textContent.startsWith('Nobody')`)
    assert.equal(await names(), before)
    assert.equal(await value(`document.querySelectorAll('#list li:not([hidden])').length`), 1)
    assert.notEqual(await value(`document.querySelector('[data-inside]').textContent`), '99')
    assert.equal(await value(`document.querySelector('#search').value`), 'ada')
  })

  test('advises to search only for a name that was not searched yet', async () => {
    await site.open(`${door}?search=qqqq`)
    assert.match(await site.text(), /Nobody found for "qqqq"/)
    const isAdvised = (typed: string) =>
      value(`document.querySelector('#search').value = '${typed}'
        document.querySelector('#search').dispatchEvent(new Event('input'))
        !document.getElementById('unlisted').hidden`)
    assert.deepEqual([await isAdvised('qqqq'), await isAdvised('zzzz')], [false, true])
  })

  // rules/checkins 51
  test('takes one scan, however fast a button is pressed twice', async () => {
    await openDoor()
    site.connected(false)
    // As when check-in opens.
    await value(`document.getElementById('door').classList.remove('read-only')`)
    const button = `document.querySelector('.door [data-in=no] button')`
    await value(`globalThis.spot = (({ x, y, width, height }) => [x + width / 2, y + height / 2])(
      ${button}.getBoundingClientRect()); ${button}.click()`)
    await until(`document.getElementById('messages').textContent.includes('Undo check-in')`)
    await value(`document.elementFromPoint(...globalThis.spot).click()`)
    await value(`[...document.querySelectorAll('#messages button')].forEach((one) => one.click())`)
    const kept = `JSON.parse(localStorage.getItem(${scans})).map(({ action }) => action).join()`
    assert.equal(await value(kept), 'in')
    assert.equal(await value(`document.querySelector('.door > li').dataset.in`), 'yes')
    await value(`localStorage.removeItem(${scans})`)
    await value(`location.reload()`)
    site.connected(true)
  })

  test('says of a check-in after the session ended that it is not saved yet, also in its row', async () => {
    await openDoor()
    await site.browser.forgetCookies()
    await value(`document.querySelector('[data-person][data-in=no] button').click()`)
    await until(`document.getElementById('messages').textContent.includes('1 check-in is not saved yet')`)
    assert.match(String(await value(`document.getElementById('messages').textContent`)), /: not saved yet\./)
    assert.equal(await value(`document.querySelector('#messages .good')`), null)
    assert.equal(await value(`document.querySelector('[data-in=yes] .in-mark').textContent`), 'Not saved yet')
    await value(`localStorage.removeItem(${scans})`)
    await site.signIn(ada)
  })

  test('sends the scans of nobody else, and keeps what is refused', async () => {
    await site.open(door)
    const others = `'door demo-event somebody-else'`
    await keep([{ clientId: 'of another' }], others)
    await keep([{ clientId: 'x y', at: new Date().toISOString(), action: 'in', person: 'u-1' }])
    await site.open(door)
    await until(
      `document.getElementById('messages').textContent.includes('1 check-in waits and cannot be sent')`,
    )
    assert.equal(await value(`JSON.parse(localStorage.getItem(${scans})).length`), 1)
    await site.press('Discard')
    assert.equal(await value(`localStorage.getItem(${scans})`), '[]')
    assert.equal(await value(`JSON.parse(localStorage.getItem(${others})).length`), 1)
    await value(`localStorage.removeItem(${others})`)
  })
})

// rules/http 40
describe('what the door keeps is shown to nobody else: not', () => {
  const kept = `caches.open('door').then((cache) => cache.match('${door}')).then((one) => one.text())`

  test('to who looks into the store, nor after the session has gone from the browser', async () => {
    await openDoor()
    assert.doesNotMatch(String(await value(kept)), listed)
    assert.match(await offline(), listed)
    await site.browser.forgetCookies()
    assert.doesNotMatch(await offline(), listed)
  })

  test('after it was ended from elsewhere and a page has noticed', async () => {
    await site.signIn(ada)
    await openDoor()
    assert.match(await offline(), listed)
    await site.open('/settings')
    const id = await value(
      `fetch('/sessions').then((reply) => reply.json()).then(({ sessions, data }) => (sessions ?? data.sessions).find((one) => one.isCurrent).id)`,
    )
    const elsewhere = await fetch(`${site.local}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: ada, password: demoPassword }),
    })
    const cookie = elsewhere.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const ended = await fetch(`${site.local}/sessions/${id}`, { method: 'DELETE', headers: { cookie } })
    assert.equal(ended.status, 200)
    await site.open('/inbox')
    assert.match(await site.text(), /Sign in/)
    assert.doesNotMatch(await offline(), listed)
  })

  test('to who signs in over them', async () => {
    await site.signIn(ada)
    await openDoor()
    assert.match(await offline(), listed)
    await site.open('/settings')
    const body = JSON.stringify(JSON.stringify({ email: dean, password: demoPassword }))
    await value(
      `fetch('/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${body} }).then(({ status }) => status)`,
    )
    await site.open('/')
    assert.doesNotMatch(await offline(), listed)
    await site.open('/settings')
    assert.match(await site.text(), /Dana Dean/)
    await site.signOut()
  })
})

// rules/http 41
describe('signing out', () => {
  const at = () => new Date().toISOString()

  test('sends the scans that wait, says which were refused, and empties the browser', async () => {
    await site.signIn(ada)
    await openDoor()
    const key = String(await value(scans))
    const scan = { clientId: `test-${Date.now()}`, at: at(), action: 'in', person: await person() }
    await site.open('/settings')
    await keep([scan], JSON.stringify(key))
    await site.press('Sign out on this device')
    // The event of the demo campus is not on yet.
    await until(`document.body.innerText.includes('1 check-in scan was sent just now and refused')`)
    assert.equal(await value(`localStorage.getItem(${JSON.stringify(key)})`), '[]')
    await site.click('Continue anyway')
    assert.match(await site.text(), /You are signed out on this device/)
    await until(`caches.keys().then((names) => names.length === 0 && localStorage.length === 0)`)
    await site.signIn(ada)
  })

  test('asks before it throws away what cannot be sent', async () => {
    await openDoor()
    const key = String(await value(scans))
    await site.open('/settings')
    await keep([{ clientId: 'x y', at: at(), action: 'in', person: 'u-1' }], JSON.stringify(key))
    await site.press('Sign out on this device')
    await until(`document.body.innerText.includes('1 check-in scan could not be sent and will be lost')`)
    assert.equal(await value(`JSON.parse(localStorage.getItem(${JSON.stringify(key)})).length`), 1)
    await site.open('/inbox')
    assert.doesNotMatch(await site.text(), /Sign in/)
    await site.open('/settings')
    await site.press('Sign out on this device')
    await until(`document.body.innerText.includes('will be lost')`)
    await site.click('Continue anyway')
    assert.match(await site.text(), /You are signed out on this device/)
    await until(`caches.keys().then((names) => names.length === 0 && localStorage.length === 0)`)
  })
})

describe('a group at the desk', () => {
  // rules/checkins 54
  test('is checked in by a part, and more of it later', async () => {
    await site.browser.forgetCookies()
    await site.open('/_local/sign-in/president')
    await site.open(`${await value('location.pathname')}?part=events`)
    await site.click(checkInEvening)
    const event = String(await value(`location.pathname.split('/').slice(0, 3).join('/')`))
    await site.browser.forgetCookies()
    await site.signIn(ada)
    await site.open(event)
    await site.fill({ guestCount: '3' })
    await site.click('Register')
    await site.browser.forgetCookies()
    await site.open('/_local/sign-in/president')
    await site.open(`${event}/door`)
    const heads = async () => Number(await value(`document.querySelector('#count [data-heads]').textContent`))
    const before = await heads()
    const row = `document.querySelector('[data-seats="3"]')`
    // The refresh waits while a size is chosen. As if another desk had changed the count since.
    await value(`document.querySelector('#count [data-heads]').textContent = '99'
      globalThis.refreshes = 0
      const { fetch } = globalThis
      globalThis.fetch = (...sent) => ((globalThis.refreshes += 1), fetch(...sent))
      ${row}.querySelector('select').value = '1'
      document.dispatchEvent(new Event('visibilitychange'))`)
    assert.equal(await value('globalThis.refreshes'), 0)
    await value(`${row}.querySelector('select').value = '3'
      document.dispatchEvent(new Event('visibilitychange'))`)
    await until(`document.querySelector('#count [data-heads]').textContent === '${before}'`)
    await site.open(`${event}/door`)
    await value(`${row}.querySelector('select').value = '1'; ${row}.querySelector('form button').click()`)
    await until(`document.getElementById('messages').textContent.includes('1 of 3 people checked in')`)
    assert.equal(await heads(), before + 1)
    await until(
      `Object.entries(localStorage).every(([name, kept]) => !name.startsWith('door') || kept === '[]')`,
    )
    await site.open(`${event}/door`)
    assert.equal(await heads(), before + 1)
    await site.arrive(() => value(`${row}.querySelector('form button').click()`))
    assert.match(await site.text(), /Ada Student: 2 of 3 people checked in/)
    assert.equal(await heads(), before + 2)
    assert.match(String(await value(`${row}.textContent`)), /2 of 3 people here.*Check in all 3/)
    // A refused scan of the third person leaves two of them inside.
    await value(`globalThis.fetch = async (_, { body }) => Response.json({
        data: { results: JSON.parse(body).scans.map(({ clientId }) => ({ clientId, reason: 'outside_event' })) },
      })
      ${row}.querySelector('form button').click()`)
    await until(
      `document.getElementById('messages').textContent.includes('Check-in was not open at that time')`,
    )
    assert.deepEqual(await value(`[${row}.dataset.in, ${row}.dataset.came]`), ['yes', '2'])
    assert.equal(await heads(), before + 2)
    await value('localStorage.clear()')
  })
})

describe('the desk of a helper link', () => {
  // rules/checkins 44, rules/checkins 52
  test('follows other desks, and reads tickets by the camera', async () => {
    await site.browser.forgetCookies()
    await site.open('/_local/sign-in/president')
    await site.open(`${await value('location.pathname')}?part=events`)
    await site.click(checkInEvening)
    await site.open(`${await value('location.pathname')}?part=checkin`)
    await site.fill({ name: 'Sam, north door' })
    await site.click('Create helper link')
    const link = String(await value(`document.querySelector('.copied').textContent`))
    await site.browser.forgetCookies()
    await site.open('', link)
    await site.click('Open check-in desk')
    // As if another desk had changed the count since.
    await value(`document.querySelector('[data-heads]').textContent = '99'`)
    await value(`document.dispatchEvent(new Event('visibilitychange'))`)
    await until(`document.querySelector('[data-heads]').textContent !== '99'`)
    // A camera that sees a code of another kind stays open for the next ticket.
    await value(`{
      const canvas = document.createElement('canvas')
      const draw = () => (canvas.getContext('2d').fillRect(0, 0, 9, 9), requestAnimationFrame(draw))
      draw()
      navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10)
      globalThis.BarcodeDetector = class {
        static getSupportedFormats = async () => ['qr_code']
        detect = async () => [{ rawValue: 'ABC123' }]
      }
      document.getElementById('camera').click()
    }`)
    await until(`document.getElementById('messages').textContent.includes('not a ticket for this event')`)
    assert.deepEqual(await value(`[document.getElementById('seen').hidden, localStorage.length]`), [false, 0])
    // Without a connection the desk stays, and says so.
    site.connected(false)
    await value(`document.getElementById('search').form.requestSubmit()`)
    await until(`document.getElementById('messages').textContent.includes('No connection')`)
    site.connected(true)
    await value(`document.getElementById('search').value = 'amara'; undefined`)
    await site.arrive(() => value(`document.getElementById('search').form.requestSubmit()`))
    assert.match(await site.text(), /Clear search/)
  })
})
