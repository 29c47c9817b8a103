import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyApproval, applyRejection } from '../../functions/approvals/progress.ts'
import { escalateElement } from '../../functions/approvals/scheduled-tasks.ts'
import type { EventCard } from '../../functions/events/index.ts'
import {
  type ApprovalInstance,
  type ApprovalWait,
  closeInstance,
  dueAfter,
  instanceWrites,
  isOpen,
  routeOf,
  type Setup,
  submissionWrites,
} from '../../functions/stakeholders/index.ts'
import type { ScheduledTask } from '../../lib/scheduled/task.ts'
import { addressOf, type Write } from '../../lib/table/write.ts'
import { type Act, anyAct, anySetup } from './schools.ts'

/** A table of the rows that matter, and a clock. */
const store = () => {
  const rows = new Map<string, { name: string; value: unknown }>()
  let at = Date.parse('2026-03-02T12:00:00Z')
  let ids = 0
  const world = {
    table: { tenant: 'model' } as never,
    now: () => new Date(at),
    newId: () => {
      ids += 1
      return `id${ids}`
    },
  }
  const keep = (writes: readonly Write[]): void => {
    expect(writes.length).toBeLessThanOrEqual(60)
    const touched = writes.map((write) => {
      const keyParams = write.does === 'put' ? (write.value as Record<string, string>) : write.keyParams
      const { pk, sk } = addressOf({ entity: write.entity, keyParams }, 'model')
      const place = `${pk} ${sk}`
      if (write.does === 'put') rows.set(place, { name: write.entity.name, value: write.value })
      else if (write.does === 'remove') rows.delete(place)
      return place
    })
    // One transaction touches an item once.
    expect(new Set(touched).size).toBe(touched.length)
  }
  const all = <V>(name: string): V[] =>
    [...rows.values()].filter((row) => row.name === name).map(({ value }) => value as V)
  const advance = (to: string) => {
    at = Math.max(at, Date.parse(to))
  }
  return { world, keep, all, advance, rows }
}
type Store = ReturnType<typeof store>

const card = {
  eventId: 'event',
  name: 'Party',
  type: 'Party',
  submission: 1,
  status: 'pending',
  createdBy: 'ada',
  hostingType: 'User',
  hostingId: 'ada',
  host: { name: 'Ada' },
  start_time: '2099-01-01T10:00:00.000Z',
  end_time: '2099-01-01T12:00:00.000Z',
} as EventCard

const instanceIn = ({ all }: Store): ApprovalInstance | undefined =>
  all<ApprovalInstance>('ApprovalInstance')[0]

/** Whatever has happened: somebody is asked and the clock will ask again, or it is all over and nobody is. */
const holds = (table: Store): void => {
  const instance = instanceIn(table)
  if (!instance) return
  const open = instance.elements.filter((element) => isOpen(instance, element))
  const asked = open.flatMap(({ stage, role, deciders }) => deciders.map((via) => `${stage} ${role} ${via}`))
  const waiting = table.all<ApprovalWait>('ApprovalWait').filter(({ list }) => list === 'waiting')
  expect(waiting.map(({ stage, role, via }) => `${Number(stage)} ${role} ${via}`).sort()).toEqual(
    asked.sort(),
  )
  const due = table.all<ScheduledTask>('DueRow').map(({ at }) => at)
  if (instance.status !== 'pending') {
    expect(open.filter(({ kind }) => kind === 'approver')).toEqual([])
    return
  }
  const approvers = open.filter(({ kind }) => kind === 'approver')
  expect(approvers.length).toBeGreaterThan(0)
  expect(approvers.every(({ deciders, dueAt }) => deciders.length > 0 && dueAt !== undefined)).toBe(true)
  expect(due).toContain(instance.dueAt)
}

