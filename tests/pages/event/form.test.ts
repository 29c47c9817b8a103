import { beforeAll, describe, expect, it } from 'vitest'
import { attendanceStream } from '../../attendance/stream.ts'
import { admins } from '../../support/administrators.ts'
import { type Person, password, registered } from '../../support/people.ts'
import { png } from '../../support/pictures.ts'
import { enrolSchool } from '../../support/schools.ts'
import { founded } from '../../support/societies.ts'
import type { World } from '../../support/world.ts'
import { type Browser, type Shown, signedIn } from '../browser.ts'

let w: World
let dean: Person
let ada: Person
let orgId: string
let officer: Browser

beforeAll(async () => {
  const all = await admins()
  w = all.w
  dean = all.dean
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  orgId = (await founded(ada)).orgId
  await dean.device.createRoom({ name: 'Main hall', capacity: 30 })
  officer = await signedIn(w, ada.email, password)
})

const local = (hours: number): string =>
  new Date(w.clock.now().getTime() + hours * 3_600_000).toISOString().slice(0, 16)

const quiz = (more: Readonly<Record<string, string>> = {}) => ({
  name: 'Pub quiz',
  type: 'Meeting',
  start_time: local(40),
  end_time: local(42),
  location: 'Main hall',
  expectedAttendance: '20',
  ...more,
})

const send = async (fields: Readonly<Record<string, string>>): Promise<Shown> => {
  await officer.open(`/create-event?org=${orgId}`)
  return officer.send('/create-event/form', fields)
}

/** Names of the controls with an error, and the error above the form. */
const mistakesOf = ({ html }: Shown) => ({
  fields: [...html.matchAll(/class="wrong" id="([\w-]+)-wrong"/g)].map(([, name]) => name),
  above: /<p[^>]*class="tell bad" role="alert">([^<]*)/.exec(html)?.[1],
})

