import { beforeAll, describe, expect, it } from 'vitest'
import { type EventCard, eventCard } from '../../functions/events/index.ts'
import { BadRange, EventNotFound, TypeRequired } from '../../functions/planning/contract/failures.ts'
import { indexSchool } from '../../infra/local/schools/search-indexes.ts'
import { refused } from '../support/agent.ts'
import { password } from '../support/people.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { clubEvent, made, type PlannedCampus, plannedCampus, usual } from './people.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
})

const on = (day: number, more = {}) => ({
  start_time: `2026-05-${String(day).padStart(2, '0')}T10:00:00Z`,
  end_time: `2026-05-${String(day).padStart(2, '0')}T12:00:00Z`,
  ...more,
})

const list = async (query: object = {}, orgId = p.c.orgId) =>
  (await p.c.owner.device.listOrgEvents({ orgId, ...query })).body.data

describe('the list of an organization', () => {
  it('shows drafts and live events in order, with totals', async () => {
    const names = ['gamma', 'alpha', 'beta']
    await clubEvent(p.c, on(3, { name: 'gamma', asDraft: true }))
    await clubEvent(p.c, on(1, { name: 'alpha', expectedAttendance: 10 }))
    await clubEvent(p.c, on(2, { name: 'beta', type: 'Social', expectedAttendance: 20 }))
    const { events, pagination, summary } = await list()
    expect(events.map(({ name }: EventCard) => name)).toEqual(['alpha', 'beta', 'gamma'])
    expect(events[0]).toMatchObject({ collaborationRole: 'hosting', status: 'not-applicable' })
    expect(pagination).toMatchObject({ currentPage: 1, totalPages: 1, totalEvents: 3, hasMore: false })
    expect(summary).toMatchObject({
      totalEvents: 3,
      totalExpectedAttendance: 70,
      avgExpectedAttendance: 23.33,
      statusCounts: { draft: 1, 'not-applicable': 2, pending: 0 },
    })
    const sorted = await list({ sortBy: 'name', sortOrder: 'desc' })
    expect(sorted.events.map(({ name }: EventCard) => name)).toEqual([...names].sort().reverse())
    expect(sorted.pagination.sortedWithin).toBe(500)
  })

  it.each([
    [{ status: 'draft' }, ['gamma']],
    [{ type: 'social' }, ['beta']],
    [{ search: 'ALPH' }, ['alpha']],
    [{ search: '.*' }, []],
    [{ timeRange: 'past' }, []],
    [{ timeRange: 'upcoming', sortOrder: 'desc' }, ['gamma', 'beta', 'alpha']],
    [{ timeRange: 'this_month' }, []],
    [{ timeRange: 'this_week' }, []],
  ])('is narrowed by %j', async (query, names) => {
    await indexSchool(p.w.table())
    expect((await list(query)).events.map(({ name }: EventCard) => name)).toEqual(names)
  })

  it.each([{ sortBy: 'secret' }, { status: 'gone' }, { timeRange: 'someday' }, { sortOrder: 'up' }])(
    'refuses %j',
    async (query) => {
      expect((await p.c.owner.device.listOrgEvents({ orgId: p.c.orgId, ...query })).status).toBe(400)
    },
  )

  it('goes on behind a page', async () => {
    const first = await list({ limit: '2' })
    expect(first.pagination).toMatchObject({ hasMore: true, totalPages: 2, totalEvents: 3 })
    const next = await list({ limit: '2', cursor: first.pagination.nextCursor })
    expect(next.events.map(({ name }: EventCard) => name)).toEqual(['gamma'])
  })

  it('costs the same with ten events as with a thousand', async () => {
    using _rounds = logicalRounds()
    const { w, c } = p
    const template = (await w.table().get(eventCard, { eventId: await clubEvent(c, on(9)) })) as EventCard
    const fill = async (hostingId: string, count: number) => {
      const cards = Array.from({ length: count }, (_, at) => ({
        ...template,
        hostingId,
        eventId: `${hostingId}${at}`,
        start_time: new Date(Date.parse('2026-05-01T10:00:00Z') + at * 3_600_000).toISOString(),
      }))
      for (let at = 0; at < count; at += 100)
        await w
          .table()
          .write(
            cards
              .slice(at, at + 100)
              .map((value) => ({ does: 'put', entity: eventCard, value, condition: {} })) as never,
          )
    }
    const costOf = async (count: number) => {
      const { body } = await c.owner.device.createOrganization({
        org_name: `Large ${count}`,
        org_description: 'x',
      })
      await fill(body.org._id, count)
      await list({ limit: '10' }, body.org._id)
      return w.logs.at(-1)?.table as { depth: number; readUnits: number }
    }
    const [few, many] = [await costOf(30), await costOf(1000)]
    expect(many.depth).toBe(few.depth)
    expect(many.depth).toBeLessThanOrEqual(2)
    expect(Math.abs(many.readUnits - few.readUnits)).toBeLessThanOrEqual(0.5)
  })
})

