import { beforeAll, describe, expect, it } from 'vitest'
import * as failures from '../../functions/verification/contract.ts'
import { FeatureRestricted } from '../../lib/contract/org-rules.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { countsStream } from '../attendance/stream.ts'
import { refused } from '../support/agent.ts'
import { founded } from '../support/societies.ts'
import { type Verifying, verifying } from '../support/verifying.ts'

let v: Verifying

beforeAll(async () => {
  v = await verifying()
})

describe('submitting a verification request', () => {
  // rules/verification 1
  it.each(['owner', 'admin'] as const)('is open to the %s', async (who) => {
    const { orgId } = who === 'owner' ? await founded(v.c.owner) : v.c
    const { status, body } = await v.submit(
      orgId,
      { verificationType: 'gold', requestData: { description: 'Ten years' }, tags: ['old'] },
      v.c[who],
    )
    expect(status).toBe(201)
    expect(body).toMatchObject({
      success: true,
      message: 'Verification request submitted successfully',
      data: {
        orgId: { _id: orgId, org_profile_image: '/Logo.svg' },
        requestedBy: { _id: v.c[who].user._id, username: v.c[who].user.username },
        requestType: 'verification',
        verificationType: 'gold',
        requestData: { description: 'Ten years' },
        priority: 'medium',
        tags: ['old'],
        attachments: [],
        status: 'pending',
        approvals: 0,
        reviewedBy: null,
      },
    })
  })

  // rules/verification 1
  it('is open to administrators of the school and the platform, and to nobody else', async () => {
    for (const who of [v.c.officer, v.c.member, v.c.outsider])
      expect(await v.submit(await v.fresh(), {}, who)).toMatchObject(refused(failures.SubmitForbidden))
    for (const who of [v.dean, v.root]) expect((await v.submit(await v.fresh(), {}, who)).status).toBe(201)
  })

  // rules/verification 1, rules/verification 18
  it('is closed to an admin whose membership is suspended, and so is the list', async () => {
    const { orgId, admin, owner } = v.c
    const seen = async () => (await admin.device.listVerificationRequests({ orgId })).body.data.length
    await v.submit(orgId, { requestType: 'status_upgrade' }, owner)
    expect(await seen()).toBeGreaterThan(0)
    const at = { orgId, userId: admin.user._id }
    await v.w.table().update(orgMember, at, { set: { status: 'suspended' } })
    expect(await v.submit(orgId, {}, admin)).toMatchObject(refused(failures.SubmitForbidden))
    expect(await seen()).toBe(0)
    await v.w.table().update(orgMember, at, { set: { status: 'active' } })
  })

  // rules/verification 2
  it('asks for the basic tier unless it says which', async () => {
    const { body } = await v.submit(await v.fresh())
    expect(body.data.verificationType).toBe('basic')
    await v.say({ defaultVerificationType: 'official' })
    expect((await v.submit(await v.fresh())).body.data.verificationType).toBe('official')
    await v.say({ defaultVerificationType: 'basic' })
  })

  // rules/verification 3
  it('is refused in the order', async () => {
    const wrong = { requestType: 'status_upgrade', verificationType: 'diamond' }
    await v.say({ verificationEnabled: false })
    expect(await v.submit('nowhere', wrong, v.c.member)).toMatchObject(refused(failures.VerificationOff))
    await v.say({ verificationEnabled: true })
    expect(await v.submit('nowhere', wrong, v.c.member)).toMatchObject(refused(OrganizationNotFound))
    const orgId = await v.fresh()
    expect(await v.submit(orgId, wrong, v.c.member)).toMatchObject(refused(failures.SubmitForbidden))
    expect(await v.submit(orgId, wrong)).toMatchObject(refused(failures.RequestTypeOff))
    await v.say({ allowedRequestTypes: [] })
    const reply = await v.submit(orgId, wrong)
    expect(reply).toMatchObject({ status: 400, body: { code: failures.InvalidTier.code } })
    expect(reply.body.message).toMatch(/^Invalid verification tier\. Must be one of: basic, premium/)
    expect((await v.submit(orgId, { ...wrong, verificationType: 'gold' })).status).toBe(201)
  })

  // rules/verification 4
  it('has one open request of a type, however many are sent at once', async () => {
    const orgId = await v.fresh()
    const replies = await Promise.all([1, 2, 3].map(() => v.submit(orgId)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await v.submit(orgId)).toMatchObject(refused(failures.RequestOpen))
    expect((await v.submit(orgId, { requestType: 'feature_access' })).status).toBe(201)
  })

  // rules/verification 5
  it('about money and rooms is for organizations that the school lets ask', async () => {
    const orgId = await v.fresh()
    for (const requestType of ['funding', 'space_reservation'])
      expect(await v.submit(orgId, { requestType })).toMatchObject(refused(FeatureRestricted))
    await v.say({ featureAccess: { fundingRequests: 'all', spaceReservation: 'approved_only' } })
    for (const requestType of ['funding', 'space_reservation'])
      expect((await v.submit(orgId, { requestType })).status).toBe(201)
  })

  // rules/verification 6
  it('keeps to what the tier demands', async () => {
    await v.say({ 'verificationTiers.platinum.requirements': { minMembers: 2, minAge: 10 } })
    const orgId = await v.fresh()
    const wanted = { verificationType: 'platinum' }
    expect(await v.submit(orgId, wanted)).toMatchObject(refused(failures.TierOutOfReach))
    const stream = await countsStream(v.w)
    await v.c.member.device.applyToOrganization({ orgId })
    await stream.drain()
    expect(await v.submit(orgId, wanted)).toMatchObject(refused(failures.TierOutOfReach))
    const card = await v.cardOf(orgId)
    if (card) await v.w.table().put(organization, { ...card, createdAt: '2026-01-01T00:00:00.000Z' })
    expect((await v.submit(orgId, wanted)).status).toBe(201)
  })

  // rules/verification 7
  it.each([
    [{ requestData: { description: 'x'.repeat(21_000) } }, failures.RequestDataTooLarge.message],
    [{ requestType: 'cake' }, undefined],
    [{ priority: 'soon' }, undefined],
    [{ tags: Array.from({ length: 11 }, () => 'tag') }, undefined],
  ])('refuses too much and what it does not know', async (more, message) => {
    const reply = await v.submit(await v.fresh(), more)
    expect(reply.status).toBe(400)
    if (message) expect(reply.body.message).toBe(message)
  })
})
