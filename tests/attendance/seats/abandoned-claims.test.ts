import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { taskHandlers } from '../../../functions/attendance/scheduled-tasks.ts'
import { tenantUser } from '../../../lib/identity/person/records.ts'
import { crashRows } from '../../support/crash-rows.ts'
import { sweep } from '../../support/due.ts'
import { dying } from '../faults.ts'
import { expectCounted, expectSound, openClaims, seatedIn, waitingIn } from '../state.ts'
import { attendanceStream } from '../stream.ts'
import { abandoned, type ClaimStage, claimStage, idsOf } from './claim-stage.ts'

let s: ClaimStage

beforeAll(async () => {
  s = await claimStage()
})

describe.each([0, 3])('a request of person %i that ends after its call number', (at) => {
  const calls = [1, 2, 3, 4, 5, 6]

  it.each(crashRows(calls.flatMap((call) => [true, false].map((before) => [call, before] as const))))(
    '%i (before it reached the table: %s)',
    async (call, before) => {
      await s.begin(2)
      const stream = await attendanceStream(s.w)
      const death = dying(s.w, call, before)
      const { status } = await s.rsvp(at)
      const died = death.end()
      expect(died ? [503] : [201]).toContain(status)
      expectSound(await s.state())

      // Whoever comes meanwhile never gets a seat that is claimed.
      await s.rsvp(1)
      await s.rsvp(2)
      const meanwhile = await s.state()
      expectSound(meanwhile)
      const open = openClaims(meanwhile)
      expect(seatedIn(meanwhile).length + open.length).toBe(2)

      await stream.drain()
      s.w.clock.advance(180)
      await sweep(s.w, taskHandlers)
      await stream.drain()
      const after = await s.state()
      expectSound(after)
      expectCounted(after)
      expect(await s.claims()).toEqual([])
      expect(seatedIn(after)).toHaveLength(2)
      if (open.length > 0) expect(idsOf(seatedIn(after))).toContain(s.person(at).id)
    },
  )
})

// rules/attendance 33
describe('an abandoned claim', () => {
  beforeEach(async () => {
    await s.begin(1)
    const death = dying(s.w, 'PutCommand', true)
    expect((await s.rsvp(0)).status).toBe(503)
    expect(death.end()).toBe(true)
    expect((await s.state()).rows).toEqual([])
    expect(await s.claims()).toHaveLength(1)
  })

  it('is not continued by the same person too early, because its request may only be slow', async () => {
    const { status, headers } = await s.rsvp(0)
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('1')
    expectSound(await s.state())
  })

  it('is completed by the same person later', async () => {
    s.w.clock.advance(abandoned)
    expect((await s.rsvp(0)).body.status).toBe('attending')
    const after = await s.state()
    expectSound(after)
    expect(idsOf(seatedIn(after))).toEqual([s.person(0).id])
  })

  it('is completed for them, and keeps the seat from others', async () => {
    expect((await s.rsvp(1)).body.status).toBe('waitlisted')
    s.w.clock.advance(abandoned)
    await s.recoverAll()
    const after = await s.state()
    expectSound(after)
    expect(idsOf(seatedIn(after))).toEqual([s.person(0).id])
    expect(idsOf(waitingIn(after))).toEqual([s.person(1).id])
  })

  it('is completed once, however many requests do so', async () => {
    s.w.clock.advance(abandoned)
    await Promise.all([s.recoverAll(), s.recoverAll(), s.rsvp(0), s.recoverAll()])
    await s.recoverAll()
    expectSound(await s.state())
    expect((await s.state()).rows).toHaveLength(1)
    expect(await s.claims()).toEqual([])
  })

  it.each(crashRows([1, 2, 3, 4, 5, 6, 7, 8]))(
    'is completed by the next look when one ends at its call %i',
    async (call) => {
      s.w.clock.advance(abandoned)
      for (const before of [true, false]) {
        const death = dying(s.w, call, before)
        await s.recoverAll().catch(() => undefined)
        death.end()
        expectSound(await s.state())
        s.w.clock.advance(abandoned)
      }
      await s.recoverAll()
      expectSound(await s.state())
      expect(idsOf(seatedIn(await s.state()))).toEqual([s.person(0).id])
      expect(await s.claims()).toEqual([])
    },
  )

  it('is released to the waitlist when its person is gone', async () => {
    await s.begin(1)
    const gone = s.person(8)
    const death = dying(s.w, 'PutCommand', true)
    await s.rsvp(8)
    expect(death.end()).toBe(true)
    expect((await s.rsvp(1)).body.status).toBe('waitlisted')
    await s.w.table().remove(tenantUser, { id: gone.id })
    s.w.clock.advance(abandoned)
    await s.recoverAll()
    const after = await s.state()
    expectSound(after)
    expect(idsOf(seatedIn(after))).toEqual([s.person(1).id])
  })
})
