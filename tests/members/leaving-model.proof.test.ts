import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eventJob } from '../../functions/events/index.ts'
import { jobAssignment, volunteerSignup } from '../../functions/jobs/repository.ts'
import { expectCounted, expectSound, seatedIn, stateOf } from '../attendance/state.ts'
import { commandsWith, deeds, sweepAll } from './leaving-deeds.ts'
import { fresh, isInside, type Model, type Real, staged, toldOf } from './leaving-model.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 6)
const usual = 20_261_122
const seed = Number(process.env.FUZZ_SEED ?? usual)

const outsidersOf = (model: Model, { cast }: Real): Set<string> =>
  new Set(cast.flatMap(({ user }, who) => (isInside(model, who) ? [] : [user._id])))

/** At once, whatever the stream has yet to do: nobody outside is told of an event for members. */
const expectQuiet = async (model: Model, real: Real): Promise<void> => {
  const outside = outsidersOf(model, real)
  for (const [at, { eventId }] of real.events.entries())
    if (model.narrow[at]) expect((await toldOf(real.w, eventId)).filter((id) => outside.has(id))).toEqual([])
}

const placesAt = async ({ w }: Real, eventId: string) => {
  const page = { keyParams: { eventId }, limit: 100, strong: true }
  const [assigned, offered, jobs] = await Promise.all([
    w.table().list(jobAssignment, page),
    w.table().list(volunteerSignup, page),
    w.table().list(eventJob, page),
  ])
  return {
    assigned: assigned.items,
    offered: offered.items.filter(({ status }) => status === 'pending'),
    jobs: jobs.items,
  }
}

/** When the stream and the clock have done their work: nobody outside has anything, and nothing is left over. */
const expectLeft = async (model: Model, real: Real): Promise<void> => {
  const outside = outsidersOf(model, real)
  for (const [at, { eventId }] of real.events.entries()) {
    const state = await stateOf(real.w, eventId)
    const narrow = model.narrow[at] === true
    const expected = state.rows.filter(({ checkedIn, left }) => !checkedIn && !left)
    const held = [...expected, ...state.waitlist].map(({ personId }) => personId)
    if (narrow) expect(held.filter((id) => outside.has(id))).toEqual([])
    expectSound(state)
    expectCounted(state)
    const taken = seatedIn(state).reduce((sum, { guestCount }) => sum + guestCount, 0)
    const free = (state.card.maxAttendees ?? 0) - taken
    expect(state.waitlist.filter(({ guestCount }) => guestCount <= free)).toEqual([])
    const { assigned, offered, jobs } = await placesAt(real, eventId)
    const open = jobs[0]?.openToAll === true
    if (narrow || !open)
      expect([...assigned, ...offered].filter(({ memberId }) => outside.has(memberId))).toEqual([])
    expect(jobs.map(({ filledCount }) => filledCount)).toEqual([assigned.length])
  }
}

it('leaving ends all access, after any events', async () => {
  const commands = fc.commands(commandsWith(expectQuiet), { maxCommands: 100, size: 'max' })
  const done = new Set<string>()
  const property = fc.asyncProperty(commands, async (all) => {
    const model = fresh()
    const real = await staged()
    await fc.asyncModelRun(() => ({ model, real }), all)
    for (const what of real.done) done.add(what)
    await real.stream.drain()
    real.w.clock.advance(16 * 60)
    await sweepAll(real)
    await real.stream.drain()
    await expectQuiet(model, real)
    await expectLeft(model, real)
  })
  await fc.assert(property, { numRuns: runs, seed, endOnFailure: true })
  // Most kinds of deeds were done, not only tried.
  if (seed === usual) expect(done.size).toBeGreaterThan(Object.keys(deeds).length - 5)
}, 600_000)
