import { beforeAll, describe, expect, it } from 'vitest'
import { InvalidAnswers } from '../../functions/form-records/contract.ts'
import * as failures from '../../functions/members/contract/failures.ts'
import * as orgFailures from '../../functions/organizations/contract/failures.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { countsStream } from '../attendance/stream.ts'
import { refused } from '../support/agent.ts'
import { type Person, registered } from '../support/people.ts'
import { founded, joined, type Society, society } from '../support/societies.ts'
import { streamOf } from '../support/streamed.ts'
import { type World, world } from '../support/world.ts'

let w: World
let ada: Person
/** Lets what was written be counted. */
let counted: () => Promise<void>

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  ada = await registered(w, 'ada', { username: 'ada' })
  counted = (await countsStream(w)).drain
})

let guests = 0
const guest = (): Promise<Person> => {
  guests += 1
  return registered(w, `guest${guests}`, { username: `guest${guests}` })
}

const apply = (person: Person, { orgId }: Society, more: object = {}) =>
  person.device.applyToOrganization({ orgId, ...more })
const pendingOf = async ({ orgId, owner }: Society) =>
  (await owner.device.listApplications({ orgId, status: 'pending' })).body.applications
const memberCount = async ({ orgId }: Society) => {
  await counted()
  return (await w.table().get(organization, { orgId }))?.memberCount
}
const clubsOf = async ({ device }: Person): Promise<string[]> =>
  (await device.validateToken()).body.data.user.clubAssociations.map(({ _id }: { _id: string }) => _id)

