import { beforeAll, describe, expect, it, vi } from 'vitest'
import { eventStats, rollupMonth } from '../../functions/analytics/repository.ts'
import { streamConsumers as analytics } from '../../functions/analytics/stream-consumers.ts'
import { type EventCard, eventCard } from '../../functions/events/index.ts'
import { streamConsumers as management } from '../../functions/management/stream-consumers.ts'
import { consume } from '../../functions/stream/handler.ts'
import { newOncePerKey } from '../../lib/keyed-answer.ts'
import { hosted } from '../attendance/events.ts'
import { type Club, club } from '../support/orgs.ts'
import { changeNotice } from '../support/table/storing.ts'
import { type World, world } from '../support/world.ts'

let w: World
let chess: Club

beforeAll(async () => {
  w = await world({ now: '2026-03-20T12:00:00.000Z', ownTable: true })
  chess = await club(w)
})

/** How often the table was called meanwhile, and what the batch said of it. */
const callsOf = async (act: () => Promise<unknown>): Promise<number> => {
  const spy = vi.spyOn(w.runtime.client.documents, 'send')
  try {
    await act()
    return spy.mock.calls.length
  } finally {
    spy.mockRestore()
  }
}

const lookedAt = async (card: EventCard, times: number) => {
  const rows = Array.from({ length: times + 1 }, (_, views) => ({
    eventId: card.eventId,
    views,
    lastViewAt: w.clock.now().toISOString(),
  }))
  await w.table().put(eventStats, rows.at(-1) as (typeof rows)[number])
  return rows.slice(1).map((row, at) => changeNotice(w, eventStats, rows[at], row))
}

describe('a batch of change events', () => {
  it("adds to an event's counts once, whatever it contains", async () => {
    const carry = consume(analytics, () => w.runtime)
    const [one, many] = [await hosted(w, chess.orgId), await hosted(w, chess.orgId)]
    const alone = await lookedAt(one, 1)
    const together = await lookedAt(many, 9)
    const least = await callsOf(() => carry({ Records: alone }))
    expect(await callsOf(() => carry({ Records: together }))).toBe(least)
    const [month] = (
      await w
        .table()
        .list(rollupMonth, { keyParams: { subject: `org:${chess.orgId}` }, limit: 1, strong: true })
    ).items
    expect(month?.v20).toBe(10)
    // The next batch looks again: it may tell of what was written since.
    expect(await callsOf(() => carry({ Records: together }))).toBeGreaterThan(0)
  })

  it('reads the zone of the school once, and writes its totals once', async () => {
    const carry = consume(management, () => w.runtime)
    const made = (at: number) =>
      changeNotice(w, eventCard, undefined, {
        eventId: `made${at}`,
        createdAt: w.clock.now().toISOString(),
        hostingType: 'User',
        hostingId: 'nobody',
      } as EventCard)
    const [first, ...others] = Array.from({ length: 6 }, (_, at) => made(at))
    if (!first) throw new Error('nothing was made')
    const one = await callsOf(() => carry({ Records: [first] }))
    expect(one).toBe(2)
    expect(await callsOf(() => carry({ Records: others }))).toBe(one)
  })
})

describe('an effect that happens once', () => {
  it('is retried after a failure, and never after a success', async () => {
    const once = newOncePerKey()
    const work = vi.fn(async () => {
      if (work.mock.calls.length === 1) throw new Error('not now')
      return work.mock.calls.length
    })
    await expect(once('it', work)).rejects.toThrow('not now')
    expect([await once('it', work), await once('it', work)]).toEqual([2, 2])
    expect(await once('another', async () => 'own')).toBe('own')
  })
})
