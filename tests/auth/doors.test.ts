import { beforeAll, describe, expect, it } from 'vitest'
import { OwnProviderRequired, WayNotAllowed } from '../../lib/contract/failures.ts'
import { isMethodAllowed, type SignInMethod } from '../../lib/identity/school/sign-in-policy.ts'
import { changeSchool } from '../../lib/identity/school/tenants.ts'
import { notificationDue } from '../../lib/outbox.ts'
import { halfSignedIn, withTotp } from '../mfa/factors.ts'
import { signIn as bySaml } from '../saml/school.ts'
import { withRoles } from '../support/administrators.ts'
import { type Agent, type Reply, refused } from '../support/agent.ts'
import { password, registered } from '../support/people.ts'
import { streamOf } from '../support/streamed.ts'
import { proveOwn } from '../support/ways.ts'
import type { World } from '../support/world.ts'
import { arrivalOf, orgRightsOf, type Stage, stage, waysIn } from './closed-doors.ts'

const policies: readonly (readonly SignInMethod[])[] = [
  ['saml'],
  ['password'],
  ['google'],
  ['apple'],
  ['passkey'],
  ['password', 'passkey'],
  ['google', 'apple', 'saml'],
]

/** What each way counts as; all others are a password, with whatever follows it. */
const kinds: readonly (readonly [RegExp, SignInMethod])[] = [
  [/Google/, 'google'],
  [/Apple/, 'apple'],
  [/a passkey alone/, 'passkey'],
  [/identity provider/, 'saml'],
]
const kindOf = (name: string): SignInMethod =>
  kinds.find(([pattern]) => pattern.test(name))?.[1] ?? 'password'

const codeOf = ({ body, headers }: Reply): string | undefined =>
  body?.code ?? new URL(headers.location ?? 'x:').searchParams.get('error')?.toUpperCase()

/** Sets the door of the school, and waits until everybody knows. */
const setDoor = async (
  w: World,
  ways?: readonly SignInMethod[],
  breakGlass: string[] = [],
): Promise<void> => {
  const door = ways && { ways: [...ways], breakGlass }
  const change = { tenantKey: w.home, at: w.clock.now(), change: () => ({ door }) }
  await changeSchool(w.table(), { ...change, also: () => [] })
  w.clock.advance(2.1)
}

let school: Stage
let w: World
beforeAll(async () => {
  school = await stage()
  w = school.w
})

const cells = Object.entries(waysIn).flatMap(([name, way]) => policies.map((ways) => ({ name, way, ways })))

describe('a way in, at a door', () => {
  // rules/auth 35
  it.each(cells.map((cell) => [cell.name, cell.ways.join(' '), cell] as const))(
    '%s, where it takes %s',
    async (_, __, { name, way, ways }) => {
      await setDoor(w)
      const arrival = await arrivalOf(
        school,
        way.account ? 'somebody of another school' : 'somebody new',
        way,
      )
      await setDoor(w, ways)
      // What follows a first step that was refused has nothing to go on with.
      const reply = await way.go(arrival).catch(() => undefined)
      const { person } = await orgRightsOf(arrival)
      const status = person?.rights.memberships[w.home]?.status
      if (ways.includes(kindOf(name))) {
        expect([reply?.status === 200 || reply?.status === 201, status]).toEqual([true, 'active'])
        return
      }
      expect(status).toBeUndefined()
      expect(person?.sessions.filter(({ tenantKey }) => tenantKey === w.home) ?? []).toEqual([])
      const refusal = ways.join() === 'saml' ? OwnProviderRequired.code : WayNotAllowed.code
      if (!/second step|wait/.test(name)) expect(reply && codeOf(reply)).toBe(refusal)
    },
  )
})

/** A member of the home school by password, who has an identity at its provider too. */
const member = async (name: string) => {
  await setDoor(w)
  const person = await registered(w, name)
  const facts = { nameId: person.email, attributes: { email: [person.email] } }
  return { ...person, atProvider: () => bySaml(school, { facts }) }
}

