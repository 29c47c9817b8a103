import { beforeAll, describe, expect, it } from 'vitest'
import { seatCounter, waitlistEntry } from '../../functions/attendance/repository.ts'
import { type Attendee, attendee, type EventCard, eventCard } from '../../functions/events/index.ts'
import { put } from '../../lib/table/write.ts'
import { putAll } from '../load/storms/storm-world.ts'
import type { Reply } from '../support/agent.ts'
import { type Person, registered } from '../support/people.ts'
import { founded } from '../support/societies.ts'
import { isLate } from '../support/table/late-lists.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { type World, world } from '../support/world.ts'
import { crowd, type Visitor } from './crowd.ts'
import { hosted } from './events.ts'

const sizes = [100, 1000, ...(process.env.ATTENDEES ? [Number(process.env.ATTENDEES)] : [])]

let w: World
let owner: Person
let orgId: string
let people: readonly Visitor[]

beforeAll(async () => {
  w = await world({ ownTable: true })
  owner = await registered(w, 'owner')
  ;({ orgId } = await founded(owner))
  people = await crowd(w, 4, { guestEvery: 4 })
  w.clock.advance(3 * 24 * 3600)
  await owner.device.refreshToken()
  await owner.device.validateToken()
})

type Cost = { readonly depth: number; readonly read: number; readonly write: number }

/** What an operation costs behind authentication, which is one round trip. */
const costOf = async (ask: () => Promise<Reply>): Promise<Cost> => {
  const { status, body } = await ask()
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  const { depth = 0, readUnits = 0, writeUnits = 0 } = (w.logs.at(-1)?.table ?? {}) as Record<string, number>
  return { depth: depth - 1, read: readUnits, write: writeUnits }
}

/** An event with so many people on it, of whom a tenth wait when it is full. */
const crowded = async (size: number, full: boolean): Promise<EventCard> => {
  const waiting = full ? size / 10 : 0
  const card = await hosted(w, orgId, { maxAttendees: full ? size - waiting : size * 2 })
  const { eventId, start_time } = card
  const registeredAt = w.clock.now().toISOString()
  const rows: Attendee[] = Array.from({ length: size }, (_, at) => {
    const personId = w.runtime.newId()
    const isWaiting = at >= size - waiting
    return {
      eventId,
      kind: 'u',
      personId,
      status: isWaiting ? 'waiting' : 'attending',
      name: `P${at}`,
      username: `p${at}`,
      registeredAt,
      guestCount: 1,
      checkedIn: false,
      start_time,
      version: 1,
      ...(isWaiting ? { place: `${registeredAt}#${personId}` } : {}),
    }
  })
  await putAll(
    w.runtime,
    w.home,
    rows.map((row) => put(attendee, row)),
  )
  const entries = rows.flatMap(({ place, personId }) =>
    place === undefined
      ? []
      : [put(waitlistEntry, { eventId, place, kind: 'u' as const, personId, guestCount: 1 })],
  )
  await putAll(w.runtime, w.home, entries)
  const counted = { taken: size - waiting, waiting, hasWaitlist: full }
  await w.table().update(seatCounter, { eventId }, { set: counted })
  const set = { registrationCount: size - waiting, seatsTaken: size - waiting, waitlistCount: waiting }
  await w.table().update(eventCard, { eventId }, { set })
  return { ...card, ...set }
}

const costsAt = async (size: number) => {
  const [open, full] = [await crowded(size, false), await crowded(size, true)]
  const [ada, ben, eve, gil] = people as [Visitor, Visitor, Visitor, Visitor]
  const at = (card: EventCard) => ({ event_id: card.eventId })
  const scope = { orgId, eventId: full.eventId }
  // The row of the school is remembered from request to request.
  await ada.device.getMyRsvp(at(open))
  return {
    seat: await costOf(() => ada.device.registerForEvent(at(open))),
    guest: await costOf(() => gil.device.registerForEvent(at(open))),
    again: await costOf(() => ada.device.registerForEvent(at(open))),
    more: await costOf(() => ada.device.registerForEvent({ ...at(open), guestCount: 2 })),
    withdraw: await costOf(() => ada.device.withdrawFromEvent(at(open))),
    line: await costOf(() => ben.device.registerForEvent(at(full))),
    mine: await costOf(() => ben.device.getMyRsvps({ eventIds: full.eventId })),
    leave: await costOf(() => gil.device.withdrawFromEvent(at(open))),
    add: await costOf(() => owner.device.addToWaitlist({ ...scope, userId: eve.id })),
    force: await costOf(() => owner.device.promoteFromWaitlist({ ...scope, entryId: ben.id, force: true })),
    page: await costOf(() => eve.device.listAttendees({ ...at(open), limit: 20 })),
    registrations: await costOf(() => owner.device.listRegistrations({ ...scope, limit: 20 })),
    waitlist: await costOf(() => owner.device.listWaitlist({ ...scope, limit: 10 })),
  }
}

describe('whatever the number of attendees', () => {
  it.skipIf(isLate)(
    'an operation costs the same',
    async () => {
      using _rounds = logicalRounds()
      const all = []
      for (const size of sizes) all.push(await costsAt(size))
      const [first] = all
      if (!first) throw new Error('there is nothing to compare')
      for (const costs of all)
        for (const [name, cost] of Object.entries(costs)) {
          const known = first[name as keyof typeof first]
          const label = `${name}: ${JSON.stringify([known, cost])}`
          expect(Math.abs(cost.read - known.read), label).toBeLessThanOrEqual(0.5)
          expect(Math.abs(cost.write - known.write), label).toBeLessThanOrEqual(0.5)
          // A claim and a row, after a read beside the caller's.
          // Who leaves claims that, removes their row and gives the seat back.
          const most = /withdraw|leave/.test(name) ? 4 : /seat|guest|line|add|force/.test(name) ? 3 : 2
          expect(cost.depth, label).toBeLessThanOrEqual(most)
        }
      expect(first.seat).toMatchObject({ depth: 2, write: 3 })
      expect(first.line.write).toBeLessThanOrEqual(6)
      if (process.env.SHOW_COSTS) console.log(JSON.stringify(first))
    },
    120_000,
  )
})
