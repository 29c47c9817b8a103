import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { attendee, type EventCard, eventBody, eventCard } from '../../functions/events/index.ts'
import { formResponse } from '../../functions/form-records/repository.ts'
import { crowd, type Visitor } from '../attendance/crowd.ts'
import { hosted } from '../attendance/events.ts'
import { type Club, club } from '../support/orgs.ts'
import { type World, world } from '../support/world.ts'

let w: World
let chess: Club
let ada: Visitor
let ben: Visitor
let gil: Visitor
let feedbackForm: { _id: string; questions: { _id: string }[] }

const createForm = async (questions: readonly object[]) => {
  const form = { title: 'Questions', questions }
  const { body } = await chess.officer.device.createEventForm({ orgId: chess.orgId, form })
  return body.data
}

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  chess = await club(w)
  ;[ada, ben, gil] = (await crowd(w, 3, { guestEvery: 3 })) as [Visitor, Visitor, Visitor]
  feedbackForm = await createForm([{ type: 'short', question: 'How was it?' }])
})

const diet = { type: 'select_multiple', question: 'Diet, etc.', options: ['vegan, no nuts', 'halal'] }
const notes = { type: 'long', question: 'Notes' }

/** An event with both forms. */
const dinner = async (questions: readonly object[] = [diet, notes]) => {
  const form = await createForm(questions)
  const card = await hosted(w, chess.orgId, { registrationFormId: form._id })
  const { eventId } = card
  const body = await w.table().get(eventBody, { eventId })
  await w.table().put(eventBody, { ...(body as NonNullable<typeof body>), feedbackFormId: feedbackForm._id })
  return { form, card, scope: { orgId: chess.orgId, eventId } }
}

const answer = async ({ device }: Visitor, { eventId }: { eventId: string }, formAnswers: unknown[]) =>
  expect((await device.registerForEvent({ event_id: eventId, formAnswers })).status).toBe(201)

const end = (card: EventCard) => {
  const at = (hours: number) => new Date(w.clock.now().getTime() + hours * 3_600_000).toISOString()
  return w.table().put(eventCard, { ...card, start_time: at(-2), end_time: at(-1) })
}

const rate = async ({ device }: Visitor, eventId: string, text: string) => {
  const responses = [{ referenceId: feedbackForm.questions[0]?._id, answer: text }]
  const { status } = await device.submitFormResponse({ formId: feedbackForm._id, responses, eventId })
  expect(status).toBe(201)
}

/** Columns of answers, which two columns follow, and rows by the person's name. */
const tableOf = async (scope: object) => {
  const { body } = await chess.officer.device.exportAttendees(scope)
  const rows = parse(body, { bom: true, columns: true }) as Record<string, string>[]
  const [header] = parse(body, { bom: true, to: 1 }) as string[][]
  const columns = (header ?? []).slice((header ?? []).indexOf('correctionReason') + 1, -2)
  expect(header?.slice(-2)).toEqual(['headsCheckedIn', 'checkedInByName'])
  const cellsOf = (visitor: Visitor) => {
    const row = rows.find(({ id }) => id?.endsWith(visitor.id))
    return columns.map((name) => row?.[name])
  }
  return { columns, cellsOf }
}

describe('the answers in the file of attendees', () => {
  // rules/analytics 24
  it('have a column for each question, before and after people have answered', async () => {
    const { card, scope } = await dinner()
    const columns = ['Registration: Diet, etc.', 'Registration: Notes', 'Feedback: How was it?']
    expect((await tableOf(scope)).columns).toEqual(columns)
    await answer(ada, scope, [['vegan, no nuts', 'halal'], '=HYPERLINK("x","y")\nsecond line'])
    await answer(gil, scope, [['halal'], null])
    await ben.device.registerForEvent({ event_id: scope.eventId })
    await end(card)
    await rate(ada, scope.eventId, 'Good')
    await rate(gil, scope.eventId, 'Too loud')
    const table = await tableOf(scope)
    expect(table.columns).toEqual(columns)
    expect(table.cellsOf(ada)).toEqual([
      'vegan, no nuts; halal',
      '\'=HYPERLINK("x","y")\nsecond line',
      'Good',
    ])
    expect(table.cellsOf(gil)).toEqual(['halal', '', 'Too loud'])
    expect(table.cellsOf(ben)).toEqual(['', '', ''])
    const { body } = await chess.officer.device.exportAttendees({ ...scope, format: 'json' })
    const { attendees } = body.data
    expect(attendees.map((row: { answers: unknown }) => row.answers)).toContainEqual({
      registration: [
        { question: 'Diet, etc.', answer: ['halal'] },
        { question: 'Notes', answer: null },
      ],
      feedback: [{ question: 'How was it?', answer: 'Too loud' }],
    })
  })

  // rules/analytics 24
  it('keep two questions of the same text, and removed questions that were answered, apart', async () => {
    const { form, scope } = await dinner([notes, notes, { ...notes, question: 'Old' }])
    await answer(ada, scope, ['first', 'second', 'third'])
    const questions = form.questions.slice(0, 2)
    await chess.officer.device.updateEventForm({ orgId: chess.orgId, formId: form._id, form: { questions } })
    const { columns, cellsOf } = await tableOf(scope)
    expect(columns).toEqual([
      'Registration: Notes',
      'Registration: Notes (2)',
      'Feedback: How was it?',
      'Registration: Old',
    ])
    expect(cellsOf(ada)).toEqual(['first', 'second', '', 'third'])
  })

  // rules/analytics 25
  it('are empty once they are erased, and for people who have left', async () => {
    const { form, scope } = await dinner()
    await answer(ada, scope, [['halal'], 'of Ada'])
    await answer(ben, scope, [['halal'], 'of Ben'])
    const table = w.table()
    const { items } = await table.list(formResponse, { keyParams: { formId: form._id }, limit: 9 })
    for (const response of items.filter(({ answers }) => answers[1] === 'of Ada'))
      await table.put(formResponse, { ...response, answers: response.answers.map(() => null) })
    const rows = await table.list(attendee, { keyParams: { eventId: scope.eventId }, limit: 9 })
    for (const row of rows.items.filter(({ personId }) => personId === ben.id))
      await table.put(attendee, { ...row, left: true })
    const shown = await tableOf(scope)
    expect(shown.columns).toEqual([
      'Registration: Diet, etc.',
      'Registration: Notes',
      'Feedback: How was it?',
    ])
    expect(shown.cellsOf(ada)).toEqual(['', '', ''])
    expect(shown.cellsOf(ben)).toEqual(['', '', ''])
  })

  // rules/analytics 24
  it('come in parts below what a reply may have, and nobody is in two of them', async () => {
    const longest = Array.from({ length: 10 }, (_, at) => ({ type: 'long', question: `Essay ${at}` }))
    const { scope } = await dinner(longest)
    const many = await crowd(w, 46, { name: 'writer' })
    const essay = 'ä'.repeat(4_900)
    for (const one of many)
      await answer(
        one,
        scope,
        longest.map(() => essay),
      )
    const names: string[] = []
    let cursor: string | undefined
    let parts = 0
    do {
      const sent = { ...scope, ...(cursor === undefined ? {} : { cursor }) }
      const { body, headers } = await chess.officer.device.exportAttendees(sent)
      expect(Buffer.byteLength(body)).toBeLessThan(5_000_000)
      names.push(...(parse(body, { bom: true, columns: true }) as { id: string }[]).map(({ id }) => id))
      cursor = headers['x-next-cursor']
      parts += 1
    } while (cursor !== undefined)
    expect([parts, new Set(names).size, names.length]).toEqual([2, 46, 46])
  })
})
