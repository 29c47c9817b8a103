import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { taskHandlers } from '../../../functions/attendance/scheduled-tasks.ts'
import { advanceWaitlist } from '../../../functions/attendance/seats/waitlist.ts'
import type { EventCard } from '../../../functions/events/index.ts'
import { crashRows, isWholeTable } from '../../support/crash-rows.ts'
import { sweep } from '../../support/due.ts'
import { dying, meanwhileAt, meanwhileNamed } from '../faults.ts'
import { expectCounted, expectSound, seatedIn, waitingIn } from '../state.ts'
import { attendanceStream } from '../stream.ts'
import { abandoned, type ClaimStage, claimStage, idsOf } from './claim-stage.ts'

let s: ClaimStage
let event: EventCard

beforeAll(async () => {
  s = await claimStage()
})

type Stream = Awaited<ReturnType<typeof attendanceStream>>

/** Everything that follows by itself. */
const rest = async (stream: Stream): Promise<void> => {
  await stream.drain()
  for (const _ of [1, 2]) {
    s.w.clock.advance(180)
    await sweep(s.w, taskHandlers)
    await stream.drain()
  }
  const after = await s.state()
  expectSound(after)
  expectCounted(after)
  expect(await s.claims()).toEqual([])
}

const numbers = (most: number): readonly number[] => Array.from({ length: most }, (_, at) => at + 1)

/** Each call was the last one once, and more numbers were tried than there are calls. */
const expectEveryDeath = (deaths: ReadonlySet<number>, calls: readonly number[]): void => {
  expect(deaths.size).toBeGreaterThan(0)
  if (!isWholeTable) return
  expect(deaths.size).toBeGreaterThanOrEqual(8)
  expect([...deaths]).toEqual(calls.slice(0, deaths.size))
  expect(deaths.size, 'try more call numbers').toBeLessThan(calls.length)
}

const seated = async () => idsOf(seatedIn(await s.state()))
const id = (at: number) => s.person(at).id

/** Two seats, which the first two have, and two who wait. */
const full = async (): Promise<Stream> => {
  event = await s.begin(2)
  const stream = await attendanceStream(s.w)
  for (const at of [0, 1, 4, 5]) {
    s.w.clock.advance(1)
    await s.rsvp(at)
  }
  return stream
}

describe.each([0, 4])('a withdrawal of person %i that ends after its call number', (at) => {
  const calls = numbers(12)
  const deaths = new Set<number>()

  it.each(crashRows(calls.flatMap((call) => [true, false].map((before) => [call, before] as const))))(
    '%i (before it reached the table: %s)',
    async (call, before) => {
      const stream = await full()
      const death = dying(s.w, call, before)
      const { status } = await s.leave(at)
      if (death.end()) deaths.add(call)
      expect([200, 503]).toContain(status)
      const found = await s.state()
      expectSound(found)
      const isGone = !idsOf(found.rows).includes(id(at))
      if (status === 200) expect(isGone).toBe(true)
      await s.rsvp(6)
      expectSound(await s.state())

      await rest(stream)
      const after = await s.state()
      const line = [4, 5, 6].filter((one) => one !== at).map(id)
      const isOff = !idsOf(after.rows).includes(id(at))
      if (isGone) expect(isOff).toBe(true)
      const heads = at === 0 && isOff ? [id(1), line[0]] : [id(0), id(1)]
      expect(idsOf(seatedIn(after)).sort()).toEqual(heads.sort())
      expect(waitingIn(after)).toHaveLength(isOff ? 2 : 3)
    },
  )

  it('was interrupted at each of its calls, to the last', () => {
    expectEveryDeath(deaths, calls)
  })
})

describe('a promotion by the stream that ends after its call number', () => {
  const calls = numbers(11)
  const deaths = new Set<number>()

  it.each(crashRows(calls.flatMap((call) => [true, false].map((before) => [call, before] as const))))(
    '%i (before it reached the table: %s)',
    async (call, before) => {
      event = await s.begin(2)
      const stream = await attendanceStream(s.w)
      await s.rsvp(0, 2)
      for (const at of [4, 5]) {
        s.w.clock.advance(1)
        await s.rsvp(at)
      }
      // Whoever leaves gets no further than their own row.
      const left = dying(s.w, 5, true)
      await s.leave(0)
      left.end()
      // A stream tells every change; this one tells what is another since it was read, so that it is read in between.
      const earlier = await stream.fresh()
      const death = dying(s.w, call, before)
      await advanceWaitlist({ ...s.w.runtime, table: s.w.table() }, event, 5).catch(() => undefined)
      if (death.end()) deaths.add(call)
      expectSound(await s.state())
      const later = await stream.fresh()
      await stream.carry([...earlier, ...later])
      await rest(stream)
      expect((await seated()).sort()).toEqual([id(4), id(5)].sort())
      expect((await s.state()).counter?.hasWaitlist).toBe(false)
    },
  )

  it('was interrupted at each of its calls, to the last', () => {
    expectEveryDeath(deaths, calls)
  })
})

