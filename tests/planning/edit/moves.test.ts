import { beforeAll, describe, expect, it } from 'vitest'
import { type EventStatus, eventStatuses, requireEvent, shelfOf } from '../../../functions/events/index.ts'
import { statusWrites } from '../../../functions/lifecycle/index.ts'
import { Failure } from '../../../lib/contract/failure.ts'
import { clubEvent, type PlannedCampus, plannedCampus } from '../people.ts'

let p: PlannedCampus
let eventId: string

beforeAll(async () => {
  p = await plannedCampus()
  eventId = await clubEvent(p.c, { asDraft: true })
})

const rows: readonly (readonly [from: EventStatus, to: readonly EventStatus[]])[] = [
  ['draft', ['pending', 'not-applicable', 'cancelled']],
  ['rejected', ['pending', 'not-applicable', 'archived']],
  ['pending', ['approved', 'rejected', 'draft', 'cancelled', 'not-applicable']],
  ['approved', ['pending', 'cancelled', 'completed']],
  ['not-applicable', ['pending', 'cancelled', 'completed']],
  ['completed', ['archived']],
  ['cancelled', ['archived']],
  ['archived', []],
]
const pairs = rows.flatMap(([from, to]) =>
  eventStatuses.map((other) => ({ from, to: other, may: to.includes(other) })),
)

const outcomeOf = async (from: EventStatus, to: EventStatus): Promise<string> => {
  const { card, body } = await requireEvent(p.w.table(), eventId)
  const whole = { card: { ...card, status: from, shelf: shelfOf(from) }, body }
  const world = {
    table: p.w.table(),
    now: p.w.clock.now,
    newId: p.w.runtime.newId,
    settings: p.w.runtime.settings,
  }
  try {
    const [first] = await statusWrites(world, whole, to)
    return first?.does === 'put' ? (first.value as { status: string }).status : 'nothing'
  } catch (error) {
    if (error instanceof Failure) return `${error.kind.status} ${error.kind.message}`
    throw error
  }
}

// rules/planning 11
describe('a move', () => {
  it.each(pairs)('from $from to $to: $may', async ({ from, to, may }) => {
    const refusal = `409 Cannot change status from ${from} to ${to}`
    expect(await outcomeOf(from, to)).toBe(may ? to : refusal)
  })
})
