import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  AlreadySignedUp,
  BelowFilled,
  JobNotFound,
  RoleFull,
  SignupDecided,
} from '../../functions/jobs/contract/failures.ts'
import { type Staged, staged } from '../agendas/events.ts'
import { meanwhile } from '../operations/lost-to-others.ts'
import { refused } from '../support/agent.ts'
import { shift, type Work, workOf } from './work.ts'

let s: Staged
let work: Work
beforeAll(async () => {
  s = await staged('between')
  work = workOf(s)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const placed = async (more: object = {}) => {
  const { at } = await s.hosted()
  const roleId = await work.jobIn(at, { requiredCount: 2, ...more })
  const resize = (requiredCount: number) => work.owner.updateEventJob({ ...at, roleId, requiredCount })
  return { at, roleId, resize }
}

describe('between what was read and what is written', () => {
  it('a job may lose the place that somebody is assigned to', async () => {
    const { at, roleId, resize } = await placed()
    await work.assigned(at, roleId, await work.member())
    const person = await work.member()
    meanwhile(s.w, roleId, () => resize(1))
    expect(await work.assign(at, roleId, person)).toMatchObject(refused(RoleFull))
    expect(await work.filled(at)).toBe(1)
  })

  it('a job may move, and the shift with it', async () => {
    const { at, roleId } = await placed(shift(8, 10))
    const person = await work.member()
    meanwhile(s.w, roleId, () => work.owner.updateEventJob({ ...at, roleId, ...shift(12, 14) }))
    const { body } = await work.assign(at, roleId, person)
    expect(body.data.assignment).toMatchObject(shift(12, 14))
  })

  it('a job may go', async () => {
    const { at, roleId } = await placed()
    const person = await work.member()
    meanwhile(s.w, roleId, () => work.owner.deleteEventJob({ ...at, roleId }))
    expect(await work.assign(at, roleId, person)).toMatchObject(refused(JobNotFound))
  })

  // rules/jobs 8
  it('somebody may take a place that an organizer takes away', async () => {
    const { at, roleId, resize } = await placed()
    await work.assigned(at, roleId, await work.member())
    const person = await work.member()
    meanwhile(s.w, roleId, () => work.assign(at, roleId, person))
    expect(await resize(1)).toMatchObject(refused(BelowFilled))
    expect((await work.rolesOf(at))[0]).toMatchObject({ requiredCount: 2, filledCount: 2 })
  })

  // rules/jobs 32
  it('an offer may be taken back that is approved', async () => {
    const { at, roleId } = await placed()
    const person = await work.member()
    const signupId = (await person.device.createVolunteerSignup({ ...at, roleId })).body.data.signup._id
    const decide = (status: string, device = work.owner) =>
      device.decideVolunteerSignup({ ...at, signupId, status })
    meanwhile(s.w, roleId, () => decide('cancelled', person.device))
    expect(await decide('approved')).toMatchObject(refused(SignupDecided))
    expect(await work.filled(at)).toBe(0)
  })

  // rules/jobs 26, rules/jobs 29
  it('a job may be filled that somebody offers to do, or the offer made twice', async () => {
    const { at, roleId } = await placed({ requiredCount: 1 })
    const [person, other] = [await work.member(), await work.member()]
    const offer = () => person.device.createVolunteerSignup({ ...at, roleId })
    meanwhile(s.w, roleId, () => work.assign(at, roleId, other))
    expect(await offer()).toMatchObject(refused(RoleFull))
    vi.restoreAllMocks()
    await work.owner.deleteAssignment({ ...at, assignmentId: `${roleId}.${other.user._id}` })
    meanwhile(s.w, roleId, offer)
    expect(await offer()).toMatchObject(refused(AlreadySignedUp))
  })
})
