import { beforeAll, describe, expect, it, vi } from 'vitest'
import { FormMissing, NotRegistered } from '../../functions/attendance/contract/failures.ts'
import { AnswersTooLarge, InvalidAnswers } from '../../functions/form-records/contract.ts'
import { meanwhile } from '../operations/lost-to-others.ts'
import { refused } from '../support/agent.ts'
import { type Club, club } from '../support/orgs.ts'
import { registered } from '../support/people.ts'
import { type World, world } from '../support/world.ts'
import { crowd, type Visitor } from './crowd.ts'
import { hosted } from './events.ts'
import { expectSound, stateOf } from './state.ts'

let w: World
let chess: Club
let ada: Visitor
let gil: Visitor
let formId: string

beforeAll(async () => {
  w = await world()
  chess = await club(w)
  ;[ada, gil] = (await crowd(w, 2, { guestEvery: 2 })) as [Visitor, Visitor]
  const questions = [
    { type: 'short', question: 'What do you eat?', required: true },
    { type: 'multiple_choice', question: 'Size?', options: ['S', 'M'] },
  ]
  const { body } = await chess.officer.device.createEventForm({
    orgId: chess.orgId,
    form: { title: 'Dinner', questions },
  })
  formId = body.data._id
})

const dinner = () => hosted(w, chess.orgId, { maxAttendees: 5, registrationFormId: formId })
const responses = async (eventId: string) =>
  (await chess.officer.device.listRegistrations({ orgId: chess.orgId, eventId })).body.data

