import { DeleteItemCommand } from '@aws-sdk/client-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import { beforeAll, describe, expect, it } from 'vitest'
import { OwnsOrganizations } from '../../functions/members/contract/failures.ts'
import { orgTombstone, sweepDue } from '../../functions/organizations/deletion/records.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { orgMember, orgRoles } from '../../lib/identity/org/organizations.ts'
import { orgApplication, organization, orgFollower, orgRoleHolder } from '../../lib/identity/org/records.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import type { Entity, ValueOf } from '../../lib/table/entity.ts'
import { countsStream } from '../attendance/stream.ts'
import { adaAndBen } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { type Person, password, people, registered } from '../support/people.ts'
import { founded, joined, type Society, society } from '../support/societies.ts'
import { imagesAtHome } from '../support/table/whole-table.ts'
import type { World } from '../support/world.ts'

let w: World
let ada: Person
let ben: Person

beforeAll(async () => {
  ;({ w, ada, ben } = await adaAndBen())
})

let notices = 0
/** What the stream tells of a change of one item. */
const told = <E extends Entity>(of: E, before?: ValueOf<E>, after?: ValueOf<E>): DynamoDBRecord => {
  notices += 1
  const place = { entity: of.name, pk: `T#${w.home}#`, sk: 'told' }
  const image = (value: ValueOf<E> | undefined) =>
    value && marshall({ ...(value as object), ...place }, { removeUndefinedValues: true })
  return {
    eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
    dynamodb: {
      SequenceNumber: String(notices),
      OldImage: image(before) as never,
      NewImage: image(after) as never,
    },
  }
}

const card = ({ orgId }: Society) => w.table().get(organization, { orgId }, { strong: true })
const clubsOf = async ({ user }: Person) =>
  (await w.table().get(tenantUser, { id: user._id }, { strong: true }))?.clubAssociations

const deleted = async (club: Society) => {
  const before = await card(club)
  expect((await club.owner.device.deleteOrganization({ orgId: club.orgId })).status).toBe(200)
  return told(organization, before, await card(club))
}

describe('deleting an organization', () => {
  // rules/organizations 34
  it('takes it out of every read at once', async () => {
    const club = await society(w, 'reads')
    const { orgId, name, owner, member, outsider } = club
    await outsider.device.followOrganization({ orgId })
    await deleted(club)
    expect((await outsider.device.getOrganization({ id: orgId })).body.org).toEqual([])
    expect((await outsider.device.getOrganizationByName({ name })).status).toBe(404)
    expect((await outsider.device.listOrganizations({ search: name })).body.orgs).toEqual([])
    expect((await outsider.device.listFollowedOrganizations()).body.orgs).toEqual([])
    expect((await outsider.device.listOrganizationEvents({ orgId })).status).toBe(404)
    for (const { device } of [owner, member]) {
      expect((await device.validateToken()).body.data.user.clubAssociations).toEqual([])
      expect(await device.listOrgMembers({ orgId })).toMatchObject(refused(OrganizationNotFound))
      expect((await device.editOrganization({ orgId, unlisted: true })).status).toBe(404)
    }
    expect((await ben.device.applyToOrganization({ orgId })).status).toBe(404)
    expect((await ben.device.followOrganization({ orgId })).status).toBe(404)
    expect((await owner.device.deleteOrganization({ orgId })).status).toBe(404)
    expect((await member.device.leaveOrganization({ orgId })).status).toBe(404)
  })

  // rules/organizations 4, rules/organizations 35
  it('frees its name and leaves a line in the audit trail', async () => {
    const club = await founded(ada)
    await deleted(club)
    expect((await founded(ben, { org_name: club.name })).name).toBe(club.name)
    const { items } = await w.table().list(auditEntry, {
      index: 'gsi2',
      keyParams: { action: 'organization.delete' },
      limit: 100,
    })
    expect(items.some(({ targetId }) => targetId === club.orgId)).toBe(true)
  })

  // rules/organizations 36
  it('sweeps what is left behind it, page by page, however often a page is told', async () => {
    const club = await founded(ada, { requireApprovalForJoin: true })
    const { orgId } = club
    const crowd = await people(w, 30)
    for (const { user, device } of crowd.slice(0, 27)) {
      await ada.device.assignOrgRole({ orgId, userId: user._id, roles: ['officer'] })
      await device.followOrganization({ orgId })
    }
    for (const { device } of crowd.slice(27)) await device.applyToOrganization({ orgId })
    const notice = await deleted(club)
    await w.deliver([notice])
    await w.deliver([notice])
    const dueAt = { kind: 'organization', subject: orgId, round: '000001' } as const
    const due = await w.table().get(sweepDue, dueAt)
    expect(due).toBeDefined()
    if (due) await w.deliver([told(sweepDue, undefined, due)])
    const left = { keyParams: { orgId }, limit: 100 }
    expect((await w.table().list(orgMember, left)).items).toEqual([])
    expect((await w.table().list(orgFollower, left)).items).toEqual([])
    expect((await w.table().list(orgApplication, left)).items).toEqual([])
    for (const person of [ada, ...crowd]) expect(await clubsOf(person)).not.toContain(orgId)
  })

  // rules/organizations 37
  it('ends it after 30 days, and no other', async () => {
    const club = await founded(ada)
    const { orgId } = club
    await deleted(club)
    const stone = await w.table().get(orgTombstone, { orgId })
    expect(Date.parse(stone?.expiresAt ?? '') - w.clock.now().getTime()).toBe(30 * 24 * 3600 * 1000)
    const live = await founded(ada)
    for (const each of [orgId, live.orgId])
      await w.deliver([told(orgTombstone, { orgId: each, expiresAt: '' }, undefined)])
    for (let round = 1; (await card(club)) && round < 9; round += 1) {
      const at = { kind: 'purge', subject: orgId, round: String(round).padStart(6, '0') } as const
      const due = await w.table().get(sweepDue, at)
      if (due) await w.deliver([told(sweepDue, undefined, due)])
    }
    expect(await card(club)).toBeUndefined()
    expect(await w.table().get(orgRoles, { orgId })).toBeUndefined()
    expect(await card(live)).toBeDefined()
  })

  // rules/organizations 38
  it('and joining it at the same moment never leave somebody in nothing', async () => {
    for (let round = 0; round < 5; round += 1) {
      const club = await founded(ada)
      const guest = await registered(w, `late${round}`, { username: `late${round}` })
      const before = await card(club)
      const [gone, came] = await Promise.all([
        ada.device.deleteOrganization({ orgId: club.orgId }),
        guest.device.applyToOrganization({ orgId: club.orgId }),
      ])
      expect(gone.status).toBe(200)
      expect([201, 404]).toContain(came.status)
      await w.deliver([told(organization, before, await card(club))])
      expect(await clubsOf(guest)).toEqual([])
    }
  })
})

