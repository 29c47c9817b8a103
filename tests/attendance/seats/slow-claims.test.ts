import { beforeAll, describe, expect, it } from 'vitest'
import { maxClaims, releaseClaim } from '../../../functions/attendance/seats/seat-claim.ts'
import type { EventCard } from '../../../functions/events/index.ts'
import { type World, world } from '../../support/world.ts'
import { crowd, type Visitor } from '../crowd.ts'
import { planned } from '../events.ts'
import { dying, meanwhileNamed, unanswered } from '../faults.ts'
import { claimsOf, expectSound, seatedIn, stateOf } from '../state.ts'

// Claims of requests that are slow, or gone, hold up nobody for long (rules/attendance 33).

/** Longer than whoever waits leaves a registration alone, in seconds; the same for one's own. */
const [slow, ownSlow] = [2.1, 0.6]

let w: World
let people: readonly Visitor[]

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '1000' } })
  people = await crowd(w, maxClaims + 2, { guestEvery: 4 })
  w.clock.advance(3 * 24 * 3600)
})

const rsvp = (at: number, { eventId }: EventCard) =>
  (people[at] as Visitor).device.registerForEvent({ event_id: eventId })

/** As many requests as there may be claims, each of which ends before its row is written. */
const leaveBehind = async (event: EventCard): Promise<void> => {
  for (let at = 0; at < maxClaims; at += 1) {
    // A guest's row is written together with a look at their rights.
    const death = dying(w, people[at]?.kind === 'g' ? 'TransactWriteCommand' : 'PutCommand', true)
    expect((await rsvp(at, event)).status).toBe(503)
    expect(death.end()).toBe(true)
  }
}

/** An event whose every claim is of a process that ended before it wrote a row. */
const jammed = async (more: Partial<EventCard> = {}): Promise<EventCard> => {
  const event = await planned(w, { maxAttendees: maxClaims + 1, ...more })
  await leaveBehind(event)
  const state = await stateOf(w, event.eventId)
  expect([Object.keys(claimsOf(state)).length, state.rows.length]).toEqual([maxClaims, 0])
  return event
}

describe('the maximum of claims, all abandoned at once', () => {
  it('reject other requests of the same moment with a retry', async () => {
    const event = await jammed()
    const { status, headers } = await rsvp(maxClaims, event)
    expect([status, headers['retry-after']]).toEqual([503, '1'])
    expectSound(await stateOf(w, event.eventId))
  })

  it('are completed by waiting requests, and each keeps its seat', async () => {
    const event = await jammed()
    w.clock.advance(slow)
    expect((await rsvp(maxClaims, event)).body.status).toBe('attending')
    expectSound(await stateOf(w, event.eventId))
    expect((await rsvp(maxClaims + 1, event)).body.status).toBe('waitlisted')
    for (let at = 0; at < maxClaims; at += 1) expect((await rsvp(at, event)).body.status).toBe('attending')
    const state = await stateOf(w, event.eventId)
    expectSound(state)
    expect(seatedIn(state)).toHaveLength(maxClaims + 1)
  })

  it('do not include a request that has waited too long to write its row', async () => {
    const event = await jammed()
    const wait = async (): Promise<void> => w.clock.advance(8)
    const asked = () => rsvp(maxClaims, event)
    expect((await meanwhileNamed(w, asked, [['UpdateCommand', wait]])).status).toBe(503)
    const names = Object.keys(claimsOf(await stateOf(w, event.eventId)))
    expect(names.some((name) => name.endsWith(people[maxClaims]?.id ?? ''))).toBe(false)
    expect((await asked()).body.status).toBe('attending')
  })

  it('are completed by withdrawals', async () => {
    const event = await planned(w, { maxAttendees: maxClaims + 1 })
    expect((await rsvp(maxClaims, event)).status).toBe(201)
    await leaveBehind(event)
    w.clock.advance(slow)
    const { eventId } = event
    const left = await people[maxClaims]?.device.withdrawFromEvent({ event_id: eventId })
    expect(left?.status).toBe(200)
    expectSound(await stateOf(w, eventId))
  })
})

describe('a registration that is slow between its claim and its row', () => {
  it('finds the row that another request of the same person wrote for it', async () => {
    const event = await planned(w, { maxAttendees: 2 })
    const again = async (): Promise<void> => {
      w.clock.advance(ownSlow)
      expect((await rsvp(0, event)).body.status).toBe('attending')
    }
    const { status } = await meanwhileNamed(w, () => rsvp(0, event), [['PutCommand', again]])
    expect(status).toBeLessThan(300)
    const state = await stateOf(w, event.eventId)
    expectSound(state)
    expect(state.rows).toHaveLength(1)
  })

  it('leaves no row without a seat when another request helped and the person has withdrawn since', async () => {
    const event = await planned(w, { maxAttendees: 2 })
    const { eventId } = event
    const { device } = people[0] as Visitor
    const left: number[] = []
    const againAndLeave = async (): Promise<void> => {
      w.clock.advance(ownSlow)
      expect((await rsvp(0, event)).body.status).toBe('attending')
      left.push((await device.withdrawFromEvent({ event_id: eventId })).status)
    }
    await meanwhileNamed(w, () => rsvp(0, event), [['PutCommand', againAndLeave]])
    expect(left).toEqual([503])
    expectSound(await stateOf(w, eventId))
    w.clock.advance(31)
    expect((await device.withdrawFromEvent({ event_id: eventId })).status).toBe(200)
    const state = await stateOf(w, eventId)
    expectSound(state)
    expect(state.rows).toEqual([])
  })

  it('succeeds with the existing row when the response was lost', async () => {
    const event = await planned(w, { maxAttendees: 2 })
    const { status, body } = await unanswered(w, 'PutItemCommand', () => rsvp(0, event))
    expect([status, body.status]).toEqual([201, 'attending'])
    expectSound(await stateOf(w, event.eventId))
  })

  it('leaves no row without a seat when the response was lost and the person withdrew before the retry', async () => {
    const event = await planned(w, { maxAttendees: 1 })
    const { eventId } = event
    const leave = async (): Promise<void> => {
      const left = await (people[0] as Visitor).device.withdrawFromEvent({ event_id: eventId })
      expect(left.status).toBe(200)
      expect((await rsvp(2, event)).body.status).toBe('attending')
    }
    await unanswered(w, 'PutItemCommand', () => rsvp(0, event), leave)
    const state = await stateOf(w, eventId)
    expectSound(state)
    expect(seatedIn(state)).toHaveLength(1)
  })

  it('leaves no row without a seat when it released its seat before it was helped', async () => {
    const event = await planned(w, { maxAttendees: 2 })
    const death = dying(w, 'PutCommand', true)
    await rsvp(0, event)
    expect(death.end()).toBe(true)
    w.clock.advance(ownSlow)
    const giveBack = async (): Promise<void> => {
      const [claim] = Object.values(claimsOf(await stateOf(w, event.eventId)))
      const { kind, id: personId } = people[0] as Visitor
      if (claim) await releaseClaim(w.table(), event, { kind, personId }, claim)
    }
    const { body } = await meanwhileNamed(w, () => rsvp(0, event), [['TransactWriteCommand', giveBack]])
    expect(body.status).toBe('attending')
    expectSound(await stateOf(w, event.eventId))
  })
})
