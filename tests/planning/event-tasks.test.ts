import { beforeAll, describe, expect, it } from 'vitest'
import { eventCard } from '../../functions/events/index.ts'
import { taskHandlers as planningTasks } from '../../functions/planning/scheduled-tasks.ts'
import { scheduledEvent } from '../../functions/reminders/index.ts'
import { taskHandlers as reminders } from '../../functions/reminders/scheduled-tasks.ts'
import { consume, consumers } from '../../functions/stream/handler.ts'
import { notificationRow } from '../../lib/outbox.ts'
import { scheduledTask } from '../../lib/scheduled/task.ts'
import { rowsAt, sweep } from '../support/due.ts'
import { dyingAt } from '../support/table/instead.ts'
import { clubEvent, type PlannedCampus, plannedCampus, usual } from './people.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
})

const moments = {
  dayBefore: '2026-03-31T18:00:00.000Z',
  hoursBefore: '2026-04-01T16:00:00.000Z',
  end: usual.end_time,
}

/** The kinds of an event's tasks, at the reminders' usual times and at its end. */
const tasksOf = async (eventId: string): Promise<string[]> => {
  const found: string[] = []
  for (const at of Object.values(moments))
    for (const { kind, subject } of await rowsAt(p.w, at)) if (subject === eventId) found.push(kind)
  return found
}

const all = ['reminder', 'reminder', 'completion']

const isListed = async (eventId: string): Promise<boolean> => {
  const key = { start_time: usual.start_time, eventId }
  return (await p.w.table().get(scheduledEvent, key, { strong: true })) !== undefined
}

describe('the scheduled tasks of an event', () => {
  // rules/reminders 1, rules/reminders 3
  it('are complete when their consumer dies before it has written all of them, and runs again', async () => {
    const { c, w, events } = p
    await events.drain()
    const eventId = await clubEvent(c)
    const records = await events.fresh()
    const dying = consume(consumers, () =>
      dyingAt(w, ({ input }) => JSON.stringify(input).includes('"entity":"DueRow"')),
    )
    expect((await dying({ Records: [...records] })).batchItemFailures).not.toEqual([])
    expect([await tasksOf(eventId), await isListed(eventId)]).toEqual([[], false])
    await events.carry(records)
    expect([await tasksOf(eventId), await isListed(eventId)]).toEqual([all, true])
    // A batch may be written in part.
    for (const row of await rowsAt(w, moments.end)) await w.table('www').remove(scheduledTask, row)
    for (let time = 0; time < 2; time += 1) await events.carry(records)
    expect([await tasksOf(eventId), await isListed(eventId)]).toEqual([all, true])
  })

  // rules/reminders 2, rules/reminders 3
  it('follow its current state, whichever change is delivered last', async () => {
    const { c, events } = p
    await events.drain()
    const eventId = await clubEvent(c)
    const published = await events.fresh()
    await events.carry(published)
    expect(await tasksOf(eventId)).toEqual(all)
    await c.owner.device.cancelEvent({ event_id: eventId })
    await events.drain()
    expect([await tasksOf(eventId), await isListed(eventId)]).toEqual([[], false])
    await events.carry(published)
    expect([await tasksOf(eventId), await isListed(eventId)]).toEqual([[], false])
  })

  // rules/reminders 4
  it('follow a change of its own hours', async () => {
    const { c, events } = p
    const eventId = await clubEvent(c)
    await events.drain()
    const notificationSettings = { reminders: [2], channels: ['in_app'] }
    await c.owner.device.updateEvent({ event_id: eventId, notificationSettings })
    await events.drain()
    expect(await tasksOf(eventId)).toEqual(['reminder', 'completion'])
  })

  // rules/reminders 1, rules/reminders 10
  it('are carried out once, also where the consumer is late', async () => {
    const { c, w, events } = p
    await events.drain()
    const until = (moment: string) => w.clock.advance((Date.parse(moment) - w.clock.now().getTime()) / 1000)
    const eventId = await clubEvent(c)
    const records = await events.fresh()
    until(moments.dayBefore)
    w.clock.advance(60)
    await events.carry(records)
    await sweep(w, [...reminders, ...planningTasks])
    const page = {
      cause: `${eventId}#${usual.start_time}#24`,
      template: 'event_reminder',
      page: '0000',
    }
    const reminder = await w.table().get(notificationRow, page, { strong: true })
    expect(reminder?.params).toMatchObject({ timeUntil: '24 hours' })
    until(moments.end)
    await events.carry(records)
    await sweep(w, [...reminders, ...planningTasks])
    const card = await w.table().get(eventCard, { eventId }, { strong: true })
    expect(card?.status).toBe('completed')
    await events.carry(records)
    await sweep(w, [...reminders, ...planningTasks])
    expect((await w.table().get(eventCard, { eventId }, { strong: true }))?.version).toBe(card?.version)
  })
})
