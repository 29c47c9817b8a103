import { beforeAll, describe, expect, it } from 'vitest'
import { type EventCard, partitionOf } from '../../../functions/events/index.ts'
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
  people = await crowd(w, 20)
  w.clock.advance(3 * 24 * 3600)
})

const rsvp = ({ device }: Visitor, { eventId }: EventCard, guestCount = 1) =>
  device.registerForEvent({ event_id: eventId, guestCount })

/** A request that the gateway took earlier than what has happened since. */
const early = async <V>(act: () => Promise<V>): Promise<V> => {
  w.clock.advance(-5)
  try {
    return await act()
  } finally {
    w.clock.advance(5)
  }
}

/** The counter of somebody on an event. */
const counterOf = (card: EventCard, { id }: Visitor): string => partitionOf(card, id)

/** Three people; of several counters each has their own. */
const apart = (card: EventCard): [Visitor, Visitor, Visitor] => {
  const found = people.filter(
    (one, at) =>
      card.seatCounters === 1 ||
      people.findIndex((other) => counterOf(card, other) === counterOf(card, one)) === at,
  )
  const [first, second, third] = found
  if (!first || !second || !third) throw new Error('too few people')
  return [first, second, third]
}

describe('a promotion', () => {
  it.each([1, 8])(
    'passes nobody with an earlier place who is in line by then, with %i counters',
    async (n) => {
      const event = await planned(w, { maxAttendees: n, seatCounters: n })
      const stream = await attendanceStream(w)
      const [seated, late, first] = apart(event)
      await rsvp(seated, event, n)
      w.clock.advance(10)
      await rsvp(late, event)
      const isWaiting = async () => (await stateOf(w, event.eventId)).line.map(({ personId }) => personId)
      expect(await isWaiting()).toEqual([late.id])
      const joins = () => early(() => rsvp(first, event, n))
      const ends = () => Promise.reject(new Error('the worker ends here'))
      let met: readonly string[] = []
      // One counter is changed alone, by the fourth update; several are together. With one, joining would promote at once as well.
      await interrupted(
        w,
        () => seated.device.withdrawFromEvent({ event_id: event.eventId }),
        async () => {
          await (n === 1 ? interrupted(w, joins, ends, 2, 'UpdateCommand') : joins())
          met = await isWaiting()
        },
        n === 1 ? 4 : 1,
        n === 1 ? 'UpdateCommand' : 'TransactWriteCommand',
      )
      expect(met).toEqual([first.id, late.id])
      // Whoever met another one on the line leaves it to the stream.
      await stream.drain()
      const state = await stateOf(w, event.eventId)
      expectSound(state)
      expect(state.rows.find(({ personId }) => personId === first.id)?.status).toBe('attending')
      expect(await isWaiting()).toEqual([late.id])
    },
  )

  it('reaches somebody of a full counter who fits where those before them do not', async () => {
    const event = await planned(w, { maxAttendees: 8, seatCounters: 8 })
    const stream = await attendanceStream(w)
    const [seated, small, big] = apart(event)
    const holder = people.find((one) => one !== small && counterOf(event, one) === counterOf(event, small))
    if (!holder) throw new Error('too few people')
    await rsvp(holder, event, 5)
    await rsvp(seated, event, 3)
    await rsvp(big, event, 6)
    await stream.drain()
    await seated.device.withdrawFromEvent({ event_id: event.eventId })
    await stream.drain()
    expect((await stateOf(w, event.eventId)).line.map(({ personId }) => personId)).toEqual([big.id])
    w.clock.advance(1)
    await rsvp(small, event)
    await stream.drain()
    const state = await stateOf(w, event.eventId)
    expectSound(state)
    expect(state.line.map(({ personId }) => personId)).toEqual([big.id])
  })
})
