import { beforeAll, describe, expect, it } from 'vitest'
import { collaborator, type EventCard, eventCard } from '../../../functions/events/index.ts'
import {
  AlreadyHelping,
  EventNotFound,
  HelpersForbidden,
  HostInvited,
  HostNoOrganization,
  HostOnly,
  InviteAnswered,
  InviteExpired,
  InviteNotFound,
  NotHelping,
  TooManyHelpers,
  UnknownHelper,
} from '../../../functions/planning/contract/failures.ts'
import { taskHandlers } from '../../../functions/planning/scheduled-tasks.ts'
import { notificationRow } from '../../../lib/outbox.ts'
import { attendanceStream } from '../../attendance/stream.ts'
import { refused } from '../../support/agent.ts'
import { sweep } from '../../support/due.ts'
import type { Person } from '../../support/people.ts'
import { type Society, society } from '../../support/societies.ts'
import { clubEvent, made, type PlannedCampus, plannedCampus, usual } from '../people.ts'

let p: PlannedCampus
let rowing: Society & { officer: Person; member: Person }

beforeAll(async () => {
  p = await plannedCampus()
  rowing = await society(p.w, 'rowing')
})

const cardOf = (eventId: string) => p.w.table().get(eventCard, { eventId }, { strong: true })
const rowOf = (eventId: string, orgId = rowing.orgId) =>
  p.w.table().get(collaborator, { eventId, orgId }, { strong: true })
const invite = (id: string, orgIds = [rowing.orgId], by = p.c.owner) =>
  by.device.inviteCollaborators({ id, collaboratorOrgIds: orgIds })
const pending = async () =>
  (await rowing.owner.device.listCollaborationInvites({ orgId: rowing.orgId })).body.data.invites

const invited = async (): Promise<{ eventId: string; inviteId: string }> => {
  const eventId = await clubEvent(p.c)
  expect((await invite(eventId)).status).toBe(201)
  return { eventId, inviteId: `${eventId}.${rowing.orgId}` }
}
const helping = async () => {
  const made = await invited()
  expect((await rowing.officer.device.acceptCollaboration({ inviteId: made.inviteId })).status).toBe(200)
  return made
}