describe('joining', () => {
  // rules/members 1
  it('creates a member at once when no approval is required, and only once', async () => {
    const club = await founded(ada)
    const ben = await guest()
    const replies = await Promise.all([1, 2, 3].map(() => apply(ben, club)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(replies.find(({ status }) => status === 201)?.body.message).toBe(
      'You are now a member of this org',
    )
    expect(await apply(ben, club)).toMatchObject(refused(failures.AlreadyMember))
    expect(await memberCount(club)).toBe(2)
    expect(await clubsOf(ben)).toEqual([club.orgId])
  })

  // rules/members 1, rules/members 6, rules/members 7
  it('creates an application when approval is required, and notifies the managers', async () => {
    const club = await founded(ada, { requireApprovalForJoin: true })
    const ben = await guest()
    const { status, body } = await apply(ben, club)
    expect([status, body.message]).toEqual([201, 'Application submitted successfully'])
    expect(await apply(ben, club)).toMatchObject(refused(failures.AlreadyApplied))
    expect(await pendingOf(club)).toMatchObject([{ status: 'pending', user_id: { _id: ben.user._id } }])
    expect((await ben.device.getOrganizationByName({ name: club.name })).body.isPending).toBe(true)
    expect(await clubsOf(ben)).toEqual([])
    await streamOf(w).drain()
    const inbox = await ada.device.listNotifications()
    expect(JSON.stringify(inbox.body)).toContain(`applied to join ${club.name}`)
  })

  // rules/members 4
  it('requires the answers of the form, and rejects invalid ones', async () => {
    const questions = [{ _id: 'why', type: 'short', question: 'Why?', required: true }]
    const memberForm = JSON.stringify({ title: 'Joining', questions })
    const club = await founded(ada, { requireApprovalForJoin: true, memberForm })
    const ben = await guest()
    expect(await apply(ben, club)).toMatchObject(refused(orgFailures.FormResponseRequired))
    const answer = (text: string) => ({ formResponse: [{ referenceId: 'why', answer: text, type: 'short' }] })
    expect((await apply(ben, club, answer(' '))).body.message).toContain('Why?')
    expect((await apply(ben, club, answer(' '))).body.code).toBe(InvalidAnswers.code)
    expect((await apply(ben, club, answer('I like it'))).status).toBe(201)
    const [application] = await pendingOf(club)
    expect(application.formResponse).toMatchObject({
      answers: ['I like it'],
      formSnapshot: { title: 'Joining' },
    })
    const { body } = await ben.device.getOrganizationByName({ name: club.name })
    expect(body.overview.memberForm).toMatchObject({ title: 'Joining' })
    await ada.device.editOrganization({ orgId: club.orgId, memberForm: null })
    expect((await apply(await guest(), club)).status).toBe(201)
  })

  // rules/members 2, rules/members 3
  it('is rejected when the organization accepts no members', async () => {
    const ben = await guest()
    expect(await apply(ben, { orgId: 'nowhere', name: '', owner: ada })).toMatchObject(
      refused(orgFailures.OrgNotFound),
    )
    const states = [
      [{ approvalStatus: 'pending' }, orgFailures.OrgPendingApproval],
      [{ lifecycleStatus: 'inactive' }, orgFailures.OrgInactive],
    ] as const
    for (const [state, failure] of states) {
      const club = await founded(ada)
      const card = await w.table().get(organization, { orgId: club.orgId })
      if (card) await w.table().put(organization, { ...card, ...state })
      expect(await apply(ben, club)).toMatchObject(refused(failure))
    }
    const club = await founded(ada)
    await joined(club, ben)
    const at = { orgId: club.orgId, userId: ben.user._id }
    await w.table().update(orgMember, at, { set: { status: 'suspended' } })
    expect(await apply(ben, club)).toMatchObject(refused(failures.MembershipSuspended))
    const assign = await ada.device.assignOrgRole({ ...at, role: 'officer' })
    expect(assign).toMatchObject(refused(failures.MembershipSuspended))
  })
})

describe('an application', () => {
  const asked = async () => {
    const club = await founded(ada, { requireApprovalForJoin: true })
    const ben = await guest()
    await apply(ben, club)
    const [{ _id: applicationId }] = await pendingOf(club)
    return { club, ben, at: { orgId: club.orgId, applicationId } }
  }

  // rules/members 9
  it('becomes a membership with the assigned roles', async () => {
    const { club, ben, at } = await asked()
    const { status, body } = await ada.device.approveApplication({ ...at, roles: ['officer', 'member'] })
    expect([status, body.message]).toEqual([200, 'Application approved successfully'])
    expect(body.member).toMatchObject({
      user_id: { _id: ben.user._id },
      role: 'officer',
      roles: ['officer', 'member'],
    })
    expect(await clubsOf(ben)).toEqual([club.orgId])
    expect(await pendingOf(club)).toEqual([])
    expect(await ada.device.approveApplication(at)).toMatchObject(refused(failures.ApplicationProcessed))
    expect(await ada.device.rejectApplication(at)).toMatchObject(refused(failures.ApplicationProcessed))
    const { body: all } = await ada.device.listApplications({ orgId: at.orgId })
    expect(all.applications).toMatchObject([{ status: 'approved', approvedBy: ada.user._id }])
  })

  // rules/members 7, rules/members 11
  it('is rejected with a reason, and may be repeated', async () => {
    const { club, ben, at } = await asked()
    expect((await ada.device.rejectApplication({ ...at, reason: 'Full' })).status).toBe(200)
    const { body } = await ada.device.listApplications({ orgId: at.orgId, status: 'rejected' })
    expect(body.applications).toMatchObject([{ _id: at.applicationId, reason: 'Full' }])
    expect((await apply(ben, club)).status).toBe(201)
    expect((await ada.device.listApplications({ orgId: at.orgId })).body.applications).toHaveLength(2)
    await streamOf(w).drain()
    expect(JSON.stringify((await ben.device.listNotifications()).body)).toContain(
      'was declined. Reason: Full',
    )
  })

  // rules/members 8
  it('is decided once, however many people decide at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { club, at } = await asked()
      const replies = await Promise.all([
        ada.device.approveApplication(at),
        ada.device.rejectApplication(at),
        ada.device.approveApplication(at),
      ])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
      const members = await memberCount(club)
      expect(members).toBe(replies[1]?.status === 200 ? 1 : 2)
    }
  })

  it('of another organization, or an unknown one, fails with 404', async () => {
    const { at } = await asked()
    const other = await founded(ada)
    for (const wrong of [
      { ...at, orgId: other.orgId },
      { ...at, applicationId: 'x.y' },
    ]) {
      expect(await ada.device.approveApplication(wrong)).toMatchObject(refused(failures.ApplicationNotFound))
      expect(await ada.device.rejectApplication(wrong)).toMatchObject(refused(failures.ApplicationNotFound))
    }
    expect((await ada.device.listApplications({ orgId: at.orgId, status: 'maybe' })).status).toBe(400)
  })

  // rules/members 9
  it("is never approved with the owner role, without a role, or above the approver's rank", async () => {
    const { club, at } = await asked()
    const approve = (by: Person, more: object) => by.device.approveApplication({ ...at, ...more })
    expect(await approve(ada, { role: 'owner' })).toMatchObject(refused(failures.OwnerByTransferOnly))
    expect(await approve(ada, { role: 'pope' })).toMatchObject(refused(failures.RoleNotFound))
    expect(await approve(ada, { roles: [] })).toMatchObject({ status: 200 })
    const { at: next, club: second } = await asked()
    const low = { name: 'greeter', displayName: 'Greeter', permissions: ['manage_members'] }
    await ada.device.createRole({ orgId: second.orgId, ...low })
    const greeter = await guest()
    await ada.device.assignOrgRole({ orgId: second.orgId, userId: greeter.user._id, role: 'greeter' })
    const above = await greeter.device.approveApplication({ ...next, role: 'officer' })
    expect(above).toMatchObject(refused(failures.CannotAssignRole))
    expect((await greeter.device.approveApplication({ ...next, role: 'greeter' })).status).toBe(200)
    expect(club.orgId).not.toBe(second.orgId)
  })

  // rules/members 10
  it('of a person who became a member closes, or is rejected with the reason', async () => {
    const { club, ben, at } = await asked()
    await ada.device.assignOrgRole({ orgId: club.orgId, userId: ben.user._id, role: 'officer' })
    expect(await pendingOf(club)).toEqual([])
    expect(await ada.device.approveApplication(at)).toMatchObject(refused(failures.ApplicationProcessed))
  })
})