const elsewhere = refused(OwnProviderRequired)

describe('a door of the own provider only', () => {
  // rules/auth 35
  it('ends at this school what began in another way or place, and nowhere else', async () => {
    const { device, email, atProvider } = await member('mia')
    const there = w.device({ tenant: w.sister })
    await there.login({ email, password })
    expect((await there.on(w.home).validateToken()).status).toBe(200)
    await setDoor(w, ['saml'])
    for (const one of [device, there.on(w.home)]) {
      expect(await one.validateToken()).toMatchObject(elsewhere)
      expect(await one.refreshToken()).toMatchObject(elsewhere)
      expect(await one.joinTenant()).toMatchObject(elsewhere)
    }
    expect((await there.on(w.sister).validateToken()).status).toBe(200)
    const { device: own, reply } = await atProvider()
    expect([reply.status, (await own.validateToken()).status]).toEqual([200, 200])
    expect((await own.refreshToken()).status).toBe(200)
  })

  // rules/calendars 21
  it('closes a calendar address that another way made, until the policy accepts that way again', async () => {
    const { device } = await member('cal')
    const own = (await (await member('calown')).atProvider()).device
    const guest = await registered(w, 'calguest', {}, w.sister)
    const madeBy = async (by: Agent): Promise<string> => (await by.createCalendarToken()).body.data.token
    const read = async (token: string) => (await w.device().getMyCalendar({ token })).body.code ?? 'open'
    const [ofGuest, ofPassword] = [await madeBy(guest.device.on(w.home)), await madeBy(device)]
    await setDoor(w, ['saml'])
    // Guests are left to their schools.
    expect([await read(ofPassword), await read(ofGuest)]).toEqual(['CALENDAR_NOT_FOUND', 'open'])
    await setDoor(w, ['password', 'saml'])
    expect(await read(ofPassword)).toBe('open')
    const ofProvider = await madeBy(own)
    await setDoor(w, ['saml'])
    expect(await read(ofProvider)).toBe('open')
    await setDoor(w, ['password'])
    expect(await read(ofProvider)).toBe('CALENDAR_NOT_FOUND')
  })

  // rules/notifications 22
  it('sends nothing to a phone that another way registered', async () => {
    const { device, user } = await member('phone')
    const register = () => device.registerPushToken({ pushToken: 'ExponentPushToken[phone]' })
    expect((await register()).status).toBe(200)
    const pushed = async () => {
      const before = w.pushes.length
      const to = { kind: 'users' as const, ids: [user._id] }
      const row = { template: 'event_reminder', params: {}, to, channels: ['push' as const] }
      await w.table().write([notificationDue(w.runtime, row)])
      await w.caughtUp()
      await streamOf(w).drain()
      return w.pushes.length - before
    }
    expect(await pushed()).toBe(1)
    await setDoor(w, ['saml'])
    expect(await pushed()).toBe(0)
    await setDoor(w, ['password', 'saml'])
    expect([(await register()).status, await pushed()]).toEqual([200, 1])
  })

  it('shows what everybody may see, and signs out', async () => {
    const { device } = await member('noa')
    await setDoor(w, ['saml'])
    expect((await device.listFutureEvents()).status).toBe(200)
    expect((await device.startSamlLink()).status).toBe(200)
    expect((await device.logout()).status).toBe(200)
    await setDoor(w)
    expect((await device.validateToken()).status).toBe(401)
  })

  it('still knows a session of the provider that a code by mail made the own one', async () => {
    const { email, atProvider } = await member('kim')
    await setDoor(w, ['saml'])
    const { device } = await atProvider()
    expect((await proveOwn(w, device, email)).status).toBe(200)
    expect((await device.validateToken()).status).toBe(200)
    expect((await device.listWays()).status).toBe(200)
  })
})

