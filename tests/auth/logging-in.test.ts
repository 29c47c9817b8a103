import { beforeAll, describe, expect, it } from 'vitest'
import { emailPointer } from '../../lib/identity/person/records.ts'
import { adaAndBen } from '../support/administrators.ts'
import { type Person, password, registered } from '../support/people.ts'
import { founded, joined } from '../support/societies.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import type { World } from '../support/world.ts'

let w: World
let ada: Person
let ben: Person

beforeAll(async () => {
  ;({ w, ada, ben } = await adaAndBen())
  await founded(ada, { org_name: 'First' })
  await joined(await founded(ben, { org_name: 'Second' }), ada)
})

const depth = (): number => {
  const cost = w.logs.at(-1)?.table as { depth: number }
  return cost.depth
}

const seenBy = async (email: string, tenant = w.home) => {
  const { status, body } = await w.device({ tenant }).login({ email, password })
  expect(status).toBe(200)
  const clubs = body.data.user.clubAssociations.map(({ org_name }: { org_name: string }) => org_name)
  return { clubs, user: body.data.user, depth: depth() }
}

describe('signing in with organizations', () => {
  it('takes three round trips, by address and by name', async () => {
    using _rounds = logicalRounds()
    for (const identifier of [ada.email, 'ada'])
      expect(await seenBy(identifier)).toMatchObject({ clubs: ['First', 'Second'], depth: 3 })
  })

  it('takes three at every school that somebody joined later', async () => {
    using _rounds = logicalRounds()
    const joins = [
      async (device: Person['device']) => device.joinTenant(),
      async (device: Person['device'], { email }: Person) => device.login({ email, password }),
    ]
    for (const [at, join] of joins.entries()) {
      const who = await registered(w, `mover${at}`, { username: `mover${at}` })
      const device = who.device.on(w.sister)
      expect((await join(device, who)).status).toBe(200)
      const { status } = await device.createOrganization({
        org_name: `Away ${at}`,
        org_description: 'Elsewhere',
      })
      expect(status).toBe(201)
      await w.caughtUp()
      const away = await seenBy(who.email, w.sister)
      expect(away).toMatchObject({ clubs: [`Away ${at}`], depth: 3 })
      expect(away.user._id).not.toBe(who.user._id)
    }
    expect(await seenBy(ada.email)).toMatchObject({ clubs: ['First', 'Second'], depth: 3 })
  })

  it('shows what was changed the moment before', async () => {
    await founded(ada, { org_name: 'Third' })
    await ada.device.updateUser({ name: 'Ada Anew' })
    const { clubs, user } = await seenBy(ada.email)
    expect(clubs).toEqual(['First', 'Second', 'Third'])
    expect(user.name).toBe('Ada Anew')
  })

  // rules/auth 15
  it('believes the rights, not the guess', async () => {
    const { email } = ben
    for (const homes of [{ [w.home]: ada.user._id }, { [w.home]: 'nobody' }, undefined]) {
      const change = homes ? { set: { homes } } : { remove: ['homes'] as const }
      await w.table().update(emailPointer, { email }, change)
      const seen = await seenBy(email)
      expect(seen.user._id).toBe(ben.user._id)
      expect(seen.clubs).toEqual(['Second'])
    }
  })
})

describe('validating a token', () => {
  it('takes two round trips for who has organizations and invitations', async () => {
    using _rounds = logicalRounds()
    const club = await founded(ben)
    const gus = await registered(w, 'gus', { username: 'gus' })
    await joined(await founded(ada), gus)
    await ben.device.invite({ orgId: club.orgId, email: gus.email })
    const { body } = await gus.device.validateToken()
    expect(body.data.user.clubAssociations).toHaveLength(1)
    expect(body.data.pendingOrgInvites).toHaveLength(1)
    expect(depth()).toBe(2)
  })

  it('reads nothing for a signature that is wrong, whoever it names', async () => {
    const { jar } = await registered(w, 'hal', { username: 'hal' }).then(({ device }) => device)
    const [head, claims] = String(jar.get('accessToken')).split('.')
    const call = (signature: string) =>
      w.device().validateToken({}, { headers: { authorization: `Bearer ${head}.${claims}.${signature}` } })
    expect((await call('A'.repeat(86))).status).toBe(401)
    expect(w.logs.at(-1)?.table).toMatchObject({ calls: 0 })
  })
})
