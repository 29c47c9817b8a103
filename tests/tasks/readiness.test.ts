import { beforeAll, describe, expect, it } from 'vitest'
import { approvalInstance, type EventCard, eventCard, submissionName } from '../../functions/events/index.ts'
import { type Staged, staged } from '../agendas/events.ts'

let s: Staged
beforeAll(async () => {
  s = await staged('ready')
})

const owner = () => s.club.owner.device
const from = (hours: number) => new Date(s.w.clock.now().getTime() + hours * 3_600_000).toISOString()
const ahead = () => ({ start_time: from(24 * 30), end_time: from(24 * 30 + 2) })

const eventWith = async (more: Partial<EventCard> = {}) => {
  const { at, card } = await s.hosted({ location: 'Hall', registrationEnabled: false, ...ahead(), ...more })
  const make = async (given: object) => {
    const { status, body } = await owner().createEventTask({ ...at, title: 'x', ...given })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.data.task
  }
  const readiness = async () => (await owner().getEventReadiness(at)).body.data
  return { at, card, make, readiness }
}

/** An approval as a submission leaves it. */
const approval = async (card: EventCard, status: 'pending' | 'approved' | 'rejected' | 'cancelled') => {
  const { eventId } = card
  await s.w.table().put(approvalInstance, {
    _id: s.w.runtime.newId(),
    eventId,
    submission: submissionName(1),
    status,
    currentStepIndex: 0,
    elements: [],
    flowVersion: 1,
    event: { ...card, hostName: card.host.name },
    channels: null,
    submittedAt: card.createdAt,
    ...(status === 'approved' ? { decidedAt: '2026-02-01T00:00:00.000Z' } : {}),
    version: 1,
  })
}

describe('how ready an event is', () => {
  // rules/tasks 16
  it('is made of tasks, approvals, logistics and registrations', async () => {
    const { make, readiness, at } = await eventWith()
    expect(await readiness()).toMatchObject({
      score: 60,
      band: 'at_risk',
      dimensions: { taskCompletion: 0, approvals: 100, logistics: 100, engagementReadiness: 100 },
      blockers: [],
    })
    await make({ status: 'done' })
    expect(await readiness()).toMatchObject({ score: 100, band: 'ready' })
    await make({})
    const half = await readiness()
    expect(half).toMatchObject({ score: 80, band: 'on_track', dimensions: { taskCompletion: 50 } })
    await owner().createEventJob({ ...at, name: 'Usher' })
    expect(await readiness()).toMatchObject({ score: 66, dimensions: { logistics: 30 } })
  })

  // rules/tasks 16
  it('wants the people who are expected, where people register', async () => {
    const more = { registrationEnabled: true, expectedAttendance: 40, registrationCount: 10 }
    const { readiness } = await eventWith(more)
    expect(await readiness()).toMatchObject({ dimensions: { engagementReadiness: 25 } })
  })

  // rules/tasks 16
  it('wants a place', async () => {
    const { location: _, ...card } = (await eventWith()).card
    await s.w.table().put(eventCard, card)
    const { body } = await owner().getEventReadiness({ orgId: s.club.orgId, eventId: card.eventId })
    expect(body.data.dimensions.logistics).toBe(70)
  })

  // rules/tasks 17
  it('is held up by an approval that is not there', async () => {
    const { card, make, readiness } = await eventWith()
    await make({ status: 'done' })
    await approval(card, 'pending')
    expect(await readiness()).toMatchObject({
      score: 64.9,
      band: 'at_risk',
      dimensions: { approvals: 0 },
      blockers: [{ type: 'approvals_pending' }],
      explainability: { pendingApprovals: 1 },
    })
    await approval(card, 'rejected')
    expect(await readiness()).toMatchObject({ score: 64.9 })
    await approval(card, 'approved')
    expect(await readiness()).toMatchObject({ score: 100, blockers: [] })
    const { dueAt } = await make({
      dueRule: { anchorType: 'approval_granted', offsetValue: 1, direction: 'after' },
    })
    expect(dueAt).toBe('2026-02-02T00:00:00.000Z')
  })

  // rules/tasks 17
  it('is held up by critical tasks that are blocked, or open three days before', async () => {
    const { at, card, make, readiness } = await eventWith()
    const ownerUserId = s.club.member.user._id
    for (let number = 0; number < 9; number += 1) await make({ status: 'done' })
    const one = await make({
      title: 'Permit',
      isCritical: true,
      ownerUserId,
      blockers: [{ label: 'No answer' }],
    })
    expect(await readiness()).toMatchObject({
      score: 64.9,
      dimensions: { taskCompletion: 80 },
      blockers: [
        { type: 'critical_blocked_tasks', label: '1 critical task(s) blocked', ownerUserIds: [ownerUserId] },
      ],
      explainability: { weightedTaskCoverage: 90, blockedWeightPenalty: 10, criticalIncompleteCount: 1 },
      missing: [{ type: 'task', taskId: one._id, label: 'Permit', ownerUserId }],
    })
    const blockers = [{ label: 'No answer', resolved: true }]
    await owner().updateEventTask({ ...at, taskId: one._id, blockers })
    expect(await readiness()).toMatchObject({ score: 96, blockers: [] })
    await s.w.table().put(eventCard, { ...card, start_time: from(71), end_time: from(73) })
    expect(await readiness()).toMatchObject({ score: 64.9, blockers: [{ type: 'critical_near_deadline' }] })
    await owner().updateEventTask({ ...at, taskId: one._id, status: 'done' })
    expect(await readiness()).toMatchObject({ score: 100, blockers: [], missing: [] })
  })
})
