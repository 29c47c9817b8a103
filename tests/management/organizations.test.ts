import { beforeAll, describe, expect, it } from 'vitest'
import * as failures from '../../functions/management/failures.ts'
import {
  DescriptionProfane,
  NameAndDescriptionRequired,
  NameProfane,
  NameTaken,
  UnsupportedImage,
} from '../../functions/organizations/contract/failures.ts'
import { Forbidden } from '../../lib/contract/failures.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { countsStream } from '../attendance/stream.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { type Club, club } from '../support/orgs.ts'
import type { Person } from '../support/people.ts'
import { founded } from '../support/societies.ts'
import { changeNotice } from '../support/table/storing.ts'
import type { World } from '../support/world.ts'

let w: World
let dean: Person
let root: Person
let c: Club
let orgId: string

beforeAll(async () => {
  ;({ w, dean, root } = await admins())
  const stream = await countsStream(w)
  c = await club(w)
  await stream.drain()
  orgId = c.orgId
})

const say = async (body: object): Promise<void> => {
  expect((await dean.device.updateManagementConfig(body)).status).toBe(200)
}
const cardOf = (id = orgId) => w.table().get(organization, { orgId: id }, { strong: true })
const deeds = async (action: string) => {
  const listing = { index: 'gsi2' as const, keyParams: { action }, limit: 1, descending: true }
  return (await w.table().list(auditEntry, listing)).items[0]
}

describe('the work of administrators with organizations', () => {
  // rules/management 25
  it('is theirs alone, row by row', async () => {
    const sent = {
      orgId,
      userId: c.member.user._id,
      lifecycleStatus: 'sunset',
      newOwnerId: c.admin.user._id,
      role: 'officer',
    }
    for (const who of [c.owner, c.admin, c.member, c.outsider]) {
      const { device } = who
      const replies = [
        await device.listManagedOrganizations(),
        await device.listPendingOrganizations(),
        await device.getManagedOrganization({ orgId }),
        await device.editManagedOrganization({ orgId, name: 'Mine' }),
        await device.changeManagedOrganization({ orgId, verified: true }),
        await device.approveManagedOrganization({ orgId }),
        await device.moveManagedOrganization({ orgId, lifecycleStatus: 'sunset' }),
        await device.transferManagedOrganization({ orgId, newOwnerId: sent.newOwnerId }),
        await device.listManagedMembers({ orgId }),
        await device.addManagedMember({ orgId, userId: sent.userId }),
        await device.assignManagedRole({ orgId, userId: sent.userId, role: 'officer' }),
        await device.removeManagedMember({ orgId, userId: sent.userId }),
        await device.getOrganizationAnalytics(),
      ]
      for (const reply of replies) expect(reply).toMatchObject(refused(Forbidden))
    }
    for (const who of [dean, root])
      expect((await who.device.getManagedOrganization({ orgId })).status).toBe(200)
  })

  // rules/management 25
  it('ends at organizations that are not there, or no more', async () => {
    const gone = await founded(c.owner)
    await c.owner.device.deleteOrganization({ orgId: gone.orgId })
    for (const id of ['nowhere', gone.orgId]) {
      const at = { orgId: id }
      const { device } = dean
      const replies = [
        await device.getManagedOrganization(at),
        await device.editManagedOrganization({ ...at, name: 'Mine' }),
        await device.changeManagedOrganization({ ...at, verified: true }),
        await device.approveManagedOrganization(at),
        await device.moveManagedOrganization({ ...at, lifecycleStatus: 'sunset' }),
        await device.listManagedMembers(at),
        await device.addManagedMember({ ...at, userId: c.member.user._id }),
        await device.removeManagedMember({ ...at, userId: c.member.user._id }),
        await device.transferManagedOrganization({ ...at, newOwnerId: c.member.user._id }),
      ]
      for (const reply of replies) expect(reply).toMatchObject(refused(OrganizationNotFound))
    }
  })
})

