import { beforeAll, describe, expect, it } from 'vitest'
import * as failures from '../../functions/form-records/contract.ts'
import { form } from '../../functions/form-records/repository.ts'
import { RateLimited } from '../../lib/contract/failures.ts'
import { refused } from '../support/agent.ts'
import { type Club, club } from '../support/orgs.ts'
import { type Person, registered } from '../support/people.ts'
import { type World, world } from '../support/world.ts'

let w: World
let c: Club

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  c = await club(w)
})

type Made = { _id: string; questions: { _id: string }[] }

const make = async (more: object = {}): Promise<Made> => {
  const questions = [{ type: 'short', question: 'Name?', required: true }]
  const input = { orgId: c.orgId, form: { title: 'Sign-up', questions, ...more } }
  return (await c.officer.device.createEventForm(input)).body.data
}

const submit = (
  who: Person | undefined,
  { _id, questions }: Made,
  answer: unknown = 'Ada',
  more: object = {},
) => {
  const responses = [{ referenceId: questions[0]?._id, answer, question: 'Name?', type: 'short' }]
  return (who?.device ?? w.device()).submitFormResponse({ formId: _id, responses, ...more })
}

describe('answering a form', () => {
  // rules/forms 14
  it('for applicants is possible with an application only', async () => {
    const questions = [{ type: 'short', question: 'Why?', required: true }]
    const memberForm = { title: 'Joining', questions }
    await c.owner.device.editOrganization({ orgId: c.orgId, memberForm })
    const { body } = await c.owner.device.getOrganizationByName({ name: c.name })
    const asked: Made = body.overview.memberForm
    for (const who of [c.member, c.outsider, undefined])
      expect(await submit(who, asked)).toMatchObject(refused(failures.AnsweredByApplying))
    const formResponse = [{ referenceId: asked.questions[0]?._id, answer: 'To play' }]
    const joined = await c.outsider.device.applyToOrganization({ orgId: c.orgId, formResponse })
    expect(joined.status).toBe(201)
    await c.outsider.device.leaveOrganization({ orgId: c.orgId })
  })

  // rules/forms 18
  it('stores the answers with the questions', async () => {
    const made = await make()
    const { status, body } = await submit(c.outsider, made)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      success: true,
      message: 'Form response submitted',
      formResponse: {
        form: made._id,
        answers: ['Ada'],
        submittedBy: c.outsider.user._id,
        formSnapshot: { title: 'Sign-up', questions: made.questions },
      },
    })
  })

  // rules/forms 10
  it('lists invalid answers, and stores nothing then', async () => {
    const made = await make()
    const reply = await submit(c.member, made, '  ')
    expect(reply).toMatchObject({
      status: 400,
      body: {
        success: false,
        message: 'Missing answer for required question: Name?',
        code: failures.InvalidAnswers.code,
        data: { errors: [{ questionId: made.questions[0]?._id }] },
      },
    })
    expect((await submit(c.member, made, ['a'])).body.message).toBe(failures.InvalidAnswers.message)
    const { body } = await c.officer.device.listFormResponses({ formId: made._id })
    expect(body.responses).toEqual([])
  })

  it('requires the form and answers', async () => {
    const send = (input: object) => c.member.device.submitFormResponse(input)
    expect(await send({})).toMatchObject(refused(failures.FormIncomplete))
    expect(await send({ formId: 'absent' })).toMatchObject(refused(failures.FormIncomplete))
    expect(await send({ formId: 'absent', responses: [] })).toMatchObject(refused(failures.FormNotFound))
    const made = await make()
    expect(await submit(c.member, made, 'Ada', { eventId: 'any' })).toMatchObject(
      refused(failures.EventNotFound),
    )
  })

  // rules/forms 12
  it('ends when the form is closed', async () => {
    const made = await make({ acceptingResponses: false })
    expect(await submit(c.member, made)).toMatchObject(refused(failures.FormClosed))
  })

  // rules/forms 13
  it('happens once when the form says so, however often it is sent at the same moment', async () => {
    const made = await make({ allowMultipleResponses: false })
    const replies = await Promise.all(Array.from({ length: 10 }, () => submit(c.member, made)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await submit(c.member, made)).toMatchObject(refused(failures.AlreadySubmitted))
    expect((await submit(c.follower, made)).status).toBe(201)
    const many = await make()
    expect([(await submit(c.member, many)).status, (await submit(c.member, many)).status]).toEqual([201, 201])
  })

  // rules/forms 15
  it('as a guest of the school is stored under the global id', async () => {
    const guest = await registered(w, 'visitor', { username: 'visitor' }, w.sister)
    const device = guest.device.on(w.home)
    const made = await make()
    const { body } = await submit({ ...guest, device }, made)
    expect(body.formResponse).toMatchObject({ submittedBy: null, globalSubmittedBy: guest.user.globalUserId })
  })
})

