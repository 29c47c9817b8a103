import { beforeAll, describe, expect, it } from 'vitest'
import { eventCard } from '../../../functions/events/index.ts'
import { occurrenceId, timesOf } from '../../../functions/events/recurrence.ts'
import { EventInBlackout, RoomTaken } from '../../../functions/planning/contract/failures.ts'
import { attendanceStream } from '../../attendance/stream.ts'
import { browser } from '../../pages/browser.ts'
import { imagesAtHome } from '../../support/table/whole-table.ts'
import { clubEvent, type PlannedCampus, plannedCampus, usual } from '../people.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
})

const evening = {
  ...usual,
  timezone: 'America/New_York',
  start_time: '2026-11-06T18:00:00',
  end_time: '2026-11-06T20:00:00',
}
const weekly = { frequency: 'weekly', count: 4 } as const
const create = (more: object) =>
  p.c.owner.device.createEventByForm({ ...evening, hostingType: 'Org', hostingId: p.c.orgId, ...more })
const close = async (...blackoutDates: readonly object[]) => {
  const { status, body } = await p.dean.device.saveEventSystemConfig({
    systemRestrictions: { blackoutDates },
  })
  expect(status, JSON.stringify(body)).toBe(200)
}
const holidays = { start: '2026-11-13', end: '2026-11-13', reason: 'Holidays' }
const carryOn = async <R>(act: () => Promise<R>): Promise<R> => {
  const stream = await attendanceStream(p.w, { without: ['NotificationDue'] })
  const result = await act()
  await stream.drain()
  return result
}
const made = async (more: object): Promise<string> => {
  const { status, body } = await carryOn(() => create(more))
  expect(status, JSON.stringify(body)).toBe(201)
  return body.eventId
}
const daysOf = async (seriesId: string): Promise<readonly string[]> => {
  const ids = Array.from({ length: 6 }, (_, at) => (at === 0 ? seriesId : occurrenceId(seriesId, at + 1)))
  const cards = await Promise.all(
    ids.map((eventId) => p.w.table().get(eventCard, { eventId }, { strong: true })),
  )
  return cards.flatMap((card) => card?.start_time.slice(0, 10) ?? [])
}

describe('the dates of a rule', () => {
  const card = {
    timezone: 'UTC',
    start_time: '2027-01-05T18:00:00.000Z',
    end_time: '2027-01-05T19:00:00.000Z',
  }

  // rules/planning 40
  it.each([
    [{ frequency: 'weekly', interval: 1, count: 5, byDay: ['TU', 'TH'] }, '01-05 01-07 01-12 01-14 01-19'],
    [{ frequency: 'biweekly', interval: 1, count: 4, byDay: ['MO', 'TU'] }, '01-05 01-18 01-19 02-01'],
    [{ frequency: 'monthly', interval: 1, count: 4, byDay: ['1TU'] }, '01-05 02-02 03-02 04-06'],
    [{ frequency: 'monthly', interval: 1, count: 4, byDay: ['-1FR'] }, '01-05 01-29 02-26 03-26'],
    [{ frequency: 'monthly', interval: 1, until: '2027-06-30', byDay: ['5MO'] }, '01-05 03-29 05-31'],
    [{ frequency: 'daily', interval: 1, until: '2027-01-12', byDay: ['SA', 'SU'] }, '01-05 01-09 01-10'],
    [{ frequency: 'weekly', interval: 1, count: 4, skip: ['2027-01-12'] }, '01-05 01-19 01-26'],
    [
      {
        frequency: 'weekly',
        interval: 1,
        count: 3,
        move: [{ from: '2027-01-12', to: '2027-01-13' }],
      },
      '01-05 01-13 01-19',
    ],
  ] as const)('follow %j', (rule, days) => {
    const found = timesOf(card, rule as never).map(({ start_time }) => start_time.slice(5, 10))
    expect(found.join(' ')).toBe(days)
  })

  // rules/planning 40
  it('have weekdays that their frequency knows, and days that exist', async () => {
    for (const wrong of [{ byDay: ['2MO'] }, { byDay: ['XX'] }, { skip: ['2026-02-30'] }]) {
      const { status, body } = await create({ recurrence: { ...weekly, ...wrong } })
      expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR'])
    }
  })
})