describe('leaving', () => {
  // rules/members 38, rules/members 40
  it('ends the membership and all its records except the history', async () => {
    const club = await society(w, 'leaving')
    const { orgId, officer, owner } = club
    expect((await officer.device.leaveOrganization({ orgId })).body.message).toContain('You have left')
    expect(await clubsOf(officer)).toEqual([])
    expect(await memberCount(club)).toBe(3)
    expect(await officer.device.leaveOrganization({ orgId })).toMatchObject(
      refused(failures.NotAMemberToLeave),
    )
    expect(await owner.device.leaveOrganization({ orgId })).toMatchObject(refused(failures.OwnerCannotLeave))
    const gone = await officer.device.leaveOrganization({ orgId: 'nowhere' })
    expect(gone).toMatchObject(refused(OrganizationNotFound))
    const { body } = await owner.device.getMemberHistory({ orgId, userId: officer.user._id })
    expect(body.member).toBeUndefined()
    expect(body.removedAudits).toMatchObject([
      { action: 'left', role: 'officer', actorUserId: officer.user._id },
    ])
    expect(body.roleHistory.map(({ role }: { role: string }) => role)).toEqual(['officer', 'member'])
    const { body: holders } = await owner.device.listRoleMembers({ orgId, roleName: 'officer' })
    expect([holders.members, holders.count]).toEqual([[], 0])
    expect((await apply(officer, club)).status).toBe(201)
  })
})
