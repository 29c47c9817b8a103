import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventCard } from '../../functions/events/index.ts'
import { daysOf, overlap } from '../../functions/jobs/assignments/days.ts'
import { ShiftOverlap, TooManyShifts } from '../../functions/jobs/contract/failures.ts'
import { jobAssignment, shiftDay } from '../../functions/jobs/repository.ts'
import { type Staged, staged } from '../agendas/events.ts'
import { refused } from '../support/agent.ts'
import type { Person } from '../support/people.ts'
import { shift, type Work, workOf } from './work.ts'

let s: Staged
let work: Work
beforeAll(async () => {
  s = await staged('overlap')
  work = workOf(s)
})

const seed = 20260302
const dayMs = 24 * 3600_000
const iso = (at: number): string => new Date(at).toISOString()

const period = fc
  .tuple(fc.integer({ min: 0, max: 40 * 24 * 12 }), fc.integer({ min: 1, max: 14 * 24 * 12 }))
  .map(([from, length]) => {
    const start = Date.parse('2026-03-20T00:00:00.000Z') + from * 300_000
    return { start: iso(start), end: iso(start + length * 300_000) }
  })

describe('the days of a shift', () => {
  it('are all those that it touches, so that two which overlap share one', () => {
    fc.assert(
      fc.property(period, period, (a, b) => {
        const days = daysOf(a)
        expect(days.length).toBeLessThanOrEqual(15)
        expect(days).toEqual([...new Set(days)].sort())
        for (const day of days)
          expect(overlap(a, { start: iso(Date.parse(day)), end: iso(Date.parse(day) + dayMs) })).toBe(true)
        expect(days[0]).toBe(a.start.slice(0, 10))
        expect(days.at(-1)).toBe(iso(Date.parse(a.end) - 1).slice(0, 10))
        if (overlap(a, b)) expect(daysOf(b).some((day) => days.includes(day))).toBe(true)
      }),
      { seed, numRuns: 500 },
    )
  })
})

/** What stands for a person now, by asking for it: shifts that hold their time. */
const heldBy = async (person: Person) => {
  const { assignments } = (await person.device.listMyAssignments()).body.data
  type Row = { status: string; shiftStart: string; shiftEnd: string }
  return (assignments as Row[])
    .filter(({ status }) => status !== 'declined')
    .map(({ shiftStart, shiftEnd }) => ({ start: shiftStart, end: shiftEnd }))
}

const expectApart = (shifts: readonly { start: string; end: string }[]): void => {
  for (const [at, one] of shifts.entries())
    for (const other of shifts.slice(at + 1)) expect(overlap(one, other)).toBe(false)
}

type Deed = { readonly what: 'assign' | 'decline' | 'confirm' | 'delete'; readonly job: number }

const deed = fc.record<Deed>({
  what: fc.constantFrom('assign', 'assign', 'assign', 'decline', 'confirm', 'delete'),
  job: fc.nat(7),
})