describe('an invitation to help', () => {
  it('goes to those who manage the events of the other organization', async () => {
    const { eventId, inviteId } = await invited()
    const told = { cause: `${inviteId}#1`, template: 'event_collaboration_invite', page: '0000' }
    expect(await p.w.table().get(notificationRow, told)).toMatchObject({
      to: [{ kind: 'permission', orgId: rowing.orgId, permission: 'manage_events' }],
      params: { eventTitle: usual.name, orgName: p.c.name },
    })
    expect(await pending()).toContainEqual(
      expect.objectContaining({
        _id: inviteId,
        eventId,
        hostOrg: expect.objectContaining({ org_name: p.c.name }),
      }),
    )
    expect((await invite(eventId)).status).toBe(201)
    expect((await rowOf(eventId))?.version).toBe(1)
    expect((await rowing.member.device.listCollaborationInvites({ orgId: rowing.orgId })).status).toBe(403)
  })

  it('comes with a new event too', async () => {
    const eventId = await clubEvent(p.c, { collaboratorOrgIds: `["${rowing.orgId}"]` })
    expect((await rowOf(eventId))?.status).toBe('pending')
    const own = await p.c.owner.device.createEventByForm({ ...usual, collaboratorOrgIds: [rowing.orgId] })
    expect(own.status).toBe(400)
  })

  // rules/planning 32
  it('is sent by the host alone, to others that there are', async () => {
    const eventId = await clubEvent(p.c)
    expect(await invite(eventId, [rowing.orgId], rowing.owner)).toMatchObject(refused(HelpersForbidden))
    expect(await invite(eventId, [p.c.orgId])).toMatchObject(refused(HostInvited))
    expect(await invite(eventId, ['nothing'])).toMatchObject(refused(UnknownHelper))
    expect(await invite('nothing')).toMatchObject(refused(EventNotFound))
    expect(await invite(await made(p.c.owner.device))).toMatchObject(refused(HostNoOrganization))
  })

  // rules/planning 32
  it('is taken once, by who may, while it lasts', async () => {
    const { eventId, inviteId } = await invited()
    expect(await p.c.owner.device.acceptCollaboration({ inviteId })).toMatchObject(refused(InviteNotFound))
    expect((await rowing.member.device.acceptCollaboration({ inviteId })).status).toBe(403)
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => rowing.officer.device.acceptCollaboration({ inviteId })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const reply of replies.filter(({ status }) => status !== 200))
      expect(reply).toMatchObject(refused(InviteAnswered))
    expect((await cardOf(eventId))?.collaborators).toEqual([rowing.orgId])
    expect(await rowOf(eventId)).toMatchObject({
      status: 'accepted',
      acceptedByUserId: rowing.officer.user._id,
    })
    const cause = `${inviteId}#2`
    const told = { cause, template: 'event_collaboration_accepted_host', page: '0000' }
    expect((await p.w.table().get(notificationRow, told))?.params.orgName).toBe(rowing.name)
    expect(await invite(eventId)).toMatchObject(refused(AlreadyHelping))
  })

  // rules/planning 32
  it('is answered once, whichever way', async () => {
    const { eventId, inviteId } = await invited()
    const { device } = rowing.officer
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        at % 3 === 0 ? device.acceptCollaboration({ inviteId }) : device.declineCollaboration({ inviteId }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const taken = (await rowOf(eventId))?.status === 'accepted'
    expect((await cardOf(eventId))?.collaborators).toEqual(taken ? [rowing.orgId] : [])
  })

  it('that was declined can be sent anew', async () => {
    const { eventId, inviteId } = await invited()
    expect((await rowing.owner.device.declineCollaboration({ inviteId })).status).toBe(200)
    expect(await rowing.owner.device.acceptCollaboration({ inviteId })).toMatchObject(refused(InviteAnswered))
    expect(await rowing.owner.device.declineCollaboration({ inviteId })).toMatchObject(
      refused(InviteAnswered),
    )
    expect((await invite(eventId)).status).toBe(201)
    expect((await rowOf(eventId))?.status).toBe('pending')
  })

  // rules/planning 33
  it('is one of at most twenty that are taken', async () => {
    const { eventId, inviteId } = await invited()
    const card = await cardOf(eventId)
    const many = Array.from({ length: 20 }, (_, at) => `org${at}`)
    if (card) await p.w.table().put(eventCard, { ...card, collaborators: many })
    expect(await rowing.owner.device.acceptCollaboration({ inviteId })).toMatchObject(refused(TooManyHelpers))
  })

  // rules/planning 33
  it('is one of at most twenty that wait', async () => {
    const { eventId } = await invited()
    const row = await rowOf(eventId)
    if (!row) throw new Error('nobody was invited')
    const others = Array.from({ length: 19 }, (_, at) => ({
      ...row,
      orgId: `org${at}`,
      inviteId: `${eventId}.org${at}`,
    }))
    await Promise.all(others.map((other) => p.w.table().put(collaborator, other)))
    const sailing = await society(p.w, 'sailing')
    expect((await invite(eventId)).status).toBe(201)
    expect(await invite(eventId, [sailing.orgId])).toMatchObject(refused(TooManyHelpers))
    await p.w.table().put(collaborator, { ...row, orgId: 'org0', status: 'declined' })
    expect((await invite(eventId, [sailing.orgId])).status).toBe(201)
  })
})

