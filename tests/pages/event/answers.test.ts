import { beforeAll, expect, it } from 'vitest'
import { planned } from '../../attendance/events.ts'
import { password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { founded } from '../../support/societies.ts'
import { type World, world } from '../../support/world.ts'
import { type Browser, signedIn } from '../browser.ts'

let w: World
let officer: Awaited<ReturnType<typeof registered>>
let reader: Browser
let place: { readonly orgId: string; readonly eventId: string }

const questions = [
  { type: 'short', question: 'What do you eat?', required: true },
  { type: 'select_multiple', question: 'Which days?', required: false, options: ['Friday', 'Saturday'] },
]

const given = async () =>
  (await officer.device.listRegistrations(place)).body.data.formResponses.map(
    ({ answers }: { answers: unknown }) => answers,
  )

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home)
  officer = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  const ben = await registered(w, 'ben', { username: 'ben', name: 'Ben' })
  const { orgId } = await founded(officer)
  const form = await officer.device.createEventForm({ orgId, form: { title: 'Sign-up', questions } })
  const { eventId } = await planned(w, {
    hostingId: orgId,
    hostingType: 'Org',
    maxAttendees: 5,
    registrationFormId: form.body.data._id,
  })
  place = { orgId, eventId }
  reader = await signedIn(w, ben.email, password)
})

// rules/attendance 41
it('answers are shown to a registered person and can be changed', async () => {
  const path = `/event/${place.eventId}`
  const before = await reader.open(`${path}?part=answers`)
  expect(before.text).not.toContain('Your answers')
  await reader.send(path, { do: 'register', 'answer-0': 'Fish', 'answer-1-1': 'Saturday', guestCount: '2' })
  await reader.open(path)
  const shown = await reader.follow('Your answers')
  expect(shown.html).toContain('name="answer-0" value="Fish"')
  expect(shown.html).toMatch(/name="answer-1-1" value="Saturday" checked/)
  const questionIds =
    shown.forms.find(({ fields }) => fields.do === 'change-answers')?.fields.questionIds ?? ''
  const refused = await reader.post(path, { do: 'change-answers', questionIds, 'answer-1-0': 'Friday' })
  expect([refused.status, refused.html.includes('id="answer-0-wrong">Please answer this<')]).toEqual([
    400,
    true,
  ])
  expect(refused.html).toMatch(/name="answer-1-0" value="Friday" checked/)
  await reader.open(`${path}?part=answers`)
  const saved = await reader.send(path, { do: 'change-answers', 'answer-0': 'Rice' })
  expect(saved.text).toContain('Answers saved.')
  expect(saved.text).toContain('You have 2 seats')
  expect(await given()).toEqual([['Rice', ['Saturday']]])
})

it('answers are not stored under questions that changed since they were shown', async () => {
  const path = `/event/${place.eventId}`
  await reader.open(`${path}?part=answers`)
  const other = [{ type: 'short', question: 'Emergency phone?', required: true }]
  const form = await officer.device.createEventForm({
    orgId: place.orgId,
    form: { title: 'Other', questions: other },
  })
  const before = (await officer.device.getEvent({ event_id: place.eventId })).body.event.registrationForm._id
  await officer.device.updateEvent({ event_id: place.eventId, registrationFormId: form.body.data._id })
  const late = await reader.send(path, { do: 'change-answers', 'answer-0': 'Soup' })
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('The questions have changed.')])
  await officer.device.updateEvent({ event_id: place.eventId, registrationFormId: before })
  expect(await given()).toEqual([['Rice', ['Saturday']]])
})

it('answers stay as they are once registration is closed, and register nobody who has withdrawn', async () => {
  const path = `/event/${place.eventId}`
  const late = { do: 'change-answers', 'answer-0': 'Soup' }
  await officer.device.updateEvent({ event_id: place.eventId, registrationEnabled: false })
  const closed = await reader.open(`${path}?part=answers`)
  expect(closed.text).toContain('Answers can no longer be changed.')
  expect(closed.html).toContain('name="answer-0" value="Rice"')
  await reader.post(path, late)
  expect(await given()).toEqual([['Rice', ['Saturday']]])
  await officer.device.updateEvent({ event_id: place.eventId, registrationEnabled: true })
  await reader.open(path)
  await reader.send(path, { do: 'withdraw' })
  const gone = await reader.post(path, late)
  expect(gone.text).not.toContain('You have a seat')
  expect(await given()).toEqual([])
})
