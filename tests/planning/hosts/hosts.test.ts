import { beforeAll, describe, expect, it } from 'vitest'
import { eventCard } from '../../../functions/events/index.ts'
import { hostTally } from '../../../functions/lifecycle/index.ts'
import { hostCopyHandler } from '../../../functions/planning/collaboration/event-copies.ts'
import {
  EventLimitReached,
  HostInactive,
  HostPending,
} from '../../../functions/planning/contract/failures.ts'
import { beginHostSweep } from '../../../functions/planning/hosts/orphaned-events.ts'
import { personalData } from '../../../functions/planning/personal-data.ts'
import { organization } from '../../../lib/identity/org/records.ts'
import type { Table } from '../../../lib/table/table.ts'
import { attendanceStream } from '../../attendance/stream.ts'
import { refused } from '../../support/agent.ts'
import { clubEvent, made, type PlannedCampus, plannedCampus } from '../people.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
})

/** As many further events of the same host as are wanted, like one that was made through the front door. */
const copies = async (table: Table, eventId: string, count: number, more: object = {}) => {
  const card = await table.get(eventCard, { eventId }, { strong: true })
  if (!card) throw new Error('there is nothing to copy')
  const ids = Array.from({ length: count }, (_, at) => `${eventId}x${String(at).padStart(3, '0')}`)
  await Promise.all(ids.map((id) => table.put(eventCard, { ...card, ...more, eventId: id })))
  return ids
}

describe('an organization', () => {
  // rules/planning 2
  it('that was closed since, or waits for approval, publishes no draft', async () => {
    const { w, c } = p
    const eventId = await clubEvent(c, { asDraft: true })
    const before = await w.table().get(organization, { orgId: c.orgId }, { strong: true })
    if (!before) throw new Error('the organization is gone')
    const scope = { orgId: c.orgId, eventId }
    await w.table().put(organization, { ...before, lifecycleStatus: 'inactive' })
    expect(await c.owner.device.publishEvent({ eventId })).toMatchObject(refused(HostInactive))
    await w.table().put(organization, { ...before, approvalStatus: 'pending' })
    const byStatus = await c.owner.device.setEventStatus({ ...scope, status: 'published' })
    expect(byStatus).toMatchObject(refused(HostPending))
    await w.table().put(organization, before)
    expect((await c.owner.device.publishEvent({ eventId })).status).toBe(200)
  })

  it('has no room for a series that is longer than its limit, were it its first', async () => {
    const { c, dean, w } = p
    const few = { org_name: 'Fewer', org_description: 'Fewer events' }
    const { body } = await c.owner.device.createOrganization(few)
    const of = { hostingType: 'Org', hostingId: body.org._id as string } as const
    const limit = async (maxEventsPerOrg: number | null) => {
      const { status } = await dean.device.saveEventSystemConfig({ systemRestrictions: { maxEventsPerOrg } })
      expect(status).toBe(200)
    }
    await limit(3)
    const series = (count: number) => ({ ...of, recurrence: { frequency: 'weekly', count } })
    const reply = await c.owner.device.createEvent({
      title: 'A',
      date: '2026-05-01',
      time: '10:00',
      ...series(4),
    })
    expect(reply).toMatchObject(refused(EventLimitReached))
    expect((await w.table().get(hostTally, of))?.open).toBeUndefined()
    const asked = { title: 'A', date: '2026-05-01', time: '10:00', ...series(3) }
    expect((await c.owner.device.createEvent(asked)).status).toBe(201)
    await limit(null)
  })
})

describe('a host who is gone', () => {
  it('has every event called off, behind however many that cannot be', async () => {
    const { w, c } = p
    const eventId = await made(c.member.device, {
      asDraft: true,
      start_time: '2026-04-02T18:00:00.000Z',
      end_time: '2026-04-02T19:00:00.000Z',
    })
    await copies(w.table(), eventId, 60, { status: 'rejected', start_time: '2026-04-01T18:00:00.000Z' })
    const stream = await attendanceStream(w, { without: ['NotificationDue'] })
    await beginHostSweep(c.member.user._id, { ...w.runtime, table: w.table() })
    await stream.drain()
    expect((await w.table().get(eventCard, { eventId }, { strong: true }))?.status).toBe('cancelled')
  })

  it('is named on none of them, however many there are', async () => {
    const { w, c } = p
    const eventId = await made(c.officer.device)
    const ids = await copies(w.table(), eventId, 120)
    const { _id: userId, globalUserId } = c.officer.user
    const leaver = { userId, globalUserId, since: w.clock.now().toISOString() }
    const [rows] = personalData
    let rounds = 0
    while ((await rows?.erase?.(leaver, w.table())) && rounds < 20) rounds += 1
    const names = await Promise.all(
      [eventId, ...ids].map(
        async (id) => (await w.table().get(eventCard, { eventId: id }, { strong: true }))?.host.name,
      ),
    )
    expect([...new Set(names)]).toEqual(['Somebody who left'])
    expect(rounds).toBeLessThan(20)
  })
})

describe('the name of a host', () => {
  it('is not copied once there is a newer one', async () => {
    const { w, c } = p
    const eventId = await clubEvent(c)
    const table = w.table()
    const before = await table.get(organization, { orgId: c.orgId }, { strong: true })
    if (!before) throw new Error('the organization is gone')
    await table.put(organization, { ...before, org_name: 'First' })
    const world = { ...w.runtime, table }
    const params = { shelf: 'live', hostingType: 'Org', run: '1' }
    const at = w.clock.now().toISOString()
    const place = { hour: '', shard: '', at, tenantKey: w.home }
    const row = { ...place, kind: hostCopyHandler.kind, subject: c.orgId, version: '1', params }
    const late = await hostCopyHandler.carryOut(row, world)
    await table.put(organization, { ...before, org_name: 'Second' })
    expect((await table.write(await hostCopyHandler.carryOut(row, world))).ok).toBe(true)
    expect((await table.write(late)).ok).toBe(false)
    expect((await table.get(eventCard, { eventId }, { strong: true }))?.host.name).toBe('Second')
  })
})
