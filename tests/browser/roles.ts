import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { demoAdminEmail, demoPassword } from '../../infra/local/demo-people.ts'
import { checkInEvening, fullEvening } from '../../infra/local/living/evenings.ts'
import { openSite, phone, type Site } from './site.ts'

// Journeys of a student, a guest, a check-in helper, a dean and a platform administrator. Those of a club's president
// are in pages.ts.

let site: Site

before(async () => {
  site = await openSite()
  await site.browser.as({ ...phone, scripts: false })
})

after(() => site?.close())

const says = async (words: RegExp): Promise<void> => assert.match(await site.text(), words)
const saysNot = async (words: RegExp): Promise<void> => assert.doesNotMatch(await site.text(), words)
const value = (expression: string) => site.browser.value(expression)
const path = async (): Promise<string> => String(await value('location.pathname'))

/** Signs in by the link that `npm start` prints for a role. */
const asRole = async (role: string): Promise<void> => {
  await site.browser.forgetCookies()
  await site.open(`/_local/sign-in/${role}`)
}

const asPerson = async (email: string, origin = site.origin): Promise<void> => {
  await site.browser.forgetCookies()
  await site.open('/login', origin)
  await site.fill({ email, password: demoPassword })
  await site.click('Sign in')
}

/** Presses the button of a person, whose name only its label for screen readers has. */
const clickFor = (words: string, person: string) =>
  site.arrive(async () => {
    const button = `document.querySelector(${JSON.stringify(`main button[aria-label="${words}: ${person}"]`)})`
    assert.ok(
      await value(`(() => { const one = ${button}; one?.click(); return Boolean(one) })()`),
      `${words} ${person}`,
    )
  })

/** Opens a page until it shows what follows in the background. */
const openUntil = async (address: string, words: RegExp): Promise<void> => {
  for (let opened = 0; opened < 100; opened += 1) {
    await site.open(address)
    if (words.test(await site.text())) return
  }
  await says(words)
}

type Mail = { readonly to: string; readonly subject: string; readonly text: string }

const mailsTo = async (email: string): Promise<readonly Mail[]> => {
  const reply = await fetch(`${site.local}/_local/outbox`)
  const { messages } = (await reply.json()) as { messages: readonly Mail[] }
  return messages.filter(({ to }) => to === email)
}

const mailTo = async (email: string, subject: RegExp): Promise<Mail> => {
  for (let read = 0; read < 200; read += 1) {
    const mail = (await mailsTo(email)).find((one) => subject.test(one.subject))
    if (mail) return mail
    await site.open('/')
  }
  return assert.fail(`no mail ${subject} to ${email}`)
}

