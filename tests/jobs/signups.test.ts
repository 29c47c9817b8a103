import { beforeAll, describe, expect, it } from 'vitest'
import {
  AlreadyAssigned,
  AlreadySignedUp,
  BadShift,
  EventNotFound,
  JobNotFound,
  NotActiveMember,
  OwnSignupOnly,
  RoleFull,
  ShiftOverlap,
  SignupDecided,
  SignupNotFound,
  SignupOverlap,
} from '../../functions/jobs/contract/failures.ts'
import { jobAssignment } from '../../functions/jobs/repository.ts'
import { NotAnOrgMember } from '../../lib/contract/permissions.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { type Staged, staged } from '../agendas/events.ts'
import { refused } from '../support/agent.ts'
import type { Person } from '../support/people.ts'
import { shift, type Work, workOf } from './work.ts'

let s: Staged
let work: Work
beforeAll(async () => {
  s = await staged('signup')
  work = workOf(s)
})

type At = Staged['hosted'] extends () => Promise<{ at: infer A }> ? A : never

const offer = ({ device }: Person, at: At, roleId: string, more: object = {}) =>
  device.createVolunteerSignup({ ...at, roleId, ...more })
const offered = async (person: Person, at: At, roleId: string, more: object = {}): Promise<string> => {
  const { status, body } = await offer(person, at, roleId, more)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.data.signup._id
}
const decide = (at: At, signupId: string, status: string, device = work.owner) =>
  device.decideVolunteerSignup({ ...at, signupId, status })

const placed = async (more: object = {}) => {
  const { at } = await s.hosted()
  return { at, roleId: await work.jobIn(at, more) }
}
const waiting = async (more: object = {}) => {
  const place = await placed(more)
  const person = await work.member()
  return { ...place, person, signupId: await offered(person, place.at, place.roleId) }
}

