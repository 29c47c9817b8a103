import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Claim, seatCounter } from '../../../functions/attendance/repository.ts'
import type { EventCard } from '../../../functions/events/index.ts'
import { interrupted } from '../../support/table/interrupted.ts'
import { expectSound, seatedIn, waitingIn } from '../state.ts'
import { attendanceStream } from '../stream.ts'
import { abandoned, type ClaimStage, claimStage, idsOf } from './claim-stage.ts'

let event: EventCard
let s: ClaimStage

beforeAll(async () => {
  s = await claimStage()
})

describe('a slow request', () => {
  beforeEach(async () => {
    await s.begin(2)
  })

  it('finds the row that another request has written', async () => {
    const { status } = await interrupted(
      s.w,
      () => s.rsvp(0),
      async () => {
        s.w.clock.advance(abandoned)
        await s.recoverAll()
        s.w.clock.advance(-abandoned)
      },
      1,
      'PutCommand',
    )
    expect(status).toBe(201)
    expectSound(await s.state())
    expect((await s.state()).rows).toHaveLength(1)
  })

  it('writes nothing once others may have released its seat', async () => {
    const { status } = await interrupted(
      s.w,
      () => s.rsvp(0),
      async () => {
        s.w.clock.advance(abandoned)
      },
      1,
      'UpdateCommand',
    )
    expect(status).toBe(503)
    expect((await s.state()).rows).toEqual([])
    expectSound(await s.state())
  })

  it("releases its second claim when the person's first one is already removed", async () => {
    await interrupted(
      s.w,
      () => s.rsvp(0),
      async () => {
        expect((await s.rsvp(0)).status).toBe(201)
        await s.recoverAll()
        expect(await s.claims()).toEqual([])
      },
      1,
      'UpdateCommand',
    )
    const after = await s.state()
    expectSound(after)
    expect(after.counter?.taken).toBe(1)
    expect(await s.claims()).toEqual([])
  })

  // rules/attendance 34
  it('is not passed on the waitlist by a later one', async () => {
    await s.rsvp(1)
    await s.rsvp(2)
    await interrupted(
      s.w,
      () => s.rsvp(5),
      async () => undefined,
      1,
      'UpdateCommand',
    )
    s.w.clock.advance(1)
    const stream = await attendanceStream(s.w)
    await interrupted(
      s.w,
      () => s.rsvp(6),
      async () => {
        s.w.clock.advance(1)
        await s.rsvp(7)
        await s.leave(1)
        await s.leave(2)
      },
      1,
      'TransactWriteCommand',
    )
    expectSound(await s.state())
    await stream.drain()
    const after = await s.state()
    expectSound(after)
    expect(idsOf(seatedIn(after)).sort()).toEqual([s.person(5).id, s.person(6).id].sort())
    expect(idsOf(waitingIn(after))).toEqual([s.person(7).id])
  })
})

describe('claims', () => {
  beforeEach(async () => {
    event = await s.begin(5)
  })

  it('take as many seats as a group needs, and no more than there are', async () => {
    const replies = await Promise.all([s.rsvp(0, 3), s.rsvp(1, 3), s.rsvp(2, 2)])
    const after = await s.state()
    expectSound(after)
    const seated = seatedIn(after).reduce((sum, { guestCount }) => sum + guestCount, 0)
    expect(seated).toBeLessThanOrEqual(5)
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
  })

  it('are removed with a registration that is withdrawn before they are', async () => {
    await s.rsvp(0)
    expect(await s.claims()).toHaveLength(1)
    expect((await s.leave(0)).status).toBe(200)
    expect(await s.claims()).toEqual([])
    s.w.clock.advance(abandoned)
    await s.recoverAll()
    expectSound(await s.state())
    expect((await s.state()).rows).toEqual([])
    expect((await s.rsvp(0)).status).toBe(201)
    expectSound(await s.state())
  })

  const filled = async (rows: boolean): Promise<void> => {
    event = await s.begin(100)
    const at = s.w.clock.now().toISOString()
    const some: Record<string, Claim> = {}
    for (let number = 0; number < 25; number += 1)
      some[`u-nobody${number}`] = { entryId: `entry${number}`, seats: 1, at }
    if (rows) await s.rsvp(1)
    const counter = await s.w.table().get(seatCounter, { eventId: event.eventId }, { strong: true })
    const own = Object.entries(counter?.claims ?? {})
    const claims = Object.fromEntries([...own, ...Object.entries(some)].slice(0, 25))
    const set = { claims, taken: 25 }
    await s.w.table().update(seatCounter, { eventId: event.eventId }, { set })
  }

  it('are at most twenty-five at one counter: further requests must retry', async () => {
    await filled(false)
    expect((await s.rsvp(0)).status).toBe(503)
    expectSound(await s.state())
  })

  it('make room for others as soon as one of their rows exists', async () => {
    await filled(true)
    expect((await s.rsvp(0)).status).toBe(201)
    expectSound(await s.state())
  })
})