// rules/privacy 2
it('what is held at a school is handed out by no session that its door does not take', async () => {
  const { email, atProvider } = await member('paula')
  const there = w.device({ tenant: w.sister })
  await there.login({ email, password })
  const heldBy = async (device: Agent, host: string) => {
    const { status, body } = await device.getMyData({}, { host })
    const home = body.data.schools.find((one: { school: string }) => one.school === w.home)
    const left: string[] = body.data.withheld.map(({ holds }: { holds: string }) => holds)
    return [status, Object.keys(home.data).length > 0, left.some((holds) => holds.includes(w.home))]
  }
  expect(await heldBy(there, `${w.sister}.localhost`)).toEqual([200, true, false])
  const limited = (longestSession?: number) => ({
    tenantKey: w.home,
    at: w.clock.now(),
    change: () => ({ door: undefined, longestSession }),
    also: () => [],
  })
  await changeSchool(w.table(), limited(30))
  w.clock.advance(31 * 60)
  await there.refreshToken()
  expect(await heldBy(there, `${w.sister}.localhost`)).toEqual([200, false, true])
  await changeSchool(w.table(), limited())
  await setDoor(w, ['saml'])
  for (const host of [`${w.sister}.localhost`, 'www.localhost'])
    expect(await heldBy(there, host)).toEqual([200, false, true])
  const { device } = await atProvider()
  await proveOwn(w, device, email)
  expect(await heldBy(device, `${w.home}.localhost`)).toEqual([200, true, false])
})

/** An administrator with a second factor whom the school has named; `enter` signs in by password. */
const glassBreaker = async (name: string) => {
  const { device, email, user } = await member(name)
  await withRoles(w, { device, email, user }, ['user', 'admin'])
  const { code } = await withTotp(w, device)
  await setDoor(w, ['saml'], [user.globalUserId])
  const enter = async () => {
    const half = await halfSignedIn(w, email)
    expect((await half.device.verifyTotp({ code: code() })).status).toBe(200)
    return half.device
  }
  return { device, email, enter }
}

describe('somebody who may break the glass', () => {
  // rules/auth 36
  it('comes in by every way, of which all administrators are told, until the right ends', async () => {
    const { device, email, enter } = await glassBreaker('ivy')
    // Nobody was told of the session from before.
    expect(await device.validateToken()).toMatchObject(elsewhere)
    const stream = streamOf(w)
    await stream.drain()
    const before = w.mails.length
    const fresh = await enter()
    expect((await fresh.getUserStats()).status).toBe(200)
    expect((await fresh.refreshToken()).status).toBe(200)
    await stream.drain()
    expect(w.mails.slice(before).filter(({ subject }) => /break-glass/.test(subject)).length).toBeGreaterThan(
      0,
    )
    await setDoor(w, ['saml'], [])
    expect(await fresh.getUserStats()).toMatchObject(elsewhere)
    expect(await w.device().login({ email, password })).toMatchObject(elsewhere)
  })

  it('acts for others as in any session of which they were told', async () => {
    const { user: student } = await member('sam')
    const { enter } = await glassBreaker('lea')
    const fresh = await enter()
    expect((await fresh.impersonateUser({ identifier: student.username })).status).toBe(200)
    expect((await fresh.validateToken()).body.data.user._id).toBe(student._id)
  })
})

// rules/auth 35
it('the provider of another school is no way into this one', () => {
  const here = { tenantKey: 'home', door: { ways: ['saml' as const], breakGlass: [] } }
  const opened = (of: string, trust = 0) => ({ authMethod: 'saml' as const, proof: { school: of, trust } })
  expect(isMethodAllowed(here, opened('home'))).toBe(true)
  expect(isMethodAllowed(here, opened('sister'))).toBe(false)
  expect(isMethodAllowed({ ...here, trust: 1 }, opened('home'))).toBe(false)
  expect(isMethodAllowed(here, { authMethod: 'email' })).toBe(false)
})
