import { beforeAll, describe, expect, it } from 'vitest'
import { BreakGlassUnfit, DoorUnseen, LocksYouOut } from '../../functions/operators/shapes.ts'
import { OnlyWayIn } from '../../functions/saml/contract/failures.ts'
import { OwnProviderRequired } from '../../lib/contract/failures.ts'
import { signInMethods } from '../../lib/contract/people.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { withTotp } from '../mfa/factors.ts'
import { signIn as bySaml, type SamlSchool, samlSchool } from '../saml/school.ts'
import { withRoles } from '../support/administrators.ts'
import { type Agent, refused } from '../support/agent.ts'
import { type Person, password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import type { World } from '../support/world.ts'

let school: SamlSchool
let w: World
let chief: Person
let stranger: Person
const own = { ways: ['saml'], breakGlass: [] as string[] }

beforeAll(async () => {
  school = await samlSchool()
  w = school.w
  await enrolSchool(w, w.home, { emailDomains: ['students.example.edu'] })
  chief = await withRoles(w, await registered(w, 'chief'), ['user', 'admin'])
  await withTotp(w, chief.device)
  stranger = await registered(w, 'stranger')
  await w.table().update(tenantUser, { id: stranger.user._id }, { set: { email: 'stranger@mail.test' } })
  own.breakGlass = [chief.user._id]
})

/** Everybody whom a policy would lock out, and what shows that they were looked at. */
const looked = async (device: Agent, wanted: object) => {
  const ids: string[] = []
  let turn = {}
  for (;;) {
    const { status, body } = await device.previewDoor({ ...wanted, ...turn })
    expect(status, JSON.stringify(body)).toBe(200)
    ids.push(...body.data.people.map(({ _id }: { _id: string }) => _id))
    const { seen, cursor } = body.data
    if (cursor === undefined) return { ids, seen }
    turn = { cursor, seen }
  }
}

describe('a sign-in policy', () => {
  // rules/auth 37
  it('is rejected until the people it locks out were previewed to the last page', async () => {
    expect(await chief.device.setDoor({ ...own, seen: '' })).toMatchObject(refused(DoorUnseen))
    const { ids } = await looked(chief.device, own)
    expect(ids).toEqual([stranger.user._id])
    const open = await looked(chief.device, { ways: [...signInMethods], breakGlass: [] })
    expect(open.ids).toEqual([])
    expect(await chief.device.setDoor({ ...own, seen: open.seen })).toMatchObject(refused(DoorUnseen))
    expect((await chief.device.getDoor()).body.data).toEqual({
      ways: [...signInMethods],
      breakGlass: [],
      newMembers: 'anybody',
      publishers: 'anybody',
      otherSchools: null,
      campusNetworks: [],
      longestSession: 43_200,
      idleTime: 43_200,
    })
  })

  // rules/auth 37
  it("is previewed in pages for a large school, and the first page's `seen` value is not enough", async () => {
    const model = await w.table().get(tenantUser, { id: stranger.user._id }, { strong: true })
    const many = Array.from({ length: 120 }, (_, at) => `zz${1000 + at}`)
    for (const id of many)
      await w.table().put(tenantUser, { ...(model as never as object), id, usernameKey: id } as never)
    const first = await chief.device.previewDoor(own)
    expect(first.body.data.cursor).toEqual(expect.any(String))
    const half = { ...own, seen: first.body.data.seen }
    expect(await chief.device.setDoor(half)).toMatchObject(refused(DoorUnseen))
    const { ids } = await looked(chief.device, own)
    expect(ids).toEqual([stranger.user._id, ...many])
    for (const id of many) await w.table().remove(tenantUser, { id })
  })

  // rules/auth 37
  it('is rejected when a person joined since the preview who would be locked out', async () => {
    const { seen } = await looked(chief.device, own)
    const late = await registered(w, 'late')
    await w.table().update(tenantUser, { id: late.user._id }, { set: { email: 'late@mail.test' } })
    await w.caughtUp()
    expect(await chief.device.setDoor({ ...own, seen })).toMatchObject(refused(DoorUnseen))
    await w.table().update(tenantUser, { id: late.user._id }, { set: { email: late.email } })
  })

  // rules/auth 36
  it('names administrators with a second factor who may use every sign-in method', async () => {
    const without = await withRoles(w, await registered(w, 'without'), ['user', 'admin'])
    for (const breakGlass of [[], [stranger.user._id], [without.user._id], ['nobody']])
      expect(await chief.device.previewDoor({ ...own, breakGlass })).toMatchObject(refused(BreakGlassUnfit))
  })

  // rules/auth 37
  it('never locks out the administrator who saves it', async () => {
    const other = await withRoles(w, await registered(w, 'other'), ['user', 'admin'])
    const { seen } = await looked(other.device, own)
    expect(await other.device.setDoor({ ...own, seen })).toMatchObject(refused(LocksYouOut))
  })

  it('keeps the session of the administrator who saves it, keeps the provider on, and can be removed', async () => {
    const { seen } = await looked(chief.device, own)
    const { status, body } = await chief.device.setDoor({ ...own, seen })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data).toMatchObject({ ways: ['saml'], breakGlass: [{ _id: chief.user._id }] })
    w.clock.advance(2.1)
    expect((await chief.device.getDoor()).status).toBe(200)
    expect(await school.dean.getDoor()).toMatchObject(refused(OwnProviderRequired))
    expect(await w.device().login({ email: stranger.email, password })).toMatchObject(
      refused(OwnProviderRequired),
    )
    expect(await chief.device.changeSamlConfig({ isActive: false })).toMatchObject(refused(OnlyWayIn))
    const email = w.email('newcomer')
    const facts = { nameId: email, attributes: { email: [email] } }
    const { device } = await bySaml(school, { facts })
    expect((await device.validateToken()).status).toBe(200)
    const open = { ways: [...signInMethods], breakGlass: [] }
    const again = await looked(chief.device, open)
    expect((await chief.device.setDoor({ ...open, seen: again.seen })).status).toBe(200)
    w.clock.advance(2.1)
    expect((await school.dean.getDoor()).body.data.ways).toEqual([...signInMethods])
  })

  // rules/auth 38
  it('limits sessions, keeps omitted parts, and is previewed again for each change', async () => {
    const open = { ways: [...signInMethods], breakGlass: [] }
    const limited = { ...open, newMembers: 'domains', longestSession: 600, idleTime: 60 }
    const plain = await looked(chief.device, open)
    expect(await chief.device.setDoor({ ...limited, seen: plain.seen })).toMatchObject(refused(DoorUnseen))
    const { ids, seen } = await looked(chief.device, limited)
    expect(ids).toEqual([])
    const saved = await chief.device.setDoor({ ...limited, seen })
    expect(saved.body.data).toMatchObject({ newMembers: 'domains', longestSession: 600, idleTime: 60 })
    w.clock.advance(2.1)
    const kept = await looked(chief.device, { ...open, idleTime: 43_200 })
    await chief.device.setDoor({ ...open, idleTime: 43_200, seen: kept.seen })
    expect((await chief.device.getDoor()).body.data).toMatchObject({
      newMembers: 'domains',
      longestSession: 600,
      idleTime: 43_200,
    })
    for (const wrong of [{ longestSession: 29 }, { idleTime: 43_201 }, { idleTime: 30.5 }])
      expect((await chief.device.previewDoor({ ...open, ...wrong })).status).toBe(400)
    const narrowed = { ...open, newMembers: 'invited' }
    const { seen: last } = await looked(chief.device, narrowed)
    expect((await chief.device.setDoor({ ...narrowed, seen: last })).body.data.newMembers).toBe('invited')
    const chosen = { ...open, otherSchools: [w.sister, 'beta', 'beta'] }
    const { seen: schools } = await looked(chief.device, chosen)
    expect(await chief.device.setDoor({ ...open, seen: schools })).toMatchObject(refused(DoorUnseen))
    expect((await chief.device.setDoor({ ...chosen, seen: schools })).body.data.otherSchools).toEqual(
      ['beta', w.sister].sort(),
    )
    expect((await chief.device.previewDoor({ ...open, otherSchools: ['T#x'] })).status).toBe(400)
    const any = await looked(chief.device, { ...open, otherSchools: null })
    const reset = await chief.device.setDoor({ ...open, otherSchools: null, seen: any.seen })
    expect(reset.body.data.otherSchools).toBeNull()
    w.clock.advance(600 * 60)
    expect((await chief.device.refreshToken()).body.code).toBe('REFRESH_TOKEN_EXPIRED')
  })
})
