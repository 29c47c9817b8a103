import { describe, expect, it } from 'vitest'
import { eventCard } from '../../functions/events/index.ts'
import { consume, consumers } from '../../functions/stream/handler.ts'
import { key } from '../../lib/table/entity.ts'
import { dyingAt, isPutOf, type Sent, withTable } from '../support/table/instead.ts'
import { isLate } from '../support/table/late-lists.ts'
import { type World, world } from '../support/world.ts'
import { crowd, type Visitor } from './crowd.ts'
import { planned } from './events.ts'
import { attendanceStream } from './stream.ts'

/** A school, an event, people who come to it, and the stream with nothing waiting in it. */
const stage = async (people: number) => {
  const w = await world()
  const all = await crowd(w, people)
  const { eventId } = await planned(w, { maxAttendees: people })
  const stream = await attendanceStream(w)
  await stream.drain()
  const register = async ({ device }: Visitor): Promise<void> => {
    expect((await device.registerForEvent({ event_id: eventId })).status).toBe(201)
  }
  return { w, all, eventId, stream, register }
}

/** What the stream's consumer spends while it carries out all that waits. */
const spentOn = async (w: World, drain: () => Promise<void>) => {
  const from = w.logs.length
  await drain()
  const lines = w.logs.slice(from).filter(({ operation }) => operation === 'stream.consume')
  const total = (name: 'calls' | 'readUnits' | 'writeUnits') =>
    lines.reduce((sum, line) => sum + Number(line[name]), 0)
  return { calls: total('calls'), readUnits: total('readUnits'), writeUnits: total('writeUnits') }
}

describe('what a registration causes', () => {
  // rules/attendance 8, rules/stream 4
  it('is counted and told once, in however many invocations its notice comes', async () => {
    const { all, w, eventId, stream, register } = await stage(1)
    const [ada] = all as [Visitor]
    await register(ada)
    const records = await stream.fresh()
    // The first dies after it has counted, before anybody is told; the second cannot tell anybody for now.
    const dying = consume(consumers, () => dyingAt(w, (sent) => isPutOf(sent, 'Notification')))
    const isInbox = ({ input }: Sent) => JSON.stringify(input).includes('"INBOX"')
    const refusing = withTable(w, (sent) =>
      isInbox(sent) ? Promise.reject(new Error('not now')) : undefined,
    )
    const failing = consume(consumers, () => refusing)
    expect((await dying({ Records: [...records] })).batchItemFailures).toHaveLength(1)
    expect((await failing({ Records: [...records] })).batchItemFailures).toEqual([])
    expect((await ada.device.listNotifications()).body.data).toEqual([])
    await stream.drain()
    expect((await ada.device.listNotifications()).body.data).toHaveLength(1)
    for (let time = 0; time < 3; time += 1) {
      w.clock.advance(60)
      await stream.carry(records)
    }
    await stream.drain()
    const [card] = await w.table().batchGet([key(eventCard, { eventId })], { strong: true })
    expect([card?.registrationCount, card?.seatsTaken]).toEqual([1, 1])
    await w.caughtUp()
    const told = await ada.device.listNotifications()
    expect(told.body.data).toHaveLength(1)
  })

  // What many cause together is folded for all of them. This is what each adds: the notification, its place in the
  // inbox, and the end of its mail.
  it.skipIf(isLate)('costs each of many five calls and four write units at most', async () => {
    const { all, w, stream, register } = await stage(21)
    const [first, ...others] = all as [Visitor, ...Visitor[]]
    await register(first)
    const alone = await spentOn(w, stream.drain)
    for (const one of others) await register(one)
    const many = await spentOn(w, stream.drain)
    const each = (name: keyof typeof many) => (many[name] - alone[name]) / (others.length - 1)
    expect(each('calls')).toBeLessThanOrEqual(5)
    expect(each('readUnits')).toBeLessThanOrEqual(3.5)
    expect(each('writeUnits')).toBeLessThanOrEqual(4)
  })
})
