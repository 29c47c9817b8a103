import { beforeAll, describe, expect, it, vi } from 'vitest'
import { EventNotFound } from '../../../functions/attendance/contract/failures.ts'
import { seatWrites } from '../../../functions/attendance/index.ts'
import { attendee, eventBody, eventCard, findEvent, isHostGone } from '../../../functions/events/index.ts'
import { EventNotFound as NoEvent } from '../../../functions/jobs/contract/failures.ts'
import { sweepHost } from '../../../functions/planning/hosts/orphaned-events.ts'
import { taskHandlers } from '../../../functions/planning/scheduled-tasks.ts'
import { organization } from '../../../lib/identity/org/records.ts'
import { put } from '../../../lib/table/write.ts'
import { type Staged, staged } from '../../agendas/events.ts'
import { attendanceStream } from '../../attendance/stream.ts'
import { shift, workOf } from '../../jobs/work.ts'
import { refused } from '../../support/agent.ts'
import { sweep } from '../../support/due.ts'
import { isLate } from '../../support/table/late-lists.ts'
import { clubEvent, made, type PlannedCampus, plannedCampus, usual } from '../people.ts'

let p: PlannedCampus
let s: Staged

beforeAll(async () => {
  p = await plannedCampus()
  s = await staged('ending')
})

const cardOf = (eventId: string) => p.w.table().get(eventCard, { eventId }, { strong: true })

/** An organization with so many events, of which each second one waits to be published. */
const hosting = async (org_name: string, events: number) => {
  const { c, w } = p
  await c.owner.device.refreshToken()
  const { body } = await c.owner.device.createOrganization({ org_name, org_description: 'With events' })
  const hosted = { hostingType: 'Org', hostingId: body.org._id as string }
  const first = await made(c.owner.device, hosted)
  const whole = await findEvent(w.table(), first, { strong: true })
  if (!whole) throw new Error('there is nothing to copy')
  const ids = Array.from({ length: events - 1 }, (_, at) => `${first}x${String(at).padStart(3, '0')}`)
  const work = { status: 'draft', shelf: 'work' } as const
  for (const [at, eventId] of ids.entries()) {
    const card = { ...whole.card, ...(at % 2 === 0 ? work : {}), eventId }
    const table = w.table()
    const seats = await seatWrites({ table }, undefined, card)
    await table.write([put(eventCard, card), put(eventBody, { ...whole.body, eventId }), ...seats])
  }
  return { orgId: hosted.hostingId, ids: [first, ...ids] }
}

/** The state of an organization at the end of its deletion, before the stream delivers it. */
const markDeleted = async (orgId: string): Promise<void> => {
  const deletedAt = p.w.clock.now().toISOString()
  await p.w.table().update(organization, { orgId }, { set: { deletedAt } }, { exists: true })
}

const statuses = async (ids: readonly string[]) =>
  [...new Set((await Promise.all(ids.map(cardOf))).map((card) => card?.status))].sort()

describe('a host that is deleted', () => {
  it(
    'takes all its events along by the stream alone, without waiting for the clock',
    async () => {
      const { orgId, ids } = await hosting('Thirty', 30)
      const stream = await attendanceStream(p.w, { without: ['NotificationDue'] })
      expect((await p.c.owner.device.deleteOrganization({ orgId })).status).toBe(200)
      await stream.drain()
      expect(await statuses(ids)).toEqual(['cancelled'])
    },
    isLate ? 240_000 : 60_000,
  )

  it('takes nobody in from that moment on', async () => {
    const { c, w } = p
    const { orgId, ids } = await hosting('Closing', 1)
    const [eventId = ''] = ids
    const before = c.member.device
    expect((await before.registerForEvent({ event_id: eventId })).status).toBe(201)
    await c.owner.device.deleteOrganization({ orgId })
    const late = await c.outsider.device.registerForEvent({ event_id: eventId })
    expect(late).toMatchObject(refused(EventNotFound))
    const card = await cardOf(eventId)
    const personId = c.outsider.user._id
    expect(await w.table().get(attendee, { eventId, kind: 'u', personId })).toBeUndefined()
    expect(card).toMatchObject({ status: 'not-applicable' })
  })

  // rules/jobs 25
  it('takes no offers to do a job', async () => {
    const { card, at } = await s.hosted()
    const work = workOf(s)
    const roleId = await work.jobIn(at, { openToAll: true })
    const person = await work.member()
    await s.w.table().remove(eventCard, card)
    await s.w.table().put(eventCard, { ...card, hostingType: 'User', hostingId: 'who-left' })
    const offer = await person.device.createVolunteerSignup({ ...at, roleId, ...shift(9, 11) })
    expect(offer).toMatchObject(refused(NoEvent))
  })

  it('is gone for its events when the person has left the school', async () => {
    const { c, w } = p
    const of = (hostingId: string) => ({ hostingType: 'User', hostingId }) as const
    expect(await isHostGone(w.table(), of(c.member.user._id))).toBe(false)
    expect(await isHostGone(w.table(), of('never-was'))).toBe(true)
  })
})