describe('the form for events', () => {
  it('is kept by the browser with its preview and its mistakes, so that "Back" shows them without sending again', async () => {
    const empty = await officer.open(`/create-event?org=${orgId}`)
    const preview = await officer.send('/create-event/form', { do: 'ask', ...quiz() })
    expect(preview.text).toContain('No approval needed')
    const refused = await send({ do: 'ask', ...quiz({ expectedAttendance: 'many' }) })
    const kept = [empty, preview, refused].map(({ headers }) => headers['cache-control'])
    expect(kept).toEqual(Array(3).fill('private, no-cache'))
    // A form that is sent changes cookies, which would part the kept page from its address.
    expect(preview.headers.vary).not.toContain('cookie')
    expect((await officer.open('/my-events')).headers['cache-control']).toBe('no-store')
  })

  it.each(['ask', 'submit'])('marks the room where it is too small: %s', async (what) => {
    const room = { do: what, classroom_id: 'mainhall' }
    const { status, ...shown } = await send({ ...quiz({ expectedAttendance: '45' }), ...room })
    expect([status, mistakesOf({ status, ...shown })]).toEqual([409, { fields: ['classroom_id'] }])
    expect(shown.text).toContain('Main hall holds 30 people, and the event is for 45.')
    expect(mistakesOf(await send({ ...quiz({ maxAttendees: '31' }), ...room })).fields).toEqual([
      'classroom_id',
    ])
  })

  it('previews the link, and the name of a reader who hosts the event', async () => {
    const externalLink = 'https://quiz.example.edu/rules'
    const shown = await send({ do: 'ask', ...quiz({ host: 'me', externalLink }) })
    const preview = shown.html.split('>Preview</h2>')[1]?.split('>Approvals</h2>')[0] ?? ''
    expect(preview).toMatch(/<a href="https:\/\/quiz\.example\.edu\/rules"[^>]*>quiz\.example\.edu<\/a>/)
    expect(preview).toContain('<bdi>Ada</bdi>')
    expect(preview).not.toContain('Myself')
  })

  it.each(['ask', 'draft', 'submit'])('needs a club for an event that only members see: %s', async (what) => {
    const refused = await send({ do: what, ...quiz({ host: 'me', visibility: 'members_only' }) })
    expect(refused.html).toContain(
      'id="visibility-wrong">Choose a club, or let everybody see the event.</span>',
    )
  })

  it('marks all fields that do not fit, together', async () => {
    const wrong = { expectedAttendance: 'many', maxAttendees: 'few', name: 'x'.repeat(201) }
    expect(mistakesOf(await send({ do: 'submit', ...quiz(wrong) })).fields).toEqual([
      'name',
      'expectedAttendance',
      'maxAttendees',
    ])
    const empty = { name: '', location: '', expectedAttendance: '' }
    expect(mistakesOf(await send({ do: 'submit', ...quiz(empty) })).fields).toEqual([
      'name',
      'location',
      'expectedAttendance',
    ])
  })

  it('marks the number of events of a series', async () => {
    const series = { frequency: 'weekly', count: '400' }
    expect(mistakesOf(await send({ do: 'submit', ...quiz(series) }))).toEqual({ fields: ['count'] })
  })

  it('marks the seats where more people are registered', async () => {
    const stream = await attendanceStream(w)
    const { address } = await send({ do: 'submit', ...quiz({ maxAttendees: '3' }) })
    const eventId = /event\/(\w+)\//.exec(address)?.[1] ?? ''
    const cleo = await registered(w, 'cleo', { username: 'cleo', name: 'Cleo' })
    await cleo.device.registerForEvent({ event_id: eventId, guestCount: 3 })
    await officer.open(`/create-event?event=${eventId}`)
    const refused = await officer.send('/create-event/form', { do: 'save', maxAttendees: '2' })
    expect(mistakesOf(refused)).toEqual({ fields: ['maxAttendees'] })
    expect(refused.text).toContain('More seats than this are taken. Enter a higher number.')
    await stream.drain()
    await w.caughtUp()
    await officer.open(`/create-event?event=${eventId}`)
    const counted = await officer.send('/create-event/form', { do: 'save', maxAttendees: '2' })
    expect(mistakesOf(counted)).toEqual({ fields: ['maxAttendees'] })
    expect(counted.text).toContain('3 seats are taken. Enter 3 or more.')
  })

  it.each([
    ['start_time', { minBookingAdvance: 24 * 40 }],
    ['start_time', { advanceBookingLimit: 1 }],
    ['start_time', { blackoutDates: [{ start: '2026-01-01', end: '2030-01-01' }] }],
    ['type', { restrictedEventTypes: ['meeting'] }],
  ])("marks what the school's rules refuse: %s", async (field, systemRestrictions) => {
    await dean.device.saveEventSystemConfig({ systemRestrictions })
    const previewed = await send({ do: 'ask', ...quiz() })
    const refused = await send({ do: 'submit', ...quiz() })
    const none = {
      minBookingAdvance: null,
      advanceBookingLimit: null,
      blackoutDates: [],
      restrictedEventTypes: [],
    }
    await dean.device.saveEventSystemConfig({ systemRestrictions: none })
    expect([previewed, refused].map(mistakesOf)).toEqual(Array(2).fill({ fields: [field] }))
  })

  // rules/planning 39
  it('marks a closed period and a taken room before the preview, with dates in words', async () => {
    const closed = [{ start: '2026-01-01', end: '2030-01-01', reason: 'Finals' }]
    await dean.device.saveEventSystemConfig({ systemRestrictions: { blackoutDates: closed } })
    const refused = await send({ do: 'ask', ...quiz() })
    await dean.device.saveEventSystemConfig({ systemRestrictions: { blackoutDates: [] } })
    expect(refused.text).toContain('closed for events at that time: Finals, Jan 1, 2026 to Jan 1, 2030')
    const room = { ...quiz({ start_time: local(60), end_time: local(62) }), classroom_id: 'mainhall' }
    await send({ do: 'submit', ...room })
    const taken = await send({ do: 'ask', ...room })
    expect(mistakesOf(taken)).toEqual({ fields: ['classroom_id'] })
    expect(taken.text).toMatch(/The room is taken by Pub quiz: \w+, \w+ \d+, [\d:]+\s[AP]M to /)
  })

  it('marks blank fields together with other mistakes', async () => {
    const wrong = { name: '  ', start_time: '', location: '', maxAttendees: 'few' }
    for (const what of ['ask', 'submit'])
      expect(mistakesOf(await send({ do: what, ...quiz(wrong) })).fields).toEqual([
        'name',
        'start_time',
        'location',
        'maxAttendees',
      ])
    const { address } = await send({ do: 'submit', ...quiz() })
    await officer.open(`/create-event?event=${/event\/(\w+)\//.exec(address)?.[1]}`)
    const changed = await officer.send('/create-event/form', { do: 'save', name: ' ' })
    expect(mistakesOf(changed)).toEqual({ fields: ['name'] })
  })

  it('marks an end before the start together with blank fields and with text for a number', async () => {
    const early = { end_time: local(39) }
    for (const what of ['ask', 'submit']) {
      const blank = await send({ do: what, ...quiz({ ...early, name: '' }) })
      expect(mistakesOf(blank).fields).toEqual(['name', 'end_time'])
      const wrong = await send({ do: what, ...quiz({ ...early, maxAttendees: 'few' }) })
      expect(mistakesOf(wrong).fields).toEqual(['end_time', 'maxAttendees'])
    }
    const { address } = await send({ do: 'submit', ...quiz() })
    await officer.open(`/create-event?event=${/event\/(\w+)\//.exec(address)?.[1]}`)
    const all = { do: 'save', name: '', ...early, maxAttendees: 'few' }
    expect(mistakesOf(await officer.send('/create-event/form', all)).fields).toEqual([
      'name',
      'end_time',
      'maxAttendees',
    ])
  })

  it('shows the facts of the event in its preview, and the picture of a draft', async () => {
    const more = { description: 'Seven rounds', maxAttendees: '30', waitlist: 'yes', registering: 'required' }
    const facts = await send({ do: 'ask', ...quiz(more) })
    expect(facts.text).toMatch(
      /When \w+, \w+ \d+, 2\d{3}, [\d:]+\s[AP]M to .*Where Main hall Host .*Who can see it Everyone/,
    )
    expect(facts.text).toContain('Registration required')
    expect(facts.text).toContain('30 seats, with a waitlist')
    expect(facts.text).toContain('20 people expected')
    expect(facts.text).toContain('Seven rounds')
    const { address } = await send({ do: 'draft', ...quiz() })
    const eventId = /event\/(\w+)\//.exec(address)?.[1] ?? ''
    await officer.open(`/event/${eventId}/dashboard`)
    await officer.send(`/event/${eventId}/dashboard`, { do: 'picture' }, {}, { image: png(120, 60) })
    await officer.open(`/create-event?event=${eventId}`)
    const preview = await officer.send('/create-event/form', { do: 'ask' })
    expect(preview.html).toMatch(/<div class="cover"><img src="https?:[^"]*\.webp"/)
    await officer.open(`/event/${eventId}/dashboard`)
    const bare = await officer.send(`/event/${eventId}/dashboard`, { do: 'picture-remove' })
    expect(bare.text).toMatch(/Picture removed\..*Without a picture, the event page shows a drawing\./)
    expect(bare.text).not.toContain('Remove picture')
  })

  // rules/stakeholders 7
  it('marks a question of the school that has no answer', async () => {
    const fields = [{ name: 'theme', label: 'Theme', type: 'string', required: true }]
    await dean.device.saveEventSystemConfig({ formConfig: { fields } })
    expect(mistakesOf(await send({ do: 'submit', ...quiz() }))).toEqual({ fields: ['own-theme'] })
  })

  it('keeps what others changed while it was open, and asks before it overwrites the same field', async () => {
    const { address } = await send({ do: 'draft', ...quiz({ name: 'Night hike' }) })
    const path = `/create-event?event=${/event\/([^/]+)\/dashboard/.exec(address)?.[1]}`
    const change = (one: Browser, fields: Readonly<Record<string, string>>) =>
      one.send('/create-event/form', { do: 'draft', ...fields })
    const other = await signedIn(w, ada.email, password)
    await officer.open(path)
    await other.open(path)
    await change(other, { name: 'Night walk' })
    await change(officer, { description: 'Bring a lamp.' })
    const both = await officer.open(path)
    expect(both.html).toContain('value="Night walk"')
    expect(both.html).toContain('Bring a lamp.')
    await other.open(path)
    await change(other, { name: 'Night run' })
    const asked = await change(officer, { name: 'Night swim' })
    expect(asked.status).toBe(409)
    expect(mistakesOf(asked).fields).toEqual(['name'])
    expect(asked.html).toContain('value="Night swim"')
    await change(officer, {})
    expect((await other.open(path)).html).toContain('value="Night swim"')
  })

  it('leads to a new form with questions and back, and loses nothing that was entered', async () => {
    const asked = await send({
      do: 'form',
      ...quiz({ name: 'Board games', location: '', description: 'Bring a friend.' }),
    })
    expect(asked.address).toContain(`/club-dashboard/${orgId}?part=forms&id=new&event=`)
    expect(asked.text).toContain('The event is saved and not submitted.')
    const club = `/club-dashboard/${orgId}`
    const wrong = await officer.send(club, { do: 'save-form', title: '', 'q0-text': 'Which game?' })
    expect([wrong.status, wrong.text.includes('Back to the event')]).toEqual([400, true])
    const back = await officer.send(club, { do: 'save-form', title: 'Games' })
    expect(back.text).toContain('The form is created and selected')
    expect(back.html).toMatch(/<option value="[^"]+" selected>Games</)
    expect(back.html).toContain('data-unsaved')
    const form = back.forms.find(({ action }) => action === '/create-event/form')
    expect(form?.fields).toMatchObject({ name: 'Board games', description: 'Bring a friend.' })
    const saved = await officer.send('/create-event/form', { do: 'draft' })
    const eventId = /event\/([^/]+)\/dashboard/.exec(saved.address)?.[1] ?? ''
    const { event } = (await ada.device.getEvent({ event_id: eventId })).body
    expect(event).toMatchObject({ status: 'draft', registrationFormId: form?.fields.registrationFormId })
    expect(event.registrationFormId).toBeTruthy()
  })

  // rules/planning 51
  it('loses no change when two people save at the same moment', async () => {
    const { address } = await send({ do: 'draft', ...quiz({ name: 'Dawn hike', description: 'Bring tea.' }) })
    const path = `/create-event?event=${/event\/([^/]+)\/dashboard/.exec(address)?.[1]}`
    const other = await signedIn(w, ada.email, password)
    const saves = (mine: Readonly<Record<string, string>>, theirs: Readonly<Record<string, string>>) =>
      Promise.all(
        [officer, other].map(async (one, at) => {
          await one.open(path)
          return async () => one.send('/create-event/form', { do: 'draft', ...(at === 0 ? mine : theirs) })
        }),
      ).then((each) => Promise.all(each.map((save) => save())))
    const same = await saves({ name: 'Dawn walk' }, { name: 'Dawn run' })
    const refused = same.filter(({ status }) => status === 409)
    expect([same.map(({ status }) => status).sort(), refused.map(mistakesOf)]).toEqual([
      [200, 409],
      [{ fields: ['name'] }],
    ])
    const kept = same[0]?.status === 200 ? 'Dawn walk' : 'Dawn run'
    expect(refused[0]?.text).toContain(`Somebody else changed this to "${kept}" meanwhile.`)
    const both = await saves({ description: 'Bring cocoa.' }, { location: 'By the lake' })
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const after = (await other.open(path)).forms.find(({ action }) => action === '/create-event/form')
    expect(after?.fields).toMatchObject({
      name: kept,
      description: 'Bring cocoa.',
      location: 'By the lake',
    })
  })

  it('shows what others changed when it is refused, so that sending it again undoes none of it', async () => {
    const first = { name: 'Sunrise hike', description: 'Bring tea.', visibility: 'public' }
    const { address } = await send({ do: 'draft', ...quiz(first) })
    const path = `/create-event?event=${/event\/([^/]+)\/dashboard/.exec(address)?.[1]}`
    const change = (one: Browser, fields: Readonly<Record<string, string>>) =>
      one.send('/create-event/form', { do: 'draft', ...fields })
    const other = await signedIn(w, ada.email, password)
    await officer.open(path)
    await other.open(path)
    const moved = { start_time: local(50), end_time: local(52) }
    await change(other, { ...moved, description: 'Bring "Expected" tea: hot.', visibility: 'unlisted' })
    const asked = await change(officer, { description: 'Bring cocoa.' })
    expect([asked.status, mistakesOf(asked)]).toEqual([409, { fields: ['description'] }])
    expect(asked.text).toContain(
      'Somebody else changed this to "Bring "Expected" tea: hot." meanwhile. Saving again replaces it.',
    )
    const form = asked.forms.find(({ action }) => action === '/create-event/form')
    expect(form?.fields).toMatchObject({ ...moved, visibility: 'unlisted', description: 'Bring cocoa.' })
    const saved = await change(officer, {})
    expect(saved.text).toContain('Event saved.')
    const after = (await other.open(path)).forms.find(({ action }) => action === '/create-event/form')
    expect(after?.fields).toMatchObject({ ...moved, visibility: 'unlisted', description: 'Bring cocoa.' })
  })

  it('keeps the answers to questions of the school that others changed while it was open', async () => {
    const fields = ['Theme: long', 'mood'].map((name) => ({
      name,
      label: name,
      type: 'string',
      required: false,
    }))
    await dean.device.saveEventSystemConfig({ formConfig: { fields } })
    const { address } = await send({ do: 'draft', ...quiz(), 'own-Theme: long': 'Sea', 'own-mood': 'calm' })
    const path = `/create-event?event=${/event\/([^/]+)\/dashboard/.exec(address)?.[1]}`
    const other = await signedIn(w, ada.email, password)
    await officer.open(path)
    await other.open(path)
    await other.send('/create-event/form', { do: 'draft', 'own-mood': 'wild' })
    await officer.send('/create-event/form', { do: 'draft', 'own-Theme: long': 'Hills' })
    const { forms } = await other.open(path)
    await dean.device.saveEventSystemConfig({ formConfig: { fields: [] } })
    expect(forms.find(({ action }) => action === '/create-event/form')?.fields).toMatchObject({
      'own-Theme: long': 'Hills',
      'own-mood': 'wild',
    })
  })

  it('asks for a number of people above zero', async () => {
    for (const what of ['ask', 'submit']) {
      const none = await send({ do: what, ...quiz({ expectedAttendance: '0', maxAttendees: '0' }) })
      expect(mistakesOf(none).fields).toEqual(['expectedAttendance', 'maxAttendees'])
      expect(none.text).toContain('Enter 1 or more')
      expect(none.text).not.toContain('Please fill this in')
    }
  })
})