describe('an offer', () => {
  // rules/jobs 26
  it('waits for a decision and takes no place', async () => {
    const { at, roleId } = await placed()
    const person = await work.member()
    const more = {
      ...shift(9, 11),
      breakRequest: { startTime: '2026-04-01T10:00:00Z', endTime: '2026-04-01T10:15:00Z', reason: 'Tea' },
      availability: [{ start: '2026-04-01T08:00:00Z', end: '2026-04-01T12:00:00Z' }],
    }
    const { status, body } = await offer(person, at, roleId, more)
    expect([status, body.message]).toEqual([201, 'Volunteer signup created successfully'])
    expect(body.data.signup).toMatchObject({
      eventId: at.eventId,
      roleId,
      memberId: person.user._id,
      status: 'pending',
      ...shift(9, 11),
      breakRequest: { startTime: '2026-04-01T10:00:00.000Z', reason: 'Tea' },
      availability: [{ start: '2026-04-01T08:00:00.000Z', end: '2026-04-01T12:00:00.000Z' }],
    })
    const { signups } = (await work.owner.listVolunteerSignups(at)).body.data
    expect(signups).toMatchObject([{ roleName: 'Usher', member: { _id: person.user._id } }])
    expect(await work.filled(at)).toBe(0)
  })

  // rules/jobs 29
  it('is made once, and again after it was taken back', async () => {
    const { at, roleId, person, signupId } = await waiting()
    expect(await offer(person, at, roleId)).toMatchObject(refused(AlreadySignedUp))
    expect((await decide(at, signupId, 'cancelled', person.device)).status).toBe(200)
    expect((await offer(person, at, roleId)).status).toBe(201)
    expect(await decide(at, signupId, 'rejected')).toMatchObject({ status: 200 })
    expect(await offer(person, at, roleId)).toMatchObject(refused(AlreadySignedUp))
    const twin = await work.member()
    const twice = await Promise.all([1, 2, 3, 4].map(() => offer(twin, at, roleId)))
    expect(twice.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  // rules/jobs 24
  it('is for members, unless the job is open to all', async () => {
    const { at, roleId } = await placed()
    expect(await offer(s.club.outsider, at, roleId)).toMatchObject(refused(NotAnOrgMember))
    expect((await offer(s.helper.owner, at, roleId)).status).toBe(201)
    const open = await placed({ openToAll: true, ...shift(1, 2) })
    const signupId = await offered(s.club.outsider, open.at, open.roleId)
    expect((await decide(open.at, signupId, 'approved')).status).toBe(200)
  })

  // rules/jobs 25
  it('needs an event that the person may see, and a job of it', async () => {
    const { at, roleId } = await placed()
    const other = await placed()
    const person = await work.member()
    expect(await offer(person, other.at, roleId)).toMatchObject(refused(JobNotFound))
    expect(await offer(person, { ...at, eventId: 'absent' }, roleId)).toMatchObject(refused(EventNotFound))
    const draft = await s.hosted({ status: 'draft' })
    const hidden = await work.jobIn(draft.at)
    expect(await offer(person, draft.at, hidden)).toMatchObject(refused(EventNotFound))
    const wrong = { shiftStart: '2026-04-01T10:00:00Z' }
    expect(await offer(person, at, roleId, wrong)).toMatchObject(
      refused({ ...BadShift, message: 'Send shiftStart and shiftEnd together' }),
    )
    const breakRequest = { startTime: 'x', endTime: 'y' }
    expect(await offer(person, at, roleId, { breakRequest })).toMatchObject(
      refused({ ...BadShift, message: 'breakRequest is not a valid time range' }),
    )
  })

  // rules/jobs 26
  it('is not possible for a job that is full', async () => {
    const { at, roleId } = await placed()
    await work.assigned(at, roleId, await work.member())
    expect(await offer(await work.member(), at, roleId)).toMatchObject(refused(RoleFull))
  })

  // rules/jobs 27
  it('does not overlap with what the person has or has offered', async () => {
    const { at } = await s.hosted()
    const [first, second, third] = [
      await work.jobIn(at, shift(8, 10)),
      await work.jobIn(at, shift(9, 11)),
      await work.jobIn(at, shift(10, 12)),
    ]
    const person = await work.member()
    const signupId = await offered(person, at, first)
    expect(await offer(person, at, second)).toMatchObject(refused(SignupOverlap))
    await decide(at, signupId, 'rejected')
    await work.assigned(at, third, person)
    expect(await offer(person, at, second)).toMatchObject(refused(SignupOverlap))
    const busy = await work.member()
    const both = await Promise.all([offer(busy, at, first), offer(busy, at, second)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
  })

  // rules/jobs 28
  it('does not keep an organizer from assigning the person elsewhere', async () => {
    const { at, person, signupId } = await waiting()
    const other = await work.jobIn(at)
    expect((await work.assign(at, other, person)).status).toBe(201)
    expect(await decide(at, signupId, 'approved')).toMatchObject(refused(ShiftOverlap))
  })
})

describe('a decision on an offer', () => {
  // rules/jobs 29, rules/jobs 31, rules/jobs 32
  it('that approves it assigns at the same moment', async () => {
    const { at, roleId, person, signupId } = await waiting()
    const { status, body } = await decide(at, signupId, 'approved')
    expect([status, body.message]).toEqual([200, 'Volunteer signup updated successfully'])
    expect(body.data.signup).toMatchObject({ status: 'approved', decidedAt: s.w.clock.now().toISOString() })
    const [role] = await work.rolesOf(at)
    expect(role).toMatchObject({
      filledCount: 1,
      assignments: [{ memberId: { _id: person.user._id }, status: 'confirmed' }],
    })
    expect((await decide(at, signupId, 'approved')).status).toBe(200)
    expect(await work.filled(at)).toBe(1)
    expect(await decide(at, signupId, 'rejected')).toMatchObject(refused(SignupDecided))
    expect(await offer(person, at, roleId)).toMatchObject(refused(AlreadySignedUp))
    await work.owner.deleteAssignment({ ...at, assignmentId: signupId })
    expect((await offer(person, at, roleId)).status).toBe(201)
  })

  // rules/jobs 31
  it('keeps the times that the person asked for', async () => {
    const { at, roleId } = await placed({ requiredCount: 2, ...shift(9, 17) })
    const person = await work.member()
    const signupId = await offered(person, at, roleId, shift(9, 11))
    await decide(at, signupId, 'approved')
    const [memberId, jobId] = [person.user._id, roleId]
    expect(await s.w.table().get(jobAssignment, { ...at, jobId, memberId })).toMatchObject(shift(9, 11))
  })

  // rules/jobs 33
  it('is refused when the place, or the person, is not there any more', async () => {
    const { at, roleId, person, signupId } = await waiting()
    await work.assigned(at, roleId, await work.member())
    expect(await decide(at, signupId, 'approved')).toMatchObject(refused(RoleFull))
    const assigned = await waiting({ requiredCount: 2 })
    await work.assigned(assigned.at, assigned.roleId, assigned.person)
    expect(await decide(assigned.at, assigned.signupId, 'approved')).toMatchObject(refused(AlreadyAssigned))
    const former = { orgId: at.orgId, userId: person.user._id }
    await s.w.table().update(orgMember, former, { set: { status: 'inactive' } })
    expect(await decide(at, signupId, 'approved')).toMatchObject(refused(NotActiveMember))
    expect((await decide(at, signupId, 'rejected')).status).toBe(200)
  })

  // rules/jobs 30
  it('belongs to organizers, and taking it back to its owner', async () => {
    const { at, person, signupId } = await waiting()
    for (const status of ['approved', 'rejected'])
      expect(await decide(at, signupId, status, person.device)).toMatchObject(refused(OwnSignupOnly))
    expect(await decide(at, signupId, 'cancelled')).toMatchObject(refused(OwnSignupOnly))
    expect((await decide(at, signupId, 'cancelled', s.club.member.device)).status).toBe(403)
    for (const id of ['absent', 'absent.absent'])
      expect(await decide(at, id, 'rejected')).toMatchObject(refused(SignupNotFound))
    const elsewhere = { ...at, eventId: 'absent' }
    expect(await decide(elsewhere, signupId, 'rejected')).toMatchObject(refused(EventNotFound))
    expect(await work.owner.listVolunteerSignups(elsewhere)).toMatchObject(refused(EventNotFound))
    expect((await decide(at, signupId, 'pending')).status).toBe(400)
  })

  // rules/jobs 13, rules/jobs 32
  it('is one of ten at once, and never more people than places', async () => {
    const { at, roleId } = await placed({ requiredCount: 2 })
    const ids: string[] = []
    for (let number = 0; number < 5; number += 1) ids.push(await offered(await work.member(), at, roleId))
    const replies = await Promise.all(
      ids.flatMap((id) => [decide(at, id, 'approved'), decide(at, id, 'rejected')]),
    )
    expect(replies.filter(({ status }) => status >= 500)).toEqual([])
    const { signups } = (await work.owner.listVolunteerSignups(at)).body.data
    const approved = signups.filter(({ status }: { status: string }) => status === 'approved')
    expect(await work.filled(at)).toBe(approved.length)
    expect(approved.length).toBeLessThanOrEqual(2)
  })
})
