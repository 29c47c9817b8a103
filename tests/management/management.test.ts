import { beforeAll, describe, expect, it } from 'vitest'
import * as failures from '../../functions/management/failures.ts'
import { managementConfig } from '../../functions/policies/index.ts'
import { tierMoves } from '../../functions/policies/tiers.ts'
import { Forbidden, NotAMember, ValidationError } from '../../lib/contract/failures.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { admins, withRoles } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { type Person, registered } from '../support/people.ts'
import type { World } from '../support/world.ts'

let w: World
let dean: Person
let root: Person
let ada: Person

beforeAll(async () => {
  ;({ w, dean, root } = await admins())
  ada = await registered(w, 'ada', { username: 'ada' })
})

const put = (body: object) => dean.device.updateManagementConfig(body)
const stored = () => w.table().get(managementConfig, {}, { strong: true })
const read = async () => (await dean.device.getManagementConfig()).body.data

describe('the management configuration', () => {
  // rules/management 2
  it('is there from the first look on, with every default, though nothing was set', async () => {
    const { status, body } = await dean.device.getManagementConfig()
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      verificationEnabled: true,
      verificationTiers: { basic: { name: 'Basic' }, gold: { requirements: { minMembers: 0 } } },
      orgApproval: { mode: 'none', autoApproveMemberThreshold: 5 },
      messaging: { minCharacterLimit: 1, maxCharacterLimit: 2000 },
      policies: { maxMembersPerOrg: null },
      atlasPolicy: {
        lifecycle: {
          statuses: [
            { key: 'active', label: 'Active' },
            { key: 'sunset', label: 'Sunset' },
            { key: 'inactive', label: 'Inactive' },
          ],
        },
      },
      version: 1,
    })
    expect(Object.keys(body.data.verificationTiers)).toHaveLength(9)
    const row = await stored()
    expect(Object.keys(row ?? {}).sort()).toEqual(['createdAt', 'updatedAt', 'version'])
  })

  // rules/management 1
  it('is read whole and changed by administrators alone', async () => {
    expect(await ada.device.updateManagementConfig({})).toMatchObject(refused(Forbidden))
    expect((await root.device.getManagementConfig()).status).toBe(200)
  })

  // rules/management 31
  it('is read by members as far as their pages need it, without being created', async () => {
    const fresh = await admins()
    const member = await registered(fresh.w, 'member', { username: 'member' })
    const { status, body } = await member.device.getManagementConfig()
    expect(status).toBe(200)
    expect(Object.keys(body.data).sort()).toEqual([
      'atlasPolicy',
      'messaging',
      'orgApproval',
      'verificationTiers',
    ])
    expect(Object.keys(body.data.atlasPolicy)).toEqual(['lifecycle'])
    expect(body.data.messaging).toMatchObject({ minCharacterLimit: 1, maxCharacterLimit: 2000 })
    expect(await fresh.w.table().get(managementConfig, {}, { strong: true })).toBeUndefined()
    await fresh.dean.device.updateManagementConfig({ 'messaging.maxCharacterLimit': 300 })
    const changed = await member.device.getManagementConfig()
    expect(changed.body.data.messaging.maxCharacterLimit).toBe(300)
    const guest = await registered(fresh.w, 'guest', { username: 'guest' }, fresh.w.sister)
    expect(await guest.device.on(fresh.w.home).getManagementConfig()).toMatchObject(refused(NotAMember))
  })

  // rules/management 2, rules/management 3
  it('is changed leaf by leaf, by objects and by dotted paths, and keeps only what differs', async () => {
    const { status, body } = await put({
      messaging: { maxCharacterLimit: 900, notificationSettings: { notifyOnReply: false } },
      'orgApproval.mode': 'both',
      'orgApproval.pendingOrgLimits': { allowedActions: ['view_page'] },
      atlasPolicy: { 'budgets.maxCustomLineItems': 0 },
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.message).toBe('Configuration updated successfully')
    expect(body.data.messaging).toMatchObject({
      maxCharacterLimit: 900,
      minCharacterLimit: 1,
      notificationSettings: { notifyOnReply: false, notifyOnMention: true },
    })
    expect(body.data.orgApproval).toMatchObject({ mode: 'both', autoApproveMemberThreshold: 5 })
    const { createdAt: _, updatedAt: __, version: ___, ...set } = (await stored()) ?? { version: 0 }
    expect(set).toEqual({
      messaging: { maxCharacterLimit: 900, notificationSettings: { notifyOnReply: false } },
      orgApproval: { mode: 'both', pendingOrgLimits: { allowedActions: ['view_page'] } },
      atlasPolicy: { budgets: { maxCustomLineItems: 0 } },
    })
  })

  // rules/management 2
  it('takes what clients read and send back whole, and forgets what is as it was by default', async () => {
    const whole = await read()
    const { body } = await put({ ...whole, messaging: { ...whole.messaging, maxCharacterLimit: 2000 } })
    expect(body.data).toEqual({
      ...whole,
      messaging: { ...whole.messaging, maxCharacterLimit: 2000 },
      version: whole.version + 1,
      updatedAt: body.data.updatedAt,
    })
    expect((await stored())?.messaging).toEqual({ notificationSettings: { notifyOnReply: false } })
    await put({
      orgApproval: { mode: 'none', pendingOrgLimits: { allowedActions: ['view_page', 'edit_profile'] } },
    })
    expect((await stored())?.orgApproval).toBeUndefined()
  })

  // rules/management 3
  it('replaces arrays', async () => {
    await put({ allowedRequestTypes: ['funding', 'verification'] })
    expect((await put({ allowedRequestTypes: ['funding'] })).body.data.allowedRequestTypes).toEqual([
      'funding',
    ])
    await put({ allowedRequestTypes: ['verification'] })
  })

  // rules/management 4
  it.each([
    [{ colour: 'red' }, 'body'],
    [{ 'colour.dark': 'red' }, 'body'],
    [{ messaging: { loud: true } }, 'messaging'],
    [{ messaging: null }, 'messaging'],
    [{ 'messaging.enabled': 'yes' }, 'messaging.enabled'],
    [{ featureAccess: { eventCreation: 'nobody' } }, 'featureAccess.eventCreation'],
    [{ orgApproval: { pendingOrgLimits: { allowedActions: ['edit_profile'] } } }, undefined],
    [{ allowedRequestTypes: 'all' }, 'allowedRequestTypes'],
    [{ defaultVerificationType: 'diamond' }, 'defaultVerificationType'],
    [{ messaging: { minCharacterLimit: 800, maxCharacterLimit: 700 } }, 'messaging.minCharacterLimit'],
    [{ reviewWorkflow: { minApprovers: 2 } }, 'reviewWorkflow.minApprovers'],
    [{ atlasPolicy: { defaultOrgTypeKey: 'team' } }, 'atlasPolicy.defaultOrgTypeKey'],
    [{ verificationTiers: { Diamond: { name: 'Diamond' } } }, undefined],
    [{ verificationTiers: { diamond: { color: '#000' } } }, 'verificationTiers.diamond.name'],
    [{ verificationTiers: ['gold'] }, 'verificationTiers'],
    [{ 'a.b.c.d.e.f.g.h.i': 1 }, ''],
    [{ version: 'one' }, 'version'],
    // Nothing reads these, so they have their defaults.
    [{ autoClaimEnabled: true }, 'autoClaimEnabled'],
    [{ autoApproveNewOrgs: true }, 'autoApproveNewOrgs'],
    [{ autoApproveThreshold: 3 }, 'autoApproveThreshold'],
    [{ autoUpgradeThreshold: 3 }, 'autoUpgradeThreshold'],
    [{ policies: { maxEventsPerMonth: 10 } }, 'policies.maxEventsPerMonth'],
    [{ policies: { requireFacultyAdvisor: true } }, 'policies.requireFacultyAdvisor'],
    [{ policies: { minMeetingFrequency: 'monthly' } }, 'policies.minMeetingFrequency'],
    [{ reporting: { retentionDays: 30 } }, 'reporting.retentionDays'],
    [{ messaging: { moderationEnabled: true } }, 'messaging.moderationEnabled'],
    [{ orgApproval: { pendingOrgLimits: { discoverable: true } } }, undefined],
    [{ atlasPolicy: { lifecycle: { defaultStatus: 'sunset' } } }, 'atlasPolicy.lifecycle.defaultStatus'],
    [{ atlasPolicy: { terminology: { club: 'Verein' } } }, 'atlasPolicy.terminology'],
  ])('refuses %j', async (body, field) => {
    const before = await stored()
    const reply = await put(body)
    expect(reply, JSON.stringify(reply.body)).toMatchObject({
      status: 400,
      body: { success: false, code: ValidationError.code },
    })
    if (field !== undefined) expect(reply.body.field).toBe(field)
    expect(await stored()).toEqual(before)
  })

  // rules/management 5, rules/management 7
  it('changes under the version that was read, and says who changed what', async () => {
    const { version } = await read()
    const { status, body } = await put({ version, verificationRequired: true })
    expect([status, body.data.version]).toEqual([200, version + 1])
    expect(await put({ version, verificationRequired: false })).toMatchObject(
      refused(failures.ConfigOutdated),
    )
    const { items } = await w.table().list(auditEntry, {
      index: 'gsi2',
      keyParams: { action: 'management.config' },
      limit: 1,
      descending: true,
    })
    expect(items[0]).toMatchObject({
      actor: dean.user.globalUserId,
      targetId: String(version + 1),
      detail: { changed: 'verificationRequired' },
    })
    await put({ verificationRequired: false })
  })

  // rules/management 6
  it('loses none of many changes at the same moment', async () => {
    const names = ['eventCreation', 'memberManagement', 'fundingRequests', 'spaceReservation']
    const replies = await Promise.all(
      names.map((name) => put({ [`featureAccess.${name}`]: 'approved_only' })),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { featureAccess } = await read()
    expect(Object.values(featureAccess)).toEqual(names.map(() => 'approved_only'))
    await put({
      featureAccess: {
        eventCreation: 'all',
        memberManagement: 'all',
        fundingRequests: 'verified_only',
        spaceReservation: 'verified_only',
      },
    })
  })
})

