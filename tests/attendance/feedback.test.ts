import { beforeAll, describe, expect, it } from 'vitest'
import { attendee, type EventCard, eventBody, eventCard } from '../../functions/events/index.ts'
import * as failures from '../../functions/form-records/contract.ts'
import { feedbackWrites } from '../../functions/lifecycle/notifications.ts'
import { refused } from '../support/agent.ts'
import { type Club, club } from '../support/orgs.ts'
import { type World, world } from '../support/world.ts'
import { crowd, type Visitor } from './crowd.ts'
import { hosted } from './events.ts'
import { attendanceStream } from './stream.ts'

let w: World
let chess: Club
let people: Visitor[]
let formId: string
let questions: { _id: string }[]

const asked = [
  { type: 'multiple_choice', question: 'How was it?', required: true, options: ['Good', 'Bad'] },
  { type: 'select_multiple', question: 'What did you like?', options: ['Food', 'Talks'] },
  { type: 'long', question: 'Anything else?' },
]

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  chess = await club(w)
  people = await crowd(w, 4, { guestEvery: 4 })
  const form = { title: 'How was it?', questions: asked }
  const { body } = await chess.officer.device.createEventForm({ orgId: chess.orgId, form })
  formId = body.data._id
  questions = body.data.questions
})

/** An event that asks how it was, with the first people of the crowd registered, over by now or not. */
const asking = async ({ over = true, more = {} as Partial<EventCard> } = {}) => {
  const card = await hosted(w, chess.orgId, more)
  const { eventId } = card
  const body = await w.table().get(eventBody, { eventId })
  if (!body) throw new Error('the event has no body')
  await w.table().put(eventBody, { ...body, feedbackFormId: formId })
  for (const { device } of people.slice(0, 3)) await device.registerForEvent({ event_id: eventId })
  const now = w.clock.now().getTime()
  const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
  const ended = { start_time: at(-2), end_time: at(-1) }
  if (over) await w.table().put(eventCard, { ...card, ...ended, ...more })
  return { ...card, eventId }
}

const say = (
  who: { device: Visitor['device'] },
  eventId: string,
  answers: readonly unknown[],
  form = formId,
) => {
  const responses = answers.map((answer, at) => ({ referenceId: questions[at]?._id, answer }))
  return who.device.submitFormResponse({ formId: form, responses, eventId })
}
const page = async (eventId: string, query: object = {}) =>
  (await chess.officer.device.listFeedbackResponses({ orgId: chess.orgId, eventId, ...query })).body.data

