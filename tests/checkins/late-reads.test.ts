import { beforeAll, describe, expect, it } from 'vitest'
import { Ended, EventNotFound } from '../../functions/checkins/shapes.ts'
import { eventCard } from '../../functions/events/index.ts'
import { stateOf } from '../attendance/state.ts'
import { refused } from '../support/agent.ts'
import { keepReadsBehind } from '../support/table/kept-behind.ts'
import { type Door, door, opened } from './door.ts'

let d: Door

beforeAll(async () => {
  d = await door()
})

// rules/table 19: reads here are as late as reads can be.
describe('checking in while reads are late', () => {
  it.each([
    ['has just ended', { end_time: '2026-03-01T00:00:00.000Z' }, Ended],
    ['was just called off', { status: 'cancelled', shelf: 'past' }, Ended],
    ['was just deleted', { deletedAt: '2026-03-01T00:00:00.000Z' }, EventNotFound],
  ] as const)('is refused at an event that %s', async (_, change, failure) => {
    const card = await opened(d.w, d.chess)
    const reads = await keepReadsBehind(d.w.runtime.client)
    await d.w.table().put(eventCard, { ...card, ...change })
    const reply = await d.person(0).device.checkInOnPage({ eventId: card.eventId })
    await reads.end()
    expect(reply).toMatchObject(refused(failure))
    expect((await stateOf(d.w, card.eventId)).rows).toEqual([])
  })
})
