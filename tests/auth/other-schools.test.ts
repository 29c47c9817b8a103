import { beforeAll, describe, expect, it } from 'vitest'
import { OtherSchoolRefused } from '../../lib/contract/failures.ts'
import { globalUser } from '../../lib/identity/person/records.ts'
import { changeSchool } from '../../lib/identity/school/tenants.ts'
import { crowd, type Visitor } from '../attendance/crowd.ts'
import { planned } from '../attendance/events.ts'
import { door, opened } from '../checkins/door.ts'
import { type Reply, refused } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'
import { type Arrival, arrivalOf, orgRightsOf, type Stage, stage, waysIn } from './closed-doors.ts'

/** Says the people of which schools may come, and waits until everybody knows. */
const take = async (w: World, otherSchools: string[] | undefined): Promise<void> => {
  const change = () => ({ otherSchools })
  await changeSchool(w.table(), { tenantKey: w.home, at: w.clock.now(), change, also: () => [] })
  w.clock.advance(2.1)
}

describe('becoming a member', () => {
  let school: Stage
  beforeAll(async () => {
    school = await stage()
  })

  const codeOf = ({ body, headers }: Reply): string | undefined =>
    body?.code ?? new URL(headers.location ?? 'x:').searchParams.get('error')?.toUpperCase()

  const statusOf = async (arrival: Arrival) =>
    (await orgRightsOf(arrival)).person?.rights.memberships[arrival.w.home]?.status

  const cells = Object.entries(waysIn).flatMap(([name, way]) => [
    ...(way.account ? [] : [{ name, way, who: 'somebody new' as const, listed: false, taken: true }]),
    ...[false, true].map((listed) => ({
      name,
      way,
      who: 'somebody of another school' as const,
      listed,
      taken: listed || /identity provider/.test(name),
    })),
  ])

  // rules/auth 42
  it.each(cells)('by $name as $who, where the other school is listed: $listed', async (cell) => {
    const { way, who, listed, taken } = cell
    const { w } = school
    await take(w, undefined)
    const arrival = await arrivalOf(school, who, way)
    if (way.addsFactor) {
      const id = (await orgRightsOf(arrival)).person?.user.id ?? ''
      await w.table().update(globalUser, { id }, { set: { emailVerified: true } })
    }
    await take(w, listed ? [w.sister] : ['nowhere'])
    const reply = await way.go(arrival)
    if (taken) expect([reply.status < 300, await statusOf(arrival)]).toEqual([true, 'active'])
    else expect([codeOf(reply), await statusOf(arrival)]).toEqual([OtherSchoolRefused.code, undefined])
  })
})

describe('coming as a guest', () => {
  const visiting = async (w: World, name: string) => {
    const there = await registered(w, name, { username: name }, w.sister)
    return { ...there, device: there.device.on(w.home) }
  }

  // rules/auth 42
  it('takes a seat where the school takes people of theirs, and keeps one that they have', async () => {
    const w = await world()
    await enrolSchool(w, w.home)
    const [local] = (await crowd(w, 1)) as [Visitor]
    const [gil, hal] = [await visiting(w, 'gil'), await visiting(w, 'hal')]
    const { eventId } = await planned(w, { maxAttendees: 5 })
    expect((await gil.device.registerForEvent({ event_id: eventId })).status).toBe(201)
    await take(w, [])
    expect(await hal.device.registerForEvent({ event_id: eventId })).toMatchObject(
      refused(OtherSchoolRefused),
    )
    expect((await local.device.registerForEvent({ event_id: eventId })).status).toBe(201)
    expect((await gil.device.registerForEvent({ event_id: eventId })).status).toBeLessThan(300)
    expect((await gil.device.withdrawFromEvent({ event_id: eventId })).status).toBe(200)
    expect(await gil.device.registerForEvent({ event_id: eventId })).toMatchObject(
      refused(OtherSchoolRefused),
    )
    await take(w, [w.sister])
    expect((await hal.device.registerForEvent({ event_id: eventId })).status).toBe(201)
  })
  // rules/auth 42
  it('walks in without a seat where the school takes people of theirs', async () => {
    const { w, chess, guest, link } = await door()
    await enrolSchool(w, w.home)
    const card = await opened(w, chess, { registeredOnly: false })
    const { eventId } = card
    const token = await link(card)
    await take(w, ['nowhere'])
    expect(await guest.device.checkIn({ eventId, token })).toMatchObject(refused(OtherSchoolRefused))
    await take(w, [w.sister])
    expect((await guest.device.checkIn({ eventId, token })).body.data).toMatchObject({ walkIn: true })
  })
})