describe('an event with a form', () => {
  it('shows it, and an event without one returns 404', async () => {
    const { eventId } = await dinner()
    const { body } = await ada.device.getRegistrationForm({ event_id: eventId })
    expect(body.form.questions.map(({ question }: { question: string }) => question)).toEqual([
      'What do you eat?',
      'Size?',
    ])
    const plain = await hosted(w, chess.orgId)
    expect(await ada.device.getRegistrationForm({ event_id: plain.eventId })).toMatchObject(
      refused(FormMissing),
    )
  })

  it('returns the answers of the caller, and of nobody else', async () => {
    const { eventId } = await dinner()
    const answersFor = async ({ device }: Pick<typeof ada, 'device'>) =>
      (await device.getRegistrationForm({ event_id: eventId })).body.answers
    expect(await answersFor(ada)).toBeUndefined()
    await ada.device.registerForEvent({ event_id: eventId, formAnswers: ['Fish', 'M'] })
    const { form } = (await ada.device.getRegistrationForm({ event_id: eventId })).body
    const [meal, size] = form.questions.map(({ _id }: { _id: string }) => _id)
    expect(await answersFor(ada)).toEqual([
      { questionId: meal, answer: 'Fish' },
      { questionId: size, answer: 'M' },
    ])
    expect(await answersFor(gil)).toBeUndefined()
    expect(await answersFor({ device: w.device() })).toBeUndefined()
    await ada.device.registerForEvent({ event_id: eventId, formAnswers: ['Rice', null] })
    expect(await answersFor(ada)).toEqual([
      { questionId: meal, answer: 'Rice' },
      { questionId: size, answer: null },
    ])
    await ada.device.withdrawFromEvent({ event_id: eventId })
    expect(await answersFor(ada)).toBeUndefined()
  })

  // rules/attendance 41
  it('changes answers without registering a person who has withdrawn, also at the same moment', async () => {
    const { eventId: event_id } = await dinner()
    const changed = { event_id, formAnswers: ['Rice', null], onlyChange: true }
    expect(await ada.device.registerForEvent(changed)).toMatchObject(refused(NotRegistered))
    await ada.device.registerForEvent({ event_id, formAnswers: ['Fish', 'M'], guestCount: 2 })
    expect(await ada.device.registerForEvent(changed)).toMatchObject({ status: 200 })
    expect((await ada.device.getMyRsvp({ event_id })).body.rsvp.guestCount).toBe(2)
    meanwhile(w, event_id, () => ada.device.withdrawFromEvent({ event_id }))
    expect(await ada.device.registerForEvent(changed)).toMatchObject(refused(NotRegistered))
    vi.restoreAllMocks()
    expect((await ada.device.getMyRsvp({ event_id })).body.rsvp).toBeNull()
  })

  // rules/attendance 36
  it('tells people without an account that they cannot register, even if the form allows anonymous answers elsewhere', async () => {
    const questions = [{ type: 'short', question: 'Meal?', required: false }]
    const form = { title: 'Open', questions, allowAnonymous: true }
    const made = await chess.officer.device.createEventForm({ orgId: chess.orgId, form })
    const { eventId } = await hosted(w, chess.orgId, { registrationFormId: made.body.data._id })
    const seenBy = async (device: typeof ada.device) => {
      const [page, own] = await Promise.all([
        device.getEvent({ event_id: eventId }),
        device.getRegistrationForm({ event_id: eventId }),
      ])
      const forms = [page.body.event.registrationForm, own.body.form]
      return forms.map(({ allowAnonymous, requireAuth }) => ({ allowAnonymous, requireAuth }))
    }
    const closed = { allowAnonymous: false, requireAuth: true }
    expect(await seenBy(w.device())).toEqual([closed, closed])
    const guest = { event_id: eventId, guestName: 'Gus', guestEmail: 'gus@mail.test', formAnswers: ['Soup'] }
    expect(await w.device().registerForEvent(guest)).toMatchObject({ status: 401 })
    const open = { allowAnonymous: true, requireAuth: false }
    expect(await seenBy(gil.device)).toEqual([open, open])
    expect(await gil.device.registerForEvent({ event_id: eventId })).toMatchObject({ status: 201 })
  })

  // rules/attendance 22
  it('accepts answers in the order of its questions, and rejects invalid ones before a seat is taken', async () => {
    const { eventId } = await dinner()
    const ask = (formAnswers?: unknown) =>
      ada.device.registerForEvent({ event_id: eventId, ...(formAnswers ? { formAnswers } : {}) })
    expect(await ask()).toMatchObject({ status: 400, body: { code: InvalidAnswers.code } })
    expect(await ask(['Soup', 'XL'])).toMatchObject({
      status: 400,
      body: {
        message: 'Invalid form answers',
        data: { errors: [{ message: 'Not one of the options' }] },
      },
    })
    expect(await ask(['Soup'])).toMatchObject({ status: 400 })
    expect((await stateOf(w, eventId)).rows).toEqual([])
    expect((await ask(['Soup', 'M'])).status).toBe(201)
    expect((await ask()).status).toBe(200)
    expect((await responses(eventId)).formResponses).toMatchObject([
      {
        answers: ['Soup', 'M'],
        submittedBy: { _id: ada.id, name: 'visitor0' },
        event: eventId,
        name: 'visitor0',
      },
    ])
  })

  it('accepts no larger answers than a form does', async () => {
    const questions = Array.from({ length: 12 }, (_, at) => ({ type: 'long', question: `Question ${at}` }))
    const made = await chess.officer.device.createEventForm({
      orgId: chess.orgId,
      form: { title: 'Life', questions },
    })
    const { eventId } = await hosted(w, chess.orgId, { registrationFormId: made.body.data._id })
    const formAnswers = questions.map(() => 'x'.repeat(9000))
    expect(await ada.device.registerForEvent({ event_id: eventId, formAnswers })).toMatchObject(
      refused(AnswersTooLarge),
    )
  })

  // rules/attendance 18, rules/attendance 23
  it('keeps the newest answers, and removes those of people who withdraw', async () => {
    const { eventId } = await dinner()
    const ask = (answer: string) =>
      gil.device.registerForEvent({ event_id: eventId, formAnswers: [answer, null] })
    await ask('Soup')
    expect((await ask('Cake')).status).toBe(200)
    expect((await responses(eventId)).formResponses).toMatchObject([
      { answers: ['Cake', null], globalSubmittedBy: gil.id },
    ])
    await gil.device.withdrawFromEvent({ event_id: eventId })
    expect((await responses(eventId)).formResponses).toEqual([])
    expectSound(await stateOf(w, eventId))
  })

  // rules/attendance 18
  it('removes a registration when its answers are removed', async () => {
    const { eventId } = await dinner()
    await ada.device.registerForEvent({ event_id: eventId, formAnswers: ['Soup', null] })
    await gil.device.registerForEvent({ event_id: eventId, formAnswers: ['Cake', null] })
    const { formResponses } = await responses(eventId)
    for (const { _id: responseId } of formResponses)
      expect(
        await chess.officer.device.removeRegistrationResponse({ orgId: chess.orgId, eventId, responseId }),
      ).toMatchObject({ status: 200, body: { message: 'Registration removed' } })
    const state = await stateOf(w, eventId)
    expectSound(state)
    expect(state.rows).toEqual([])
  })
  it('removes that of a guest who has joined the school since', async () => {
    const there = await registered(w, 'eve', { username: 'eve' }, w.sister)
    const eve = { ...there, device: there.device.on(w.home) }
    const { eventId } = await dinner()
    await eve.device.registerForEvent({ event_id: eventId, formAnswers: ['Soup', null] })
    expect((await eve.device.joinTenant()).status).toBe(200)
    expect((await eve.device.registerForEvent({ event_id: eventId, guestCount: 2 })).status).toBe(200)
    const { formResponses } = await responses(eventId)
    const [{ _id: responseId }] = formResponses
    expect(
      await chess.officer.device.removeRegistrationResponse({ orgId: chess.orgId, eventId, responseId }),
    ).toMatchObject({ status: 200 })
    const state = await stateOf(w, eventId)
    expectSound(state)
    expect(state.rows).toEqual([])
  })
})
