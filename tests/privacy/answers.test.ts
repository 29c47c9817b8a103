import { beforeEach, describe, expect, it } from 'vitest'
import { allTaskHandlers } from '../../functions/clock/handler.ts'
import { eventCard } from '../../functions/events/index.ts'
import { formResponse } from '../../functions/form-records/repository.ts'
import { dueMark } from '../../lib/scheduled/sweep-state.ts'
import { hosted } from '../attendance/events.ts'
import { sweep } from '../support/due.ts'
import { type Club, club } from '../support/orgs.ts'
import { type Person, password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'
import { everyItem, type WholeStream, wholeStream } from './stream.ts'

let w: World
let chess: Club
let stream: WholeStream

beforeEach(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' }, ownTable: true })
  chess = await club(w)
  await enrolSchool(w, w.home)
  stream = await wholeStream(w)
  await stream.drain()
})

const secret = 'epilepsy-0417'
const asked = [
  { type: 'short', question: 'Medical needs', required: true, sensitive: true },
  { type: 'multiple_choice', question: 'Size', options: ['S', 'M'] },
]

const formWith = async (questions: object[], more: object = {}) => {
  const form = { title: 'Trip', questions, ...more }
  const { body } = await chess.officer.device.createEventForm({ orgId: chess.orgId, form })
  return body.data as { _id: string; questions: { _id: string; sensitive?: boolean }[] }
}

const answered = async (
  person: Pick<Person, 'device'>,
  form: Awaited<ReturnType<typeof formWith>>,
  more = {},
) => {
  const responses = form.questions.map(({ _id }, at) => ({ referenceId: _id, answer: [secret, 'M'][at] }))
  const sent = await person.device.submitFormResponse({ formId: form._id, responses, ...more })
  expect(sent.status).toBe(201)
}

/** Days later, with the tasks of the last day run: a sweeper without a mark begins a day ago. */
const later = async (days: number) => {
  w.clock.advance(days * 24 * 3600)
  await w.table('www').remove(dueMark, { name: 'sweep' })
  await sweep(w, allTaskHandlers)
  await stream.drain()
  await sweep(w, allTaskHandlers)
}

const stored = async () => (await everyItem(w)).some((item) => JSON.stringify(item).includes(secret))

const responsesOf = async (formId: string) =>
  (await w.table().list(formResponse, { keyParams: { formId }, limit: 50, strong: true })).items

