import { describe, expect, it } from 'vitest'
import { password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { keepReadsBehind } from '../support/table/kept-behind.ts'
import { world } from '../support/world.ts'
import { setStatus } from './closed-doors.ts'

// rules/table 16 and 19: reads here are as late as reads can be.
describe('registering while reads are late', () => {
  it('takes an address and a name that somebody has just given up', async () => {
    const w = await world({ ownTable: true })
    const ada = await registered(w, 'ada', { username: 'countess' })
    const reads = await keepReadsBehind(w.runtime.client)
    expect((await ada.device.deleteAccount()).status).toBe(200)
    const again = await w.device().register({ email: ada.email, password, username: 'countess' })
    expect([again.status, reads.late() > 0]).toEqual([201, true])
    await reads.end()
  })

  it('enters with an address that the same person has just taken', async () => {
    const w = await world({ ownTable: true })
    const reads = await keepReadsBehind(w.runtime.client)
    const wanted = { email: w.email('ada'), password, username: 'countess' }
    expect((await w.device().register(wanted)).status).toBe(201)
    const again = await w.device().register(wanted)
    expect([again.status, again.body.data.user.username]).toEqual([200, 'countess'])
    await reads.end()
  })

  it.each(['coming_soon', 'maintenance', 'hidden'] as const)(
    'enters with it although the school is %s by then',
    async (status) => {
      const w = await world({ ownTable: true })
      await enrolSchool(w, w.home)
      // One school has to stay open.
      await enrolSchool(w, w.sister)
      const reads = await keepReadsBehind(w.runtime.client)
      const wanted = { email: w.email('ada'), password }
      expect((await w.device().register(wanted)).status).toBe(201)
      await setStatus(w, status)
      expect([(await w.device().register(wanted)).status, reads.late() > 0]).toEqual([200, true])
      expect((await w.device().register({ ...wanted, email: w.email('ben') })).status).toBeGreaterThan(400)
      await reads.end()
    },
  )
})
