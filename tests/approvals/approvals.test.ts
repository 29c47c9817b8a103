import { describe, expect, it } from 'vitest'
import { roundTrips } from '../planning/people.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { approvalCampus, flowIs, pendingEvent, statusOf, toldOf } from './campus.ts'

const stages = [
  { role: 'safety officer', stage: 0 },
  { role: 'facilities manager', stage: 0 },
  { role: 'department head', stage: 1 },
  { role: 'event coordinator', stage: 0, kind: 'notifiee' },
]
const roles = ['safety officer', 'facilities manager', 'department head', 'event coordinator']

const elementsOf = (reply: { body: ReturnType<typeof JSON.parse> }): string[] =>
  reply.body.data.instance.approvals.map(
    ({ role, status }: { role: string; status: string }) => `${role}: ${status}`,
  )

describe('an event on its way through the school', () => {
  // rules/approvals 1
  it('is approved by two at once, then a third; goes back once, and is live in the end', async () => {
    using _rounds = logicalRounds()
    const campus = await approvalCampus(roles)
    const { w, dean, c, holder } = campus
    const [safety, facilities, head, coordinator] = roles.map(holder)
    if (!safety || !facilities || !head || !coordinator) throw new Error('nobody')
    await flowIs(dean, ...stages)
    const eventId = await pendingEvent(c)
    expect(await statusOf(campus, eventId)).toBe('pending')
    const waiting = await safety.device.listWaitingOnMe()
    expect(waiting.body.events).toMatchObject([
      { _id: eventId, pendingStepRoleId: 'safety officer', stuck: false },
    ])
    expect(roundTrips(w) - 1).toBeLessThanOrEqual(2)
    expect((await head.device.listWaitingOnMe()).body.events).toEqual([])

    const first = await safety.device.approveEvent({ event_id: eventId, comment: 'Exits are free' })
    expect([first.status, first.body.message, first.body.status]).toEqual([
      200,
      'Event approved successfully.',
      'pending',
    ])
    expect(roundTrips(w) - 1).toBeLessThanOrEqual(3)
    const second = await facilities.device.approveEvent({ event_id: eventId })
    expect(elementsOf(second)).toEqual([
      'safety officer: approved',
      'facilities manager: approved',
      'event coordinator: notified',
      'department head: pending',
    ])
    expect(second.body.data.instance.currentStepIndex).toBe(1)

    const back = await head.device.requestEventChanges({ event_id: eventId, reason: 'Name a fire marshal' })
    expect([back.status, back.body.status]).toEqual([200, 'draft'])
    expect(await statusOf(campus, eventId)).toBe('draft')
    expect((await safety.device.listWaitingOnMe()).body.events).toEqual([])

    const again = await c.owner.device.publishEvent({ eventId })
    expect(again.body.status).toBe('pending')
    for (const person of [safety, facilities]) await person.device.approveEvent({ event_id: eventId })
    const last = await head.device.approveEvent({ event_id: eventId })
    expect([last.status, last.body.status]).toEqual([200, 'approved'])
    expect(roundTrips(w) - 1).toBeLessThanOrEqual(3)
    expect(await statusOf(campus, eventId)).toBe('approved')

    expect(await toldOf(w, safety, eventId)).toEqual([
      'Approval required',
      'Approval required',
      'New event',
      'New event',
    ])
    expect(await toldOf(w, head, eventId)).toEqual([
      'Approval required',
      'Approval required',
      'New event',
      'New event',
    ])
    expect(await toldOf(w, coordinator, eventId)).toEqual(['New event', 'New event'])
    expect(await toldOf(w, c.owner, eventId)).toEqual(['Approved', 'Changes requested'])
    const { body } = await head.device.getApproval({ eventId })
    expect(body.data.instance).toMatchObject({ submission: 2, status: 'approved' })
    expect(body.data.decisions).toHaveLength(3)
    expect(body.data.comments.map(({ text }: { text: string }) => text)).toEqual([
      'Name a fire marshal',
      'Exits are free',
    ])
  })

  // rules/approvals 2
  it('is rejected by one, with a reason that its organizers read', async () => {
    const campus = await approvalCampus(roles)
    const { w, dean, c, holder } = campus
    await flowIs(dean, ...stages)
    const eventId = await pendingEvent(c)
    const safety = holder('safety officer')
    expect((await safety.device.rejectEvent({ event_id: eventId })).status).toBe(400)
    const reply = await safety.device.rejectEvent({ event_id: eventId, reason: 'Too many candles' })
    expect([reply.status, reply.body.status]).toEqual([200, 'rejected'])
    expect(elementsOf(reply)).toEqual([
      'safety officer: rejected',
      'facilities manager: skipped',
      'event coordinator: notified',
      'department head: skipped',
    ])
    expect(await statusOf(campus, eventId)).toBe('rejected')
    expect(await toldOf(w, c.owner, eventId)).toEqual(['Rejected'])
    const { body } = await c.owner.device.listNotifications()
    expect(body.data[0].message).toContain('Too many candles')
    for (const role of ['safety officer', 'facilities manager']) {
      const { body: list } = await holder(role).device.listRejectedForRole({ role })
      expect(list.events).toMatchObject([{ _id: eventId }])
      expect((await holder(role).device.listPendingForRole({ role })).body.events).toEqual([])
    }
    const late = await holder('facilities manager').device.approveEvent({ event_id: eventId })
    expect([late.status, late.body.message]).toEqual([409, 'Approval is already decided'])
  })

  // rules/stakeholders 18
  it('goes through the default step when it asks for approval and no step applies', async () => {
    const campus = await approvalCampus([])
    const eventId = await pendingEvent(campus.c, { requiresApproval: true })
    expect(await statusOf(campus, eventId)).toBe('pending')
    const { body } = await campus.dean.device.approveEvent({ event_id: eventId })
    expect(body.status).toBe('approved')
    const free = await pendingEvent(campus.c)
    expect(await statusOf(campus, free)).toBe('not-applicable')
  })

  // rules/stakeholders 22, rules/approvals 3
  it('takes one of the roles of a domain where one is enough', async () => {
    using _rounds = logicalRounds()
    const campus = await approvalCampus([])
    const { dean, c, w } = campus
    const { body } = await dean.device.createDomain({
      name: 'Laboratories',
      type: 'facility',
      domainSettings: { approvalWorkflow: { requireAllApprovers: false } },
      spaceGovernance: { governingScope: { kind: 'scoped', spaceIds: ['lab-1'] } },
    })
    const domainId = body.data._id
    const role = { stakeholderName: 'Keeper', stakeholderType: 'approver', domainId }
    for (const stakeholderId of ['keeper', 'warden'])
      await dean.device.createStakeholderRole({ ...role, stakeholderId })
    const eventId = await pendingEvent(c, {
      classroom_id: 'lab-1',
      start_time: '2026-03-20T10:00:00Z',
      end_time: '2026-03-20T12:00:00Z',
    })
    const { body: list } = await dean.device.listDomainApprovals({ domainId })
    // The page, its events, and the days of the rooms that they want.
    expect(roundTrips(w) - 1).toBeLessThanOrEqual(3)
    expect(list.events).toMatchObject([
      { _id: eventId, scopeMatchReason: 'governing_scope', spaceContext: { resourceId: 'lab-1' } },
      { _id: eventId, scopeMatchReason: 'governing_scope' },
    ])
    const stepId = (await dean.device.getApproval({ eventId })).body.data.instance.approvals[0]._id
    const reply = await dean.device.approveEvent({ event_id: eventId, stepId })
    expect(elementsOf(reply)).toEqual(['keeper: approved', 'warden: skipped'])
    expect(reply.body.status).toBe('approved')
  })
})
