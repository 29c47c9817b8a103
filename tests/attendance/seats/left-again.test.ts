import { beforeAll, describe, expect, it } from 'vitest'
import { attendeeIdOf } from '../../../functions/attendance/attendee-key.ts'
import { seatCounter } from '../../../functions/attendance/repository.ts'
import { expectSound } from '../state.ts'
import { abandoned, type ClaimStage, claimStage } from './claim-stage.ts'

let s: ClaimStage

beforeAll(async () => {
  s = await claimStage()
})

// rules/attendance 8 and 17
describe('a withdrawal claim without a row, when its person registers again', () => {
  /** `given`: whether what the row had was given back before its process ended. */
  it.each([true, false])('neither loses nor adds a seat (released: %s)', async (given) => {
    const event = await s.begin(3)
    await s.rsvp(0)
    await s.rsvp(1)
    const { entryId = '', registeredAt } =
      (await s.state()).rows.find(({ personId }) => personId === s.person(0).id) ?? {}
    await s.leave(0)
    const { kind } = s.person(0)
    const claim = {
      entryId,
      seats: 1,
      at: registeredAt ?? '',
      leaving: true as const,
      requestId: 'a process that ended',
    }
    const add = { taken: given ? 0 : 1, version: 1 }
    const { eventId } = event
    const setEntries = { claims: { [attendeeIdOf({ kind, personId: s.person(0).id })]: claim } }
    await s.w.table().update(seatCounter, { eventId }, { add, setEntries })
    s.w.clock.advance(abandoned)
    expect((await s.rsvp(0)).body.status).toBe('attending')
    const after = await s.state()
    expectSound(after)
    expect([after.counter?.taken, after.rows.length]).toEqual([2, 2])
  })
})
