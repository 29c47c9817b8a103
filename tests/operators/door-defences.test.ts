import { beforeAll, describe, expect, it } from 'vitest'
import { BreakGlassUnfit, DoorUnseen } from '../../functions/operators/shapes.ts'
import { OnlyWayIn } from '../../functions/saml/contract/failures.ts'
import { ConcurrentChange, OwnProviderRequired } from '../../lib/contract/failures.ts'
import { signInMethods } from '../../lib/contract/people.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { halfSignedIn, withPasskey, withTotp } from '../mfa/factors.ts'
import { samlSchool } from '../saml/school.ts'
import { withRoles } from '../support/administrators.ts'
import type { Agent } from '../support/agent.ts'
import { refused } from '../support/agent.ts'
import { type Person, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { isWriteOf, meanwhile } from '../support/table/instead.ts'
import type { World } from '../support/world.ts'

let w: World
let chief: Person
let other: Person
let student: Person
let app: { code(): string }
const open = { ways: [...signInMethods], breakGlass: [] }

beforeAll(async () => {
  const school = await samlSchool()
  w = school.w
  await enrolSchool(w, w.home, { emailDomains: ['students.example.edu'] })
  const administrator = async (name: string) => withRoles(w, await registered(w, name), ['user', 'admin'])
  chief = await administrator('chief')
  other = await administrator('other')
  app = await withTotp(w, chief.device)
  await withTotp(w, other.device)
  student = await registered(w, 'student')
})

const look = async (device: Agent, wanted: object) => {
  const { status, body } = await device.previewDoor(wanted)
  expect(status, JSON.stringify(body)).toBe(200)
  const ids: string[] = body.data.people.map(({ _id }: { _id: string }) => _id)
  return { ids, seen: body.data.seen as string }
}

/** A policy is saved that was looked at just now. */
const save = async ({ device }: Pick<Person, 'device'>, wanted: object) => {
  const { seen } = await look(device, wanted)
  return device.setDoor({ ...wanted, seen })
}

const isSave = isWriteOf('tenant.door')

describe('a break-glass account', () => {
  // rules/auth 36
  it('cannot be suspended at the school', async () => {
    const wanted = { ways: ['saml'], breakGlass: [chief.user._id, other.user._id] }
    const suspended = (accessSuspended: boolean) =>
      w.table().update(tenantUser, { id: other.user._id }, { set: { accessSuspended } })
    await suspended(true)
    const refusal = await chief.device.previewDoor(wanted)
    await suspended(false)
    expect(refusal).toMatchObject(refused(BreakGlassUnfit))
    expect((await chief.device.previewDoor(wanted)).status).toBe(200)
  })

  // rules/auth 36
  it('works while its owner administers the school and has a second factor', async () => {
    const named = await withRoles(w, await registered(w, 'named'), ['user', 'admin'])
    const { code } = await withTotp(w, named.device)
    const wanted = { ways: ['saml'], breakGlass: [chief.user._id, named.user._id] }
    expect((await save(chief, wanted)).status).toBe(200)
    const { device } = await halfSignedIn(w, named.email)
    expect((await device.verifyTotp({ code: code() })).status).toBe(200)
    await withRoles(w, named, ['user'])
    expect(await device.validateToken()).toMatchObject(refused(OwnProviderRequired))
    expect((await halfSignedIn(w, named.email)).reply).toMatchObject(refused(OwnProviderRequired))
    await withRoles(w, named, ['user', 'admin'])
    expect((await device.validateToken()).status).toBe(200)
    expect((await device.disableTotp()).status).toBe(200)
    expect((await halfSignedIn(w, named.email)).reply).toMatchObject(refused(OwnProviderRequired))
    expect((await save(chief, open)).status).toBe(200)
    w.clock.advance(2.1)
  })
})

describe('while a sign-in policy is saved', () => {
  // rules/auth 37
  it('another one may be saved, which the earlier preview does not overwrite', async () => {
    meanwhile(w, isSave, async () => {
      expect((await save(other, { ...open, idleTime: 120 })).status).toBe(200)
    })
    expect(await save(chief, { ...open, longestSession: 600 })).toMatchObject(refused(DoorUnseen))
    expect((await chief.device.getDoor()).body.data).toMatchObject({ idleTime: 120, longestSession: 43_200 })
    expect((await save(chief, { ...open, idleTime: 43_200 })).status).toBe(200)
  })

  // rules/auth 37
  it('the identity provider may be turned off, and no policy is saved that would lock out its users', async () => {
    meanwhile(w, isSave, async () => {
      expect((await other.device.changeSamlConfig({ isActive: false })).status).toBe(200)
    })
    const wanted = { ways: ['saml'], breakGlass: [chief.user._id] }
    expect(await save(chief, wanted)).toMatchObject(refused(DoorUnseen))
    expect((await other.device.changeSamlConfig({ isActive: true })).status).toBe(200)
  })

  // rules/auth 37
  it('the identity provider cannot be turned off when people have no other way in', async () => {
    meanwhile(w, isWriteOf('saml.configure'), async () => {
      const wanted = { ways: ['saml', 'passkey'], breakGlass: [chief.user._id, other.user._id] }
      expect((await save(chief, wanted)).status).toBe(200)
    })
    expect(await chief.device.changeSamlConfig({ isActive: false })).toMatchObject(refused(OnlyWayIn))
    w.clock.advance(2.1)
    expect((await save(chief, open)).status).toBe(200)
    w.clock.advance(2.1)
  })

  // rules/auth 37
  it('the identity provider may be turned off when everybody has a password or can reset one by mail', async () => {
    const wanted = { ways: ['saml', 'password'], breakGlass: [chief.user._id, other.user._id] }
    expect((await save(chief, wanted)).status).toBe(200)
    for (const isActive of [false, true])
      expect((await chief.device.changeSamlConfig({ isActive })).status).toBe(200)
    expect((await save(chief, open)).status).toBe(200)
  })

  // rules/auth 36
  it('the session that would become break-glass may end, and nothing is saved', async () => {
    const { device } = await halfSignedIn(w, chief.email)
    expect((await device.verifyTotp({ code: app.code() })).status).toBe(200)
    meanwhile(w, isSave, () => device.logout())
    const wanted = { ways: ['saml'], breakGlass: [chief.user._id] }
    expect(await save({ device }, wanted)).toMatchObject(refused(ConcurrentChange))
    expect((await chief.device.getDoor()).body.data).toMatchObject({
      ways: [...signInMethods],
      breakGlass: [],
    })
  })
})

describe('the list of people who would be locked out', () => {
  // rules/auth 37
  it('by passkeys only has the people without a passkey', async () => {
    const keeper = await registered(w, 'keeper')
    await withPasskey(w, keeper.device)
    const { ids } = await look(chief.device, { ways: ['passkey'], breakGlass: [chief.user._id] })
    expect(ids).toContain(student.user._id)
    expect(ids).not.toContain(keeper.user._id)
  })

  // rules/auth 37
  it('by the identity provider only has everybody while it is turned off', async () => {
    const wanted = { ways: ['saml'], breakGlass: [chief.user._id] }
    expect((await look(chief.device, wanted)).ids).not.toContain(student.user._id)
    expect((await chief.device.changeSamlConfig({ isActive: false })).status).toBe(200)
    expect((await look(chief.device, wanted)).ids).toContain(student.user._id)
  })
})

// rules/auth 36, rules/mfa 19
it('leaves out a break-glass account that recovers from lost factors, when only the provider is accepted', async () => {
  const loser = await withRoles(w, await registered(w, 'loser'), ['user', 'admin'])
  await withTotp(w, loser.device)
  const wanted = { ways: ['saml'], breakGlass: [chief.user._id, loser.user._id] }
  expect((await save(chief, wanted)).status).toBe(200)
  w.clock.advance(2.1)
  await (await halfSignedIn(w, loser.email)).device.startFactorRecovery()
  w.clock.advance(3 * 86_400)
  const { device } = await halfSignedIn(w, loser.email)
  expect((await device.completeFactorRecovery()).status).toBe(200)
  // Without a factor the account is no break-glass account: it sets one up, and signs in with it.
  expect(await device.getDoor()).toMatchObject(refused(OwnProviderRequired))
  const fresh = await withTotp(w, device)
  expect(await device.getDoor()).toMatchObject(refused(OwnProviderRequired))
  const again = await halfSignedIn(w, loser.email)
  expect((await again.device.verifyTotp({ code: fresh.code() })).status).toBe(200)
  expect((await again.device.getDoor()).status).toBe(200)
})