describe('a tier', () => {
  // rules/management 3
  it('begins blank, is changed by its leaves, and goes with null', async () => {
    const made = await put({ verificationTiers: { diamond: { name: 'Diamond' } } })
    expect(made.body.data.verificationTiers.diamond).toMatchObject({ description: '', benefits: [] })
    const changed = await put({ 'verificationTiers.diamond.benefits': ['A room'] })
    expect(changed.body.data.verificationTiers.diamond).toMatchObject({
      name: 'Diamond',
      benefits: ['A room'],
    })
    const gone = await put({ verificationTiers: { diamond: null, sports: null } })
    expect(Object.keys(gone.body.data.verificationTiers)).toHaveLength(8)
    expect((await stored())?.verificationTiers).toEqual({ sports: null })
    const back = await put({ verificationTiers: { sports: { name: 'Sport', color: '#16a34a' } } })
    expect(back.body.data.verificationTiers.sports.name).toBe('Sport')
  })

  // rules/management 9
  it('that is the basic one stays', async () => {
    expect(await put({ verificationTiers: { basic: null } })).toMatchObject(refused(failures.BasicTierStays))
  })

  // rules/management 9
  it('that is in use stays', async () => {
    await w.table().write(tierMoves('basic', 'gold'))
    expect(await put({ verificationTiers: { gold: null } })).toMatchObject(refused(failures.TierInUse))
    await w.table().write(tierMoves('gold', undefined))
    expect((await put({ verificationTiers: { gold: null } })).status).toBe(200)
  })

  it('of the school’s own is not made where that is turned off', async () => {
    await put({ enableCustomVerificationTypes: false })
    const reply = await put({ verificationTiers: { silver: { name: 'Silver' } } })
    expect(reply).toMatchObject(refused(failures.CustomTiersOff))
    expect((await put({ verificationTiers: { gold: { name: 'Gold' } } })).status).toBe(200)
    await put({ enableCustomVerificationTypes: true })
  })
})

describe('administrators of the school', () => {
  // rules/management 1
  it('who are that no more read what members read', async () => {
    const eve = await withRoles(w, await registered(w, 'eve', { username: 'eve' }), ['user', 'admin'])
    expect((await eve.device.getManagementConfig()).status).toBe(200)
    await withRoles(w, eve, ['user'])
    expect((await eve.device.getManagementConfig()).body.data.reporting).toBeUndefined()
  })
})
