import { describe, expect, it } from 'vitest'
import { CalendarLinkNotFound } from '../../functions/calendars/contract.ts'
import { calendarFeed } from '../../functions/calendars/repository.ts'
import { PushDeviceNotFound } from '../../functions/sessions/contract.ts'
import { longestSessionSeconds } from '../../lib/contract/session-lifetime.ts'
import { session, tenantListing, tenantUser } from '../../lib/identity/person/records.ts'
import { notificationDue } from '../../lib/outbox.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { type Person, password, registered } from '../support/people.ts'
import { bySchool, placeOf, samlProof, signedInByProvider } from '../support/provider-sign-in.ts'
import { schoolRecord } from '../support/schools.ts'
import { streamOf } from '../support/streamed.ts'
import { type World, world } from '../support/world.ts'

const pushToken = 'ExponentPushToken[phone]'

const pushed = async (w: World, { user }: Person): Promise<number> => {
  const before = w.pushes.length
  const to = { kind: 'users' as const, ids: [user._id] }
  const row = { template: 'event_reminder', params: {}, to, channels: ['push' as const] }
  await w.table().write([notificationDue(w.runtime, row)])
  // A phone that was registered a moment ago may miss a message.
  await w.caughtUp()
  await streamOf(w).drain()
  return w.pushes.length - before
}

