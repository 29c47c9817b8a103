import { beforeAll, describe, expect, it } from 'vitest'
import { waitPage } from '../../functions/approvals/waiting-pages.ts'
import { approvalWait } from '../../functions/events/index.ts'
import type { Table } from '../../lib/table/table.ts'
import { put } from '../../lib/table/write.ts'
import { seeded } from '../load/seeded.ts'
import { roundTrips } from '../planning/people.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { pendingEvent } from './campus.ts'
import { type ApprovalCast, approvalCast } from './cast.ts'

let campus: ApprovalCast['campus']
let who: ApprovalCast['who']

beforeAll(async () => {
  ;({ campus, who } = await approvalCast())
})

const event = {
  name: 'Event',
  type: 'Social',
  start_time: '2026-05-01T10:00:00.000Z',
  end_time: '2026-05-01T12:00:00.000Z',
  visibility: 'public',
  expectedAttendance: 1,
  hostingType: 'User',
  hostingId: 'nobody',
  hostName: 'Nobody',
}

/** Lists of so many deciders, with as many rows as is said, at moments in no order. */
const listsOf = async (name: string, sizes: readonly number[]): Promise<readonly string[]> => {
  const random = seeded(7)
  const vias = sizes.map((_, at) => `${name} ${at}`)
  const rows = sizes.flatMap((size, list) =>
    Array.from({ length: size }, (_, at) => ({
      eventId: `${name}-${list}-${at}`,
      submission: '0001',
      stage: '00',
      stepId: 'step',
      role: vias[list] ?? '',
      roleName: 'Role',
      via: vias[list] ?? '',
      kind: 'approver' as const,
      list: 'waiting' as const,
      since: event.start_time,
      at: new Date(Date.parse(event.start_time) + random.between(0, 500) * 1000).toISOString(),
      event,
    })),
  )
  for (let at = 0; at < rows.length; at += 100)
    await campus.w.table().write(rows.slice(at, at + 100).map((row) => put(approvalWait, row)))
  return vias
}

/** A table that counts the rows of its lists. */
const counting = (table: Table) => {
  const seen = { items: 0 }
  const list: Table['list'] = async (entity, listing) => {
    const page = await table.list(entity, listing)
    seen.items += page.items.length
    return page
  }
  return { table: { ...table, list }, seen }
}

// rules/approvals 28
describe('lists of many deciders', () => {
  it.each([
    ['one', [45]],
    ['two', [30, 10]],
    ['dozen', Array.from({ length: 12 }, (_, at) => at * 3)],
    ['lopsided', [120, ...Array.from({ length: 30 }, () => 1)]],
    ['hundred', Array.from({ length: 100 }, () => 2)],
  ])('come in one order, whole, and at little cost: %s', async (name, sizes) => {
    const vias = await listsOf(name, sizes)
    const limit = 20
    const found: string[] = []
    let cursor: string | undefined
    do {
      const { table, seen } = counting(campus.w.table())
      const page = await waitPage(table, vias, { list: 'waiting', limit, cursor })
      expect(page.rows.length).toBeLessThanOrEqual(limit)
      expect(page.rows.length).toBeGreaterThan(0)
      // Two rows of each list at least, since the one that a page ended with comes again.
      expect(seen.items).toBeLessThanOrEqual(Math.max(2 * limit + 1, 2 * vias.length) + vias.length)
      found.push(...page.rows.map(({ at, eventId }) => `${at} ${eventId}`))
      cursor = page.cursor
    } while (cursor !== undefined)
    expect(found).toEqual([...found].sort())
    expect(new Set(found).size).toBe(sizes.reduce((sum, size) => sum + size, 0))
  })
})

describe('what waits for somebody', () => {
  it('takes two round trips, by their own rights and by those in organizations', async () => {
    using _rounds = logicalRounds()
    const eventId = await pendingEvent(campus.c)
    for (const [name, waits] of [
      ['safety', true],
      ['judge', true],
      ['guildsman', false],
      ['outsider', false],
    ] as const) {
      const { body } = await who(name).device.listWaitingOnMe({ limit: '100' })
      const ids = body.events.map(({ _id }: { _id: string }) => _id)
      expect([name, ids.includes(eventId)]).toEqual([name, waits])
      expect(roundTrips(campus.w) - 1).toBeLessThanOrEqual(2)
    }
  })
})