describe('a date that cannot take place', () => {
  // rules/planning 41
  it('is named with its reason when the series is refused', async () => {
    await close(holidays)
    const { status, body } = await create({ recurrence: weekly })
    expect([status, body.code]).toEqual([400, EventInBlackout.code])
    expect(body.message).toContain('2026-11-13 (Event falls in a blackout period: Holidays, 2026-11-13)')
    expect(body.details).toMatchObject({
      reason: 'Holidays',
      dates: [{ date: '2026-11-13', code: EventInBlackout.code, reason: 'Holidays' }],
    })
    const draft = await clubEvent(p.c, { ...evening, asDraft: true, recurrence: weekly })
    const publication = await p.c.owner.device.publishEvent({ eventId: draft })
    expect([publication.status, publication.body.details]).toEqual([400, body.details])
    await close()
  })

  // rules/planning 41
  it('is named for a taken room as well, with the bookings in the way', async () => {
    const at = { start_time: '2026-11-20T19:00:00', end_time: '2026-11-20T19:30:00' }
    const holder = await clubEvent(p.c, { ...evening, ...at, classroom_id: 'dates-1' })
    const { status, body } = await create({ recurrence: weekly, classroom_id: 'dates-1' })
    expect([status, body.code, body.conflicts]).toMatchObject([409, RoomTaken.code, [{ eventId: holder }]])
    expect(body.message).toContain('2026-11-20 (The room is taken)')
    expect(body.details.dates).toMatchObject([{ date: '2026-11-20', conflicts: [{ eventId: holder }] }])
  })

  // rules/planning 42
  it('is left out and listed if the planner wants that', async () => {
    await close(holidays)
    const at = { start_time: '2026-11-20T19:00:00', end_time: '2026-11-20T19:30:00' }
    await clubEvent(p.c, { ...evening, ...at, classroom_id: 'dates-2' })
    const series = { recurrence: { ...weekly, onConflict: 'skip' }, classroom_id: 'dates-2' }
    const { body } = await carryOn(() => create(series))
    expect(
      body.event.skippedDates.map(({ date, code }: { date: string; code: string }) => [date, code]),
    ).toEqual([
      ['2026-11-13', EventInBlackout.code],
      ['2026-11-20', RoomTaken.code],
    ])
    expect(await daysOf(body.eventId)).toEqual(['2026-11-06', '2026-11-27'])
    await close()
  })

  // rules/planning 42
  it('can be the first one', async () => {
    await close({ ...holidays, start: '2026-11-06' })
    const skipping = await made({ recurrence: { ...weekly, onConflict: 'skip' } })
    expect(await daysOf(skipping)).toEqual(['2026-11-20', '2026-11-27'])
    const only = await create({ recurrence: { ...weekly, count: 2, onConflict: 'skip' } })
    expect([only.status, only.body.code]).toEqual([400, EventInBlackout.code])
    await close()
  })

  // rules/planning 43
  it('can be skipped or moved by name, also the first one', async () => {
    await close(holidays)
    const skip = await made({ recurrence: { ...weekly, skip: ['2026-11-13'] } })
    expect(await daysOf(skip)).toEqual(['2026-11-06', '2026-11-20', '2026-11-27'])
    const move = [
      { from: '2026-11-06', to: '2026-11-05' },
      { from: '2026-11-13', to: '2026-11-11' },
    ]
    const moved = await made({ recurrence: { ...weekly, move } })
    expect(await daysOf(moved)).toEqual(['2026-11-05', '2026-11-11', '2026-11-20', '2026-11-27'])
    const twice = await create({
      recurrence: { ...weekly, move: [{ from: '2026-11-13', to: '2026-11-20' }] },
    })
    expect([twice.status, twice.body.field]).toEqual([400, 'recurrence.move'])
    await close()
    const cancelled = await p.c.owner.device.cancelEvent({ event_id: occurrenceId(moved, 2), scope: 'this' })
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled'])
  })

  // rules/planning 41
  it('is in the preview of the series', async () => {
    await close(holidays)
    const preview = { ...evening, orgId: p.c.orgId, recurrence: weekly }
    const { status, body } = await p.c.owner.device.previewApprovals(preview)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data.series.dates).toMatchObject([
      { date: '2026-11-06' },
      { date: '2026-11-13', code: EventInBlackout.code, reason: 'Holidays' },
      { date: '2026-11-20' },
      { date: '2026-11-27' },
    ])
    expect(body.data.series.dates[0]).not.toHaveProperty('code')
    await close()
  })
})

