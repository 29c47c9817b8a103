import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { auditActions } from '../../functions/pages/school/audit-words.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { approvalCampus, pendingEvent } from '../approvals/campus.ts'
import { sources } from '../house/files.ts'

it('every action of the audit log has words for its readers', () => {
  const written = [...sources('functions'), ...sources('lib')].flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\baction: '(\w+(?:\.\w+)+)'/g)].map(([, action = '']) => action),
  )
  // Names of several changes at one place.
  const composed = {
    'approvals.domain': ['create', 'update', 'delete'],
    budget: ['created', 'edited', 'submitted', 'stage_approved', 'rejected', 'revision_requested'],
    factor: ['added', 'removed', 'renewed'],
    password: ['reset', 'change', 'set'],
    room: ['create', 'update', 'delete'],
  }
  for (const [area, changes] of Object.entries(composed))
    written.push(...changes.map((change) => `${area}.${change}`))
  expect(written.length).toBeGreaterThan(40)
  expect([...new Set(written)].filter((action) => !(action in auditActions))).toEqual([])
})

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
