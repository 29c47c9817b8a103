import { beforeAll, describe, expect, it } from 'vitest'
import { RoleNotYours, StepRequired } from '../../functions/approvals/contract.ts'
import { Forbidden } from '../../lib/contract/failures.ts'
import { refused } from '../support/agent.ts'
import { flowIs, pendingEvent, statusOf } from './campus.ts'
import { type ApprovalCast, approvalCast } from './cast.ts'

const questions = [{ _id: 'exits', type: 'short', question: 'How many exits?', required: true }]

let campus: ApprovalCast['campus']
let domainId: string
let who: ApprovalCast['who']

beforeAll(async () => {
  ;({ campus, domainId, who } = await approvalCast())
})

describe('lists', () => {
  // rules/approvals 27
  it.each(['listPendingForRole', 'listApprovedByRole', 'listRejectedForRole'] as const)(
    'of a role are for who holds it: %s',
    async (operation) => {
      const as = (name: string) => who(name).device[operation]({ role: 'safety officer' })
      expect((await as('safety')).status).toBe(200)
      expect((await as('dean')).status).toBe(200)
      for (const name of ['head', 'unlucky', 'outsider'])
        expect(await as(name)).toMatchObject(refused(RoleNotYours))
      expect((await who('outsider').device[operation]()).body.events).toEqual([])
    },
  )

  it('of a domain are for its roles', async () => {
    const eventId = await pendingEvent(campus.c)
    const named = { domainId, eventId }
    const elsewhere = await who('dean').device.listDomainApprovals({ domainId: 'nowhere' })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([404, 'DOMAIN_NOT_FOUND'])
    for (const name of ['safety', 'outsider']) {
      const { device } = who(name)
      expect(await device.listDomainApprovals({ domainId })).toMatchObject(refused(RoleNotYours))
      expect(await device.approveDomainEvent(named)).toMatchObject(refused(RoleNotYours))
      expect(await device.rejectDomainEvent({ ...named, reason: 'No' })).toMatchObject(refused(RoleNotYours))
    }
    const { body } = await who('usher').device.approveDomainEvent(named)
    const approved = body.data.instance.approvals.filter(
      ({ status }: { status: string }) => status === 'approved',
    )
    expect(approved).toMatchObject([{ role: 'usher' }])
    const rejected = await campus.dean.device.rejectDomainEvent({ ...named, reason: 'No' })
    expect(rejected.body.status).toBe('rejected')
  })

  it('of a domain say which rooms were taken since by others', async () => {
    const { c, dean } = campus
    const room = { classroom_id: 'attic', location: 'Attic' }
    const times = (day: number) => ({
      start_time: `2026-03-2${day}T10:00:00Z`,
      end_time: `2026-03-2${day}T12:00:00Z`,
    })
    const lost = await pendingEvent(c, { ...room, ...times(1), autoBook: true })
    const holding = await pendingEvent(c, { ...room, ...times(1) })
    const free = await pendingEvent(c, { ...room, ...times(2), autoBook: true })
    const { body } = await dean.device.listDomainApprovals({ domainId, limit: '100' })
    const conflicts = new Map(
      body.events.map((event: { _id: string; reservationConflictSummary: object }) => [
        event._id,
        event.reservationConflictSummary,
      ]),
    )
    expect([lost, holding, free].map((id) => conflicts.get(id))).toEqual([
      { hasConflict: true, reason: 'The room is taken' },
      { hasConflict: false },
      { hasConflict: false },
    ])
  })

  // rules/approvals 27
  it('of what is stuck are for administrators', async () => {
    expect(await who('safety').device.listStuckApprovals()).toMatchObject(refused(Forbidden))
  })
})

describe('a step that asks questions', () => {
  const formResponses = [{ referenceId: 'exits', answer: 'Three' }]

  // rules/approvals 14
  it('takes their answers', async () => {
    const { dean, c } = campus
    await flowIs(dean, { role: 'safety officer', formDefinition: { questions } }, { role: 'usher' })
    const event_id = await pendingEvent(c)
    const safety = who('safety').device
    const missing = await safety.approveEvent({ event_id })
    expect([missing.status, missing.body.code]).toEqual([400, 'INVALID_FORM_ANSWERS'])
    expect(await dean.device.approveEvent({ event_id, formResponses })).toMatchObject(refused(StepRequired))
    expect((await safety.approveEvent({ event_id, formResponses })).status).toBe(200)
    const stray = await who('usher').device.approveEvent({ event_id, formResponses })
    expect([stray.status, stray.body.code]).toEqual([400, 'INVALID_FORM_ANSWERS'])
  })

  it('takes answers of a hundred kilobytes', async () => {
    const { dean, c } = campus
    const many = Array.from({ length: 12 }, (_, at) => ({
      _id: `q${at}`,
      type: 'long',
      question: 'Say more',
    }))
    await flowIs(dean, { role: 'safety officer', formDefinition: { questions: many } })
    const event_id = await pendingEvent(c)
    const answers = many.map(({ _id }) => ({ referenceId: _id, answer: 'x'.repeat(9000) }))
    const reply = await who('safety').device.approveEvent({ event_id, formResponses: answers })
    expect([reply.status, reply.body.code]).toEqual([400, 'ANSWERS_TOO_LARGE'])
  })
})

describe('an event that books its room when it is approved', () => {
  // rules/rooms 23
  it('waits on when the room is taken by then', async () => {
    const { dean, c } = campus
    await flowIs(dean)
    const room = {
      classroom_id: 'cellar',
      start_time: '2026-03-20T10:00:00Z',
      end_time: '2026-03-20T12:00:00Z',
    }
    const event_id = await pendingEvent(c, { ...room, autoBook: true, requiresApproval: true })
    await pendingEvent(c, room)
    const reply = await dean.device.approveEvent({ event_id })
    expect([reply.status, reply.body.code]).toEqual([409, 'reservation_conflict'])
    expect(await statusOf(campus, event_id)).toBe('pending')
  })
})
