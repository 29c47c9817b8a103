import { beforeAll, describe, expect, it } from 'vitest'
import { InvalidRefreshToken } from '../../functions/auth/contract.ts'
import { CalendarNotFound } from '../../functions/calendars/contract.ts'
import { SessionRevoked } from '../../lib/contract/failures.ts'
import { notificationDue } from '../../lib/outbox.ts'
import { withPasskey } from '../mfa/factors.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { type Person, password, registered } from '../support/people.ts'
import { streamOf } from '../support/streamed.ts'
import { interrupted } from '../support/table/interrupted.ts'
import type { World } from '../support/world.ts'

let w: World
let dean: Person

beforeAll(async () => {
  ;({ w, dean } = await admins())
})

const suspend = ({ user }: Person, accessSuspended: boolean) =>
  dean.device.setUserAccess({ userId: user._id, accessSuspended })

/** Suspends somebody and lifts the suspension at once. */
const suspendBriefly = async (person: Person) => {
  expect((await suspend(person, true)).status).toBe(200)
  expect((await suspend(person, false)).status).toBe(200)
}

describe('a suspension that was lifted', () => {
  // rules/auth 47
  it('brings no session back at the school, and leaves it alone at others', async () => {
    const ada = await registered(w, 'ada')
    await ada.device.on(w.sister).joinTenant()
    await suspendBriefly(ada)
    expect(await ada.device.validateToken()).toMatchObject(refused(SessionRevoked))
    expect(await ada.device.refreshToken()).toMatchObject(refused(InvalidRefreshToken))
    const { email } = ada
    const fresh = w.device()
    expect((await fresh.login({ email, password })).status).toBe(200)
    expect((await fresh.validateToken()).status).toBe(200)
  })

  // rules/auth 47
  it('leaves a session at another school, whose cookies stay', async () => {
    const ben = await registered(w, 'ben', {}, w.sister)
    await ben.device.on(w.home).joinTenant()
    const { _id } = (await ben.device.on(w.home).validateToken()).body.data.user
    await suspendBriefly({ ...ben, user: { ...ben.user, _id } })
    expect(await ben.device.on(w.home).validateToken()).toMatchObject(refused(SessionRevoked))
    expect((await ben.device.on(w.sister).validateToken()).status).toBe(200)
    expect(await ben.device.on(w.home).refreshToken()).toMatchObject(refused(InvalidRefreshToken))
    expect((await ben.device.on(w.sister).refreshToken()).status).toBe(200)
  })

  // rules/auth 47; rules/calendars 18
  it('brings no calendar address back', async () => {
    const cleo = await registered(w, 'cleo')
    const { token } = (await cleo.device.createCalendarToken()).body.data
    w.clock.advance(1)
    await suspendBriefly(cleo)
    expect(await w.device().getMyCalendar({ token })).toMatchObject(refused(CalendarNotFound))
  })

  // rules/auth 47
  it('sends no push messages to a phone of a session before it', async () => {
    const dora = await registered(w, 'dora')
    await dora.device.registerPushToken({ pushToken: 'ExponentPushToken[dora]' })
    await suspendBriefly(dora)
    const to = { kind: 'users' as const, ids: [dora.user._id] }
    const row = { template: 'event_reminder', params: {}, to, channels: ['push' as const] }
    await w.table().write([notificationDue(w.runtime, row)])
    await w.caughtUp()
    await streamOf(w).drain()
    expect(w.pushes).toEqual([])
  })

  // rules/auth 47
  it('ends a session too that began at the same moment', async () => {
    const eve = await registered(w, 'eve')
    const { key, origin } = await withPasskey(w, eve.device)
    const device = w.device()
    const { options } = (await device.startPasskeySignIn()).body.data
    const signIn = () => device.signInByPasskey({ credential: key.use(options, { origin }) })
    // The clock moves, so that times alone would let the session pass.
    const deed = async () => {
      await suspendBriefly(eve)
      w.clock.advance(1)
    }
    expect((await interrupted(w, signIn, deed, 1)).status).toBe(200)
    expect(await device.validateToken()).toMatchObject(refused(SessionRevoked))
  })
})
