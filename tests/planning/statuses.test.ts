import { beforeAll, describe, expect, it } from 'vitest'
import { eventCard } from '../../functions/events/index.ts'
import {
  EventIdsRequired,
  InvalidAction,
  InvalidStatus,
  ReasonRequired,
  StatusForbidden,
  StatusRequired,
} from '../../functions/planning/contract/failures.ts'
import { refused } from '../support/agent.ts'
import { clubEvent, made, type PlannedCampus, plannedCampus } from './people.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
})

const pending = { requiresApproval: true }
const set = (eventId: string, status?: string, by = p.c.owner, more = {}) =>
  by.device.setEventStatus({ orgId: p.c.orgId, eventId, ...(status ? { status } : {}), ...more })
const statusOf = async (eventId: string) =>
  (await p.w.table().get(eventCard, { eventId }, { strong: true }))?.status

describe('a state by its name', () => {
  it('moves an event as the table of moves says', async () => {
    const eventId = await clubEvent(p.c, { asDraft: true, ...pending })
    const { status, body } = await set(eventId, 'published')
    expect([status, body.message, body.data?.event.status]).toEqual([
      200,
      'Event status updated successfully',
      'pending',
    ])
    expect((await set(eventId, 'draft')).body.data.event.status).toBe('draft')
    expect((await set(eventId, 'completed')).body.message).toBe(
      'Cannot change status from draft to completed',
    )
    expect((await set(eventId, 'cancelled')).body.data.event.status).toBe('cancelled')
    expect((await set(eventId, 'archived')).body.data.event.status).toBe('archived')
    expect((await set(eventId, 'pending')).body.message).toBe('Cannot change status from archived to pending')
  })

  it('is needed, and one of those there are', async () => {
    const eventId = await clubEvent(p.c)
    expect(await set(eventId)).toMatchObject(refused(StatusRequired))
    expect(await set(eventId, 'active')).toMatchObject(refused(InvalidStatus))
    expect(await set(eventId, 'constructor')).toMatchObject(refused(InvalidStatus))
  })

  // rules/planning 11
  it('never approves for an organizer', async () => {
    const eventId = await clubEvent(p.c, pending)
    for (const status of ['approved', 'rejected', 'not-applicable'])
      for (const by of [p.c.owner, p.c.officer, p.c.admin])
        expect(await set(eventId, status, by)).toMatchObject(refused(StatusForbidden))
    expect(await statusOf(eventId)).toBe('pending')
  })

  it('decides for an administrator by the rules of decisions, and not on an event of their own', async () => {
    const { dean } = p
    const [first, second] = [await clubEvent(p.c, pending), await clubEvent(p.c, pending)]
    expect((await set(first, 'approved', dean)).body.data.event.status).toBe('approved')
    expect(await set(second, 'rejected', dean)).toMatchObject(refused(ReasonRequired))
    expect((await set(second, 'rejected', dean, { reason: 'No room' })).body.data.event.status).toBe(
      'rejected',
    )
    expect((await set(first, 'not-applicable', dean)).status).toBe(409)
    const own = await made(dean.device, { ...pending, hostingType: 'Org', hostingId: p.c.orgId })
    expect((await set(own, 'approved', dean)).status).toBe(403)
    expect(await statusOf(own)).toBe('pending')
  })
})

describe('one thing done to many', () => {
  const bulk = (action: string, eventIds: readonly string[], by = p.c.owner, more = {}) =>
    by.device.bulkAction({ orgId: p.c.orgId, action, eventIds, ...more })

  it('says of each event what became of it', async () => {
    const [live, draft] = [await clubEvent(p.c), await clubEvent(p.c, { asDraft: true })]
    const own = await made(p.c.owner.device)
    const { status, body } = await bulk('cancel', [live, draft, own, 'nothing', live])
    expect([status, body.message, body.data?.modifiedCount]).toEqual([
      200,
      '2 events cancelled successfully',
      2,
    ])
    expect(body.data.results).toEqual([
      { eventId: live, ok: true, message: 'Event cancelled successfully' },
      { eventId: draft, ok: true, message: 'Event cancelled successfully' },
      { eventId: own, ok: false, message: 'Event not found' },
      { eventId: 'nothing', ok: false, message: 'Event not found' },
    ])
    expect((await bulk('archive', [live, draft])).body.data.modifiedCount).toBe(2)
    expect((await bulk('delete', [live, draft])).body.data.modifiedCount).toBe(2)
    expect(await statusOf(own)).toBe('not-applicable')
  })

  it('refuses what it cannot do at all', async () => {
    expect(await bulk('cancel', [])).toMatchObject(refused(EventIdsRequired))
    for (const action of ['explode', 'constructor'])
      expect(await bulk(action, ['x'])).toMatchObject(refused(InvalidAction))
    expect(await bulk('reject', ['x'])).toMatchObject(refused(ReasonRequired))
    const many = Array.from({ length: 101 }, (_, at) => `e${at}`)
    expect((await bulk('cancel', many)).status).toBe(400)
  })

  it('approves nothing for organizers, and for administrators what waits', async () => {
    const ids = [await clubEvent(p.c, pending), await clubEvent(p.c, pending)]
    for (const by of [p.c.owner, p.c.officer]) {
      const { body } = await bulk('approve', ids, by)
      expect([body.data.modifiedCount, body.data.results[0].ok]).toEqual([0, false])
    }
    expect((await bulk('approve', ids, p.dean)).body.data.modifiedCount).toBe(2)
    expect(await Promise.all(ids.map(statusOf))).toEqual(['approved', 'approved'])
    const more = await clubEvent(p.c, pending)
    const { body } = await bulk('reject', [more, ...ids], p.dean, { reason: 'Too late' })
    expect(body.data.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, false, false])
  })

  it('publishes drafts one by one, as alone', async () => {
    const room = { classroom_id: 'dome', asDraft: true }
    const ids = [await clubEvent(p.c, room), await clubEvent(p.c, room)]
    const { body } = await bulk('publish', ids)
    expect(body.data.modifiedCount).toBe(1)
  })
})