describe('an account that goes', () => {
  // rules/users 21
  it('is refused while it owns an organization, and then leaves all others', async () => {
    const cal = await registered(w, 'cal', { username: 'cal' })
    const own = await founded(cal)
    const other = await founded(ada)
    const third = await founded(ada)
    const stream = await countsStream(w)
    await joined(other, cal, ['officer'])
    await third.owner.device.editOrganization({ orgId: third.orgId, requireApprovalForJoin: true })
    await cal.device.applyToOrganization({ orgId: third.orgId })
    await cal.device.followOrganization({ orgId: other.orgId })
    await stream.drain()
    const before = await w.table().get(tenantUser, { id: cal.user._id })
    expect(await cal.device.deleteAccount({ password })).toMatchObject(refused(OwnsOrganizations))
    expect((await card(other))?.memberCount).toBe(2)
    await deleted(own)
    expect((await cal.device.deleteAccount({ password })).status).toBe(200)
    await stream.drain()
    expect(await card(other)).toMatchObject({ memberCount: 1, followerCount: 1 })
    expect((await ada.device.listRoleMembers({ orgId: other.orgId, roleName: 'officer' })).body.count).toBe(0)
    await w.deliver([told(tenantUser, before, undefined)])
    await stream.drain()
    expect((await card(other))?.followerCount).toBe(0)
    expect((await ada.device.listApplications({ orgId: third.orgId })).body.applications).toEqual([])
  })
})

describe('a person who changes', () => {
  // rules/organizations 39
  it('is called by the new name in every list', async () => {
    const eve = await registered(w, 'eve', { username: 'eve' })
    const club = await founded(ada)
    const { orgId, name } = club
    await joined(club, eve, ['officer'])
    await eve.device.followOrganization({ orgId })
    const before = await w.table().get(tenantUser, { id: eve.user._id })
    await eve.device.updateUser({ name: 'Eve Evergreen' })
    const after = await w.table().get(tenantUser, { id: eve.user._id })
    const notice = told(tenantUser, before, after)
    await w.deliver([notice, notice])
    const { body } = await ada.device.getOrganizationByName({ name })
    expect(body.members.map(({ user_id: user }: { user_id: { name: string } }) => user.name)).toContain(
      'Eve Evergreen',
    )
    expect(body.followers[0].user_id.name).toBe('Eve Evergreen')
    const at = { orgId, roleId: 'officer', userId: eve.user._id }
    expect(await w.table().get(orgRoleHolder, at)).toMatchObject({ name: 'Eve Evergreen' })
    const officers = await ada.device.listRoleMembers({ orgId, roleName: 'officer' })
    expect(officers.body.members[0].user_id.name).toBe('Eve Evergreen')
  })
})

describe('a change that was put aside', () => {
  // rules/stream 18
  it('counts once, also when it is handled again weeks after its first effects', async () => {
    const eve = await registered(w, 'eva', { username: 'eva' })
    const { orgId } = await founded(ada)
    await eve.device.followOrganization({ orgId })
    const follower = await w.table().get(orgFollower, { orgId, userId: eve.user._id })
    const record = told(orgFollower, undefined, follower)
    await w.deliver([record])
    w.clock.advance(30 * 24 * 3600)
    const { name, documents } = w.runtime.client
    // As DynamoDB's time to live does, which the engine does not have.
    for (const { pk, sk, ttl } of await imagesAtHome(w)) {
      if (ttl === undefined || Number(ttl.N) * 1000 > w.clock.now().getTime()) continue
      await documents.send(new DeleteItemCommand({ TableName: name, Key: { pk, sk } as never }) as never)
    }
    await w.deliver([record])
    expect((await w.table().get(organization, { orgId }))?.followerCount).toBe(1)
  })
})
