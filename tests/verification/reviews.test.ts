import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as failures from '../../functions/verification/contract.ts'
import { verificationRequest } from '../../functions/verification/repository.ts'
import { ConcurrentChange, Forbidden } from '../../lib/contract/failures.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { meanwhile } from '../operations/lost-to-others.ts'
import { withRoles } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import { type Verifying, verifying } from '../support/verifying.ts'

let v: Verifying

beforeAll(async () => {
  v = await verifying()
  await v.say({ allowedRequestTypes: [] })
})

describe('reviewing a request', () => {
  // rules/verification 8
  it('is for administrators', async () => {
    const id = await v.submitted(await v.fresh())
    expect(await v.review(id, 'approved', {}, v.c.owner)).toMatchObject(refused(Forbidden))
    expect((await v.review(id, 'approved', {}, v.root)).status).toBe(200)
  })

  // rules/verification 9, rules/verification 13
  it('with approval verifies the organization, in one transaction', async () => {
    const orgId = await v.fresh()
    const id = await v.submitted(orgId, { verificationType: 'gold' })
    const gold = await v.uses('gold')
    const { status, body } = await v.review(id, 'approved', { reviewNotes: 'Well done' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      message: 'Request approved successfully',
      data: {
        status: 'approved',
        reviewedBy: { _id: v.dean.user._id },
        reviewedAt: v.w.clock.now().toISOString(),
        reviewNotes: 'Well done',
      },
    })
    expect(await v.cardOf(orgId)).toMatchObject({
      verified: true,
      verifiedAt: v.w.clock.now().toISOString(),
      verifiedBy: v.dean.user._id,
      verificationType: 'gold',
      verificationStatus: 'approved',
    })
    expect(await v.uses('gold')).toBe(gold)
    expect(await v.review(id, 'rejected')).toMatchObject(refused(failures.RequestReviewed))
    const { items } = await v.w.table().list(auditEntry, {
      index: 'gsi2',
      keyParams: { action: 'verification.review' },
      limit: 1,
      descending: true,
    })
    expect(items[0]).toMatchObject({ targetId: orgId, detail: { requestId: id, status: 'approved' } })
    // Another request may follow.
    expect((await v.submit(orgId)).status).toBe(201)
  })

  // rules/verification 12
  it('goes on from under review and escalated, and may follow a conditional approval', async () => {
    const orgId = await v.fresh()
    const id = await v.submitted(orgId, { verificationType: 'sports' })
    for (const status of ['under_review', 'escalated', 'under_review']) {
      expect((await v.review(id, status)).body.message).toBe(`Request ${status} successfully`)
      expect(await v.cardOf(orgId)).toMatchObject({ verificationStatus: status, verificationType: 'basic' })
    }
    await v.review(id, 'conditionally_approved')
    expect(await v.cardOf(orgId)).toMatchObject({
      verified: false,
      verificationType: 'sports',
      verificationStatus: 'conditionally_approved',
    })
    expect(await v.review(id, 'under_review')).toMatchObject(refused(failures.RequestReviewed))
    expect(await v.submit(orgId)).toMatchObject(refused(failures.RequestOpen))
    expect((await v.review(id, 'approved')).status).toBe(200)
    expect(await v.cardOf(orgId)).toMatchObject({ verified: true, verificationType: 'sports' })
    expect(await v.uses('sports')).toBe(1)
  })

  // rules/verification 10
  it('with rejection leaves what the organization had', async () => {
    const orgId = await v.fresh()
    await v.review(await v.submitted(orgId, { verificationType: 'gold' }), 'approved')
    await v.review(await v.submitted(orgId, { verificationType: 'academic' }), 'rejected')
    expect(await v.cardOf(orgId)).toMatchObject({
      verified: true,
      verificationType: 'gold',
      verificationStatus: 'approved',
    })
    expect(await v.uses('academic')).toBe(0)
    const other = await v.fresh()
    await v.review(await v.submitted(other), 'rejected')
    expect(await v.cardOf(other)).toMatchObject({ verified: false, verificationStatus: 'rejected' })
  })

  // rules/verification 11
  it('of something else than verification leaves the organization alone', async () => {
    const orgId = await v.fresh()
    const before = await v.cardOf(orgId)
    await v.review(
      await v.submitted(orgId, { requestType: 'feature_access', verificationType: 'gold' }),
      'approved',
    )
    expect(await v.cardOf(orgId)).toEqual(before)
  })

  it('says what it does not know', async () => {
    expect(await v.review('nobody', 'approved')).toMatchObject(refused(failures.RequestNotFound))
    expect(await v.review('nobody.nothing', 'approved')).toMatchObject(refused(failures.RequestNotFound))
    const id = await v.submitted(await v.fresh())
    for (const status of ['pending', 'perhaps']) expect((await v.review(id, status)).status).toBe(400)
  })

  // rules/verification 20
  it('of a deleted organization is 404', async () => {
    const orgId = await v.fresh()
    const id = await v.submitted(orgId)
    await v.c.owner.device.deleteOrganization({ orgId })
    expect(await v.review(id, 'approved')).toMatchObject(refused(OrganizationNotFound))
  })

  // rules/verification 14
  it('by two at the same moment holds once', async () => {
    const orgId = await v.fresh()
    const id = await v.submitted(orgId, { verificationType: 'official' })
    const replies = await Promise.all([v.review(id, 'approved'), v.review(id, 'rejected', {}, v.root)])
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.every((status) => [200, 400, 409].includes(status))).toBe(true)
    const row = await v.w.table().get(verificationRequest, { orgId, id }, { strong: true })
    const verified = (await v.cardOf(orgId))?.verified
    expect([row?.status, verified]).toEqual(verified ? ['approved', true] : ['rejected', false])
  })

  // rules/verification 14
  it('that was made from what somebody has changed meanwhile changes nothing', async () => {
    onTestFinished(() => void vi.restoreAllMocks())
    const orgId = await v.fresh()
    const id = await v.submitted(orgId)
    meanwhile(v.w, id, () => v.review(id, 'approved', {}, v.root))
    expect(await v.review(id, 'under_review')).toMatchObject(refused(ConcurrentChange))
    vi.restoreAllMocks()
    const row = await v.w.table().get(verificationRequest, { orgId, id }, { strong: true })
    expect(row?.status).toBe('approved')
    const other = await v.fresh()
    const gold = await v.submitted(other, { verificationType: 'gold' })
    const upgrade = await v.submitted(other, { requestType: 'status_upgrade', verificationType: 'sports' })
    const uses = () => Promise.all(['basic', 'gold', 'sports'].map(v.uses))
    const before = await uses()
    meanwhile(v.w, upgrade, () => v.review(gold, 'approved', {}, v.root))
    expect(await v.review(upgrade, 'approved')).toMatchObject(refused(ConcurrentChange))
    expect(await uses()).toEqual(before)
    expect((await v.cardOf(other))?.verificationType).toBe('gold')
  })

  // rules/verification 15
  it('by several approvers takes each of them once', async () => {
    await v.say({ reviewWorkflow: { requireMultipleApprovers: true, minApprovers: 2 } })
    const orgId = await v.fresh()
    const id = await v.submitted(orgId)
    const first = await v.review(id, 'approved')
    expect(first.body).toMatchObject({
      message: 'Approval recorded',
      data: { status: 'under_review', approvals: 1 },
    })
    expect(await v.review(id, 'approved')).toMatchObject(refused(failures.ApprovedAlready))
    expect((await v.cardOf(orgId))?.verified).toBe(false)
    const eve = await withRoles(v.w, await registered(v.w, 'eve', { username: 'eve' }), ['user', 'admin'])
    expect((await v.review(id, 'approved', {}, eve)).body.data).toMatchObject({
      status: 'approved',
      approvals: 2,
    })
    expect((await v.cardOf(orgId))?.verified).toBe(true)
    const other = await v.submitted(await v.fresh())
    expect((await v.review(other, 'rejected')).body.data.status).toBe('rejected')
    await v.say({ reviewWorkflow: { requireMultipleApprovers: false, minApprovers: 1 } })
  })
})

describe('a tier', () => {
  // rules/verification 16
  it('that somebody asks for, or has, cannot be removed', async () => {
    const remove = () => v.dean.device.updateManagementConfig({ verificationTiers: { cultural: null } })
    const orgId = await v.fresh()
    const id = await v.submitted(orgId, { verificationType: 'cultural' })
    expect((await remove()).status).toBe(409)
    await v.review(id, 'approved')
    expect((await remove()).status).toBe(409)
    await v.c.owner.device.deleteOrganization({ orgId })
    expect((await remove()).status).toBe(200)
  })
})
