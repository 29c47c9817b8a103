import { beforeAll, describe, expect, it } from 'vitest'
import * as failures from '../../functions/organizations/contract/failures.ts'
import { findApprovalGroup, listApprovalGroups } from '../../functions/organizations/index.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { setRights } from '../security/rights.ts'
import { refused } from '../support/agent.ts'
import { type Person, registered } from '../support/people.ts'
import { founded, type Society, society } from '../support/societies.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { type World, world } from '../support/world.ts'

let w: World
let dean: Person

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  dean = await registered(w, 'dean', { username: 'dean' })
  const subject = { globalUserId: dean.user.globalUserId, memberId: dean.user._id }
  await setRights(w, subject as never, { roles: ['user', 'admin'] })
})

const set = (by: Person, { orgId }: Pick<Society, 'orgId'>, approvalSettings: object) =>
  by.device.updateApprovalSettings({ orgId, approvalSettings })

const group = async (name: string) => {
  const club = await society(w, name)
  expect((await set(dean, club, { type: 'approval_group' })).status).toBe(200)
  return club
}

describe('approval settings', () => {
  // rules/organizations 28
  it('belong to approval groups, which an administrator makes', async () => {
    const club = await society(w, 'regular')
    for (const one of [club.owner, club.admin, dean])
      expect(await set(one, club, { escalationTimeout: 24 })).toMatchObject(
        refused(failures.NotAnApprovalGroup),
      )
    for (const one of [club.owner, club.admin])
      expect(await set(one, club, { type: 'approval_group' })).toMatchObject(
        refused(failures.ApprovalTypeFixed),
      )
    expect(await findApprovalGroup(w.table(), club.orgId)).toBeUndefined()
    const made = await set(dean, club, { type: 'approval_group', escalationTimeout: 24 })
    expect(made).toMatchObject({
      status: 200,
      body: {
        message: 'Approval settings updated successfully',
        data: {
          type: 'approval_group',
          escalationTimeout: 24,
          autoEscalate: true,
          maxPendingApprovals: 50,
          notificationPreferences: { email: true, sms: false, push: true },
        },
      },
    })
    const deeds = { index: 'gsi2', keyParams: { action: 'organization.approval_type' }, limit: 10 } as const
    const { items } = await w.table().list(auditEntry, deeds)
    expect(items).toMatchObject([{ targetId: club.orgId, detail: { type: 'approval_group' } }])
  })

  // rules/organizations 28, rules/organizations 29
  it('are changed by who manages members, field by field', async () => {
    const club = await group('changing')
    expect((await set(club.admin, club, { escalationTimeout: 12 })).status).toBe(200)
    const { body } = await set(club.owner, club, { type: 'approval_group', autoEscalate: false })
    expect(body.data).toMatchObject({ escalationTimeout: 12, autoEscalate: false })
    expect(await findApprovalGroup(w.table(), club.orgId)).toMatchObject({
      orgId: club.orgId,
      escalationTimeout: 12,
      autoEscalate: false,
    })
    expect(await set(club.owner, club, { type: 'regular' })).toMatchObject(
      refused(failures.ApprovalTypeFixed),
    )
    expect((await set(club.officer, club, { escalationTimeout: 12 })).status).toBe(403)
  })

  // rules/organizations 30
  it.each([
    { maxPendingApprovals: 11 },
    { notificationPreferences: { sms: true } },
    { notificationPreferences: { email: false } },
    { escalationTimeout: 0 },
    { escalationTimeout: 169 },
    { type: 'committee' },
    { surprise: true },
  ])('refuse what nothing reads: %j', async (settings) => {
    const club = await founded(dean)
    await set(dean, club, { type: 'approval_group' })
    expect((await set(dean, club, settings)).status).toBe(400)
  })

  // rules/organizations 30
  it('are sent back whole as they were read', async () => {
    const club = await group('whole')
    const { body } = await set(club.owner, club, {})
    expect((await set(club.owner, club, body.data)).body.data).toEqual(body.data)
  })

  // rules/organizations 33
  it('lose no change of several at the same moment without saying so', async () => {
    const club = await group('race')
    for (let round = 1; round <= 8; round += 1) {
      const wanted = [{ escalationTimeout: round }, { autoEscalate: round % 2 === 0 }]
      const replies = await Promise.all(wanted.map((settings) => set(club.owner, club, settings)))
      expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
      const kept = wanted.filter((_, at) => replies[at]?.status === 200)
      expect(kept.length).toBeGreaterThan(0)
      const stored = await findApprovalGroup(w.table(), club.orgId)
      for (const settings of kept) expect(stored).toMatchObject(settings)
    }
  })
})

describe('an approval group', () => {
  // rules/organizations 31, rules/organizations 32
  it('has approvers, whom the owner appoints and no mere manager of members', async () => {
    const club = await group('people')
    const { orgId, owner, admin, member, officer } = club
    const { body } = await owner.device.listRoles({ orgId })
    const approver = body.roles.find(({ name }: { name: string }) => name === 'approver')
    expect(approver.permissions).toContain('approve_events')
    const appoint = (by: Person, { user }: Person) =>
      by.device.assignOrgRole({ orgId, userId: user._id, role: 'approver' })
    expect((await appoint(admin, officer)).body.code).toBe('PERMISSION_NOT_HELD')
    expect((await appoint(owner, member)).status).toBe(200)
    const { permissions } = (await member.device.getMyPermissions({ orgId })).body
    expect(permissions).toContain('approve_events')
    // Ten roles of its own remain possible.
    for (let at = 0; at < 10; at += 1)
      expect((await owner.device.createRole({ orgId, name: `own${at}`, displayName: 'x' })).status).toBe(201)
  })

  // rules/organizations 31
  it('keeps a role of that name that it had', async () => {
    const club = await society(w, 'named')
    await club.owner.device.createRole({ orgId: club.orgId, name: 'Approver', displayName: 'Ours' })
    expect((await set(dean, club, { type: 'approval_group' })).status).toBe(200)
    const { body } = await club.owner.device.listRoles({ orgId: club.orgId })
    const named = body.roles.filter(({ name }: { name: string }) => name.toLowerCase() === 'approver')
    expect(named).toMatchObject([{ displayName: 'Ours' }])
  })

  // rules/organizations 28
  it('is one no more when an administrator ends it, or when it is deleted', async () => {
    const [ended, deleted] = [await group('ended'), await group('deleted')]
    expect((await set(dean, ended, { type: 'regular' })).body.data.type).toBe('regular')
    expect(await findApprovalGroup(w.table(), ended.orgId)).toBeUndefined()
    expect((await set(dean, ended, { type: 'approval_group' })).status).toBe(200)
    await deleted.owner.device.deleteOrganization({ orgId: deleted.orgId })
    expect(await findApprovalGroup(w.table(), deleted.orgId)).toBeUndefined()
    const { items } = await listApprovalGroups(w.table(), { page: 1, limit: 100 })
    expect(items.map(({ orgId }) => orgId)).toContain(ended.orgId)
  })

  it('is found in one round trip', async () => {
    using _rounds = logicalRounds()
    const club = await group('cost')
    const table = w.table()
    await findApprovalGroup(table, club.orgId)
    expect(table.cost).toMatchObject({ depth: 1, calls: 1 })
  })
})
