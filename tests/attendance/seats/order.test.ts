import { beforeAll, describe, expect, it } from 'vitest'
import type { EventCard } from '../../../functions/events/index.ts'
import { interrupted } from '../../support/table/interrupted.ts'
import { type World, world } from '../../support/world.ts'
import { crowd, type Visitor } from '../crowd.ts'
import { planned } from '../events.ts'
import { expectSound, stateOf } from '../state.ts'
import { attendanceStream } from '../stream.ts'

let w: World
let people: readonly Visitor[]

beforeAll(async () => {
  w = await world()
  people = await crowd(w, 3)
  w.clock.advance(3 * 24 * 3600)
})

const rsvp = ({ device }: Visitor, { eventId }: EventCard) => device.registerForEvent({ event_id: eventId })

/** A request that the gateway took earlier than what has happened since. */
const early = async <V>(act: () => Promise<V>): Promise<V> => {
  w.clock.advance(-5)
  try {
    return await act()
  } finally {
    w.clock.advance(5)
  }
}

describe('a promotion', () => {
  it('passes no person with an earlier place who has joined the waitlist by then', async () => {
    const event = await planned(w, { maxAttendees: 1 })
    const stream = await attendanceStream(w)
    const [seated, late, first] = people as [Visitor, Visitor, Visitor]
    await rsvp(seated, event)
    w.clock.advance(10)
    await rsvp(late, event)
    const isWaiting = async () => (await stateOf(w, event.eventId)).waitlist.map(({ personId }) => personId)
    expect(await isWaiting()).toEqual([late.id])
    const joins = () => early(() => rsvp(first, event))
    const ends = () => Promise.reject(new Error('the worker ends here'))
    let met: readonly string[] = []
    // The fourth update promotes. Joining would promote as well, and is stopped before it does.
    await interrupted(
      w,
      () => seated.device.withdrawFromEvent({ event_id: event.eventId }),
      async () => {
        await interrupted(w, joins, ends, 2, 'UpdateCommand')
        met = await isWaiting()
      },
      4,
      'UpdateCommand',
    )
    expect(met).toEqual([first.id, late.id])
    // A request that meets a change of the waitlist leaves it to the stream.
    await stream.drain()
    const state = await stateOf(w, event.eventId)
    expectSound(state)
    expect(state.rows.find(({ personId }) => personId === first.id)?.status).toBe('attending')
    expect(await isWaiting()).toEqual([late.id])
  })
})