describe('an event of a host that is gone', () => {
  it(
    'is called off a minute later when lists showed it too late',
    async () => {
      const { c, w } = p
      const eventId = await clubEvent(c)
      const card = await cardOf(eventId)
      if (!card) throw new Error('there is no event')
      const stream = await attendanceStream(w, { without: ['NotificationDue'] })
      const hostingId = 'gone-by-now'
      await sweepHost(
        { hostingId, pass: '1', round: '000001', shelf: 'work', expiresAt: usual.end_time },
        { ...w.runtime, table: w.table() },
      )
      await w.table().put(eventCard, { ...card, hostingType: 'User', hostingId })
      await sweep(w, taskHandlers)
      await stream.drain()
      expect((await cardOf(eventId))?.status).toBe('not-applicable')
      w.clock.advance(61)
      await sweep(w, taskHandlers)
      await stream.drain()
      expect((await cardOf(eventId))?.status).toBe('cancelled')
    },
    isLate ? 240_000 : 60_000,
  )

  // What calling off leads to stands in the stream before any row that is written after it.
  it(
    'leaves the rest to the next notice before it calls off the first',
    async () => {
      const { w } = p
      const { orgId, ids } = await hosting('Three hundred and more', 320)
      await markDeleted(orgId)
      const table = w.table()
      const real = table.write.bind(table)
      const written: string[] = []
      vi.spyOn(table, 'write').mockImplementation((writes) => {
        written.push(JSON.stringify(writes).includes('"round":"000001"') ? 'next notice' : 'event')
        return real(writes)
      })
      const place = { hostingId: orgId, pass: '2', shelf: 'live', expiresAt: usual.end_time } as const
      await sweepHost({ ...place, round: '000000' }, { ...w.runtime, table })
      expect(written.indexOf('next notice')).toBe(0)
      expect(written.filter((one) => one === 'event').length).toBeGreaterThan(250)
      await sweepHost({ ...place, round: '000001', shelf: 'work' }, { ...w.runtime, table })
      expect(await statuses(ids)).toEqual(['cancelled'])
    },
    isLate ? 240_000 : 60_000,
  )

  it('does not hold up the others when it cannot be called off now', async () => {
    const { w } = p
    const { orgId, ids } = await hosting('Stuck', 6)
    await markDeleted(orgId)
    const [stuck = '', ...others] = ids
    const table = w.table()
    const real = table.write.bind(table)
    const isStuck = (writes: Parameters<typeof real>[0]) =>
      writes.some(
        (write) =>
          JSON.stringify(write).includes(`"${stuck}"`) && !JSON.stringify(write).includes('event-orphan'),
      )
    vi.spyOn(table, 'write').mockImplementation(async (writes) => {
      if (isStuck(writes)) throw new Error('not now')
      return real(writes)
    })
    for (const shelf of ['live', 'work'])
      await sweepHost(
        { hostingId: orgId, pass: '2', round: '000000', shelf, expiresAt: usual.end_time },
        { ...w.runtime, table, log: () => undefined },
      )
    expect(await statuses(others)).toEqual(['cancelled'])
    expect(await statuses([stuck])).toEqual(['not-applicable'])
    await sweep(w, taskHandlers)
    expect(await statuses([stuck])).toEqual(['cancelled'])
  })
})
