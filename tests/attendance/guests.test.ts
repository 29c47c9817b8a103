import { beforeAll, describe, expect, it } from 'vitest'
import { seatCounter } from '../../functions/attendance/repository.ts'
import type { EventCard } from '../../functions/events/index.ts'
import { type Person, registered } from '../support/people.ts'
import { interrupted } from '../support/table/interrupted.ts'
import { type World, world } from '../support/world.ts'
import { crowd, type Visitor } from './crowd.ts'
import { planned } from './events.ts'
import { expectCounted, expectSound, stateOf } from './state.ts'
import { attendanceStream } from './stream.ts'

let w: World
let local: Visitor

beforeAll(async () => {
  w = await world()
  ;[local] = (await crowd(w, 1)) as [Visitor]
})

/** Somebody of the sister school who looks at the home school. */
const visiting = async (name: string): Promise<Person> => {
  const there = await registered(w, name, { username: name }, w.sister)
  return { ...there, device: there.device.on(w.home) }
}

const rsvp = ({ device }: Pick<Person, 'device'>, { eventId }: EventCard, more: object = {}) =>
  device.registerForEvent({ event_id: eventId, ...more })

describe('a guest of another school', () => {
  it('registers with their data of their own school, and is shown without an address', async () => {
    const gil = await visiting('gil')
    const event = await planned(w, { maxAttendees: 5 })
    const { eventId } = event
    expect(await rsvp(gil, event, { guestCount: 2 })).toMatchObject({
      status: 201,
      body: { status: 'attending', data: { rsvp: { globalUserId: gil.user.globalUserId, guestCount: 2 } } },
    })
    const state = await stateOf(w, eventId)
    expectSound(state)
    expect(state.rows[0]).toMatchObject({
      kind: 'g',
      personId: gil.user.globalUserId,
      name: gil.user.name,
      email: gil.email,
      sourceTenant: w.sister,
      registeredAt: w.clock.now().toISOString(),
      checkedIn: false,
    })
    const { body } = await local.device.listAttendees({ event_id: eventId })
    expect(body.globalAttendees).toEqual([
      {
        globalUserId: gil.user.globalUserId,
        name: gil.user.name,
        isGuest: true,
        sourceTenant: w.sister,
        registeredAt: expect.any(String),
      },
    ])
    expect((await gil.device.getMyRsvp({ event_id: eventId })).body.rsvp).toMatchObject({ guestCount: 2 })
    expect((await gil.device.withdrawFromEvent({ event_id: eventId })).status).toBe(200)
  })

  // rules/attendance 27
  it('waits and is promoted like members, and is notified by mail', async () => {
    const hal = await visiting('hal')
    const event = await planned(w, { maxAttendees: 1 })
    const stream = await attendanceStream(w, { without: ['OutboxMail'] })
    await rsvp(local, event)
    expect((await rsvp(hal, event)).body.status).toBe('waitlisted')
    await stream.drain()
    await local.device.withdrawFromEvent({ event_id: event.eventId })
    await stream.drain()
    await w.deliver()
    const mine = w.mails.filter(({ to }) => to === hal.email).map(({ subject }) => subject)
    // Mails of one batch leave side by side.
    expect(mine.sort()).toEqual([`On the waitlist: ${event.name}`, `You have a seat: ${event.name}`])
    expectCounted(await stateOf(w, event.eventId))
  })

  // rules/attendance 27
  it('and members of the school read how many seats their group got', async () => {
    const ivy = await visiting('ivy')
    const kit = await registered(w, 'kit', { username: 'kit' })
    const event = await planned(w, { maxAttendees: 4 })
    const stream = await attendanceStream(w, { without: ['OutboxMail'] })
    await rsvp(local, event, { guestCount: 4 })
    for (const one of [ivy, kit]) await rsvp(one, event, { guestCount: 2 })
    await stream.drain()
    await local.device.withdrawFromEvent({ event_id: event.eventId })
    await stream.drain()
    await w.deliver()
    const mail = w.mails.find(({ to, subject }) => to === ivy.email && subject.startsWith('You have'))
    expect(mail?.subject).toBe(`You have 2 seats: ${event.name}`)
    expect(mail?.text).toContain('You got 2 seats from the waitlist.')
    const { data } = (await kit.device.listNotifications()).body
    const title = `You have 2 seats: ${event.name}`
    const message = expect.stringContaining('You got 2 seats from the waitlist.')
    expect(data).toContainEqual(expect.objectContaining({ title, message }))
  })

  it.each([
    ['seated', 5],
    ['in line', 1],
  ])(
    // rules/attendance 29
    'who joins the school while %s keeps the place as a user',
    async (how, maxAttendees) => {
      const ivy = await visiting(`ivy${how.length}`)
      const event = await planned(w, { maxAttendees })
      const stream = await attendanceStream(w, { without: ['OutboxMail'] })
      if (how === 'in line') await rsvp(local, event)
      await rsvp(ivy, event)
      const guest = (await stateOf(w, event.eventId)).rows.find(({ kind }) => kind === 'g')
      await stream.drain()
      expect((await ivy.device.joinTenant()).status).toBe(200)
      w.clock.advance(60)
      expect(await rsvp(ivy, event)).toMatchObject({
        status: 200,
        body: { status: how === 'seated' ? 'attending' : 'waitlisted' },
      })
      await stream.drain()
      const state = await stateOf(w, event.eventId)
      expectSound(state)
      expectCounted(state)
      const own = state.rows.filter(({ globalUserId }) => globalUserId === ivy.user.globalUserId)
      expect(own).toMatchObject([{ kind: 'u', registeredAt: guest?.registeredAt, email: ivy.email }])
      expect([own[0]?.place, own[0]?.sourceTenant]).toEqual([guest?.place, undefined])
    },
  )

  // rules/attendance 29
  it('who joins the school leaves no claim behind as a guest', async () => {
    const zed = await visiting('zed')
    const event = await planned(w, { maxAttendees: 5 })
    const { eventId } = event
    await rsvp(zed, event)
    const { counter } = await stateOf(w, eventId)
    const claims = counter?.claims ?? {}
    expect(Object.keys(claims)).toEqual([`g-${zed.user.globalUserId}`])
    await w.table().update(seatCounter, { eventId }, { set: { claims: {} } })
    expect((await zed.device.joinTenant()).status).toBe(200)
    w.clock.advance(60)
    // The claim of the guest's own slow request is seen after the conversion has read the counter.
    const { status } = await interrupted(
      w,
      () => rsvp(zed, event),
      () => w.table().update(seatCounter, { eventId }, { set: { claims } }),
      2,
    )
    expect(status).toBe(200)
    const state = await stateOf(w, eventId)
    expectSound(state)
    expect(state.rows).toMatchObject([{ kind: 'u' }])
    expect(Object.keys(state.counter?.claims ?? {}).filter((name) => name.startsWith('g-'))).toEqual([])
  })

  it('can withdraw their guest registration, also as a member', async () => {
    const jon = await visiting('jon')
    const event = await planned(w, { maxAttendees: 5 })
    await rsvp(jon, event)
    await jon.device.joinTenant()
    expect((await jon.device.getMyRsvp({ event_id: event.eventId })).body.rsvp).toMatchObject({
      status: 'attending',
    })
    expect((await jon.device.withdrawFromEvent({ event_id: event.eventId })).status).toBe(200)
    const state = await stateOf(w, event.eventId)
    expectSound(state)
    expect(state.rows).toEqual([])
  })

  // rules/attendance 29
  it('who joins during the registration is registered once', async () => {
    const kim = await visiting('kim')
    const event = await planned(w, { maxAttendees: 50 })
    const asks = Array.from({ length: 5 }, () => rsvp(kim, event))
    await Promise.all([...asks, kim.device.joinTenant(), rsvp(kim, event)])
    await rsvp(kim, event)
    const state = await stateOf(w, event.eventId)
    expectSound(state)
    expect(state.rows).toMatchObject([{ kind: 'u' }])
  })

  it('is rejected when they joined between the check and the write', async () => {
    const lea = await visiting('lea')
    const event = await planned(w, { maxAttendees: 5 })
    const { documents } = w.runtime.client
    const send = documents.send.bind(documents) as (command: unknown) => Promise<unknown>
    let joined = false
    Object.assign(documents, {
      send: async (command: { input: { TransactItems?: unknown }; constructor: { name: string } }) => {
        if (!joined && JSON.stringify(command.input.TransactItems ?? '').includes('"g"')) {
          joined = true
          await lea.device.on(w.home).joinTenant()
        }
        return send(command)
      },
    })
    const { status } = await rsvp(lea, event)
    Object.assign(documents, { send })
    expect([joined, status]).toEqual([true, 409])
    expect((await stateOf(w, event.eventId)).rows).toEqual([])
    expect((await rsvp(lea, event)).status).toBe(201)
  })
})

describe('mail to guests', () => {
  // rules/attendance 28
  it('is sent once for each registration', async () => {
    const may = await visiting('may')
    const event = await planned(w, { maxAttendees: 5 })
    const stream = await attendanceStream(w, { arrange: (all) => [...all, ...all], without: ['OutboxMail'] })
    await rsvp(may, event)
    await stream.drain()
    await w.deliver()
    expect(w.mails.filter(({ to }) => to === may.email)).toHaveLength(1)
  })
})
