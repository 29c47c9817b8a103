import { describe, expect, it } from 'vitest'
import { type EventCard, eventCard, shelfOf } from '../../functions/events/index.ts'
import { formatDuration, onEventEnd, reminderWrites } from '../../functions/reminders/index.ts'
import { taskHandlers } from '../../functions/reminders/scheduled-tasks.ts'
import { notificationRow } from '../../lib/outbox.ts'
import { scheduledTask } from '../../lib/scheduled/task.ts'
import { put, type Write } from '../../lib/table/write.ts'
import { cardOf, stored } from '../events/cards.ts'
import { meddled, rowsAt, sweep } from '../support/due.ts'
import { ticking } from '../support/ticking.ts'
import type { World } from '../support/world.ts'

const start = '2026-03-05T12:00:00.000Z'
const dayBefore = '2026-03-04T12:00:00.000Z'
const hoursBefore = '2026-03-05T10:00:00.000Z'

const place = (w: World) => ({ table: w.table(), now: w.clock.now })

/** An event that starts in three days, with its reminders. */
const planned = async (w: World, more: Partial<EventCard> = {}, body = {}): Promise<EventCard> => {
  const card = await stored(w, { eventId: 'e1', start_time: start, ...more }, body)
  await w.table().write(reminderWrites(place(w), undefined, card, [24, 2]))
  return card
}

const changed = async (w: World, before: EventCard, more: Partial<EventCard>): Promise<EventCard> => {
  const status = more.status ?? before.status
  const after = { ...before, ...more, shelf: shelfOf(status), version: before.version + 1 }
  await w.table().write([put(eventCard, after), ...reminderWrites(place(w), before, after, [24, 2])])
  return after
}

const until = (w: World, moment: string): void =>
  w.clock.advance((Date.parse(moment) - w.clock.now().getTime()) / 1000)

const told = async (w: World, startTime: string, hours: number) => {
  const cause = `e1#${startTime}#${hours}`
  const page = { cause, template: 'event_reminder', page: '0000' }
  return w.table().get(notificationRow, page, { strong: true })
}

const kindsAt = async (w: World, moment: string) => (await rowsAt(w, moment)).map(({ kind }) => kind)

describe('a reminder', () => {
  // rules/reminders 5, rules/reminders 6
  it('tells attendees and workers what, when and where to look', async () => {
    const w = await ticking()
    const timezone = 'America/New_York'
    await planned(w, { name: 'Chess night', hostingType: 'Org', hostingId: 'chess', timezone })
    until(w, '2026-03-04T12:00:20.000Z')
    await sweep(w, taskHandlers)
    expect(await told(w, start, 24)).toMatchObject({
      to: [
        { kind: 'event', eventId: 'e1', who: 'attendees' },
        { kind: 'event', eventId: 'e1', who: 'workers' },
      ],
      params: {
        eventTitle: 'Chess night',
        timeUntil: '24 hours',
        startTime: start,
        timezone: 'America/New_York',
        eventId: 'e1',
      },
      metadata: {
        eventId: 'e1',
        orgId: 'chess',
        tenantKey: w.home,
        navigation: { route: 'EventDetails', params: { eventId: 'e1' } },
      },
    })
    expect(await told(w, start, 2)).toBeUndefined()
    until(w, hoursBefore)
    await sweep(w, taskHandlers)
    expect(await told(w, start, 2)).toMatchObject({ params: { timeUntil: '2 hours' } })
  })

  // rules/reminders 7
  it('goes where the planners of the event want it', async () => {
    const w = await ticking()
    await planned(w, {}, { notificationSettings: { reminders: [24], channels: ['email'] } })
    until(w, dayBefore)
    await sweep(w, taskHandlers)
    expect(await told(w, start, 24)).toMatchObject({ channels: ['email'] })
  })

  it('costs two round trips, one to read and one to write', async () => {
    const w = await ticking()
    await planned(w)
    until(w, dayBefore)
    const calls: string[] = []
    const runtime = meddled(w, ({ name, when }) => void (when === 'before' && calls.push(name)))
    await sweep(w, taskHandlers, { runtime })
    expect(calls.filter((name) => !/Query|Update/.test(name))).toEqual([
      'BatchGetCommand',
      'BatchGetCommand',
      'TransactWriteCommand',
    ])
  })

  // rules/reminders 1, rules/reminders 2
  it('is written for what still lies ahead, and for live events alone', async () => {
    const w = await ticking()
    const facts = (card: EventCard) => reminderWrites(place(w), undefined, card, [72, 24, 2, 2])
    const ats = (writes: readonly Write[]) =>
      writes.flatMap((write) =>
        write.does === 'put' && write.entity.name === scheduledTask.name
          ? [(write.value as { at: string }).at]
          : [],
      )
    const end = '2026-03-05T13:00:00.000Z'
    expect(ats(facts(cardOf({ start_time: start })))).toEqual([dayBefore, hoursBefore, end])
    for (const status of ['draft', 'pending', 'rejected', 'cancelled', 'completed', 'archived'] as const)
      expect(facts(cardOf({ start_time: start, status }))).toEqual([])
    expect(facts(cardOf({ start_time: start, deletedAt: start }))).toEqual([])
  })

  // rules/reminders 3
  it('moves, goes and comes back with its event, without anything being read', async () => {
    const w = await ticking()
    const card = await planned(w)
    expect(await kindsAt(w, dayBefore)).toEqual(['reminder'])
    const later = { start_time: '2026-03-07T12:00:00.000Z', end_time: '2026-03-07T13:00:00.000Z' }
    const moved = await changed(w, card, later)
    expect([...(await rowsAt(w, dayBefore)), ...(await rowsAt(w, hoursBefore))]).toEqual([])
    expect(await kindsAt(w, '2026-03-06T12:00:00.000Z')).toEqual(['reminder'])
    expect(await kindsAt(w, '2026-03-07T13:00:00.000Z')).toEqual(['completion'])
    const off = await changed(w, moved, { status: 'cancelled' })
    expect(await rowsAt(w, '2026-03-06T12:00:00.000Z')).toEqual([])
    expect(await rowsAt(w, '2026-03-07T13:00:00.000Z')).toEqual([])
    await changed(w, off, { status: 'approved' })
    expect(await kindsAt(w, '2026-03-06T12:00:00.000Z')).toEqual(['reminder'])
  })

  // rules/reminders 4
  it('follows a change of the hours alone', async () => {
    const w = await ticking()
    const card = await planned(w)
    await w.table().write(reminderWrites(place(w), card, card, [48, 2], [24, 2]))
    expect(await rowsAt(w, dayBefore)).toEqual([])
    expect(await kindsAt(w, '2026-03-03T12:00:00.000Z')).toEqual(['reminder'])
    expect(reminderWrites(place(w), card, { ...card }, [48, 2])).toEqual([])
  })

  it.each([
    ['cancelled', { status: 'cancelled', shelf: 'past' }],
    ['deleted', { deletedAt: '2026-03-04T11:59:00.000Z' }],
    ['moved', { start_time: '2026-03-09T12:00:00.000Z' }],
    // rules/reminders 8
  ] as const)('does not go out for an event that was %s by whatever left its row behind', async (_, more) => {
    const w = await ticking()
    const card = await planned(w)
    await w.table().put(eventCard, { ...card, ...more })
    until(w, dayBefore)
    await sweep(w, taskHandlers)
    expect(await told(w, start, 24)).toBeUndefined()
    expect(await rowsAt(w, dayBefore)).toEqual([])
  })

  it.each([
    ['cancelled', { status: 'cancelled', shelf: 'past' }],
    ['deleted', { deletedAt: dayBefore }],
    ['moved', { start_time: '2026-03-09T12:00:00.000Z' }],
    // rules/reminders 8
  ] as const)('does not go out for an event that is %s between look and write', async (_, more) => {
    const w = await ticking()
    const card = await planned(w)
    until(w, dayBefore)
    const meddling = taskHandlers.map((handler) => ({
      ...handler,
      carryOut: async (...args: Parameters<typeof handler.carryOut>) => {
        const writes = await handler.carryOut(...args)
        await w.table().put(eventCard, { ...card, ...more })
        return writes
      },
    }))
    await sweep(w, meddling)
    expect(await told(w, start, 24)).toBeUndefined()
    expect(await rowsAt(w, dayBefore)).toEqual([])
  })

  // rules/reminders 9
  it('does not go out once the event has begun', async () => {
    const w = await ticking()
    await planned(w)
    until(w, '2026-03-05T12:00:00.000Z')
    await sweep(w, taskHandlers)
    expect([await told(w, start, 24), await told(w, start, 2)]).toEqual([undefined, undefined])
  })
})

