import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ApprovalDecided, DecidedOtherwise, NotAuthorized } from '../../functions/approvals/contract.ts'
import { refused } from '../support/agent.ts'
import { type Person, people, registered } from '../support/people.ts'
import {
  type ApprovalCampus,
  approvalCampus,
  assigned,
  flowIs,
  outcomesTold,
  pendingEvent,
  statusOf,
} from './campus.ts'

let campus: ApprovalCampus
let crowd: Person[]

beforeAll(async () => {
  campus = await approvalCampus([])
  crowd = await people(campus.w, 20)
  for (const person of crowd) await assigned(campus.dean, 'safety officer', person)
})

const outcomes = (replies: readonly { status: number; body: { message: string } }[]) => {
  const all: Record<string, number> = {}
  for (const { status, body } of replies) {
    const name = status === 200 ? '200' : `${status} ${body.message}`
    all[name] = (all[name] ?? 0) + 1
  }
  return all
}

const flow = (requiredApprovals: number) =>
  flowIs(campus.dean, { role: 'safety officer', requiredApprovals }, { role: 'department head', stage: 1 })

describe('twenty who approve at once', () => {
  // rules/approvals 10
  it('are one decision where one is enough', async () => {
    await flowIs(campus.dean, { role: 'safety officer', requiredApprovals: 1 })
    const event_id = await pendingEvent(campus.c)
    const replies = await Promise.all(crowd.map(({ device }) => device.approveEvent({ event_id })))
    expect(outcomes(replies)).toEqual({ '200': 1, [`409 ${ApprovalDecided.message}`]: 19 })
    expect(await statusOf(campus, event_id)).toBe('approved')
    expect(await outcomesTold(campus, event_id)).toEqual(['event_approved'])
  })

  // rules/approvals 10
  it('count as many as the stage needs', async () => {
    await flow(15)
    const event_id = await pendingEvent(campus.c)
    const replies = await Promise.all(crowd.map(({ device }) => device.approveEvent({ event_id })))
    expect(outcomes(replies)).toEqual({ '200': 15, [`409 ${ApprovalDecided.message}`]: 5 })
    const { body } = await campus.dean.device.getApproval({ eventId: event_id })
    expect(body.data.instance).toMatchObject({ status: 'pending', currentStepIndex: 1 })
    expect(body.data.instance.approvals[0]).toMatchObject({ approvals: 15, status: 'approved' })
    expect(body.data.decisions).toHaveLength(15)
  })

  // rules/approvals 2, rules/approvals 10
  it('or reject have one outcome, of which the organizers hear once', async () => {
    await flowIs(campus.dean, { role: 'safety officer', requiredApprovals: 1 })
    for (let round = 0; round < 2; round += 1) {
      const event_id = await pendingEvent(campus.c)
      const replies = await Promise.all(
        crowd.map(({ device }, at) =>
          at % 2 === 0 ? device.approveEvent({ event_id }) : device.rejectEvent({ event_id, reason: 'No' }),
        ),
      )
      expect(outcomes(replies)).toEqual({ '200': 1, [`409 ${ApprovalDecided.message}`]: 19 })
      const status = await statusOf(campus, event_id)
      expect(await outcomesTold(campus, event_id)).toEqual([`event_${status}`])
    }
  })
})

describe('a decision that comes too late', () => {
  // rules/approvals 29
  it('is refused with who decided, also when the next stage has begun', async () => {
    await flow(1)
    const event_id = await pendingEvent(campus.c)
    const [first, second] = crowd as [Person, Person]
    expect((await first.device.approveEvent({ event_id })).body.status).toBe('pending')
    const decidedBy = { _id: first.user._id, name: first.user.name }
    const data = { status: 'pending', decision: 'approved', decidedBy, decidedAt: expect.any(String) }
    const no = { event_id, reason: 'No' }
    for (const late of [
      await second.device.approveEvent({ event_id }),
      await second.device.rejectEvent(no),
      await second.device.requestEventChanges(no),
    ]) {
      expect(late).toMatchObject(refused(ApprovalDecided))
      expect(late.body.data).toMatchObject(data)
    }
  })

  // rules/approvals 8
  it('is not the one of a later stage, whose turn has not come', async () => {
    await flowIs(
      campus.dean,
      { role: 'event coordinator', requiredApprovals: 1 },
      { role: 'safety officer', requiredApprovals: 1, stage: 1 },
    )
    const event_id = await pendingEvent(campus.c)
    expect(await crowd[0]?.device.approveEvent({ event_id })).toMatchObject(refused(NotAuthorized))
  })
})

