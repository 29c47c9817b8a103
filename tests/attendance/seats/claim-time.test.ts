import { beforeAll, describe, expect, it } from 'vitest'
import { type Claim, seatCounter } from '../../../functions/attendance/repository.ts'
import { idAt, timeOf } from '../../../lib/id.ts'
import { interrupted } from '../../support/table/interrupted.ts'
import { claimsOf, expectSound, seatedIn } from '../state.ts'
import { abandoned, type ClaimStage, claimStage, idsOf } from './claim-stage.ts'

let s: ClaimStage

beforeAll(async () => {
  s = await claimStage()
})

// docs/decisions/070: many claims stand in one small item, whose size is what a registration costs.
describe('the time of a claim', () => {
  it("is that of its row's id, and is not stored again", async () => {
    await s.begin(2)
    const claims: Claim[] = []
    const { body } = await interrupted(
      s.w,
      () => s.rsvp(0),
      async () => {
        claims.push(...Object.values(claimsOf(await s.state())))
      },
      1,
      'PutCommand',
    )
    expect(body.status).toBe('attending')
    const [row] = seatedIn(await s.state())
    expect(claims).toEqual([{ entryId: row?.entryId, seats: 1 }])
    expect(new Date(timeOf(row?.entryId ?? '')).toISOString()).toBe(row?.registeredAt)
  })

  it("is stored when its row's id has another", async () => {
    const { eventId } = await s.begin(2)
    const at = s.w.clock.now().toISOString()
    const { id, kind } = s.person(1)
    const entryId = idAt(Date.parse(at) - 5_000_000, s.w.runtime.newId())
    const claims = { [`${kind}-${id}`]: { entryId, seats: 1, at } }
    await s.w.table().update(seatCounter, { eventId }, { set: { claims, taken: 1 } })
    await s.recoverAll()
    expect(seatedIn(await s.state())).toEqual([])
    s.w.clock.advance(abandoned)
    await s.recoverAll()
    const after = await s.state()
    expectSound(after)
    expect(idsOf(seatedIn(after))).toEqual([id])
    expect(seatedIn(after)[0]?.registeredAt).toBe(at)
  })
})