describe('a phone that is registered for push messages', () => {
  const withPhone = async () => {
    const w = await world()
    const ada = await registered(w)
    const phone = w.device({ headers: { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)' } })
    await phone.login({ email: ada.email, password })
    await phone.registerPushToken({ pushToken })
    return { w, ada, phone }
  }

  it('gets nothing after logging out, and its registration is removed', async () => {
    const { w, ada, phone } = await withPhone()
    expect(await pushed(w, ada)).toBe(1)
    await phone.logout()
    expect((await ada.device.listPushDevices()).body.data.devices).toEqual([])
    expect(await pushed(w, ada)).toBe(0)
    const user = await w.table().get(tenantUser, { id: ada.user._id })
    expect(user).not.toHaveProperty('pushToken')
    expect(user).not.toHaveProperty('pushSession')
  })

  it('gets nothing once its session was revoked elsewhere or has expired', async () => {
    const one = await withPhone()
    const [device] = (await one.ada.device.listPushDevices()).body.data.devices
    await one.ada.device.revokeSession({ sessionId: device.id })
    expect(await pushed(one.w, one.ada)).toBe(0)
    const other = await withPhone()
    other.w.clock.advance(longestSessionSeconds)
    expect(await pushed(other.w, other.ada)).toBe(0)
  })

  // rules/auth 33
  it('is neither listed nor reached when only the row of its ended session remains', async () => {
    const { w, ada } = await withPhone()
    const [device] = (await ada.device.listPushDevices()).body.data.devices
    const place = { globalUserId: ada.user.globalUserId, id: device.id }
    const before = await w.table().get(session, place, { strong: true })
    if (!before) throw new Error('The phone has no session.')
    expect((await ada.device.revokeAllOtherSessions()).status).toBe(200)
    // Rows that one transaction has no room for stay, and so does one of a sign-in that was overtaken.
    await w.table().put(session, before)
    expect((await ada.device.listPushDevices()).body.data.devices).toEqual([])
    expect(await pushed(w, ada)).toBe(0)
  })

  it('is listed with its schools, and removed by its owner only', async () => {
    const { w, ada, phone } = await withPhone()
    await phone.on(w.sister).joinTenant()
    await phone.on(w.sister).registerPushToken({ pushToken, appEdition: 'pivot' })
    const { devices } = (await ada.device.listPushDevices()).body.data
    expect(devices).toEqual([
      {
        id: expect.any(String),
        deviceInfo: 'iPhone',
        clientType: 'ios',
        lastUsed: expect.any(String),
        isCurrent: false,
        schools: expect.arrayContaining([
          { school: w.home, appEdition: 'campus' },
          { school: w.sister, appEdition: 'pivot' },
        ]),
      },
    ])
    expect(JSON.stringify(devices)).not.toContain(pushToken)
    const deviceId = devices[0].id
    const bob = await registered(w, 'bob')
    expect(await bob.device.removePushDevice({ deviceId })).toMatchObject(refused(PushDeviceNotFound))
    expect((await ada.device.on(w.sister).removePushDevice({ deviceId })).status).toBe(200)
    expect((await ada.device.listPushDevices()).body.data.devices).toEqual([])
    expect(await pushed(w, ada)).toBe(0)
    expect((await phone.validateToken()).status).toBe(200)
    expect(await ada.device.removePushDevice({ deviceId })).toMatchObject(refused(PushDeviceNotFound))
  })

  it('stays when another device registered in the meantime', async () => {
    const { w, ada, phone } = await withPhone()
    const { devices } = (await ada.device.listPushDevices()).body.data
    await ada.device.registerPushToken({ pushToken: 'ExponentPushToken[other]' })
    const reply = await phone.removePushDevice({ deviceId: devices[0].id })
    expect(reply).toMatchObject(refused(PushDeviceNotFound))
    expect(await pushed(w, ada)).toBe(1)
  })
})

describe('calendar addresses', () => {
  it('are listed over all schools, also as a guest, and revoked one by one', async () => {
    const w = await world()
    const { device } = await registered(w)
    const here = (await device.createCalendarToken()).body.data.token
    const there = (await device.on(w.sister).createCalendarToken()).body.data.token
    const { links } = (await device.listCalendarLinks()).body.data
    expect(links.map(({ school }: { school: string }) => school).sort()).toEqual([w.home, w.sister].sort())
    expect(JSON.stringify(links)).not.toContain(here)
    const linkId = links.find(({ school }: { school: string }) => school === w.sister).id
    const bob = await registered(w, 'bob')
    expect(await bob.device.removeCalendarLink({ linkId })).toMatchObject(refused(CalendarLinkNotFound))
    expect((await device.removeCalendarLink({ linkId })).status).toBe(200)
    expect((await w.device({ tenant: w.sister }).getMyCalendar({ token: there })).status).toBe(404)
    expect((await w.device().getMyCalendar({ token: here })).status).toBe(200)
    expect(await device.removeCalendarLink({ linkId })).toMatchObject(refused(CalendarLinkNotFound))
  })
})

describe('an administrator during impersonation', () => {
  it('sees sessions, phones and calendar addresses of this school only, and cannot end any', async () => {
    const { w, dean } = await admins()
    const ada = await registered(w, 'ada', { username: 'ada' })
    const there = ada.device.on(w.sister)
    await there.joinTenant()
    const phone = w.device({ tenant: w.sister })
    await phone.login({ email: ada.email, password })
    await phone.registerPushToken({ pushToken })
    await ada.device.registerPushToken({ pushToken })
    await ada.device.createCalendarToken()
    await there.createCalendarToken()
    const own = (await ada.device.listSessions()).body.data.sessions
    expect(own).toHaveLength(2)
    await dean.device.impersonateUser({ identifier: 'ada' })
    const { sessions } = (await dean.device.listSessions()).body.data
    expect(sessions).toHaveLength(2)
    const elsewhere = (await phone.listSessions()).body.data.sessions.find(
      ({ isCurrent }: { isCurrent: boolean }) => isCurrent,
    )
    expect(sessions.map(({ id }: { id: string }) => id)).not.toContain(elsewhere.id)
    const { devices } = (await dean.device.listPushDevices()).body.data
    expect(devices.flatMap(({ schools }: { schools: object[] }) => schools)).toEqual([
      { school: w.home, appEdition: 'campus' },
    ])
    const { links } = (await dean.device.listCalendarLinks()).body.data
    expect(links.map(({ school }: { school: string }) => school)).toEqual([w.home])
    for (const id of [elsewhere.id, own[0].id])
      expect((await dean.device.revokeSession({ sessionId: id })).status).toBe(403)
    expect((await phone.validateToken()).status).toBe(200)
  })
})

describe('a session that the school’s identity provider opened', () => {
  /** Somebody of two schools whom the home school's provider signed in, twice. */
  const bySaml = async () => {
    const w = await world()
    const signedIn = async () => {
      const { tokens, session } = await signedInByProvider(placeOf(w), samlProof(w, 'ada'), bySchool(w))
      const device = w.device({ headers: { authorization: `Bearer ${tokens.accessToken}` } })
      return { device, id: session.globalUserId }
    }
    const [one, other] = [await signedIn(), await signedIn()]
    const user = (await one.device.validateToken()).body.data.user
    return {
      w,
      one: one.device,
      other: other.device,
      person: { device: one.device, user, email: user.email },
    }
  }

  it('ends only calendar addresses and phones of its school, and sees no others', async () => {
    const { w, one, other, person } = await bySaml()
    const { globalUserId } = person.user
    const here = (await other.createCalendarToken()).body.data.token
    const there = { id: 'LINK', globalUserId, school: w.sister, hash: 'h', epoch: 0, version: 1 }
    const opened = { authMethod: 'password' as const, createdAt: w.clock.now().toISOString() }
    await w.table().put(calendarFeed, { ...there, ...opened })
    await other.registerPushToken({ pushToken })
    expect(await pushed(w, person)).toBe(1)
    const { links } = (await one.listCalendarLinks()).body.data
    expect(links.map(({ school }: { school: string }) => school)).toEqual([w.home])
    expect(await one.removeCalendarLink({ linkId: 'LINK' })).toMatchObject(refused(CalendarLinkNotFound))
    w.clock.advance(1)
    expect((await one.revokeAllOtherSessions()).status).toBe(200)
    expect((await w.device().getMyCalendar({ token: here })).status).toBe(404)
    expect((await one.listCalendarLinks()).body.data.links).toEqual([])
    expect(await pushed(w, person)).toBe(0)
    expect((await other.validateToken()).status).toBe(401)
    const again = (await one.createCalendarToken()).body.data.token
    expect((await w.device().getMyCalendar({ token: again })).status).toBe(200)
  })

  it('removes a phone of its school', async () => {
    const { w, one, other, person } = await bySaml()
    await other.registerPushToken({ pushToken })
    const [device] = (await one.listPushDevices()).body.data.devices
    expect((await one.removePushDevice({ deviceId: device.id })).status).toBe(200)
    expect(await pushed(w, person)).toBe(0)
  })

  it('reaches no phone once the school has withdrawn trust from the provider', async () => {
    const { w, one, person } = await bySaml()
    await one.registerPushToken({ pushToken })
    expect(await pushed(w, person)).toBe(1)
    const school = schoolRecord(w.home, w.clock.now().toISOString(), { trust: 1 })
    await w.table().put(tenantListing, school)
    expect(await pushed(w, person)).toBe(0)
  })
})