describe('an organization in their hands', () => {
  // rules/management 23
  it('is shown with its owner and what only they read', async () => {
    await dean.device.changeManagedOrganization({ orgId, notes: 'Met them' })
    const { body } = await dean.device.getManagedOrganization({ orgId })
    expect(body.data).toMatchObject({
      _id: orgId,
      ownerUser: { _id: c.owner.user._id, username: c.owner.user.username },
      adminNotes: 'Met them',
      memberCount: 4,
      recentEventCount: 0,
      totalEventCount: 0,
    })
    expect(JSON.stringify((await c.owner.device.getOrganization({ id: orgId })).body)).not.toContain(
      'Met them',
    )
  })

  // rules/management 21
  it('gets another name, description and picture', async () => {
    const { status, body } = await dean.device.editManagedOrganization({
      orgId,
      name: 'Chess  Society',
      description: 'New',
    })
    expect([status, body.data.org_name, body.data.org_description]).toEqual([200, 'Chess Society', 'New'])
    expect((await c.member.device.getOrganizationByName({ name: 'chess society' })).status).toBe(200)
    expect((await deeds('organization.edit'))?.detail).toEqual({
      name: 'Chess Society',
      description: 'changed',
    })
    const other = await founded(c.owner)
    const edit = (sent: object) => dean.device.editManagedOrganization({ orgId, ...sent })
    expect(await edit({ name: other.name })).toMatchObject(refused(NameTaken))
    expect(await edit({ name: '' })).toMatchObject(refused(NameAndDescriptionRequired))
    expect(await edit({ name: 'fuck' })).toMatchObject(refused(NameProfane))
    expect(await edit({ description: 'fuck' })).toMatchObject(refused(DescriptionProfane))
    const form = new FormData()
    form.append('image', new Blob(['no picture'], { type: 'image/png' }), 'a.png')
    const sent = new Request('http://a.test', { method: 'POST', body: form })
    const raw = new Uint8Array(await sent.arrayBuffer())
    const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
    expect(await dean.device.editManagedOrganization({ orgId }, { raw, headers })).toMatchObject(
      refused(UnsupportedImage),
    )
  })

  // rules/management 22
  it('is verified by hand, and of a type that the school has', async () => {
    const { body } = await dean.device.changeManagedOrganization({
      orgId,
      verified: true,
      orgTypeKey: 'club',
    })
    expect(body.data).toMatchObject({
      verified: true,
      verifiedBy: dean.user._id,
      orgTypeKey: 'club',
      verificationStatus: 'approved',
    })
    const again = await dean.device.changeManagedOrganization({ orgId, verified: false })
    expect([again.body.data.verified, again.body.data.verifiedAt]).toEqual([false, undefined])
    expect((await deeds('organization.change'))?.detail).toEqual({ verified: 'false' })
    const reply = await dean.device.changeManagedOrganization({ orgId, orgTypeKey: 'team' })
    expect(reply).toMatchObject(refused(failures.UnknownOrgType))
  })

  // rules/management 19
  it('is approved once', async () => {
    await say({ orgApproval: { mode: 'manual' } })
    const made = await founded(c.owner)
    await say({ orgApproval: { mode: 'none' } })
    const told = changeNotice(w, organization, undefined, await cardOf(made.orgId))
    expect((await w.deliver([told])).batchItemFailures).toEqual([])
    const pending = await dean.device.listPendingOrganizations()
    expect(pending.body.data).toMatchObject([{ _id: made.orgId, memberCount: 1, approvalStatus: 'pending' }])
    const approve = () => dean.device.approveManagedOrganization({ orgId: made.orgId })
    const replies = await Promise.all([approve(), approve()])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await approve()).toMatchObject(refused(failures.NotPending))
    expect(await cardOf(made.orgId)).toMatchObject({ approvalStatus: 'approved', approvedBy: dean.user._id })
    expect((await dean.device.listPendingOrganizations()).body.data).toEqual([])
  })
})

describe('the page of an organization', () => {
  it('names the tiers of the school', async () => {
    const { body } = await c.member.device.getOrganizationByName({ name: 'chess society' })
    expect(body.overview.verificationTiers.gold).toEqual({
      name: 'Gold',
      description: 'Outstanding',
      benefits: [],
    })
  })
})

describe('the life of an organization', () => {
  const staff = (lifecycleStatus: string) => dean.device.moveManagedOrganization({ orgId, lifecycleStatus })
  const officer = (lifecycleStatus: string, who = c.owner) =>
    who.device.moveOrganizationLifecycle({ orgId, lifecycleStatus })

  // rules/management 20
  it('goes by the moves that the school lists, and by whom they name', async () => {
    expect((await officer('sunset')).body.data).toEqual({ _id: orgId, lifecycleStatus: 'sunset' })
    expect(await officer('inactive')).toMatchObject(refused(failures.LifecycleForbidden))
    const { body } = await staff('inactive')
    expect(body.data).toMatchObject({ lifecycleStatus: 'inactive', lifecycleChangedBy: dean.user._id })
    expect(await staff('sunset')).toMatchObject(refused(failures.NotALifecycleMove))
    const { version } = (await cardOf()) ?? {}
    expect((await staff('inactive')).status).toBe(200)
    expect((await deeds('organization.lifecycle'))?.detail).toEqual({ from: 'sunset', to: 'inactive' })
    expect(version).toBeDefined()
    expect((await staff('active')).status).toBe(200)
    expect((await staff('asleep')).status).toBe(400)
    expect((await officer('sunset', c.member)).status).toBe(403)
  })

  // rules/management 20
  it('goes by other moves where the school says so', async () => {
    await say({
      atlasPolicy: { lifecycle: { transitions: [{ from: 'active', to: 'inactive', actors: ['officer'] }] } },
    })
    expect(await staff('inactive')).toMatchObject(refused(failures.LifecycleForbidden))
    expect((await officer('inactive')).status).toBe(200)
    await say({
      atlasPolicy: { lifecycle: { transitions: [{ from: 'inactive', to: 'active', actors: ['admin'] }] } },
    })
    expect((await staff('active')).status).toBe(200)
  })
})