describe('answers to forms', () => {
  // rules/forms 25
  it('are in the export of the person, with their questions, at schools where they are a guest too', async () => {
    const form = await formWith(asked)
    const mia = await registered(w, 'mia')
    const gil = await registered(w, 'gil', {}, w.sister)
    await answered(mia, form)
    await answered({ device: gil.device.on(w.home) }, form)
    await answered(chess.member, form)
    const row = {
      formId: form._id,
      title: 'Trip',
      answers: [
        { question: 'Medical needs', answer: secret },
        { question: 'Size', answer: 'M' },
      ],
    }
    const own = (await mia.device.getMyData()).body.data
    expect(own.schools[0].data.formResponses).toMatchObject({ complete: true, rows: [row] })
    const guests = (await gil.device.getMyData()).body.data
    expect(guests.person.formResponsesAsGuest.rows).toMatchObject([{ school: w.home, ...row }])
  })

  // rules/forms 26
  it('are erased with the account, and still count', async () => {
    const form = await formWith([{ ...asked[0], sensitive: false }, asked[1] as object])
    const { eventId } = await hosted(w, chess.orgId, { registrationFormId: form._id })
    const mia = await registered(w, 'mia')
    const gil = await registered(w, 'gil', {}, w.sister)
    const here = gil.device.on(w.home)
    for (const device of [mia.device, here]) {
      const reply = await device.registerForEvent({ event_id: eventId, formAnswers: [secret, 'M'] })
      expect(reply.status).toBe(201)
      await answered({ device }, form)
    }
    await stream.drain()
    const card = await w.table().get(eventCard, { eventId }, { strong: true })
    if (!card) throw new Error('no event')
    const at = (hours: number) => new Date(w.clock.now().getTime() + hours * 3_600_000).toISOString()
    await w.table().put(eventCard, { ...card, start_time: at(-1), end_time: at(1), liveAt: at(-2) })
    await stream.drain()
    w.clock.advance(1)
    for (const device of [mia.device, gil.device])
      expect((await device.deleteAccount({ password })).status).toBe(200)
    await stream.drain()
    const { body } = await chess.officer.device.listFormResponses({ formId: form._id })
    const erased = body.responses.filter(({ erasedAt }: { erasedAt?: string }) => erasedAt)
    expect(erased).toHaveLength(2)
    expect(erased[0]).toMatchObject({ answers: [null, null], submittedBy: null })
    await later(0.02)
    expect(await stored()).toBe(false)
    const left = await responsesOf(form._id)
    expect(left).toHaveLength(4)
    expect(left.every(({ answers }) => answers.every((one) => one === null))).toBe(true)
    expect(JSON.stringify(left)).not.toMatch(new RegExp(`${mia.user._id}|${gil.user.globalUserId}`))
  })

  // rules/forms 27
  it('to sensitive questions are erased 90 days after they were sent, and the others stay', async () => {
    const form = await formWith(asked)
    await answered(chess.member, form)
    await stream.drain()
    await later(89)
    expect(await stored()).toBe(true)
    await later(1.5)
    expect(await stored()).toBe(false)
    expect(await responsesOf(form._id)).toMatchObject([{ answers: [null, 'M'] }])
  })

  // rules/forms 27
  it.each([
    ['later', 20, [90.5, 19], 1],
    ['earlier', -5, [84.5], 1],
  ])(
    'of a registration are erased 90 days after the end of an event that moved %s',
    async (_, days, before, after) => {
      const form = await formWith(asked)
      const day = (count: number) => new Date(w.clock.now().getTime() + count * 86_400_000).toISOString()
      const times = { start_time: day(6), end_time: day(7) }
      const { eventId } = await hosted(w, chess.orgId, { registrationFormId: form._id, ...times })
      const sent = { event_id: eventId, formAnswers: [secret, 'M'] }
      expect((await chess.member.device.registerForEvent(sent)).status).toBe(201)
      await stream.drain()
      const card = await w.table().get(eventCard, { eventId }, { strong: true })
      if (!card) throw new Error('no event')
      const moved = { start_time: day(6 + days), end_time: day(7 + days), version: card.version + 1 }
      await w.table().put(eventCard, { ...card, ...moved })
      await stream.drain()
      w.clock.advance(7 * 86_400)
      for (const step of before) {
        await later(step)
        expect(await stored()).toBe(true)
      }
      await later(after)
      expect(await stored()).toBe(false)
      expect(await responsesOf(form._id)).toMatchObject([{ answers: [null, 'M'] }])
    },
  )

  // rules/forms 27
  // rules/forms 28
  it('are erased too when the question became sensitive later, which no old client undoes', async () => {
    const form = await formWith([{ ...asked[0], sensitive: false }])
    await answered(chess.member, form)
    await stream.drain()
    const change = async (sensitive?: boolean) => {
      const questions = [{ ...asked[0], _id: form.questions[0]?._id, sensitive }]
      const sent = { orgId: chess.orgId, formId: form._id, form: { questions } }
      return (await chess.officer.device.updateEventForm(sent)).body.data.questions
    }
    expect(await change(true)).toMatchObject([{ sensitive: true }])
    expect(await change()).toMatchObject([{ sensitive: true }])
    await stream.drain()
    await later(0.1)
    expect(await stored()).toBe(true)
    await later(90.2)
    expect(await stored()).toBe(false)
  })
})
