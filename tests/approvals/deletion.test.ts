import { beforeAll, describe, expect, it, vi } from 'vitest'
import { sweepHost } from '../../functions/planning/hosts/orphaned-events.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { registered } from '../support/people.ts'
import { isLate } from '../support/table/late-lists.ts'
import {
  type ApprovalCampus,
  approvalCampus,
  assigned,
  flowIs,
  pass,
  pendingEvent,
  statusOf,
} from './campus.ts'

let campus: ApprovalCampus

beforeAll(async () => {
  campus = await approvalCampus(['safety officer'])
  await flowIs(campus.dean, { role: 'safety officer', requiredApprovals: 1 })
})

describe('an approval beside the deletion of its organization', () => {
  // rules/organizations 42
  it(
    'is cancelled by the second pass when the first one missed the event between its two lists',
    async () => {
      const { w, c } = campus
      const approver = await registered(w, 'beside', { username: 'beside' })
      await assigned(campus.dean, 'safety officer', approver)
      const event_id = await pendingEvent(c)
      const stream = await attendanceStream(w, { without: ['NotificationDue'] })
      const deletedAt = w.clock.now().toISOString()
      await w.table().update(organization, { orgId: c.orgId }, { set: { deletedAt } }, { exists: true })
      // The first pass below stands for the one that the stream would start.
      await stream.fresh()
      const table = w.table()
      const list = table.list.bind(table)
      const shelves: unknown[] = []
      vi.spyOn(table, 'list').mockImplementation(async (...call) => {
        const [, { keyParams }] = call
        const { shelf } = keyParams as { shelf?: string }
        if (shelf === 'work') {
          const { status, body } = await approver.device.approveEvent({ event_id })
          expect([status, body.status]).toEqual([200, 'approved'])
        }
        if (shelf !== undefined) shelves.push(shelf)
        return list(...call)
      })
      const place = {
        hostingId: c.orgId,
        pass: '1',
        round: '000000',
        shelf: 'live',
        expiresAt: deletedAt,
      } as const
      await sweepHost(place, { ...w.runtime, table })
      expect(shelves).toEqual(['live', 'work'])
      expect(await statusOf(campus, event_id)).toBe('approved')
      await pass(campus, 0.02)
      await stream.drain()
      expect(await statusOf(campus, event_id)).toBe('cancelled')
    },
    isLate ? 240_000 : 60_000,
  )
})