describe('feedback on an event', () => {
  // rules/attendance 24, rules/attendance 25
  it('is accepted once from each attendee, after the event', async () => {
    const [ada, ben, eve, gil] = people as [Visitor, Visitor, Visitor, Visitor]
    const { eventId } = await asking()
    expect((await say(ada, eventId, ['Good', ['Food', 'Talks'], 'Thanks'])).status).toBe(201)
    expect(await say(ada, eventId, ['Bad'])).toMatchObject(refused(failures.AlreadySubmitted))
    expect((await say(ben, eventId, ['Bad', ['Food']])).status).toBe(201)
    expect((await say(eve, eventId, ['Good'])).status).toBe(201)
    expect(await say(gil, eventId, ['Good'])).toMatchObject(refused(failures.NotAttended))
    expect(await say({ device: w.device() }, eventId, ['Good'])).toMatchObject(refused(failures.AuthRequired))
  })

  // rules/attendance 24
  it('can be given again about another event with the same form', async () => {
    const [ada] = people as [Visitor]
    const { eventId } = await asking()
    const shown = (of?: string) => ada.device.getForm({ id: formId, ...(of ? { eventId: of } : {}) })
    expect((await shown(eventId)).body.hasSubmitted).toBe(false)
    expect((await say(ada, eventId, ['Good'])).status).toBe(201)
    expect((await shown(eventId)).body.hasSubmitted).toBe(true)
  })

  // rules/attendance 24
  it('is not open before the end, nor for a form that the event does not use', async () => {
    const [ada] = people as [Visitor]
    const { eventId } = await asking({ over: false })
    expect(await say(ada, eventId, ['Good'])).toMatchObject(refused(failures.FeedbackNotOpen))
    const form = { title: 'Other', questions: asked }
    const other = await chess.officer.device.createEventForm({ orgId: chess.orgId, form })
    const responses = [{ referenceId: other.body.data.questions[0]._id, answer: 'Good' }]
    const stray = await ada.device.submitFormResponse({ formId: other.body.data._id, responses, eventId })
    expect(stray).toMatchObject(refused(failures.EventNotLinked))
    const nowhere = await ada.device.submitFormResponse({ formId, responses: [], eventId: 'nowhere' })
    expect(nowhere).toMatchObject(refused(failures.EventNotFound))
  })

  // rules/attendance 25
  it('is for people who were checked in, if anybody was', async () => {
    const [ada, ben] = people as [Visitor, Visitor]
    const card = await asking({ more: { checkedInCount: 1 } })
    const { eventId } = card
    const at = { eventId, kind: 'u' as const, personId: ada.id }
    await w.table().update(attendee, at, { set: { checkedIn: true } })
    expect((await say(ada, eventId, ['Good'])).status).toBe(201)
    expect(await say(ben, eventId, ['Good'])).toMatchObject(refused(failures.NotAttended))
  })

  // rules/attendance 26
  it('is shown to organizers only, with every option counted once', async () => {
    const [ada, ben, eve] = people as [Visitor, Visitor, Visitor]
    const { eventId } = await asking()
    const stream = await attendanceStream(w, { arrange: (records) => [...records, ...records] })
    await say(ada, eventId, ['Good', ['Food', 'Talks'], 'Thanks'])
    await say(ben, eventId, ['Bad', ['Food']])
    await say(eve, eventId, ['Good'])
    await stream.drain()
    const shown = await page(eventId)
    const [how = '', what = '', else_ = ''] = questions.map(({ _id }) => _id)
    expect(shown).toMatchObject({
      responseCount: 3,
      feedbackFormId: formId,
      aggregated: {
        [how]: { question: 'How was it?', options: ['Good', 'Bad'], counts: { Good: 2, Bad: 1 }, total: 3 },
        [what]: { counts: { Food: 2, Talks: 1 }, total: 2 },
        [else_]: { counts: {}, total: 1 },
      },
    })
    expect(shown.responses.map(({ answers }: { answers: unknown[] }) => answers[0])).toEqual([
      'Good',
      'Bad',
      'Good',
    ])
    const first = await page(eventId, { limit: '2' })
    expect(first.responses).toHaveLength(2)
    expect((await page(eventId, { limit: '2', cursor: first.nextCursor })).responses).toHaveLength(1)
    const stranger = await ada.device.listFeedbackResponses({ orgId: chess.orgId, eventId })
    expect(stranger.status).toBe(403)
    const report = await chess.officer.device.exportEventReport({ orgId: chess.orgId, eventId })
    expect(report.body.data.report.feedback).toEqual({ responses: 3 })
  })

  it('is requested with a link to the form, from people who were checked in if anybody was', async () => {
    const card = await asking({ over: false })
    const body = await w.table().get(eventBody, { eventId: card.eventId })
    if (!body) throw new Error('the event has no body')
    const over = (checkedInCount: number) => ({
      card: { ...card, checkedInCount, status: 'completed' as const },
      body,
    })
    const world = { ...w.runtime, table: w.table() }
    const told = (checkedInCount: number) => JSON.stringify(feedbackWrites(card, over(checkedInCount), world))
    expect(told(0)).toContain(`"mailLink":"/form/${formId}?eventId=${card.eventId}"`)
    expect(told(0)).not.toContain('"checkedIn":true')
    expect(told(3)).toContain('"checkedIn":true')
  })
})

describe('the registration form of an event, answered separately', () => {
  it('replaces the answers of a registered person, and is closed to others', async () => {
    const [ada, , , gil] = people as [Visitor, Visitor, Visitor, Visitor]
    const { eventId } = await hosted(w, chess.orgId, { registrationFormId: formId })
    const formAnswers = ['Good', ['Food'], 'First']
    expect((await ada.device.registerForEvent({ event_id: eventId, formAnswers })).status).toBe(201)
    expect((await say(ada, eventId, ['Bad', null, 'Second'])).status).toBe(201)
    const { body } = await chess.officer.device.listRegistrations({ orgId: chess.orgId, eventId })
    expect(body.data.formResponses.map(({ answers }: { answers: unknown[] }) => answers)).toEqual([
      ['Bad', null, 'Second'],
    ])
    expect(await say(gil, eventId, ['Good'])).toMatchObject(refused(failures.NotRegistered))
    expect((await page(eventId)).responseCount).toBe(0)
  })
})
