import { describe, expect, it } from 'vitest'
import { UsernameTaken as Taken } from '../../functions/auth/contract.ts'
import { UsernameTaken } from '../../functions/users/shapes.ts'
import { isReservedUsername } from '../../lib/identity/person/usernames.ts'
import { refused } from '../support/agent.ts'
import { password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'

/** Registers an address whose first part is `local` and no username. */
const derived = async (w: World, local: string, tenant = w.home): Promise<string> => {
  const email = `${local}@x${process.pid}-${w.home}.example.edu`
  const { status, body } = await w.device({ tenant }).register({ email, password })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.data.user.username
}

describe('a reserved username', () => {
  // rules/users 4
  it.each([
    'admin',
    'ADMIN',
    'adm1n',
    'root',
    'r00t',
    'support',
    'system',
    'Postmaster',
    'abuse',
    'security',
    'quad',
  ])("is nobody's to choose: %s", async (username) => {
    const w = await world()
    const email = w.email('eve')
    expect(await w.device().register({ email, password, username })).toMatchObject(refused(Taken))
    const ada = await registered(w, 'ada')
    expect(await ada.device.updateUser({ username })).toMatchObject(refused(UsernameTaken))
    expect((await ada.device.checkUsername({ username })).body).toMatchObject({ success: false })
    expect((await ada.device.getUserByUsername({ username })).status).toBe(404)
  })

  it('is no word that only begins like one', () => {
    for (const name of ['adminton', 'rooter', 'supporter', 'ada'])
      expect(isReservedUsername(name, 'demo')).toBe(false)
  })

  // rules/users 5
  it('is the name of any school', async () => {
    const w = await world()
    const tenant = `s-${w.home}`
    await enrolSchool(w, w.sister)
    const ada = await registered(w, 'ada', {}, tenant)
    for (const username of [`S${w.home}`, w.sister.toUpperCase()]) {
      expect(await ada.device.updateUser({ username })).toMatchObject(refused(UsernameTaken))
      const wanted = { email: w.email('eve'), password, username }
      expect(await w.device({ tenant }).register(wanted)).toMatchObject(refused(Taken))
    }
  })

  // rules/identity 31
  it('follows from no address', async () => {
    const w = await world()
    const tenant = `s-${w.home}`
    for (const local of ['root', 'ad.min', 'support', 'no-reply', `s.${w.home}`])
      expect(await derived(w, local, tenant)).toMatch(/^member\d+$/)
    expect(await derived(w, 'ben.cole', tenant)).toBe('bencole')
  })

  // rules/users 4
  it('stays with who has it already', async () => {
    const email = `root.${process.pid}@students.example.edu`
    const w = await world({ settings: { PLATFORM_ADMIN_EMAILS: email } })
    const device = w.device()
    const { body } = await device.register({ email, password, username: 'root' })
    expect(body.data.user.username).toBe('root')
    expect((await device.updateUser({ username: 'Root', name: 'Ruth' })).body.data.user.username).toBe('Root')
  })

  it("is not even a listed administrator's before the address is proven, where that counts", async () => {
    const email = `root.${process.pid}@students.example.edu`
    const settings = { PLATFORM_ADMIN_EMAILS: email, REQUIRE_VERIFIED_EMAIL: 'true' }
    const w = await world({ settings, ownTable: true })
    expect(await w.device().register({ email, password, username: 'root' })).toMatchObject(refused(Taken))
  })
})