describe('the page of an event of a series', () => {
  // rules/planning 44
  it('says that the event repeats, and shows the other dates that its reader can see', async () => {
    const seriesId = await made({ recurrence: weekly })
    const third = occurrenceId(seriesId, 3)
    await carryOn(() => p.c.owner.device.cancelEvent({ event_id: third, scope: 'this' }))
    const { body } = await p.c.member.device.getEvent({ event_id: occurrenceId(seriesId, 2) })
    expect(body.event.recurrence).toMatchObject({ frequency: 'weekly' })
    expect(body.event.series.size).toBe(4)
    expect(body.event.series.next.map(({ _id }: { _id: string }) => _id)).toEqual([
      seriesId,
      occurrenceId(seriesId, 4),
    ])
    const { html } = await browser(p.w).open(`/event/${seriesId}`)
    expect(html).toContain('Repeats every week; other dates')
    expect(html).toContain(`href="/event/${occurrenceId(seriesId, 4)}"`)
    expect(html).not.toContain(`href="/event/${third}"`)
  })
})

describe('an edit of a series', () => {
  // rules/planning 45
  it('reports no date that was called off meanwhile', async () => {
    const seriesId = await made({ recurrence: weekly })
    const third = occurrenceId(seriesId, 3)
    await carryOn(async () => {
      const moved = { start_time: '2026-11-06T19:00:00', end_time: '2026-11-06T21:00:00' }
      await p.c.owner.device.updateEvent({ event_id: seriesId, ...moved, scope: 'all' })
      await p.c.owner.device.cancelEvent({ event_id: third, scope: 'this' })
    })
    const rows = (await imagesAtHome(p.w)).filter(({ template }) => template?.S === 'event_series_failed')
    expect(rows).toEqual([])
    const fourth = await p.w.table().get(eventCard, { eventId: occurrenceId(seriesId, 4) }, { strong: true })
    expect(fourth?.start_time).toBe('2026-11-28T00:00:00.000Z')
  })
})

describe('an event in the past', () => {
  const past = { start_time: '2026-02-01T18:00:00Z', end_time: '2026-02-01T20:00:00Z' }

  // rules/planning 46
  it('is published with a warning, and without one before its end', async () => {
    const { body } = await create(past)
    expect(body.event.warnings).toMatchObject([{ code: 'EVENT_OVER' }])
    const live = await create({})
    expect(live.body.event).not.toHaveProperty('warnings')
    const edit = await p.c.owner.device.updateEvent({ event_id: live.body.eventId, ...past })
    expect(edit.body.event.warnings).toMatchObject([{ code: 'EVENT_OVER' }])
    expect((await create({ ...past, asDraft: true })).body.event).not.toHaveProperty('warnings')
  })

  // rules/planning 47
  it('ends after its start at every step', async () => {
    const { orgId, owner } = p.c
    const templateData = { type: 'Meeting', location: 'Hall', end_time: '2026-01-01T10:00:00Z' }
    const { body } = await owner.device.createEventTemplate({ orgId, name: 'Weekly', templateData })
    const backwards = { start_time: '2026-11-06T20:00:00Z', end_time: '2026-11-06T18:00:00Z' }
    const template = await owner.device.createEventFromTemplate({
      orgId,
      templateId: body.data._id,
      startTime: backwards.start_time,
      endTime: backwards.end_time,
    })
    const seriesId = await made({ recurrence: weekly })
    const replies = [
      template,
      await create(backwards),
      await create({ ...backwards, asDraft: true }),
      await create({ ...backwards, recurrence: weekly }),
      await owner.device.updateEvent({ event_id: seriesId, ...backwards, scope: 'all' }),
      await owner.device.updateEvent({ event_id: seriesId, end_time: '2026-11-06T10:00:00Z' }),
      await owner.device.updateOrgEvent({ orgId, eventId: seriesId, ...backwards }),
    ]
    expect(replies.map((reply) => [reply.status, reply.body.field])).toEqual(
      replies.map(() => [400, 'end_time']),
    )
    expect(body.data.templateData).not.toHaveProperty('end_time')
  })
})