describe('one person', () => {
  // rules/approvals 9
  it('decides once, however often they say so', async () => {
    await flow(2)
    const event_id = await pendingEvent(campus.c)
    const [ada] = crowd
    const device = ada?.device ?? campus.dean.device
    const replies = await Promise.all(Array.from({ length: 5 }, () => device.approveEvent({ event_id })))
    expect(outcomes(replies)).toEqual({ '200': 5 })
    const { body } = await device.getApproval({ eventId: event_id })
    expect(body.data.instance.approvals[0]).toMatchObject({ approvals: 1, status: 'pending' })
    expect(await device.rejectEvent({ event_id, reason: 'No' })).toMatchObject(refused(DecidedOtherwise))
  })

  it('who may decide several stages decides each of them by the plain request', async () => {
    await flowIs(
      campus.dean,
      { role: 'safety officer', requiredApprovals: 1 },
      { role: 'event coordinator', stage: 1 },
    )
    const event_id = await pendingEvent(campus.c)
    const { device } = campus.dean
    expect((await device.approveEvent({ event_id })).body.status).toBe('pending')
    expect((await device.approveEvent({ event_id })).body.status).toBe('approved')
    const late = await device.approveEvent({ event_id })
    expect(late).toMatchObject(refused(ApprovalDecided))
    expect(late.body.data).toMatchObject({
      status: 'approved',
      decision: 'approved',
      decidedBy: { _id: campus.dean.user._id, name: campus.dean.user.name },
    })
  })

  it('may reject in a later stage what they let pass in an earlier one', async () => {
    await flowIs(
      campus.dean,
      { role: 'safety officer', requiredApprovals: 1 },
      { role: 'event coordinator', stage: 1 },
    )
    const event_id = await pendingEvent(campus.c)
    const { device } = campus.dean
    expect((await device.approveEvent({ event_id })).body.status).toBe('pending')
    expect((await device.rejectEvent({ event_id, reason: 'No' })).body.status).toBe('rejected')
  })

  // rules/approvals 11
  it('decides the steps of a stage one by one, and with the plain request what is left of them', async () => {
    await flowIs(
      campus.dean,
      { role: 'safety officer', requiredApprovals: 1 },
      { role: 'event coordinator', requiredApprovals: 1 },
    )
    const event_id = await pendingEvent(campus.c)
    const { device } = campus.dean
    const { body } = await device.getApproval({ eventId: event_id })
    const [{ _id: stepId }] = body.data.instance.approvals
    expect((await device.approveEvent({ event_id, stepId })).body.status).toBe('pending')
    expect((await device.approveEvent({ event_id, stepId })).body.status).toBe('pending')
    expect((await device.approveEvent({ event_id })).body.status).toBe('approved')
  })
})

// rules/approvals 12
describe('an approval by somebody who loses the role meanwhile', () => {
  it('does not count', async () => {
    await flowIs(campus.dean, { role: 'safety officer', requiredApprovals: 1 })
    const { w, dean, c } = campus
    const [leaving, staying] = [await registered(w, 'leaving'), crowd[0]]
    await assigned(dean, 'safety officer', leaving)
    const event_id = await pendingEvent(c)
    const { documents } = w.runtime.client
    const send = documents.send.bind(documents) as (command: unknown) => Promise<unknown>
    let writes = 0
    const spy = vi.spyOn(documents, 'send').mockImplementation((async (command: { input: object }) => {
      if (
        JSON.stringify(command.input).includes(`APD#0001#${leaving.user._id}`) &&
        'TransactItems' in command.input
      ) {
        writes += 1
        if (writes === 1)
          await dean.device.unassignStakeholderRole({ id: 'safety officer', userId: leaving.user._id })
      }
      return send(command)
    }) as never)
    const reply = await leaving.device.approveEvent({ event_id })
    spy.mockRestore()
    expect([writes, reply.status, reply.body.message]).toEqual([1, 403, NotAuthorized.message])
    expect(await statusOf(campus, event_id)).toBe('pending')
    expect((await staying?.device.approveEvent({ event_id }))?.body.status).toBe('approved')
  })
})

describe('an approval beside a change of the event', () => {
  // rules/approvals 13
  it('counts for what was submitted, or not at all', async () => {
    await flowIs(campus.dean, { role: 'safety officer', requiredApprovals: 1 })
    const seen = new Set<string>()
    for (let round = 0; round < 6; round += 1) {
      const event_id = await pendingEvent(campus.c)
      const [ada] = crowd
      const [edit, approval] = await Promise.all([
        campus.c.owner.device.updateEvent({ event_id, location: `Cellar ${round}` }),
        ada?.device.approveEvent({ event_id }),
      ])
      expect(edit?.status).toBe(200)
      const { body } = await campus.dean.device.getEvent({ event_id })
      const approved = approval?.status === 200
      seen.add(`${approved} ${body.event.status}`)
      // An edit behind the approval sends what was approved back; one before it makes the approval void.
      expect(body.event.location).toBe(`Cellar ${round}`)
      expect(body.event.status).toBe('pending')
    }
    expect([...seen].every((outcome) => outcome.endsWith('pending'))).toBe(true)
  })

  // rules/approvals 13
  it('loses to a withdrawal, or the withdrawal to it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const event_id = await pendingEvent(campus.c)
      const [ada] = crowd
      const [withdrawn, approved] = await Promise.all([
        campus.c.owner.device.withdrawEvent({ event_id }),
        ada?.device.approveEvent({ event_id }),
      ])
      const status = await statusOf(campus, event_id)
      expect([status, withdrawn?.status === 200, approved?.status === 200]).toEqual(
        status === 'draft' ? ['draft', true, false] : ['approved', false, true],
      )
    }
  })
})