describe('one event of an organization', () => {
  it('is read by those who manage it, and by nobody else', async () => {
    const eventId = await clubEvent(p.c, { description: 'Notes', asDraft: true })
    const { body } = await p.c.officer.device.getOrgEvent({ orgId: p.c.orgId, eventId })
    expect(body.data).toMatchObject({
      event: { _id: eventId, description: 'Notes' },
      analytics: { registrations: 0 },
    })
    const own = await made(p.c.owner.device)
    const other = await p.c.officer.device.getOrgEvent({ orgId: p.c.orgId, eventId: own })
    expect(other).toMatchObject(refused(EventNotFound))
    expect(JSON.stringify(body)).not.toContain('checkInToken')
  })

  it('says whether its room is free', async () => {
    const { c } = p
    const at = { orgId: c.orgId }
    const without = await clubEvent(c)
    const none = await c.officer.device.checkRoomAvailability({ ...at, eventId: without })
    expect(none.body.data).toMatchObject({ isAvailable: true, reason: 'No room reserved for this event' })
    const room = { classroom_id: 'lab', start_time: '2026-07-01T10:00:00Z', end_time: '2026-07-01T12:00:00Z' }
    const eventId = await clubEvent(c, room)
    const holder = await clubEvent(c, {
      ...room,
      start_time: room.end_time,
      end_time: '2026-07-01T14:00:00Z',
    })
    const ask = async (times = {}) => c.officer.device.checkRoomAvailability({ ...at, eventId, ...times })
    expect((await ask()).body.data).toEqual({ isAvailable: true, conflicts: [] })
    const later = await ask({ startTime: '2026-07-01T11:00:00Z', endTime: '2026-07-01T13:00:00Z' })
    expect(later.body.data).toMatchObject({ isAvailable: false, conflicts: [{ eventId: holder }] })
    expect(await ask({ startTime: '2026-07-01T15:00:00Z' })).toMatchObject(refused(BadRange))
  })
})

describe('the list of an organization, once an event has begun', () => {
  it('has it among those of the past, and no longer among the upcoming', async () => {
    const { c, w } = await plannedCampus()
    const { orgId, owner } = c
    await clubEvent(c, on(1, { name: 'over' }))
    await clubEvent(c, on(9, { name: 'ahead' }))
    w.clock.advance((Date.parse('2026-05-05T10:00:00Z') - w.clock.now().getTime()) / 1000)
    await owner.device.login({ email: owner.email, password })
    const namesIn = async (timeRange: 'past' | 'upcoming') => {
      const { body } = await owner.device.listOrgEvents({ orgId, timeRange })
      return body.data.events.map(({ name }: EventCard) => name)
    }
    expect(await namesIn('past')).toEqual(['over'])
    expect(await namesIn('upcoming')).toEqual(['ahead'])
  })
})

describe('a preview of approvals', () => {
  // rules/planning 39
  it('rejects times that no event can have, and ignores those that are not known yet', async () => {
    const preview = (times: object) => p.c.member.device.previewApprovals({ type: 'Social', ...times })
    const start_time = '2026-04-01T18:00:00.000Z'
    const impossible = ['2026-04-01T17:00:00.000Z', '2026-04-16T18:00:00.000Z']
    for (const end_time of impossible)
      expect(await preview({ start_time, end_time })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_ERROR', field: 'end_time' },
      })
    for (const times of [{ start_time }, { end_time: start_time }, { start_time, end_time: start_time }])
      expect((await preview(times)).status).toBe(200)
  })

  // rules/planning 39
  it('fails like a submission where that is asked for', async () => {
    const preview = (fields: object) =>
      p.c.member.device.previewApprovals({ ...fields, checkSubmission: true })
    const missing = await preview({ name: 'Chess night', expectedAttendance: 12 })
    expect([missing.status, missing.body.details.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      ['type', 'start_time', 'end_time', 'visibility', 'location'],
    ])
    expect((await preview(usual)).status).toBe(200)
    const closed = [{ start: usual.start_time, end: usual.end_time }]
    await p.dean.device.saveEventSystemConfig({ systemRestrictions: { blackoutDates: closed } })
    expect((await preview(usual)).body.code).toBe('EVENT_IN_BLACKOUT')
    expect((await p.c.member.device.previewApprovals(usual)).status).toBe(200)
    await p.dean.device.saveEventSystemConfig({ systemRestrictions: { blackoutDates: [] } })
  })

  it('names the roles that would decide, and saves nothing', async () => {
    const { c } = p
    const { body } = await c.member.device.previewApprovals({ type: 'Social', requiresApproval: true })
    expect(body.data).toMatchObject({
      approvals: [{ role: 'event coordinator', stage: 0, requiredApprovals: 1, reason: 'requiresApproval' }],
      acknowledgements: [],
      notifications: [],
      total: 1,
    })
    const { dean } = p
    await dean.device.assignStakeholderRole({ id: 'event coordinator', userId: dean.user._id })
    const again = await c.member.device.previewApprovals({ type: 'Social', requiresApproval: true })
    expect(again.body.data.approvals[0]).toMatchObject({
      stakeholderType: 'approver',
      domainId: null,
      memberCount: 1,
      members: [{ isActive: true, userId: { _id: dean.user._id, name: dean.user.name } }],
    })
    const none = await c.member.device.previewApprovals({ ...usual, organizationId: c.orgId })
    expect(none.body.data.total).toBe(0)
    expect(await c.member.device.previewApprovals({ name: 'x' })).toMatchObject(refused(TypeRequired))
  })
})
