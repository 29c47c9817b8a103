import { beforeAll, describe, expect, it } from 'vitest'
import type { Question } from '../../functions/form-records/contract.ts'
import * as failures from '../../functions/form-records/contract.ts'
import { form, formResponse } from '../../functions/form-records/repository.ts'
import { validateNamedAnswers, validateOrderedAnswers } from '../../functions/form-records/validation.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { englishText } from '../../lib/contract/text/prepared.ts'
import { orgRoles } from '../../lib/identity/org/organizations.ts'
import { refused } from '../support/agent.ts'
import { type Club, club } from '../support/orgs.ts'
import type { Person } from '../support/people.ts'
import { type World, world } from '../support/world.ts'

let w: World
let c: Club

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  c = await club(w)
})

const asked = [
  { _id: 'NEW_QUESTION_1', type: 'short', question: 'Your name?', required: true },
  { _id: 'why', type: 'long', question: 'Why?' },
  { type: 'multiple_choice', question: 'Level?', options: ['new', 'old'], required: true },
  { type: 'select_multiple', question: 'Days?', options: ['Mon', 'Tue', 'Wed'] },
  { type: 'rating_scale', question: 'Keen?', options: ['1', '2', '3'] },
]

type Made = { _id: string; questions: Question[] }

const make = async (more: object = {}, own = c): Promise<Made> => {
  const input = { orgId: own.orgId, form: { title: 'Sign-up', questions: asked, ...more } }
  const { status, body } = await own.officer.device.createEventForm(input)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}

const named = ({ questions }: Made, answers: readonly unknown[]) =>
  questions.flatMap(({ _id }, at) =>
    answers[at] === undefined ? [] : [{ referenceId: _id, answer: answers[at] }],
  )

const good = ['Ada', 'For fun', 'new', ['Tue', 'Mon'], '3']

const submit = (who: Person | undefined, made: Made, answers: readonly unknown[] = good, more: object = {}) =>
  (who?.device ?? w.device()).submitFormResponse({
    formId: made._id,
    responses: named(made, answers),
    ...more,
  })

describe('a form', () => {
  // rules/forms 3
  it('gets new ids for new questions, and keeps existing ones', async () => {
    const made = await make()
    const ids = made.questions.map(({ _id }) => _id)
    expect(ids[1]).toBe('why')
    expect(ids.filter((id) => id.startsWith('NEW_QUESTION_'))).toEqual([])
    expect(new Set(ids).size).toBe(5)
    expect(made).toMatchObject({
      formOwner: c.orgId,
      formOwnerType: 'Org',
      createdBy: c.officer.user._id,
      allowAnonymous: false,
      requireAuth: true,
      acceptingResponses: true,
    })
  })

  it.each([
    [{ title: '' }, 'form.title'],
    [{ questions: [] }, 'form.questions'],
    [{ questions: [{ type: 'file', question: 'x' }] }, 'form.questions.0.type'],
    [{ questions: [{ type: 'multiple_choice', question: 'x' }] }, 'form.questions.0.options'],
    [
      { questions: [{ type: 'rating_scale', question: 'x', options: ['a', 'a'] }] },
      'form.questions.0.options',
    ],
    [{ questions: [asked[1], asked[1]] }, 'form.questions'],
    [{ questions: Array.from({ length: 101 }, () => ({ type: 'short', question: 'x' })) }, 'form.questions'],
    [{ headerColor: 'red' }, 'form.headerColor'],
  ])('with %j is refused', async (more, field) => {
    const input = { title: 'Sign-up', questions: asked, ...more }
    const { status, body } = await c.owner.device.createEventForm({ orgId: c.orgId, form: input })
    expect([status, body.code, body.field]).toEqual([400, 'VALIDATION_ERROR', field])
  })

  // rules/forms 2
  it('cannot change its owner', async () => {
    const made = await make({ formOwner: 'other', formOwnerType: 'User', createdBy: 'eve', version: 99 })
    expect(made).toMatchObject({ formOwner: c.orgId, formOwnerType: 'Org', createdBy: c.officer.user._id })
    const other = await club(w, 'other')
    const change = { orgId: other.orgId, formId: made._id, form: { title: 'Mine' } }
    expect(await other.owner.device.updateEventForm(change)).toMatchObject(refused(failures.FormNotYours))
    expect(await other.owner.device.updateForm(change)).toMatchObject(refused(failures.FormNotYours))
  })

  // rules/forms 1
  it('is listed for people who manage events, last changed first', async () => {
    const own = await club(w, 'lists')
    const [first, second] = [await make({ title: 'One' }, own), await make({ title: 'Two' }, own)]
    w.clock.advance(1)
    await own.officer.device.updateEventForm({ orgId: own.orgId, formId: first._id, form: { title: 'Uno' } })
    const { body } = await own.officer.device.listEventForms({ orgId: own.orgId })
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['Uno', 'Two'])
    expect(second._id).toBe(body.data[1]._id)
    expect((await own.member.device.listEventForms({ orgId: own.orgId })).status).toBe(403)
  })

  // rules/forms 4
  it('changed by two requests at once keeps one change', async () => {
    const made = await make()
    const change = (title: string) =>
      c.officer.device.updateEventForm({ orgId: c.orgId, formId: made._id, form: { title } })
    const replies = await Promise.all(['a', 'b', 'c'].map(change))
    for (const reply of replies)
      if (reply.status !== 200) expect(reply).toMatchObject(refused(ConcurrentChange))
    expect(replies.some(({ status }) => status === 200)).toBe(true)
    const stored = await w.table().get(form, { formId: made._id })
    expect(stored?.version).toBe(1 + replies.filter(({ status }) => status === 200).length)
  })
})

