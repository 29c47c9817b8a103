import { beforeAll, describe, expect, it } from 'vitest'
import { eventCard, eventJob } from '../../functions/events/index.ts'
import { ShiftOverlap } from '../../functions/jobs/contract/failures.ts'
import { workersPage } from '../../functions/jobs/index.ts'
import { jobAssignment, jobCount, shiftDay, volunteerSignup } from '../../functions/jobs/repository.ts'
import { type Staged, staged } from '../agendas/events.ts'
import { type WholeStream, wholeStream } from '../privacy/stream.ts'
import { refused } from '../support/agent.ts'
import { listed } from '../support/inboxes.ts'
import { password } from '../support/people.ts'
import { shift, type Work, workOf } from './work.ts'

let s: Staged
let work: Work
let stream: WholeStream
beforeAll(async () => {
  s = await staged('follow')
  work = workOf(s)
  stream = await wholeStream(s.w)
})

const rowsOf = async (eventId: string) => {
  const page = { keyParams: { eventId }, limit: 300, strong: true }
  const [assignments, signups, jobs] = await Promise.all([
    s.w.table().list(jobAssignment, page),
    s.w.table().list(volunteerSignup, page),
    s.w.table().list(eventJob, page),
  ])
  return { assignments: assignments.items, signups: signups.items, jobs: jobs.items }
}

/** Thirty assignments, more than one page, in one job. */
const crowded = async () => {
  const { at, card } = await s.hosted()
  const roleId = await work.jobIn(at, { requiredCount: 60 })
  const first = await work.assigned(at, roleId, await work.member())
  const { assignments } = await rowsOf(at.eventId)
  const [row] = assignments
  if (!row) throw new Error('nobody')
  for (let number = 1; number < 30; number += 1) {
    const memberId = `crowd${number}`
    const id = `${roleId}.${memberId}`
    await s.w.table().put(jobAssignment, { ...row, memberId, id })
  }
  return { at, card, roleId, first }
}

describe('whoever is assigned', () => {
  // rules/jobs 19
  it('is notified once', async () => {
    const { at, card } = await s.hosted()
    const roleId = await work.jobIn(at, { name: 'Conductor' })
    const person = await work.member()
    await stream.drain()
    const assignmentId = await work.assigned(at, roleId, person)
    await stream.drain(2)
    const { data } = await listed(person)
    const told = data.filter(({ title }: { title: string }) => title.includes(card.name))
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({
      type: 'event',
      title: `Shift assigned: ${card.name}`,
      message: expect.stringContaining('Conductor'),
      metadata: { eventId: at.eventId, orgId: at.orgId },
    })
    await work.owner.deleteAssignment({ ...at, assignmentId })
    s.w.clock.advance(1)
    await work.assigned(at, roleId, person)
    await stream.drain()
    expect(
      (await listed(person)).data.filter(({ title }: { title: string }) => title.includes(card.name)),
    ).toHaveLength(2)
  })

  // rules/jobs 20
  it('and has confirmed is one of the workers of the event', async () => {
    const { at } = await s.hosted()
    const [first, second] = [await work.jobIn(at, { requiredCount: 9 }), await work.jobIn(at, shift(1, 2))]
    const [person, other, declined] = [await work.member(), await work.member(), await work.member()]
    await work.assigned(at, first, person)
    await work.assigned(at, second, person)
    await work.assigned(at, first, other, { status: 'assigned' })
    await work.assigned(at, first, declined, { status: 'declined' })
    expect(await workersPage(s.w.table(), at.eventId, undefined)).toEqual({ people: [person.user._id] })
  })

  // rules/jobs 38
  it('is relieved when they leave the school', async () => {
    const { at } = await s.hosted()
    const roleId = await work.jobIn(at, { requiredCount: 2 })
    const other = await work.jobIn(at, shift(1, 2))
    const person = await work.member()
    await work.assigned(at, roleId, person)
    await person.device.createVolunteerSignup({ ...at, roleId: other })
    await stream.drain()
    const { status } = await person.device.deleteAccount({ password })
    expect(status).toBeLessThan(300)
    await stream.drain()
    expect(await rowsOf(at.eventId)).toMatchObject({ assignments: [], signups: [] })
    expect((await work.rolesOf(at)).map(({ filledCount }: { filledCount: number }) => filledCount)).toEqual([
      0, 0,
    ])
    const days = await s.w.table().list(shiftDay, { keyParams: { memberId: person.user._id }, limit: 10 })
    expect(days.items).toEqual([])
  })
})

describe('what hangs on a job', () => {
  // rules/jobs 9
  it('goes with it, page by page', async () => {
    const { at, roleId } = await crowded()
    const kept = await work.jobIn(at, shift(20, 21))
    const person = await work.member()
    await work.assigned(at, kept, person)
    await stream.drain()
    await work.owner.deleteEventJob({ ...at, roleId })
    await stream.drain(2)
    const { assignments, jobs } = await rowsOf(at.eventId)
    expect(assignments.map(({ jobId }) => jobId)).toEqual([kept])
    expect(jobs.map(({ jobId }) => jobId)).toEqual([kept])
  })

  // rules/jobs 9
  it('goes with the event when that is purged', async () => {
    const { at, card, roleId } = await crowded()
    await (await work.member()).device.createVolunteerSignup({ ...at, roleId })
    await stream.drain()
    await s.w.table().remove(eventCard, card)
    await stream.drain(2)
    expect(await rowsOf(at.eventId)).toEqual({ assignments: [], signups: [], jobs: [] })
    expect(await s.w.table().get(jobCount, at)).toBeUndefined()
  })
})

describe('a shift', () => {
  // rules/jobs 21
  it('follows its job, and blocks where it went instead of where it was', async () => {
    const { at } = await s.hosted()
    const roleId = await work.jobIn(at, shift(8, 10))
    const person = await work.member()
    await work.assigned(at, roleId, person)
    await stream.drain()
    await work.owner.updateEventJob({ ...at, roleId, ...shift(12, 14) })
    await stream.drain(2)
    expect((await rowsOf(at.eventId)).assignments).toMatchObject([shift(12, 14)])
    expect((await work.assign(at, await work.jobIn(at, shift(8, 10)), person)).status).toBe(201)
    expect(await work.assign(at, await work.jobIn(at, shift(13, 15)), person)).toMatchObject(
      refused(ShiftOverlap),
    )
  })

  // rules/jobs 7, rules/jobs 21
  it('of a job without times follows the event, page by page, and no other does', async () => {
    const { at, card } = await crowded()
    const fixed = await work.jobIn(at, shift(20, 21))
    await work.assigned(at, fixed, await work.member())
    await stream.drain()
    const moved = { start_time: '2026-04-03T10:00:00.000Z', end_time: '2026-04-03T12:00:00.000Z' }
    await s.w.table().put(eventCard, { ...card, ...moved, version: card.version + 1 })
    await stream.drain(2)
    const { assignments } = await rowsOf(at.eventId)
    const there = assignments.filter(({ shiftStart }) => shiftStart === moved.start_time)
    expect([assignments.length, there.length]).toEqual([31, 30])
    expect(assignments.find(({ jobId }) => jobId === fixed)).toMatchObject(shift(20, 21))
  })
})