describe('without signing in', () => {
  const details = { guestName: 'Gil Guest', guestEmail: 'Gil@b.example' }

  // rules/forms 16
  it('is allowed when the form allows it, with a name and an address', async () => {
    const closed = await make()
    expect(await submit(undefined, closed, 'Gil', details)).toMatchObject(refused(failures.AuthRequired))
    const open = await make({ allowAnonymous: true, allowMultipleResponses: false })
    expect(await submit(undefined, open)).toMatchObject(refused(failures.GuestDetailsRequired))
    expect(await submit(undefined, open, 'Gil', { ...details, guestEmail: 'gil' })).toMatchObject(
      refused(failures.GuestEmailInvalid),
    )
    const { body } = await submit(undefined, open, 'Gil', details)
    expect(body.formResponse).toMatchObject({
      submittedBy: null,
      guestName: 'Gil Guest',
      guestEmail: 'gil@b.example',
    })
    expect(await submit(undefined, open, 'Gil', details)).toMatchObject(refused(failures.AlreadySubmitted))
    const nameless = await make({ allowAnonymous: true, collectGuestDetails: false })
    const kept = (await submit(undefined, nameless, 'x', details)).body.formResponse
    expect(kept.guestEmail).toBeUndefined()
  })

  // rules/forms 17
  it('is limited for each network address', async () => {
    const strict = await world({ settings: { RATE_LIMIT_SCALE: '0.1' } })
    const send = () =>
      strict.device().submitFormResponse({ formId: 'absent', responses: [] }, { sourceIp: '203.0.113.77' })
    for (let at = 0; at < 30; at += 1) expect((await send()).status).toBe(404)
    expect(await send()).toMatchObject({ status: 429, body: { code: RateLimited.code } })
  })
})

describe('reading responses', () => {
  // rules/forms 18
  it('shows each with the version of the form that it answers, newest first', async () => {
    const made = await make()
    await submit(c.member, made, 'first')
    const questions = [
      { ...made.questions[0], type: 'short', question: 'Full name?' },
      { type: 'long', question: 'Why?' },
    ]
    const change = { orgId: c.orgId, formId: made._id, form: { questions } }
    const changed = (await c.officer.device.updateEventForm(change)).body.data
    await submit(c.follower, changed, 'second')
    const shorter = { ...change, form: { questions: [{ ...changed.questions[0] }] } }
    expect((await c.officer.device.updateEventForm(shorter)).body.data.removedQuestions).toHaveLength(1)
    const { body } = await c.officer.device.listFormResponses({ formId: made._id })
    type Shown = {
      formSnapshot: { questions: { question: string }[] }
      answers: unknown[]
      submittedBy: object
    }
    const shown: Shown[] = body.responses
    expect(shown.map(({ answers }) => answers)).toEqual([['second', null], ['first']])
    expect(shown.map(({ formSnapshot }) => formSnapshot.questions.map(({ question }) => question))).toEqual([
      ['Full name?', 'Why?'],
      ['Name?'],
    ])
    expect(shown[1]?.submittedBy).toMatchObject({ _id: c.member.user._id, email: c.member.email })
  })

  // rules/forms 1, rules/forms 19
  it.each([
    ['owner', 'event', 200],
    ['admin', 'event', 200],
    ['officer', 'event', 200],
    ['member', 'event', 403],
    ['follower', 'event', 403],
    ['outsider', 'event', 403],
    ['owner', 'membership', 200],
    ['admin', 'membership', 200],
    ['officer', 'membership', 403],
    ['member', 'membership', 403],
  ] as const)('by the %s of a form for %s answers %i', async (who, purpose, status) => {
    const made = await make()
    await w.table().update(form, { formId: made._id }, { set: { purpose } })
    const reply = await c[who].device.listFormResponses({ formId: made._id })
    expect(reply.status).toBe(status)
    if (status === 403) expect(reply).toMatchObject(refused(failures.ResponsesForbidden))
    const change = { orgId: c.orgId, formId: made._id, form: { title: 'x' } }
    if (who === 'officer' && purpose === 'membership')
      expect(await c.officer.device.updateEventForm(change)).toMatchObject(refused(failures.FormNotYours))
  })

  // rules/forms 20
  it('of a personal form is allowed to its owner', async () => {
    const made = await make()
    await w.table().put(form, {
      ...(await w.table().get(form, { formId: made._id })),
      formOwner: c.member.user._id,
      formOwnerType: 'User',
    } as never)
    const read = (who: Person) => who.device.listFormResponses({ formId: made._id })
    expect((await read(c.member)).status).toBe(200)
    expect(await read(c.owner)).toMatchObject(refused(failures.ResponsesForbidden))
    expect((await c.member.device.getForm({ id: made._id })).body.ownerInfo).toEqual({
      name: c.member.user.name,
      type: 'User',
    })
  })

  it('fits into one page however large the form is', async () => {
    const heavy = Array.from({ length: 38 }, () => ({
      type: 'multiple_choice',
      question: 'Which?',
      options: Array.from({ length: 25 }, (_, at) => String(at).padEnd(200, 'x')),
    }))
    const made = await make({ questions: [{ type: 'short', question: 'Name?' }, ...heavy] })
    for (let at = 0; at < 18; at += 1) await submit(c.member, made)
    const { body } = await c.owner.device.listFormResponses({ formId: made._id, limit: 100 })
    expect(JSON.stringify(body).length).toBeLessThan(4.5 * 1024 * 1024)
    expect(body.responses.length).toBeLessThan(18)
    const rest = await c.owner.device.listFormResponses({
      formId: made._id,
      limit: 100,
      cursor: body.nextCursor,
    })
    expect(body.responses.length + rest.body.responses.length).toBe(18)
  })
})
