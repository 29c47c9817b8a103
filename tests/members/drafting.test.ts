import { beforeAll, describe, expect, it } from 'vitest'
import { MembershipRefused, NotDrafted } from '../../functions/members/contract/failures.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { countsStream } from '../attendance/stream.ts'
import { refused } from '../support/agent.ts'
import { asAdmin } from '../support/inboxes.ts'
import { type Person, registered } from '../support/people.ts'
import { founded, joined, type Society } from '../support/societies.ts'
import { streamOf } from '../support/streamed.ts'
import { type World, world } from '../support/world.ts'

let w: World
let club: Society
let dean: Person
let people = 0
/** Lets what was written be counted. */
let counted: () => Promise<void>

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '1000' } })
  counted = (await countsStream(w)).drain
  club = await founded(await registered(w, 'owner'))
  dean = await asAdmin(w)
})

const somebody = (): Promise<Person> => {
  people += 1
  return registered(w, `person${people}`)
}

const draft = ({ user }: Person, by = club.owner) =>
  by.device.assignOrgRole({ orgId: club.orgId, userId: user._id, role: 'member' })

const drafted = async (): Promise<Person> => {
  const person = await somebody()
  expect((await draft(person)).status).toBe(200)
  await streamOf(w).drain()
  return person
}

const noticeOf = async ({ device }: Person) => {
  const { body } = await device.listNotifications()
  return body.data.find(({ title }: { title: string }) => title === `You are a member of ${club.name}`)
}

const isMember = async ({ device }: Person): Promise<boolean> =>
  (await device.getMyPermissions({ orgId: club.orgId })).status === 200

const cardNow = async () => {
  await counted()
  const card = await w.table().get(organization, { orgId: club.orgId }, { strong: true })
  return { members: card?.memberCount, drafted: card?.draftedCount ?? 0 }
}

describe('a person whom others add as a member', () => {
  // rules/members 18
  it('is notified, and can refuse from the notification', async () => {
    const person = await drafted()
    const notice = await noticeOf(person)
    expect(notice.actions).toMatchObject([{ id: 'refuse' }])
    // rules/members 52
    const own = async (one: Person) => (await one.device.getMyPermissions({ orgId: club.orgId })).body
    expect([(await own(person)).addedByOthers, (await own(club.owner)).addedByOthers]).toEqual([
      true,
      undefined,
    ])
    const { status } = await person.device.performNotificationAction({ id: notice._id, actionId: 'refuse' })
    expect(status).toBe(200)
    expect(await isMember(person)).toBe(false)
  })

  // rules/members 19
  it.each([
    ['refuses', (person: Person) => person.device.refuseOrgMembership({ orgId: club.orgId })],
    ['leaves', (person: Person) => person.device.leaveOrganization({ orgId: club.orgId })],
  ] as const)('and %s is not made one again for thirty days, by nobody', async (_, goes) => {
    const person = await drafted()
    expect((await goes(person)).status).toBe(200)
    w.clock.advance(29 * 24 * 3600)
    for (const each of [club.owner, dean]) await each.device.refreshToken()
    expect(await draft(person)).toMatchObject(refused(MembershipRefused))
    const { orgId } = club
    const byDean = dean.device.addManagedMember({ orgId, userId: person.user._id, role: 'member' })
    expect(await byDean).toMatchObject(refused(MembershipRefused))
    w.clock.advance(2 * 24 * 3600)
    for (const each of [club.owner, dean])
      await each.device.login({ email: each.email, password: 'correct horse battery' })
    expect((await draft(person)).status).toBe(200)
  })

  // rules/members 20
  it('makes it their own choice by applying', async () => {
    const person = await drafted()
    await person.device.refuseOrgMembership({ orgId: club.orgId })
    await joined(club, person)
    expect(await isMember(person)).toBe(true)
    expect(await person.device.refuseOrgMembership({ orgId: club.orgId })).toMatchObject(refused(NotDrafted))
  })

  // rules/members 20
  it('makes it their own choice by accepting an invitation', async () => {
    const person = await drafted()
    await person.device.refuseOrgMembership({ orgId: club.orgId })
    const { body } = await club.owner.device.invite({ orgId: club.orgId, email: person.email })
    expect((await person.device.acceptInvite({ inviteId: body.data.inviteId })).status).toBe(200)
    expect(await person.device.refuseOrgMembership({ orgId: club.orgId })).toMatchObject(refused(NotDrafted))
  })

  // rules/members 21
  it('is counted separately until they leave', async () => {
    const before = await cardNow()
    const person = await drafted()
    const added = { members: (before.members ?? 0) + 1, drafted: before.drafted + 1 }
    expect(await cardNow()).toEqual(added)
    expect((await draft(person)).status).toBe(200)
    expect(await cardNow()).toEqual(added)
    await person.device.refuseOrgMembership({ orgId: club.orgId })
    expect(await cardNow()).toEqual(before)
  })

  // rules/members 21
  it('does not count when a number of members approves an organization', async () => {
    const rules = { orgApproval: { mode: 'auto', autoApproveMemberThreshold: 2 } }
    const pendingOrgLimits = { allowedActions: ['view_page', 'manage_members'] }
    await dean.device.updateManagementConfig({ orgApproval: { ...rules.orgApproval, pendingOrgLimits } })
    const young = await founded(await registered(w, 'founder'))
    const { orgId } = young
    const status = async () => {
      await streamOf(w).drain()
      await counted()
      const card = await w.table().get(organization, { orgId }, { strong: true })
      if (!card) throw new Error('there is no such organization')
      const { approveGrown } = await import('../../functions/management/organizations/approval.ts')
      await approveGrown(orgId, { ...w.runtime, table: w.table() })
      return (await w.table().get(organization, { orgId }, { strong: true }))?.approvalStatus
    }
    for (const person of [await somebody(), await somebody()])
      await young.owner.device.assignOrgRole({ orgId, userId: person.user._id, role: 'member' })
    expect(await status()).toBe('pending')
    await joined(young, await somebody())
    expect(await status()).toBe('approved')
  })
})
