import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contracts } from '../../functions/routes.ts'
import { AddressUnproven } from '../../lib/contract/failures.ts'
import { signInMethods } from '../../lib/contract/people.ts'
import type { Row } from '../../lib/contract/row.ts'
import { globalUser, tenantUser } from '../../lib/identity/person/records.ts'
import { changeSchool } from '../../lib/identity/school/tenants.ts'
import { clubEvent, roundTrips } from '../planning/people.ts'
import { admins } from '../support/administrators.ts'
import { type Agent, type Reply, refused } from '../support/agent.ts'
import { type Club, club } from '../support/orgs.ts'
import { type Person, registered } from '../support/people.ts'
import { vouchedFor } from '../support/provider-sign-in.ts'
import { enrolSchool } from '../support/schools.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import type { World } from '../support/world.ts'

const publishing = Object.values(contracts).flatMap(({ rows }) =>
  Object.entries(rows as Readonly<Record<string, Row>>).flatMap(([operation, { publishes }]) =>
    publishes === true ? [operation] : [],
  ),
)

let w: World
let dean: Person
let c: Club

beforeAll(async () => {
  ;({ w, dean } = await admins())
  await enrolSchool(w, w.home)
  c = await club(w)
})

/** Says who publishes at the school, and waits until everybody knows. */
const publishersAre = async (publishers: 'proven' | undefined): Promise<void> => {
  const change = { tenantKey: w.home, at: w.clock.now(), change: () => ({ publishers }) }
  await changeSchool(w.table(), { ...change, also: () => [] })
  w.clock.advance(2.1)
}

const provenIs = ({ user }: Person, emailVerified: boolean) =>
  w.table().update(globalUser, { id: user.globalUserId }, { set: { emailVerified } })

/** Sends an operation of the club as it stands: what else it needs does not matter here. */
const send = (device: Agent, operation: string): Promise<Reply> => {
  const named = { orgId: c.orgId }
  return (
    (device as unknown as Record<string, (input: object) => Promise<Reply>>)[operation]?.(named) ??
    expect.fail()
  )
}

describe('a school where proven addresses alone publish', () => {
  beforeAll(() => publishersAre('proven'))
  beforeEach(() => provenIs(c.owner, false))

  // rules/auth 43
  it.each(publishing)('refuses %s to who has proven none, until they have', async (operation) => {
    expect(await send(c.owner.device, operation)).toMatchObject(refused(AddressUnproven))
    await provenIs(c.owner, true)
    expect((await send(c.owner.device, operation)).body.code).not.toBe(AddressUnproven.code)
  })

  it('refuses a reason of a cancellation, which attendees read, and no cancellation without one', async () => {
    await provenIs(c.owner, true)
    const eventId = await clubEvent(c)
    await provenIs(c.owner, false)
    const { device } = c.owner
    const cancel = (more: object) => device.cancelEvent({ event_id: eventId, ...more })
    expect(await cancel({ reason: 'Read this' })).toMatchObject(refused(AddressUnproven))
    expect((await device.getEvent({ event_id: eventId })).body.event.status).not.toBe('cancelled')
    expect((await cancel({ reason: '' })).status).toBe(200)
  })

  it('lets them read, take seats, follow and ask to be let in', async () => {
    await provenIs(c.owner, true)
    const eventId = await clubEvent(c)
    const ben = await registered(w, 'ben')
    expect((await ben.device.getEvent({ event_id: eventId })).status).toBe(200)
    expect((await ben.device.registerForEvent({ event_id: eventId })).status).toBeLessThan(300)
    expect((await ben.device.followOrganization({ orgId: c.orgId })).status).toBeLessThan(300)
    expect((await ben.device.createOrganization({ org_name: 'Ben’s own' })).body.code).toBe(
      AddressUnproven.code,
    )
  })

  it('takes the code that was mailed to them, from then on', async () => {
    const { device, email } = c.owner
    const say = () => device.postMessage({ orgId: c.orgId, content: 'Hello' })
    expect((await say()).status).toBe(403)
    await device.requestEmailCode()
    await w.deliver()
    expect((await device.confirmEmail({ code: w.codeFor(email) })).status).toBe(200)
    expect((await say()).status).toBe(201)
  })

  it('takes a proven address of the school that is linked to the account', async () => {
    const { device, user } = c.owner
    const linkedIs = (affiliatedEmailVerified: boolean) =>
      w.table().update(tenantUser, { id: user._id }, { set: { affiliatedEmailVerified } })
    await linkedIs(true)
    expect((await device.postMessage({ orgId: c.orgId, content: 'Hello again' })).status).toBe(201)
    await linkedIs(false)
    expect((await device.postMessage({ orgId: c.orgId, content: 'And again' })).status).toBe(403)
  })

  it('takes the word of its own identity provider, and of no other', async () => {
    const own = await vouchedFor(w, c.owner)
    await provenIs(c.owner, false)
    expect((await own.postMessage({ orgId: c.orgId, content: 'From home' })).status).toBe(201)
    const away = await vouchedFor(w, c.owner, w.sister)
    await provenIs(c.owner, false)
    expect((await away.postMessage({ orgId: c.orgId, content: 'From away' })).status).toBe(403)
  })

  it('reads nothing more where everybody publishes', async () => {
    using _rounds = logicalRounds()
    await publishersAre(undefined)
    const say = (content: string) => c.owner.device.postMessage({ orgId: c.orgId, content })
    const depth = () => roundTrips(w)
    expect((await say('One')).status).toBe(201)
    const before = depth()
    await publishersAre('proven')
    await provenIs(c.owner, true)
    expect((await say('Two')).status).toBe(201)
    expect(depth()).toBeGreaterThan(before)
  })
})

describe('the policy', () => {
  it('is part of the door, and stays when nothing is said of it', async () => {
    await publishersAre(undefined)
    const { device } = dean
    const open = { ways: [...signInMethods], breakGlass: [] }
    const save = async (wanted: object) => {
      const { seen } = (await device.previewDoor(wanted)).body.data
      return (await device.setDoor({ ...wanted, seen })).body.data.publishers
    }
    expect((await device.getDoor()).body.data.publishers).toBe('anybody')
    expect(await save({ ...open, publishers: 'proven' })).toBe('proven')
    expect(await save(open)).toBe('proven')
    expect(await save({ ...open, publishers: 'anybody' })).toBe('anybody')
  })
})