// rules/attendance 1, rules/attendance 17
describe('two requests of one person, the second one all before the call of the first one number', () => {
  const calls = [1, 2, 3, 4, 5, 6]
  const acts = {
    leave: () => s.leave(0),
    register: () => s.rsvp(0),
    'register with two': () => s.rsvp(0, 2),
  } as const
  type Name = keyof typeof acts
  const names = Object.keys(acts) as Name[]
  const pairs = names.flatMap((one) => names.map((other) => [one, other] as const))

  it.each(pairs.flatMap(([one, other]) => crashRows(calls).map((call) => [call, one, other] as const)))(
    '%i: %s and %s',
    async (call, one, other) => {
      event = await s.begin(3)
      const stream = await attendanceStream(s.w)
      if (one === 'leave' || other === 'leave') await s.rsvp(0)
      const reply = await meanwhileAt(s.w, call, acts[one], acts[other])
      expect([200, 201, 404, 409, 503]).toContain(reply.status)
      expectSound(await s.state())
      await rest(stream)
      const { rows, counter } = await s.state()
      expect(rows.length).toBeLessThanOrEqual(1)
      expect(counter?.taken).toBe(rows[0]?.guestCount ?? 0)
    },
  )
})

describe('a person who changes their guest count twice while they are promoted', () => {
  const calls = numbers(9)
  const deaths = new Set<number>()

  it.each(crashRows(calls))(
    'has seats for all or none, where their request ends before its call number %i',
    async (call) => {
      event = await s.begin(2)
      const stream = await attendanceStream(s.w)
      await s.rsvp(0, 2)
      await s.rsvp(4)
      const left = dying(s.w, 5, true)
      await s.leave(0)
      left.end()
      const earlier = await stream.fresh()
      await meanwhileNamed(s.w, () => advanceWaitlist({ ...s.w.runtime, table: s.w.table() }, event, 1), [
        ['TransactWriteCommand', () => s.rsvp(4, 2)],
        [
          'UpdateCommand',
          async () => {
            const death = dying(s.w, call, true)
            await s.rsvp(4, 1)
            if (death.end()) deaths.add(call)
          },
        ],
      ])
      expectSound(await s.state())
      await stream.carry(earlier)
      await rest(stream)
      expect(await seated()).toEqual([id(4)])
    },
  )

  it('was interrupted at each of their calls, to the last', () => {
    expectEveryDeath(deaths, calls)
  })
})

describe('a withdrawal claim', () => {
  beforeEach(async () => {
    await full()
  })

  it('that is too late and abandoned releases no seat a second time', async () => {
    let death: ReturnType<typeof dying> | undefined
    await meanwhileAt(
      s.w,
      2,
      () => s.leave(0),
      async () => {
        expect((await s.leave(0)).status).toBe(200)
        death = dying(s.w, 2, true)
      },
    )
    expect(death?.end()).toBe(true)
    expect(await s.claims()).toContain(`u-${id(0)}`)
    s.w.clock.advance(abandoned)
    await s.recoverAll()
    await s.recoverAll()
    expectSound(await s.state())
    expect((await s.state()).counter?.taken).toBe(2)
    expect(await seated()).toHaveLength(2)
  })

  it('is dropped when the person was checked in since', async () => {
    const death = dying(s.w, 3, true)
    expect((await s.leave(0)).status).toBe(503)
    expect(death.end()).toBe(true)
    expect(await s.claims()).toContain(`u-${id(0)}`)
    await s.checkIn(0)
    s.w.clock.advance(abandoned)
    await s.recoverAll()
    expectSound(await s.state())
    expect(await seated()).toContain(id(0))
    expect(await s.claims()).toEqual([])
  })

  it('is completed once, while its request is slow', async () => {
    const { status } = await meanwhileAt(
      s.w,
      3,
      () => s.leave(0),
      async () => {
        s.w.clock.advance(abandoned)
        await s.recoverAll()
        expect(await seated()).toEqual([id(1), id(4)])
        expect((await s.rsvp(0)).body.status).toBe('waitlisted')
        s.w.clock.advance(-abandoned)
      },
    )
    expect([200, 404]).toContain(status)
    const after = await s.state()
    expectSound(after)
    expect(await seated()).toEqual([id(1), id(4)])
  })
})
