import { beforeAll, describe, expect, it } from 'vitest'
import { eventCard } from '../../../functions/events/index.ts'
import { attendanceStream } from '../../attendance/stream.ts'
import { listed } from '../../support/inboxes.ts'
import type { Person } from '../../support/people.ts'
import { founded, joined, type Society } from '../../support/societies.ts'
import { made, type PlannedCampus, plannedCampus } from '../people.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
})

const statusOf = async (eventId: string) =>
  (await p.w.table().get(eventCard, { eventId }, { strong: true }))?.status

const messagesOf = async (person: Person): Promise<readonly string[]> =>
  (await listed(person)).data.map(({ message }: { message: string }) => message)

const moved = async ({ orgId }: Society, lifecycleStatus: string): Promise<void> => {
  const { status } = await p.dean.device.moveManagedOrganization({ orgId, lifecycleStatus })
  expect(status).toBe(200)
}

const refusedBySchool = async ({ orgId }: Society): Promise<void> => {
  const reply = await p.dean.device.refuseManagedOrganization({ orgId, reason: 'Same as another' })
  expect(reply.status).toBe(200)
}

/** A new club whose event has an attendee, with a draft. */
const busyClub = async (more: Record<string, unknown> = {}) => {
  const club = await founded(p.c.owner, more)
  const hosted = { hostingType: 'Org', hostingId: club.orgId }
  const eventId = await made(p.c.owner.device, { ...hosted, name: `Party of ${club.name}` })
  const draftId = await made(p.c.owner.device, { ...hosted, asDraft: true })
  const seat = await p.c.outsider.device.registerForEvent({ event_id: eventId })
  expect(seat.status).toBe(201)
  return { club, eventId, draftId }
}

const settings = async (body: object): Promise<void> => {
  expect((await p.dean.device.updateManagementConfig(body)).status).toBe(200)
}

// rules/organizations 42, rules/organizations 43
describe('the events of an organization', () => {
  it('are cancelled once when it becomes inactive, with the reason, and stay cancelled when it returns', async () => {
    const { club, eventId, draftId } = await busyClub()
    const stream = await attendanceStream(p.w)
    await moved(club, 'sunset')
    await stream.drain()
    expect([await statusOf(eventId), await statusOf(draftId)]).toEqual(['not-applicable', 'draft'])
    await moved(club, 'inactive')
    await stream.drain()
    expect([await statusOf(eventId), await statusOf(draftId)]).toEqual(['cancelled', 'cancelled'])
    const shown = await p.c.outsider.device.getEvent({ event_id: eventId })
    expect(shown.body.event.cancelReason).toBe(`${club.name} was closed.`)
    const told = (await messagesOf(p.c.outsider)).filter((message) => message.includes(club.name))
    expect(told.filter((message) => message.includes(`Reason: ${club.name} was closed.`))).toHaveLength(1)
    await moved(club, 'active')
    await stream.drain()
    expect(await statusOf(eventId)).toBe('cancelled')
  })

  it('are cancelled again when it is closed again', async () => {
    const club = await founded(p.c.owner)
    const stream = await attendanceStream(p.w)
    for (const round of [1, 2]) {
      const hosted = { hostingType: 'Org', hostingId: club.orgId }
      const eventId = await made(p.c.owner.device, { ...hosted, name: `Round ${round}` })
      p.w.clock.advance(5)
      await moved(club, 'sunset')
      await moved(club, 'inactive')
      await stream.drain()
      expect(await statusOf(eventId)).toBe('cancelled')
      await moved(club, 'active')
      await stream.drain()
    }
  })

  it('stay when it was reactivated before the cancellation began', async () => {
    const { club, eventId } = await busyClub()
    const stream = await attendanceStream(p.w)
    await moved(club, 'sunset')
    await moved(club, 'inactive')
    const records = await stream.fresh()
    await moved(club, 'active')
    await stream.carry(records)
    await stream.drain()
    expect(await statusOf(eventId)).toBe('not-applicable')
  })

  it('are cancelled when the school refuses it, and when it is deleted', async () => {
    const allowedActions = ['view_page', 'edit_profile', 'create_events', 'manage_members']
    await settings({ orgApproval: { mode: 'manual', pendingOrgLimits: { allowedActions } } })
    const pending = await busyClub()
    await settings({ orgApproval: { mode: 'none' } })
    const deleted = await busyClub()
    await joined(deleted.club, p.c.member)
    const stream = await attendanceStream(p.w)
    await refusedBySchool(pending.club)
    const { orgId, name } = deleted.club
    expect((await p.c.owner.device.deleteOrganization({ orgId })).status).toBe(200)
    await stream.drain()
    for (const { eventId, draftId } of [pending, deleted])
      expect([await statusOf(eventId), await statusOf(draftId)]).toEqual(['cancelled', 'cancelled'])
    expect((await messagesOf(p.c.outsider)).join()).toContain(`Reason: ${name} no longer exists.`)
    const shown = await p.c.outsider.device.getEvent({ event_id: deleted.eventId })
    expect(shown.body.event.cancelReason).toBe(`${name} no longer exists.`)
  })
})
