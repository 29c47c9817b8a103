import { beforeAll, describe, expect, it } from 'vitest'
import { advanceWaitlist } from '../../../functions/attendance/seats/waitlist.ts'
import type { EventCard } from '../../../functions/events/index.ts'
import { seeded } from '../../load/seeded.ts'
import type { Reply } from '../../support/agent.ts'
import { type World, world } from '../../support/world.ts'
import { crowd, type Visitor } from '../crowd.ts'
import { planned } from '../events.ts'
import { expectCounted, expectSound, seatedIn, stateOf } from '../state.ts'
import { attendanceStream } from '../stream.ts'

const people = 1000
const seats = 50
const inFlight = 48

let w: World
let all: readonly Visitor[]

beforeAll(async () => {
  w = await world({ ownTable: true })
  all = await crowd(w, people, { guestEvery: 8 })
  w.clock.advance(3 * 24 * 3600)
}, 60_000)

/** Everybody does their part, so many at a time. */
const rush = async <V>(whole: readonly V[], act: (one: V, at: number) => Promise<void>): Promise<void> => {
  let next = 0
  const work = async (): Promise<void> => {
    for (let at = next++; at < whole.length; at = next++) await act(whole[at] as V, at)
  }
  await Promise.all(Array.from({ length: inFlight }, work))
}

const storm = async ({ eventId }: EventCard) => {
  const random = seeded(50)
  const dice = all.map(() => [random.next(), random.next()] as const)
  const withdrawn: string[] = []
  const replies: Reply[] = []
  await rush(all, async ({ device, id }, at) => {
    const [twice = 1, away = 1] = dice[at] ?? []
    const ask = () => device.registerForEvent({ event_id: eventId })
    replies.push(...(await Promise.all(twice < 0.1 ? [ask(), ask()] : [ask()])))
    if (away >= 0.05) return
    const reply = await device.withdrawFromEvent({ event_id: eventId })
    expect(reply.status).toBe(200)
    withdrawn.push(id)
  })
  return { replies, withdrawn }
}

describe('a thousand people on fifty seats', () => {
  // rules/attendance 8
  it('get fifty seats, each person once, and the waitlist moves in order', async () => {
    const event = await planned(w, { maxAttendees: seats })
    const stream = await attendanceStream(w, { without: ['NotificationDue', 'OutboxMail'] })
    const { replies, withdrawn } = await storm(event)
    expect(replies.filter(({ status }) => status !== 201 && status !== 200)).toEqual([])
    // What withdrawals at the same moment leave to each other is the stream's.
    await advanceWaitlist({ ...w.runtime, table: w.table() }, event, 2 * seats)
    const state = await stateOf(w, event.eventId)
    expectSound(state)
    expect(seatedIn(state)).toHaveLength(seats)
    const gone = new Set(withdrawn)
    const left = all.map(({ id }) => id).filter((id) => !gone.has(id))
    expect(state.rows.map(({ personId }) => personId).sort()).toEqual([...left].sort())

    const heads = state.waitlist.slice(0, seats).map(({ personId }) => personId)
    const seated = new Map(all.map((one) => [one.id, one]))
    const leaving = seatedIn(state).flatMap(({ personId }) => seated.get(personId) ?? [])
    await rush(leaving, async ({ device }) => {
      expect((await device.withdrawFromEvent({ event_id: event.eventId })).status).toBe(200)
    })
    await stream.drain()
    const after = await stateOf(w, event.eventId)
    expectSound(after)
    expectCounted(after)
    expect(
      seatedIn(after)
        .map(({ personId }) => personId)
        .sort(),
    ).toEqual([...heads].sort())
  }, 240_000)
})
