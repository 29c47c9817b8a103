import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { taskHandlers } from '../../../functions/attendance/scheduled-tasks.ts'
import { Failure } from '../../../lib/contract/failure.ts'
import { sweep } from '../../support/due.ts'
import { type Person, registered } from '../../support/people.ts'
import { founded } from '../../support/societies.ts'
import { type World, world } from '../../support/world.ts'
import { crowd, type Visitor } from '../crowd.ts'
import { hosted, replanned } from '../events.ts'
import { troubled } from '../faults.ts'
import { claimsOf, expectCounted, expectSound, type State, seatedIn, stateOf } from '../state.ts'
import { attendanceStream } from '../stream.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 6)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120)

let w: World
let owner: Person
let orgId: string

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '1000' } })
  owner = await registered(w, 'owner')
  ;({ orgId } = await founded(owner))
})

const deeds = [
  'register',
  'register',
  'register',
  'withdraw',
  'join',
  'promote',
  'force',
  'remove',
  'resize',
] as const

type Deed = {
  readonly what: (typeof deeds)[number]
  readonly who: number
  readonly guestCount: number
  readonly size: number
}

const deed: fc.Arbitrary<Deed> = fc.record({
  what: fc.constantFrom(...deeds),
  who: fc.nat(8),
  guestCount: fc.integer({ min: 1, max: 3 }),
  size: fc.integer({ min: 1, max: 9 }),
})

const isRefusal = (error: unknown): boolean => error instanceof Failure && error.kind.status !== 500

const perform = async (eventId: string, cast: readonly Visitor[], deed: Deed): Promise<void> => {
  const visitor = cast[deed.who % cast.length] as Visitor
  const scope = { orgId, eventId }
  const id = `${visitor.kind}-${visitor.id}`
  const acts = {
    register: () => visitor.device.registerForEvent({ event_id: eventId, guestCount: deed.guestCount }),
    withdraw: () => visitor.device.withdrawFromEvent({ event_id: eventId }),
    join: () => visitor.device.joinTenant(),
    promote: () => owner.device.promoteFromWaitlist({ ...scope, entryId: id }),
    force: () => owner.device.promoteFromWaitlist({ ...scope, entryId: id, force: true }),
    remove: () => owner.device.removeRegistration({ ...scope, userId: id }),
    resize: async () => {
      try {
        await replanned(w, eventId, { maxAttendees: deed.size })
      } catch (error) {
        if (!isRefusal(error)) throw error
      }
      return { status: 200, body: undefined }
    },
  }
  const { status, body } = await acts[deed.what]()
  expect(status === 503 || status < 500, `${deed.what}: ${status} ${JSON.stringify(body)}`).toBe(true)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((whole, one) => whole + one, 0)

/** Whom an organizer let in, as far as rows tell: somebody who joined the school may have been let in before. */
const letIn = (state: State): number =>
  sum(
    seatedIn(state)
      .filter(({ reason }) => reason === 'organizer' || reason === 'joined_school')
      .map(({ guestCount }) => guestCount),
  )

/** Nobody of the first ten in line would have a seat if somebody looked again. */
const expectSettled = (state: State): void => {
  const { card, counter, waitlist } = state
  const taken = sum(seatedIn(state).map(({ guestCount }) => guestCount))
  const free = (card.maxAttendees ?? Number.POSITIVE_INFINITY) - taken
  expect(waitlist.slice(0, 10).filter(({ guestCount }) => guestCount <= free)).toEqual([])
  if (waitlist.length === 0 && free >= 0) expect(counter?.hasWaitlist).toBe(false)
}

const shuffled = <V>(all: readonly V[], by: number): V[] =>
  all
    .map((one, at) => [(at * 7919 + by) % 1009, one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one)

describe('after any requests for an event, on a failing engine', () => {
  // rules/attendance 8
  it('no seat is given twice or lost, no person is registered twice, and every count is right in the end', async () => {
    let troubles = 0
    let number = 0
    const rounds = fc.array(fc.array(deed, { minLength: 3, maxLength: 8 }), { minLength: 3, maxLength: 6 })
    const property = fc.asyncProperty(rounds, fc.nat(1000), async (all, by) => {
      number += 1
      const cast = await crowd(w, 9, { guestEvery: 3, name: `cast${number}n${by}x` })
      const { eventId } = await hosted(w, orgId, { maxAttendees: 5 })
      const forces = all.flat().some(({ what }) => what === 'force')
      const expectWhole = (state: State): void => expectSound(state, forces ? letIn(state) : 0)
      const stream = await attendanceStream(w, {
        arrange: (records) => shuffled([...records, ...records.slice(0, 5)], by),
      })
      const trouble = troubled(w, by + 1)
      try {
        for (const round of all) {
          w.clock.advance(1)
          await Promise.all(round.map((one) => perform(eventId, cast, one)))
          expectWhole(await stateOf(w, eventId))
        }
      } finally {
        trouble.end()
      }
      troubles += trouble.count()
      await stream.drain()
      // What a death left between a claim and its row is completed.
      w.clock.advance(180)
      await sweep(w, taskHandlers)
      await stream.drain()
      const state = await stateOf(w, eventId)
      expectWhole(state)
      expect(claimsOf(state)).toEqual({})
      expectCounted(state)
      expectSettled(state)
    })
    await fc.assert(property, { numRuns: runs, seed, endOnFailure: process.env.SHRINK === undefined })
    expect(troubles).toBeGreaterThan(runs)
  }, 300_000)
})
