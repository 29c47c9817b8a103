import { beforeAll, describe, expect, it } from 'vitest'
import { taskHandlers } from '../../functions/planning/scheduled-tasks.ts'
import { notificationRow } from '../../lib/outbox.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { sweep } from '../support/due.ts'
import { clubEvent, type PlannedCampus, plannedCampus, usual } from './people.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
})

const asked = async (eventId: string) =>
  (await p.w.table().list(notificationRow, { keyParams: { cause: `${eventId}#completed` }, limit: 10 })).items

describe('the approval of an event', () => {
  it('is named to its planners, for one of a series that of the first', async () => {
    const { c, w } = p
    const { orgId } = c
    const reference = async (eventId: string) =>
      (await c.officer.device.getOrgEvent({ orgId, eventId })).body.data.event.approvalReference
    expect(await reference(await clubEvent(c, { asDraft: true }))).toBeNull()
    const stream = await attendanceStream(w, { without: ['NotificationDue'] })
    const recurrence = { frequency: 'weekly', count: 2 }
    const seriesId = await clubEvent(c, { requiresApproval: true, recurrence })
    await stream.drain()
    const own = await reference(seriesId)
    expect(own).toEqual(expect.any(String))
    expect(await reference(`${seriesId}-0002`)).toBe(own)
  })
})

describe('people of an event that waits for approval anew', () => {
  const changesOf = async (eventId: string): Promise<string[]> => {
    const versions = Array.from({ length: 12 }, (_, at) => `${eventId}#${at + 1}`)
    const rows = await Promise.all(
      versions.map((cause) =>
        p.w.table().get(notificationRow, { cause, template: 'event_updated', page: '0000' }),
      ),
    )
    return rows.flatMap((row) => (row ? [row.params.changes ?? ''] : []))
  }
  const waiting = async (): Promise<string> => {
    const { c } = p
    const times = { start_time: '2026-12-01T10:00:00Z', end_time: '2026-12-01T12:00:00Z' }
    const eventId = await clubEvent(c, times)
    expect((await c.member.device.registerForEvent({ event_id: eventId })).status).toBe(201)
    const edit = { event_id: eventId, requiresApproval: true, location: 'Elsewhere' }
    expect((await c.owner.device.updateEvent(edit)).body.event.status).toBe('pending')
    return eventId
  }

  it('hear that it takes place', async () => {
    const eventId = await waiting()
    expect((await p.dean.device.approveEvent({ event_id: eventId })).status).toBe(200)
    expect(await changesOf(eventId)).toEqual(['place,approval', 'confirmed'])
  })

  it('hear that it does not, and nothing of what its planners try until it does', async () => {
    const { c, dean } = p
    const eventId = await waiting()
    expect((await dean.device.rejectEvent({ event_id: eventId, reason: 'No' })).status).toBe(200)
    await c.owner.device.updateEvent({
      event_id: eventId,
      location: 'A third place',
      requiresApproval: false,
    })
    expect(await changesOf(eventId)).toEqual(['place,approval', 'withdrawn'])
    expect((await c.owner.device.publishEvent({ eventId })).status).toBe(200)
    expect(await changesOf(eventId)).toEqual(['place,approval', 'withdrawn', 'confirmed'])
  })
})

describe('those who went to an event', () => {
  // rules/planning 25
  it('are asked once how it was, where there is a form for it', async () => {
    const { w, c } = p
    const form = { title: 'How was it?', questions: [{ type: 'short', question: 'How was it?' }] }
    const made = await c.officer.device.createEventForm({ orgId: c.orgId, form })
    const feedbackFormId = made.body.data._id
    const eventId = await clubEvent(c, { feedbackFormId })
    const plain = await clubEvent(c)
    const cancelled = await clubEvent(c, { feedbackFormId })
    expect((await c.member.device.registerForEvent({ event_id: eventId })).status).toBe(201)
    await c.owner.device.cancelEvent({ event_id: cancelled })
    await p.events.drain()
    w.clock.advance((Date.parse(usual.end_time) - w.clock.now().getTime()) / 1000 + 60)
    for (let round = 0; round < 3; round += 1) await sweep(w, taskHandlers)
    expect(await asked(eventId)).toMatchObject([
      {
        template: 'event_feedback',
        to: [{ kind: 'event', eventId, who: 'attendees' }],
        params: { eventTitle: usual.name, feedbackFormId },
        metadata: { eventId, orgId: c.orgId, feedbackFormId },
      },
    ])
    expect([await asked(plain), await asked(cancelled)]).toEqual([[], []])
  })
})