describe('the end of an event', () => {
  const over = (w: World) => {
    const seen: string[] = []
    const handler = onEventEnd(async ({ card }) => {
      seen.push(card.eventId)
      const done = {
        ...card,
        status: 'completed' as const,
        shelf: 'past' as const,
        version: card.version + 1,
      }
      return [put(eventCard, done, { equals: { version: card.version } })]
    })
    const statusNow = async () =>
      (await w.table().get(eventCard, { eventId: 'e1' }, { strong: true }))?.status
    return { seen, handlers: [...taskHandlers, handler], statusNow }
  }

  // rules/reminders 10
  it('completes it once, when it is over', async () => {
    const w = await ticking()
    const { seen, handlers, statusNow } = over(w)
    await planned(w)
    until(w, '2026-03-05T12:59:59.000Z')
    await sweep(w, handlers)
    expect(await statusNow()).toBe('approved')
    until(w, '2026-03-05T13:00:00.000Z')
    await Promise.all([sweep(w, handlers), sweep(w, handlers)])
    expect(await statusNow()).toBe('completed')
    expect(seen.length).toBeGreaterThan(0)
    expect(await rowsAt(w, '2026-03-05T13:00:00.000Z')).toEqual([])
  })

  it.each([
    // rules/reminders 11
    ['was cancelled', { status: 'cancelled', shelf: 'past' }],
    ['takes longer now', { end_time: '2026-03-06T12:00:00.000Z' }],
    ['is deleted', { deletedAt: start }],
  ] as const)('leaves one alone that %s', async (_, more) => {
    const w = await ticking()
    const { seen, handlers } = over(w)
    const card = await planned(w)
    await w.table().put(eventCard, { ...card, ...more })
    until(w, '2026-03-05T13:00:00.000Z')
    await sweep(w, handlers)
    expect(seen).toEqual([])
  })
})

describe('the time until something', () => {
  it.each([
    [10, '1 minute'],
    [59 * 60 + 20, '59 minutes'],
    [59 * 60 + 40, '1 hour'],
    [2 * 3600 - 50, '2 hours'],
    [24 * 3600 - 50, '24 hours'],
    [3 * 86_400, '3 days'],
  ])('of %i seconds is %s', (seconds, words) => {
    expect(formatDuration(new Date(0), new Date(seconds * 1000))).toBe(words)
  })
})
