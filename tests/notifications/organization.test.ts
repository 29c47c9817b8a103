import { describe, expect, it } from 'vitest'
import { organizationLimits } from '../../functions/notifications/contract/announcing-rows.ts'
import { RoleNotFound } from '../../functions/notifications/contract/failures.ts'
import { RateLimited } from '../../lib/contract/failures.ts'
import { NotAnOrgMember, OrganizationNotFound, permissionRequired } from '../../lib/contract/permissions.ts'
import { refused } from '../support/agent.ts'
import { listed, unreadOf } from '../support/inboxes.ts'
import { registered } from '../support/people.ts'
import { type Society, society } from '../support/societies.ts'
import { streamOf } from '../support/streamed.ts'
import { world } from '../support/world.ts'

const words = { title: 'No <i>practice</i>', message: 'The hall is closed.', type: 'org' }

const campus = async () => {
  const w = await world()
  return { w, club: await society(w, 'chess') }
}

type Club = Awaited<ReturnType<typeof society>>
const everybody = ({ owner, admin, officer, member, outsider }: Club) =>
  [owner, admin, officer, member, outsider] as const

const unread = (club: Club): Promise<number[]> => Promise.all(everybody(club).map(unreadOf))

const send = ({ owner, orgId }: Society, more: object = {}) =>
  owner.device.createOrganizationNotification({ orgId, ...words, ...more })

describe('an organization', () => {
  // rules/notifications 13
  it('notifies its other members, once', async () => {
    const { w, club } = await campus()
    await streamOf(w).drain()
    const before = await unread(club)
    const made = await send(club, { priority: 'high' })
    expect(made.status).toBe(201)
    expect(made.body.data).toEqual({ batchId: expect.any(String) })
    const stream = streamOf(w)
    await stream.drain()
    await stream.carry(await streamOf(w).fresh())
    const after = await unread(club)
    expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([0, 1, 1, 1, 0])
    const { data } = await listed(club.member, { type: 'org' })
    expect(data[0]).toMatchObject({
      title: expect.not.stringContaining('<i>'),
      priority: 'high',
      metadata: { orgId: club.orgId },
      sender: { _id: club.owner.user._id },
    })
  })

  // rules/notifications 13
  it('notifies those with one of some roles, by name or id', async () => {
    const { w, club } = await campus()
    await streamOf(w).drain()
    const before = await unread(club)
    await send(club, { roles: ['OFFICER', 'officer', 'admin'] })
    await streamOf(w).drain()
    const after = await unread(club)
    expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([0, 1, 1, 0, 0])
  })

  it('reaches by mail whoever is to be reached by mail', async () => {
    const { w, club } = await campus()
    await streamOf(w).drain()
    w.mails.length = 0
    await send(club, { roles: ['officer'], channels: ['email'] })
    await streamOf(w).drain()
    expect(w.mails.map(({ to }) => to)).toEqual([club.officer.email])
    expect(w.mails[0]?.html).not.toContain('<i>practice')
  })

  // rules/notifications 13
  it('lets nobody speak who does not manage its members', async () => {
    const { w, club } = await campus()
    const { orgId } = club
    const stranger = await registered(w, 'eve', {}, w.sister)
    const say = { orgId, ...words }
    expect((await club.admin.device.createOrganizationNotification(say)).status).toBe(201)
    expect(await club.officer.device.createOrganizationNotification(say)).toMatchObject(
      refused(permissionRequired('manage_members')),
    )
    expect(await club.outsider.device.createOrganizationNotification(say)).toMatchObject(
      refused(NotAnOrgMember),
    )
    expect(await stranger.device.createOrganizationNotification(say)).toMatchObject(
      refused(OrganizationNotFound),
    )
  })

  // rules/notifications 14
  it('speaks of nothing but itself', async () => {
    const { w, club } = await campus()
    await streamOf(w).drain()
    const before = await unread(club)
    const bad = [
      { type: 'security' },
      { type: 'system' },
      { title: '' },
      { message: 'x'.repeat(1001) },
      { roles: [] },
      { channels: ['sms'] },
      { channels: ['organization'] },
      { metadata: { orgId: 'another' } },
      { actions: [] },
    ]
    for (const more of bad) expect((await send(club, more)).status, JSON.stringify(more)).toBe(400)
    expect(await send(club, { roles: ['officer', 'treasurer'] })).toMatchObject(refused(RoleNotFound))
    await streamOf(w).drain()
    expect(await unread(club)).toEqual(before)
  })

  // rules/notifications 15
  it('speaks so often, whoever speaks for it', async () => {
    const { club } = await campus()
    for (let at = 0; at < organizationLimits.organization.max; at += 1)
      expect((await send(club)).status).toBe(201)
    const { status, body } = await club.admin.device.createOrganizationNotification({
      orgId: club.orgId,
      ...words,
    })
    expect({ status, code: body.code }).toEqual({ status: RateLimited.status, code: RateLimited.code })
  })
})
