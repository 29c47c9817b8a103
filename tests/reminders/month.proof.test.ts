import { describe, expect, it } from 'vitest'
import { seeded } from '../load/seeded.ts'
import { ticking } from '../support/ticking.ts'
import { liveThrough, peopled } from './month.ts'
import { expectedOf, monthOf } from './plan.ts'

describe('a month of reminders', () => {
  it('misses none and sends none twice, whatever becomes of events and sweepers', async () => {
    const w = await ticking('2026-03-01T00:00:00.000Z')
    const random = seeded(5)
    const month = monthOf(random, { events: 20, days: [3, 11, 25] })
    const turns = month.flatMap((planned) => planned.turns.slice(1))
    expect(turns.filter(({ live }) => !live).length).toBeGreaterThan(3)
    expect(turns.filter(({ live }) => live).length).toBeGreaterThan(3)
    const people = await peopled(w, month, { each: 20, of: 40 })
    const outcome = await liveThrough(w, month, people, { last: 27 * 24, random })
    expect(outcome).toMatchObject({ missed: [], surplus: [], unfinished: [] })
    const sent = month.flatMap(expectedOf).length * 20
    expect(outcome).toMatchObject({ reminders: sent, unread: sent })
    expect(sent).toBeGreaterThan(500)
    expect(outcome.killed).toBeGreaterThan(5)
  }, 120_000)
})
