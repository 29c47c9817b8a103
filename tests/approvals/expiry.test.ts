import { beforeAll, describe, expect, it } from 'vitest'
import { eventCard } from '../../functions/events/index.ts'
import { findConflicts } from '../../functions/rooms/index.ts'
import type { Person } from '../support/people.ts'
import {
  type ApprovalCampus,
  approvalCampus,
  flowIs,
  pass,
  pendingEvent,
  statusOf,
  toldOf,
} from './campus.ts'

let campus: ApprovalCampus

const role = 'safety officer'
const hourMs = 3_600_000

beforeAll(async () => {
  campus = await approvalCampus([role])
  await flowIs(campus.dean, { role })
})

const inHours = (hours: number): string =>
  new Date(campus.w.clock.now().getTime() + hours * hourMs).toISOString()
const soon = (from: number, to: number) => ({ start_time: inHours(from), end_time: inHours(to) })
const later = (hours: number): Promise<void> => pass(campus, hours)
const waits = async (eventId: string): Promise<boolean> => {
  const { body } = await campus.holder(role).device.listWaitingOnMe({ limit: '100' })
  return body.events.some(({ _id }: { _id: string }) => _id === eventId)
}
const stuck = async (eventId: string): Promise<boolean> => {
  const { body } = await campus.dean.device.listStuckApprovals({ limit: '100' })
  return body.events.some(({ _id }: { _id: string }) => _id === eventId)
}

describe('an event that is over before it is decided on', () => {
  // rules/approvals 22
  it('is a draft again, asks nobody any more, and says so to its organizers once', async () => {
    const { w, c, dean, holder } = campus
    const times = soon(5, 6)
    const eventId = await pendingEvent(c, { ...times, autoBook: false, classroom_id: 'late-1' })
    await later(5.5)
    expect(await statusOf(campus, eventId)).toBe('pending')
    await later(0.5)
    expect(await statusOf(campus, eventId)).toBe('draft')
    expect([await waits(eventId), await stuck(eventId)]).toEqual([false, false])
    const { body } = await dean.device.getApproval({ eventId })
    expect(body.data.instance).toMatchObject({ status: 'cancelled', approvals: [{ status: 'skipped' }] })
    const room = { roomId: 'late-1', start: times.start_time, end: times.end_time }
    expect(await findConflicts(w.table(), room)).toEqual([])
    const heard = async (who: Person) => await toldOf(w, who, eventId)
    expect(await heard(c.owner)).toContain('Approval expired')
    for (const day of [1, 2, 3, 4]) await later(day * 24)
    expect((await heard(c.owner)).filter((one) => one === 'Approval expired')).toHaveLength(1)
    expect((await heard(dean)).filter((one) => one === 'Needs an approver')).toEqual([])
    expect((await heard(holder(role))).filter((one) => one === 'Approval required')).toHaveLength(1)
  })

  it('is decided on until its end, and then by nobody', async () => {
    const { c, holder } = campus
    const eventId = await pendingEvent(c, soon(1, 3))
    await later(2.9)
    expect((await holder(role).device.approveEvent({ event_id: eventId })).body.status).toBe('approved')
    await later(0.1)
    expect(await statusOf(campus, eventId)).toBe('completed')
  })

  // rules/approvals 23
  it('of a series is decided on until the last of them is over', async () => {
    const { c, holder } = campus
    const recurrence = { frequency: 'daily', interval: 1, count: 3 }
    const [one, other] = [
      await pendingEvent(c, { ...soon(1, 2), recurrence }),
      await pendingEvent(c, { ...soon(1, 2), recurrence }),
    ]
    await later(24)
    expect(await statusOf(campus, one)).toBe('pending')
    expect((await holder(role).device.approveEvent({ event_id: one })).body.status).toBe('approved')
    await later(25)
    expect(await statusOf(campus, other)).toBe('pending')
    await later(1)
    expect(await statusOf(campus, other)).toBe('draft')
  })

  // rules/approvals 24
  it('leaves its deciders their time when it was over as it was submitted', async () => {
    const { c, holder } = campus
    const [one, other] = [await pendingEvent(c, soon(-5, -3)), await pendingEvent(c, soon(-5, -3))]
    await later(71)
    expect((await holder(role).device.rejectEvent({ event_id: one, reason: 'No' })).body.status).toBe(
      'rejected',
    )
    expect(await statusOf(campus, other)).toBe('pending')
    await later(1)
    expect(await statusOf(campus, other)).toBe('draft')
  })

  it('can be published anew at another time', async () => {
    const { c, w } = campus
    const event_id = await pendingEvent(c, soon(1, 2))
    await later(2)
    expect((await c.owner.device.publishEvent({ eventId: event_id })).body.code).toBe('EVENT_OVER')
    await c.owner.device.updateEvent({ event_id, ...soon(24, 26) })
    expect((await c.owner.device.publishEvent({ eventId: event_id })).body.status).toBe('pending')
    expect(await w.table().get(eventCard, { eventId: event_id })).toMatchObject({ submission: 2 })
  })
})
