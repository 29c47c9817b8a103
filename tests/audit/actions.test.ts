import { expect, it } from 'vitest'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { approvalCampus, pendingEvent } from '../approvals/campus.ts'

// rules/approvals 30, rules/members 56
it('decisions on events, ownership and roles of clubs are in the audit log, with actor and subject', async () => {
  const campus = await approvalCampus([])
  const { w, dean, c } = campus
  const entries = async () => {
    const month = w.clock.now().toISOString().slice(0, 7)
    const { items } = await w.table().list(auditEntry, { keyParams: { month }, limit: 100, strong: true })
    return items.map(({ action, actor, targetId }) => [action, actor, targetId])
  }
  const pending = () => pendingEvent(c, { requiresApproval: true })
  const [approved, rejected, returned] = [await pending(), await pending(), await pending()]
  w.clock.advance(60)
  const first = await dean.device.approveEvent({ event_id: approved })
  expect(first.status, JSON.stringify(first.body)).toBe(200)
  w.clock.advance(60)
  await dean.device.rejectEvent({ event_id: rejected, reason: 'No staff' })
  w.clock.advance(60)
  await dean.device.requestEventChanges({ event_id: returned, reason: 'Name first aid' })
  const { globalUserId } = dean.user
  expect((await entries()).slice(-3)).toEqual([
    ['approvals.approve', globalUserId, approved],
    ['approvals.reject', globalUserId, rejected],
    ['approvals.request_changes', globalUserId, returned],
  ])

  const { orgId, owner, member } = c
  const userId = member.user._id
  const acts = [
    () => owner.device.assignOrgRole({ orgId, userId, role: 'officer' }),
    () => owner.device.offerOrgOwnership({ orgId, newOwnerUserId: userId }),
    () => owner.device.withdrawOrgOwnershipOffer({ orgId }),
    () => owner.device.transferOrgOwnership({ orgId, newOwnerUserId: userId }),
  ]
  for (const act of acts) {
    w.clock.advance(60)
    const { status, body } = await act()
    expect(status, JSON.stringify(body)).toBeLessThan(300)
  }
  const by = owner.user.globalUserId
  expect((await entries()).slice(-4)).toEqual([
    ['organization.roles', by, userId],
    ['organization.ownership_offer', by, orgId],
    ['organization.ownership_withdraw', by, orgId],
    ['organization.ownership', by, orgId],
  ])
})