describe('reading a form', () => {
  // rules/forms 5
  it('shows its owner and whether the reader has answered, and no addresses', async () => {
    const made = await make({ allowAnonymous: true })
    const read = async (who?: Person) => (await (who?.device ?? w.device()).getForm({ id: made._id })).body
    expect(await read()).toMatchObject({
      hasSubmitted: false,
      isAuthenticated: false,
      form: { requireAuth: false },
    })
    await submit(c.member, made)
    const body = await read(c.member)
    expect(body).toMatchObject({
      ownerInfo: { name: `${c.name}`, type: 'Org' },
      hasSubmitted: true,
      isAuthenticated: true,
    })
    expect(JSON.stringify(body)).not.toContain('@')
    expect(await w.device().getForm({ id: 'absent' })).toMatchObject(refused(failures.FormNotFound))
  })

  // rules/forms 6
  it('ends with the organization', async () => {
    const own = await club(w, 'gone')
    const made = await make({}, own)
    const roles = await w.table().get(orgRoles, { orgId: own.orgId })
    if (roles) await w.table().put(orgRoles, { ...roles, deletedAt: w.clock.now().toISOString() })
    expect(await submit(own.member, made)).toMatchObject(refused(failures.FormNotFound))
    const responses = await own.owner.device.listFormResponses({ formId: made._id })
    expect(responses).toMatchObject(refused(failures.FormNotFound))
  })
})

const questions: Question[] = [
  { _id: 'a', type: 'short', question: 'A?', required: true, options: [] },
  { _id: 'b', type: 'select_multiple', question: 'B?', required: true, options: ['x', 'y'] },
  { _id: 'c', type: 'rating_scale', question: 'C?', required: false, options: ['1', '2'] },
  { _id: 'd', type: 'long', question: 'D?', required: false, options: [] },
]
const missing = (text: string) => `Missing answer for required question: ${text}`

describe('answers in the order of the questions', () => {
  // rules/forms 7
  it.each<[unknown[], string[]]>([
    [['Ada', ['x']], ['Expected 4 answers in the order of the questions']],
    [['Ada', ['x'], null, undefined], []],
    [
      ['  ', [], '', null],
      [missing('A?'), missing('B?')],
    ],
    [[['Ada'], ['x'], '1', 'd'], ['Send text']],
    [['Ada', 'x', '1', 'd'], ['Expected a list of options']],
    [['Ada', ['x', 'x'], '1', 'd'], ['Choose each option only once']],
    [
      ['Ada', ['z'], '3', 'd'],
      ['Not one of the options', 'Not one of the options'],
    ],
    [
      ['A'.repeat(1001), ['x'], '1', 'd'.repeat(10_001)],
      ['At most 1000 characters', 'At most 10000 characters'],
    ],
  ])('%j', (answers, problems) => {
    expect(
      validateOrderedAnswers(questions, answers as never).problems.map(({ text }) => englishText(text)),
    ).toEqual(problems)
  })
})

describe('answers that name their questions', () => {
  // rules/forms 9
  it('name each existing question once', () => {
    const sent = [
      { referenceId: 'b', answer: ['y'] },
      { referenceId: 'a', answer: 'Ada' },
      { referenceId: 'a', answer: 'Eve' },
      { referenceId: 'q', answer: 'x' },
    ]
    const { answers, problems } = validateNamedAnswers(questions, sent)
    expect(answers.slice(1)).toEqual([['y'], null, null])
    expect(problems).toEqual([
      { questionId: 'a', text: { text: 'Answer each question only once' } },
      { questionId: 'q', text: { text: 'This form has no such question' } },
    ])
  })
})

describe('a stored response', () => {
  // rules/forms 11
  it('has a maximum size', async () => {
    const long = Array.from({ length: 11 }, () => ({ type: 'long', question: 'More?' }))
    const made = await make({ questions: long })
    const reply = await submit(
      c.member,
      made,
      long.map(() => 'x'.repeat(10_000)),
    )
    expect(reply).toMatchObject(refused(failures.AnswersTooLarge))
    const kept = await w.table().list(formResponse, { keyParams: { formId: made._id }, limit: 1 })
    expect(kept.items).toEqual([])
  })
})