describe('without scripts, on a phone', () => {
  test('a student finds a club and joins it, waits for a seat of a full event, and no longer', async () => {
    await asRole('student')
    await site.open('/clubs')
    await site.fill({ search: 'poetry' })
    await site.click('Search')
    await says(/No clubs found/)
    await site.open('/clubs')
    await site.fill({ search: 'chess' })
    await site.click('Search')
    await site.click('Chess Club')
    await site.click('Join')
    await says(/You are a member/)
    // A search finds what the stream has indexed by now.
    await openUntil('/events?search=sumo', new RegExp(fullEvening))
    await site.click(fullEvening)
    await site.click('Join waitlist')
    await says(/on the waitlist/i)
    await openUntil('/my-events', new RegExp(fullEvening))
    await site.click(fullEvening)
    await site.press('Leave waitlist')
    await site.click('Yes, leave')
    await says(/All seats are taken/)
  })

  test('a guest of the sister school takes a seat with one sign-in, and finds it by the mail', async () => {
    const email = 'ben@rpi.example.edu'
    const sister = site.origin.replace('demo.', 'rpi.')
    await asPerson(email, sister)
    await says(/Riverside Polytechnic/)
    await site.browser.shareCookies(sister, site.origin)
    await site.open('/')
    await site.click('Chess night')
    await site.click('Register')
    await says(/You have a seat/)
    const { text } = await mailTo(email, /Chess night/)
    const address = /https?:\/\/demo\.\S+\/event\/demo-event\S*/.exec(text)?.[0] ?? assert.fail(text)
    await site.open('', address)
    await says(/You have a seat/)
    await site.click('My ticket')
    await says(/Show this at the check-in desk/)
    await site.open('/settings')
    await says(/You are here as a guest from Riverside Polytechnic Institute/)
    await site.open('/my-events')
    await site.click('Chess night')
    await site.click('Cancel registration')
    await says(/Your registration is cancelled/)
  })

  test('a helper checks people in by a link, and nothing else', async () => {
    await asRole('president')
    await site.open(`${await path()}?part=events`)
    await site.click(checkInEvening)
    const event = (await path()).replace('/dashboard', '')
    await site.open(event)
    const names = String(
      await value(
        `[...document.querySelectorAll('.faces bdi, main li bdi')].map((one) => one.textContent).join()`,
      ),
    ).split(',')
    const [first = '', second = ''] = names.filter((name) => /^\w+ \w+$/.test(name))
    await site.open(`${event}/dashboard?part=checkin`)
    await site.fill({ name: 'Sam, north door' })
    await site.click('Create helper link')
    const link = String(await value(`document.querySelector('.copied').textContent`))
    await site.browser.forgetCookies()
    await site.open('', link)
    await site.click('Open check-in desk')
    await says(/Check-in desk, with a helper link/)
    const desk = `${event}/door`
    const openSearch = (name: string, shown: RegExp) =>
      openUntil(`${desk}?search=${name.split(' ')[0]}`, shown)
    const searchFor = (name: string) => openSearch(name, new RegExp(name))
    await searchFor(first)
    await clickFor('Check in', first)
    await says(/is checked in|checked in/i)
    // The event's counts follow a little later.
    await openSearch(first, /1 of \d+ registrations checked in/)
    await clickFor('Undo check-in', first)
    await openSearch(first, /0 of \d+ registrations checked in/)
    // As from a page that is older than what happened since.
    await searchFor(second)
    await value(`document.querySelector('main li [name=do]').value = 'out'; undefined`)
    await clickFor('Check in', second)
    await searchFor(second)
    await says(/0 of \d+ registrations checked in/)
    await site.open(`${event}/attendees`)
    await says(/Sign in/)
    await site.open(desk)
    await site.press('Stop helping')
    await site.click('Yes, stop')
    await site.open(desk)
    await says(/Sign in/)
  })

  test('the dean rejects an event with a reason, and appoints an approver who decides the next', async () => {
    await asRole('dean')
    await site.open('/admin?part=waits&id=demo-event-pending')
    await site.click('Reject')
    await says(/Say why you reject the event/)
    await site.fill({ comment: 'The room holds 24 people. Ask for the main hall.' })
    await site.click('Reject')
    await says(/You rejected Simultaneous exhibition/)
    await site.open('/admin?part=waits')
    await saysNot(/Simultaneous exhibition/)
    await site.click('Appoint an approver')
    await site.fill({ search: 'rousset' })
    await site.click('Search')
    await clickFor('Appoint', 'Camille Rousset')
    await says(/Camille Rousset is appointed/)
    await asPerson('camille.rousset@demo.example.edu')
    await site.open('/admin')
    await says(/Campus hardware fair/)
    await site.click('Approve')
    await says(/You approved Campus hardware fair/)
    await asPerson('ada@demo.example.edu')
    await site.open('/event/demo-event-pending/dashboard')
    await says(/Not approved/)
    await openUntil('/inbox', /Ask for the main hall/)
  })

  test('a platform administrator enrols a school, and acts as a student until it is stopped', async () => {
    await asPerson(demoAdminEmail, site.platformOrigin)
    await site.open('/admin', site.platformOrigin)
    await site.click('Enroll a school')
    const school = { tenantKey: 'lakeside', name: 'Lakeside College', location: 'Lakeside' }
    await site.fill({ ...school, timezone: 'America/Chicago' }, 'form:has([value=enrol])')
    await site.click('Enroll school')
    await says(/Lakeside College[\s\S]*Appoint the first administrator/)
    await site.click('Open school')
    await says(/Everybody can join it/)
    await site.open('/', site.origin.replace('demo.', 'lakeside.'))
    await says(/Lakeside College[\s\S]*Central Time/)
    await asPerson(demoAdminEmail)
    await site.open('/admin?part=people')
    await site.fill({ search: 'castellan' })
    await site.click('Search')
    await site.click('Manage account')
    await site.click('Act as this person')
    await site.fill({ reason: 'cannot find the ticket' })
    await site.click('Start acting')
    await says(/Robin Root is acting as Noah Castellan until/)
    await site.open('/my-events')
    await says(/Robin Root is acting as Noah Castellan until[\s\S]*Build night/)
    await site.arrive(() => value(`document.querySelector('.acting button').click()`))
    await saysNot(/is acting as/)
    await site.open('/settings')
    await says(/Robin Root/)
  })

  test('nothing but a refused form was complained about', () =>
    assert.deepEqual(
      site.browser.complaints.filter((one) => !/status of 4\d\d/.test(one)),
      [],
    ))
})