const act = (table: Store, setup: Setup, { does, pick, admin }: Act): void => {
  const before = instanceIn(table)
  if (before?.status !== 'pending') return
  const { world, keep, advance } = table
  const open = before.elements.filter((element) => isOpen(before, element) && element.kind === 'approver')
  const chosen = new Set([open[pick % open.length]?._id ?? ''])
  const deed = () => ({ userId: `user${pick}`, isAdmin: admin, at: world.now().toISOString() })
  const change = (): ApprovalInstance => {
    if (does === 'approve') return applyApproval(before, chosen, deed())
    if (does === 'reject') return applyRejection(before, chosen, deed())
    if (does === 'withdraw') return closeInstance(before, 'cancelled', world.now().toISOString())
    // The clock may be so many hours late.
    advance(dueAfter(before.dueAt ?? world.now().toISOString(), pick))
    const now = world.now().toISOString()
    const isLate = ({ dueAt }: ApprovalInstance['elements'][number]) => dueAt !== undefined && dueAt <= now
    const elements = before.elements.map((element) =>
      isOpen(before, element) && element.kind === 'approver' && isLate(element)
        ? escalateElement(element, setup, card, now)
        : element,
    )
    // The sweeper takes the row along.
    for (const [place, { name, value }] of table.rows)
      if (name === 'DueRow' && (value as ScheduledTask).at <= now) table.rows.delete(place)
    return { ...before, elements }
  }
  keep(instanceWrites(world, before, change()).writes)
}

const begun = (setup: Setup): Store | undefined => {
  const table = store()
  try {
    const route = routeOf(
      { ...setup, zone: 'UTC' },
      { type: 'Party', requiresApproval: true },
      { approvalRoles: ['a'] },
    )
    table.keep(submissionWrites(table.world, card, route))
    return table
  } catch (error) {
    // Routing that fails closed saves nothing.
    expect(error).toMatchObject({ kind: { status: 503 } })
    return undefined
  }
}

/** Whether a role has people enough and wants nobody else to be asked. */
const keepsItself = ({ roles }: Setup, id: string, required: number): boolean => {
  const role = roles.find(({ stakeholderId }) => stakeholderId === id)
  return role?.escalationRules.autoEscalate === false && role.activeMembers >= Math.max(1, required)
}

describe('an approval', () => {
  it('always has somebody who is asked and a time at which somebody else is, or is over', () => {
    fc.assert(
      fc.property(anySetup, fc.array(anyAct, { maxLength: 25 }), (setup, acts) => {
        const table = begun(setup)
        if (!table) return
        holds(table)
        for (const one of acts) {
          act(table, setup, one)
          holds(table)
        }
      }),
      { numRuns: 400 },
    )
  })

  // rules/approvals 1
  it('ends when whoever is asked approves, one after the other', () => {
    fc.assert(
      fc.property(anySetup, (setup) => {
        const table = begun(setup)
        if (!table) return
        for (let at = 0; at < 100; at += 1) act(table, setup, { does: 'approve', pick: at, admin: false })
        const instance = instanceIn(table)
        expect(instance?.status ?? 'approved').toBe('approved')
        expect(
          instance?.elements.some(({ kind, status }) => kind === 'approver' && status === 'pending'),
        ).not.toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('that nobody decides comes to the administrators, of whom one is enough', () => {
    fc.assert(
      fc.property(anySetup, (setup) => {
        const table = begun(setup)
        if (!table) return
        for (let stage = 0; stage < 8; stage += 1) {
          for (let at = 0; at < 30; at += 1) act(table, setup, { does: 'wait', pick: 80, admin: false })
          const instance = instanceIn(table)
          if (instance?.status !== 'pending') break
          const open = instance.elements.filter((one) => one.kind === 'approver' && isOpen(instance, one))
          const moved = open.filter(({ toAdmins }) => toAdmins)
          const wished = open.filter(({ role, required }) => keepsItself(setup, role, required))
          expect(moved.length + wished.length).toBe(open.length)
          for (const { _id } of moved) {
            const now = instanceIn(table)
            const left = now?.elements.filter((one) => one.kind === 'approver' && isOpen(now, one)) ?? []
            const pick = left.findIndex((one) => one._id === _id)
            if (pick >= 0) act(table, setup, { does: 'approve', pick, admin: true })
          }
          const after = instanceIn(table)
          for (const { _id } of moved)
            expect(after?.elements.find((one) => one._id === _id)?.status).toBe('approved')
        }
      }),
      { numRuns: 200 },
    )
  })
})
