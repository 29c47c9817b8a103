import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventJob } from '../../functions/events/index.ts'
import { EventChanged, RoleFull } from '../../functions/jobs/contract/failures.ts'
import { jobAssignment } from '../../functions/jobs/repository.ts'
import { another, type Staged, staged } from '../agendas/events.ts'
import { loseEveryRace } from '../operations/lost-to-others.ts'
import { type Reply, refused } from '../support/agent.ts'
import type { Person } from '../support/people.ts'
import { type Work, workOf } from './work.ts'

let s: Staged
let work: Work
let people: Person[]
beforeAll(async () => {
  s = await staged('storm')
  work = workOf(s)
  people = []
  for (let number = 0; number < 50; number += 1) people.push(await another(s, `storm${number}`))
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** The count of a job equals the number of its assignments, and both fit. */
const expectCounted = async (at: { eventId: string }, jobId: string): Promise<number> => {
  const table = s.w.table()
  const job = await table.get(eventJob, { ...at, jobId }, { strong: true })
  const { items } = await table.list(jobAssignment, { keyParams: { ...at, jobId }, limit: 300, strong: true })
  expect(job?.filledCount).toBe(items.length)
  expect(items.length).toBeLessThanOrEqual(job?.requiredCount ?? 0)
  return items.length
}

const passed = (replies: readonly Reply[]): number => replies.filter(({ status }) => status < 300).length

// rules/jobs 13
describe('fifty people for five places', () => {
  it('at once: five are assigned, and everybody else is told that it is full', async () => {
    const { at } = await s.hosted()
    const roleId = await work.jobIn(at, { requiredCount: 5 })
    const replies = await Promise.all(people.map((person) => work.assign(at, roleId, person)))
    expect(passed(replies)).toBe(5)
    for (const reply of replies.filter(({ status }) => status !== 201))
      expect(reply).toMatchObject(refused(RoleFull))
    expect(await expectCounted(at, roleId)).toBe(5)
  })

  it('while some leave and the number of places changes: never too many, none uncounted', async () => {
    const { at } = await s.hosted({ start_time: '2026-05-01T10:00:00.000Z' })
    const roleId = await work.jobIn(at, { requiredCount: 5 })
    const resize = (requiredCount: number) => work.owner.updateEventJob({ ...at, roleId, requiredCount })
    const leave = (person: Person) =>
      work.owner.deleteAssignment({ ...at, assignmentId: `${roleId}.${person.user._id}` })
    const deeds = people
      .slice(0, 30)
      .flatMap((person, number) => [
        () => work.assign(at, roleId, person),
        ...(number % 4 === 0 ? [() => leave(person)] : []),
        ...(number % 7 === 0 ? [() => resize(3 + (number % 5))] : []),
      ])
    const replies = await Promise.all(deeds.map((deed) => deed()))
    expect(replies.filter(({ status }) => status >= 500)).toEqual([])
    await expectCounted(at, roleId)
  })
})

describe('one person', () => {
  // rules/jobs 13
  it('is assigned to a job once of ten at once', async () => {
    const { at } = await s.hosted({ start_time: '2026-06-01T10:00:00.000Z' })
    const roleId = await work.jobIn(at, { requiredCount: 10 })
    const [person = s.club.member] = people
    const replies = await Promise.all(Array.from({ length: 10 }, () => work.assign(at, roleId, person)))
    expect(passed(replies)).toBe(1)
    expect(await expectCounted(at, roleId)).toBe(1)
  })

  it('who answers both ways at once has given one of the answers', async () => {
    const { at } = await s.hosted({ start_time: '2026-07-01T10:00:00.000Z' })
    const roleId = await work.jobIn(at)
    const [person = s.club.member] = people
    const assignmentId = await work.assigned(at, roleId, person)
    const answer = (status: string) => person.device.updateAssignment({ ...at, assignmentId, status })
    const replies = await Promise.all(
      Array.from({ length: 4 }, (_, number) => answer(number % 2 === 0 ? 'confirmed' : 'declined')),
    )
    expect(passed(replies)).toBe(4)
    const row = await s.w.table().get(jobAssignment, { ...at, jobId: roleId, memberId: person.user._id })
    expect(row?.version).toBe(5)
    expect(row?.confirmedAt !== undefined).toBe(row?.status === 'confirmed')
  })
})

describe('what somebody else changes all the time', () => {
  // rules/jobs 39
  it('says so, and stays as it is', async () => {
    const { at } = await s.hosted({ start_time: '2026-08-01T10:00:00.000Z' })
    const [person = s.club.member, other = s.club.officer] = people
    const roleId = await work.jobIn(at, { requiredCount: 3 })
    const assignmentId = await work.assigned(at, roleId, other)
    const signup = await person.device.createVolunteerSignup({ ...at, roleId })
    const signupId = signup.body.data.signup._id
    const { orgId } = at
    const template = (await work.owner.createOrgEventRole({ orgId, name: 'Chair' })).body.data.role._id
    loseEveryRace(s.w)
    for (const reply of [
      await work.assign(at, roleId, person),
      await work.owner.updateEventJob({ ...at, roleId, name: 'x' }),
      await work.owner.updateAssignment({ ...at, assignmentId, notes: 'x' }),
      await s.club.member.device.createVolunteerSignup({ ...at, roleId }),
      await work.owner.decideVolunteerSignup({ ...at, signupId, status: 'approved' }),
      await work.owner.updateOrgEventRole({ orgId, roleId: template, name: 'x' }),
      await work.owner.deleteOrgEventRole({ orgId, roleId: template }),
    ])
      expect(reply).toMatchObject(refused(EventChanged))
    vi.restoreAllMocks()
    expect(await expectCounted(at, roleId)).toBe(1)
  })
})
