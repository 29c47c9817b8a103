import { describe, expect, it } from 'vitest'
import { globalUser, session } from '../../../lib/identity/person/records.ts'
import { notificationDue } from '../../../lib/outbox.ts'
import { registered } from '../../support/people.ts'
import { streamOf } from '../../support/streamed.ts'
import { holdings } from '../holdings.ts'
import { claimsOf, hostileSchool, posedAs, trustRaised, verified } from './hostile-school.ts'

describe("a school's trust in its provider", () => {
  // rules/identity 19
  it('ends every session that it opened, by access token, refresh token and refresh cookie', async () => {
    const school = await hostileSchool()
    const { w } = school
    const ada = await registered(w, 'ada')
    await verified(school, ada)
    const posed = await posedAs(school, ada)
    const [here, there] = [posed, posed.on(w.sister)]
    const optional = (cookies: readonly string[]) => here.listOrganizations({}, { cookies })
    expect([(await here.validateToken()).status, (await there.validateToken()).status]).toEqual([200, 200])
    w.clock.advance(1000)
    const cookies = [...posed.jar].map(([name, value]) => `${name}=${value}`)
    await optional(cookies)
    expect(w.logs.at(-1)).toMatchObject({ caller: ada.user.globalUserId })
    await posed.refreshToken()
    const renewed = [...posed.jar].map(([name, value]) => `${name}=${value}`)
    await trustRaised(school)
    expect([(await here.validateToken()).status, (await there.validateToken()).status]).toEqual([401, 401])
    await optional(renewed)
    expect(w.logs.at(-1)?.caller).toBeUndefined()
    expect((await here.refreshToken({}, { cookies: renewed })).status).toBe(401)
    expect((await there.refreshToken({}, { cookies: renewed })).status).toBe(401)
    expect((await ada.device.refreshToken()).status).toBe(200)
    expect((await ada.device.listSessions()).body.data.sessions).toHaveLength(1)
    expect((await (await posedAs(school, ada)).validateToken()).status).toBe(200)
    expect((await ada.device.listSessions()).body.data.sessions).toHaveLength(2)
  })

  // rules/identity 20
  it('ends what their phones are told', async () => {
    const school = await hostileSchool()
    const { w } = school
    const ada = await registered(w, 'ada')
    await verified(school, ada)
    const posed = await posedAs(school, ada)
    expect((await posed.registerPushToken({ pushToken: 'ExponentPushToken[phone]' })).status).toBe(200)
    const told = async () => {
      const to = { kind: 'users' as const, ids: [ada.user._id] }
      const channels = ['push' as const]
      const row = { template: 'event_reminder', params: {}, to, channels }
      await w.table().write([notificationDue(w.runtime, row)])
      await w.caughtUp()
      await streamOf(w).drain()
      return w.pushes.length
    }
    expect([await told(), (await ada.device.listPushDevices()).body.data.devices.length]).toEqual([1, 1])
    await trustRaised(school)
    expect([await told(), (await ada.device.listPushDevices()).body.data.devices.length]).toEqual([1, 0])
  })

  // rules/identity 20
  it('ends acting for somebody that began in such a session', async () => {
    const school = await hostileSchool()
    const { w, dean } = school
    const { email } = (await dean.validateToken()).body.data.user
    const id = (await dean.validateToken()).body.data.user.globalUserId
    await w.table().update(globalUser, { id }, { set: { emailVerified: true } })
    const ada = await registered(w, 'ada')
    const posed = await posedAs(school, { email })
    expect((await posed.impersonateUser({ identifier: ada.user._id })).status).toBe(200)
    expect((await posed.validateToken()).body.data.user._id).toBe(ada.user._id)
    expect(claimsOf(posed.jar.get('accessToken'))).toMatchObject({ provenBy: w.home, impersonatedBy: id })
    await trustRaised(school)
    expect((await posed.validateToken()).status).toBe(401)
  })

  it('was never lent by a session that does not say whose provider opened it', async () => {
    const school = await hostileSchool()
    const { w } = school
    const ada = await registered(w, 'ada')
    await verified(school, ada)
    const posed = await posedAs(school, ada)
    const { sid, globalUserId } = claimsOf(posed.jar.get('accessToken')) as {
      sid: string
      globalUserId: string
    }
    await w.table().update(session, { id: sid, globalUserId }, { remove: ['proof'] })
    expect((await posed.validateToken()).body.code).toBe('SESSION_REVOKED')
    expect((await posed.refreshToken()).status).toBe(401)
  })
})

/** What such a session cannot make at all. */
const apart: Readonly<Record<string, string>> = {
  Code: 'asked for by anybody, and mailed to the owner',
  ProviderRequest: 'wants a proof of the person’s own',
}

describe.each(Object.entries(holdings).filter(([kind]) => !(kind in apart)))(
  "what a session by a school's provider has made: %s",
  (_, make) => {
    it('works while the school trusts the provider, and ends with the trust', async () => {
      const school = await hostileSchool()
      const { w } = school
      const owner = await registered(w, 'ada')
      await verified(school, owner)
      const [kept, ended] = [await posedAs(school, owner), await posedAs(school, owner)]
      expect(await (await make({ w, owner, intruder: kept })).works()).toBe(true)
      const held = await make({ w, owner, intruder: ended })
      await trustRaised(school)
      expect(await held.works()).toBe(false)
      expect((await owner.device.listCalendarLinks()).body.data.links).toEqual([])
      expect(await (await make({ w, owner, intruder: owner.device })).works()).toBe(true)
    })
  },
)