describe('the shifts of one person', () => {
  // rules/jobs 14
  it('never overlap, whatever is done at the same moment', async () => {
    const { at } = await s.hosted()
    const other = await s.hosted()
    const times = [shift(8, 10), shift(9, 11), shift(10, 12), shift(11, 13), shift(8, 20), shift(13, 14)]
    const night = { shiftStart: '2026-04-01T23:00:00.000Z', shiftEnd: '2026-04-02T09:00:00.000Z' }
    const morning = { shiftStart: '2026-04-02T08:00:00.000Z', shiftEnd: '2026-04-02T12:00:00.000Z' }
    const jobs: { at: typeof at; roleId: string }[] = []
    for (const [number, one] of [...times, night, morning].entries()) {
      const place = number % 2 === 0 ? at : other.at
      jobs.push({ at: place, roleId: await work.jobIn(place, { ...one, requiredCount: 200 }) })
    }
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 6, maxLength: 18 }), async (deeds) => {
        const person = await work.member()
        const perform = async ({ what, job }: Deed): Promise<void> => {
          const { at, roleId } = jobs[job] ?? { at: other.at, roleId: 'absent' }
          const named = { ...at, assignmentId: `${roleId}.${person.user._id}` }
          if (what === 'assign') await work.assign(at, roleId, person)
          else if (what === 'delete') await work.owner.deleteAssignment(named)
          else {
            const status = what === 'decline' ? 'declined' : 'confirmed'
            await person.device.updateAssignment({ ...named, status })
          }
        }
        for (let from = 0; from < deeds.length; from += 3) {
          await Promise.all(deeds.slice(from, from + 3).map(perform))
          expectApart(await heldBy(person))
        }
      }),
      { seed, numRuns: 12 },
    )
  })

  // rules/jobs 14
  it('are one of twenty that overlap and come at once', async () => {
    const { at } = await s.hosted()
    const person = await work.member()
    const jobs: string[] = []
    for (let number = 0; number < 20; number += 1) jobs.push(await work.jobIn(at))
    const replies = await Promise.all(jobs.map((roleId) => work.assign(at, roleId, person)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const reply of replies.filter(({ status }) => status !== 201))
      expect(reply).toMatchObject(refused(ShiftOverlap))
    expect(await heldBy(person)).toHaveLength(1)
  })

  // rules/jobs 14
  it('may follow each other without a break', async () => {
    const { at } = await s.hosted()
    const person = await work.member()
    for (const [from, to] of [
      [10, 12],
      [8, 10],
      [12, 14],
    ] as const)
      await work.assigned(at, await work.jobIn(at, shift(from, to)), person)
    expect(await work.assign(at, await work.jobIn(at, shift(9, 11)), person)).toMatchObject(
      refused(ShiftOverlap),
    )
  })

  // rules/jobs 15, rules/jobs 16
  it('give way when one was deleted, declined, or its event called off', async () => {
    const person = await work.member()
    const taken = async () => {
      const { at, card } = await s.hosted()
      const roleId = await work.jobIn(at, shift(9, 11))
      return { at, card, roleId, assignmentId: await work.assigned(at, roleId, person) }
    }
    const deleted = await taken()
    await work.owner.deleteAssignment({ ...deleted.at, assignmentId: deleted.assignmentId })
    const declined = await taken()
    const answer = (status: string) =>
      person.device.updateAssignment({ ...declined.at, assignmentId: declined.assignmentId, status })
    await answer('declined')
    const cancelled = await taken()
    expect(await answer('confirmed')).toMatchObject(refused(ShiftOverlap))
    await s.w.table().put(eventCard, { ...cancelled.card, status: 'cancelled', shelf: 'past' })
    expect((await answer('confirmed')).status).toBe(200)
    const { shifts = [] } =
      (await s.w.table().get(shiftDay, { memberId: person.user._id, day: '2026-04-01' })) ?? {}
    expect(shifts.length).toBeLessThanOrEqual(3)
  })

  // rules/jobs 17
  it('are fifty a day at most, not counting those that stand no more', async () => {
    const { at } = await s.hosted()
    const person = await work.member()
    const memberId = person.user._id
    const day = '2026-04-01'
    const crowd = (eventId: string) =>
      Array.from({ length: 50 }, (_, minute) => ({
        kind: 'assignment' as const,
        eventId,
        jobId: `job${minute}`,
        start: `2026-04-01T01:${String(minute).padStart(2, '0')}:00.000Z`,
        end: `2026-04-01T01:${String(minute).padStart(2, '0')}:30.000Z`,
      }))
    const expiresAt = '2026-06-01T00:00:00.000Z'
    const set = (eventId: string) =>
      s.w.table().put(shiftDay, { memberId, day, shifts: crowd(eventId), expiresAt, version: 1 })
    await set('absent')
    await work.assigned(at, await work.jobIn(at, shift(9, 10)), person)
    expect((await s.w.table().get(shiftDay, { memberId, day }))?.shifts).toHaveLength(1)
    await set(at.eventId)
    const row = (await s.w.table().list(jobAssignment, { keyParams: at, limit: 1 })).items[0]
    for (const { jobId, start, end } of crowd(at.eventId))
      if (row)
        await s.w.table().put(jobAssignment, { ...row, jobId, memberId, shiftStart: start, shiftEnd: end })
    expect(await work.assign(at, await work.jobIn(at, shift(11, 12)), person)).toMatchObject(
      refused(TooManyShifts),
    )
  })
})
