import { beforeAll, describe, expect, it } from 'vitest'
import { OrgPendingApproval } from '../../functions/organizations/contract/failures.ts'
import { HostInactive } from '../../functions/planning/contract/failures.ts'
import * as failures from '../../lib/contract/org-rules.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { notificationRow } from '../../lib/outbox.ts'
import { countsStream } from '../attendance/stream.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { type Person, registered } from '../support/people.ts'
import { founded, joined, type Society } from '../support/societies.ts'
import { changeNotice } from '../support/table/storing.ts'
import type { World } from '../support/world.ts'

let w: World
let dean: Person
let ada: Person
let ben: Person
let cleo: Person
let club: Society

beforeAll(async () => {
  ;({ w, dean } = await admins())
  ada = await registered(w, 'ada', { username: 'ada' })
  ben = await registered(w, 'ben', { username: 'ben' })
  cleo = await registered(w, 'cleo', { username: 'cleo' })
  club = await founded(ada)
})

const say = async (body: object): Promise<void> => {
  const reply = await dean.device.updateManagementConfig(body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}
const cardOf = async (orgId: string) => {
  const card = await w.table().get(organization, { orgId }, { strong: true })
  if (!card) throw new Error('the organization is gone')
  return card
}
const mark = async (orgId: string, change: object): Promise<void> => {
  const card = await cardOf(orgId)
  await w.table().put(organization, { ...card, ...change, version: card.version + 1 })
}
const apply = (who: Person, { orgId }: Society) => who.device.applyToOrganization({ orgId })
const event = {
  name: 'Open evening',
  type: 'meeting',
  start_time: '2026-04-01T18:00:00.000Z',
  end_time: '2026-04-01T20:00:00.000Z',
  location: 'Hall',
  description: 'Come along',
  expectedAttendance: 10,
  visibility: 'public',
}
const host = (who: Person, { orgId }: Society) => who.device.createEventByForm({ ...event, orgId })

describe('members', () => {
  // rules/management 11
  it('join only as many as the school allows, by every way, and of two at once one', async () => {
    const small = await founded(ada)
    await say({ policies: { maxMembersPerOrg: 2 } })
    const both = await Promise.all([apply(ben, small), apply(cleo, small)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)).toMatchObject(refused(failures.OrgFull))
    const left = both[0]?.status === 409 ? ben : cleo
    const { orgId } = small
    const assigned = await ada.device.assignOrgRole({ orgId, userId: left.user._id, roles: ['member'] })
    expect(assigned).toMatchObject(refused(failures.OrgFull))
    await ada.device.invite({ orgId, email: left.email })
    const { body } = await left.device.listPendingInvites()
    expect(await left.device.acceptInvite({ inviteId: body.data[0]._id })).toMatchObject(
      refused(failures.OrgFull),
    )
    expect((await cardOf(orgId)).memberCount).toBe(2)
    await say({ policies: { maxMembersPerOrg: null } })
    expect((await apply(left, small)).status).toBe(201)
  })

  // rules/management 12
  it('join verified organizations alone where the school says so', async () => {
    await say({ featureAccess: { memberManagement: 'verified_only' } })
    const { orgId } = club
    expect(await apply(ben, club)).toMatchObject(refused(failures.FeatureRestricted))
    const assigned = await ada.device.assignOrgRole({ orgId, userId: ben.user._id, roles: ['member'] })
    expect(assigned).toMatchObject(refused(failures.FeatureRestricted))
    await ada.device.invite({ orgId, email: ben.email })
    const { body } = await ben.device.listPendingInvites()
    const inviteId = body.data[0]._id
    expect(await ben.device.acceptInvite({ inviteId })).toMatchObject(refused(failures.FeatureRestricted))
    await mark(orgId, { verified: true })
    expect((await ben.device.acceptInvite({ inviteId })).status).toBe(200)
    await ben.device.leaveOrganization({ orgId })
    await mark(orgId, { verified: false })
    await say({ featureAccess: { memberManagement: 'all' } })
  })

  // rules/management 12
  it('join verified organizations alone where verification is required', async () => {
    await say({ verificationRequired: true })
    expect(await apply(ben, club)).toMatchObject(refused(failures.FeatureRestricted))
    expect(await host(ada, club)).toMatchObject(refused(failures.FeatureRestricted))
    await say({ verificationRequired: false })
  })
})

describe('events', () => {
  // rules/management 12
  it.each([
    ['verified_only', { verified: true }, { verified: false }],
    ['approved_only', { approvalStatus: 'approved' }, { approvalStatus: 'pending' }],
  ])('are made by organizations that are %s', async (level, open, shut) => {
    await say({
      featureAccess: { eventCreation: level },
      'orgApproval.pendingOrgLimits.allowedActions': ['view_page', 'create_events'],
    })
    await mark(club.orgId, shut)
    expect(await host(ada, club)).toMatchObject(refused(failures.FeatureRestricted))
    await mark(club.orgId, open)
    expect((await host(ada, club)).status).toBe(201)
    await mark(club.orgId, { verified: false, approvalStatus: 'approved' })
    await say({ featureAccess: { eventCreation: 'all' } })
  })

  // rules/management 13
  it('are not made in a state that the school names', async () => {
    await mark(club.orgId, { lifecycleStatus: 'sunset' })
    expect(await host(ada, club)).toMatchObject(refused(HostInactive))
    await say({ atlasPolicy: { events: { blockedLifecycleStatuses: ['inactive'] } } })
    expect((await host(ada, club)).status).toBe(201)
    await mark(club.orgId, { lifecycleStatus: 'inactive' })
    expect(await host(ada, club)).toMatchObject(refused(HostInactive))
    await say({ atlasPolicy: { events: { inactiveOrgBlocksEventCreation: false } } })
    expect((await host(ada, club)).status).toBe(201)
    await mark(club.orgId, { lifecycleStatus: 'active' })
  })
})

describe('the directory', () => {
  // rules/management 14
  it('leaves out the states that the school names, when it says so', async () => {
    const quiet = await founded(ada)
    await mark(quiet.orgId, { lifecycleStatus: 'sunset' })
    const listed = async () => {
      const { body } = await ben.device.listOrganizations({ search: quiet.name })
      return body.orgs.map(({ _id }: { _id: string }) => _id).includes(quiet.orgId)
    }
    expect(await listed()).toBe(true)
    await say({ atlasPolicy: { directory: { hideNonActiveFromPublicList: true } } })
    expect(await listed()).toBe(true)
    await say({ atlasPolicy: { directory: { nonActiveStatuses: ['inactive', 'sunset'] } } })
    expect(await listed()).toBe(false)
    await say({ atlasPolicy: { directory: { hideNonActiveFromPublicList: false } } })
  })
})

describe('a new organization', () => {
  const waiting = async (orgId: string) =>
    (await w.table().list(notificationRow, { keyParams: { cause: `${orgId}#pending` }, limit: 5 })).items
      .length

  // rules/management 15
  it.each([
    ['none', 'approved', 0],
    ['manual', 'pending', 1],
    ['auto', 'pending', 0],
    ['both', 'pending', 1],
  ])('is, where the mode is %s, %s', async (mode, approvalStatus, told) => {
    await say({ orgApproval: { mode } })
    const { orgId } = await founded(ada)
    expect((await cardOf(orgId)).approvalStatus).toBe(approvalStatus)
    expect(await waiting(orgId)).toBe(told)
  })

  // rules/management 15
  it('is told of to nobody where the school wants that', async () => {
    await say({ orgApproval: { mode: 'manual' }, notifications: { newOrgRequest: false } })
    expect(await waiting((await founded(ada)).orgId)).toBe(0)
    await say({ notifications: { newOrgRequest: true } })
  })

  it('begins as the type that the school names', async () => {
    await say({ orgApproval: { mode: 'none' }, atlasPolicy: { defaultOrgTypeKey: 'club' } })
    expect((await cardOf((await founded(ada)).orgId)).orgTypeKey).toBe('club')
    await say({ atlasPolicy: { defaultOrgTypeKey: 'default' } })
  })

  // rules/management 16
  it('that waits does only what the school allows', async () => {
    await say({ orgApproval: { mode: 'manual', pendingOrgLimits: { allowedActions: ['view_page'] } } })
    const { orgId } = await founded(ada)
    const edit = () => ada.device.editOrganization({ orgId, org_description: 'Other words' })
    expect(await edit()).toMatchObject(refused(OrgPendingApproval))
    expect(await apply(ben, { ...club, orgId })).toMatchObject(refused(OrgPendingApproval))
    await say({
      orgApproval: { pendingOrgLimits: { allowedActions: ['view_page', 'edit_profile', 'manage_members'] } },
    })
    expect((await edit()).status).toBe(200)
    expect((await apply(ben, { ...club, orgId })).status).toBe(201)
  })
})

describe('automatic approval', () => {
  const grow = async (mode: string) => {
    await say({
      orgApproval: {
        mode,
        autoApproveMemberThreshold: 2,
        pendingOrgLimits: { allowedActions: ['view_page', 'manage_members'] },
      },
    })
    const made = await founded(ada)
    const before = await cardOf(made.orgId)
    const stream = await countsStream(w)
    await joined(made, cleo)
    await stream.drain()
    const after = await cardOf(made.orgId)
    return { orgId: made.orgId, notice: changeNotice(w, organization, before, after) }
  }
  const told = async (orgId: string) =>
    (await w.table().list(notificationRow, { keyParams: { cause: `${orgId}#approved` }, limit: 5 })).items
      .length

  // rules/management 17
  it.each(['auto', 'both'])('comes with the members, once, where the mode is %s', async (mode) => {
    const { orgId, notice } = await grow(mode)
    await w.deliver([notice])
    const { approvalStatus, approvedBy, version } = await cardOf(orgId)
    expect([approvalStatus, approvedBy]).toEqual(['approved', undefined])
    expect(await told(orgId)).toBe(1)
    await Promise.all([w.deliver([notice]), w.deliver([notice])])
    expect((await cardOf(orgId)).version).toBe(version)
  })

  // rules/management 17
  it('does not come where the mode is manual, or where members are gone again', async () => {
    const manual = await grow('manual')
    await w.deliver([manual.notice])
    expect((await cardOf(manual.orgId)).approvalStatus).toBe('pending')
    const shrunk = await grow('auto')
    const stream = await countsStream(w)
    await cleo.device.leaveOrganization({ orgId: shrunk.orgId })
    await stream.drain()
    await w.deliver([shrunk.notice])
    expect((await cardOf(shrunk.orgId)).approvalStatus).toBe('pending')
  })
})