describe('an organization that helps', () => {
  // rules/planning 6
  it('finds the event among its own, reads it, and changes nothing of it', async () => {
    const { eventId } = await helping()
    const { orgId } = rowing
    const { body } = await rowing.officer.device.listOrgEvents({ orgId })
    const mine = body.data.events.find(({ _id }: { _id: string }) => _id === eventId)
    expect(mine).toMatchObject({ collaborationRole: 'collaborating', name: usual.name })
    expect((await rowing.officer.device.getOrgEvent({ orgId, eventId })).status).toBe(200)
    for (const act of [
      rowing.owner.device.updateOrgEvent({ orgId, eventId, name: 'x' }),
      rowing.owner.device.deleteOrgEvent({ orgId, eventId }),
      rowing.owner.device.setEventStatus({ orgId, eventId, status: 'cancelled' }),
    ])
      expect(await act).toMatchObject(refused(HostOnly))
    const bulk = await rowing.owner.device.bulkAction({ orgId, action: 'delete', eventIds: [eventId] })
    expect(bulk.body.data).toMatchObject({ modifiedCount: 0, results: [{ message: HostOnly.message }] })
    expect((await rowing.owner.device.updateEvent({ event_id: eventId, name: 'x' })).status).toBe(403)
  })

  // rules/planning 34
  it('leaves by itself, or is sent away', async () => {
    for (const who of [rowing.officer, p.c.officer]) {
      const { eventId } = await helping()
      const act = { id: eventId, orgId: rowing.orgId }
      expect(await p.c.outsider.device.removeCollaborator(act)).toMatchObject(refused(HelpersForbidden))
      expect((await who.device.removeCollaborator(act)).status).toBe(200)
      expect((await cardOf(eventId))?.collaborators).toEqual([])
      expect((await rowOf(eventId))?.status).toBe('resolved')
      expect(await who.device.removeCollaborator(act)).toMatchObject(refused(NotHelping))
    }
  })
})

describe('copies of an event', () => {
  it('follow it into the lists of those who help, and never go back', async () => {
    const { eventId } = await helping()
    const stream = await attendanceStream(p.w)
    await p.c.owner.device.updateEvent({ event_id: eventId, name: 'Renamed' })
    const first = await stream.fresh()
    await p.c.owner.device.updateEvent({ event_id: eventId, start_time: '2026-04-09T18:00:00Z' })
    const second = await stream.fresh()
    const isCard = (record: (typeof first)[number]) =>
      record.dynamodb?.NewImage?.entity?.S === 'EventCard' && record.dynamodb.NewImage.eventId?.S === eventId
    for (const records of [second, first]) await p.w.deliver(records.filter(isCard))
    expect(await rowOf(eventId)).toMatchObject({
      start_time: '2026-04-09T18:00:00.000Z',
      card: { name: 'Renamed', start_time: '2026-04-09T18:00:00.000Z' },
    })
    await p.c.owner.device.deleteEvent({ event_id: eventId })
    await p.w.deliver((await stream.fresh()).filter(isCard))
    const { body } = await rowing.officer.device.listOrgEvents({ orgId: rowing.orgId })
    expect(body.data.events.map(({ _id }: { _id: string }) => _id)).not.toContain(eventId)
  })

  it('carry the host as it is called now', async () => {
    const { w, c } = p
    const own = await made(c.member.device)
    const stream = await attendanceStream(w)
    await c.owner.device.editOrganization({ orgId: c.orgId, org_name: 'Renamed Club' })
    await c.member.device.updateUser({ name: 'Renamed Member' })
    await w.deliver(await stream.fresh())
    for (let round = 0; round < 3; round += 1) await sweep(w, taskHandlers)
    const { items } = await w.table().list(eventCard, {
      index: 'gsi2',
      keyParams: { hostingId: c.orgId, shelf: 'live' },
      limit: 100,
    })
    expect([...new Set(items.map(({ host }: EventCard) => host.name))]).toEqual(['Renamed Club'])
    expect((await cardOf(own))?.host.name).toBe('Renamed Member')
  })
})

describe('an invitation that ran out', () => {
  it('is gone from the list and cannot be taken', async () => {
    const { inviteId } = await invited()
    p.w.clock.advance(7 * 24 * 3600 + 1)
    await rowing.owner.device.refreshToken()
    expect(await rowing.owner.device.acceptCollaboration({ inviteId })).toMatchObject(refused(InviteExpired))
    expect((await pending()).map(({ _id }: { _id: string }) => _id)).not.toContain(inviteId)
  })
})
