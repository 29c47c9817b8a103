import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventCard } from '../../functions/events/index.ts'
import {
  AlreadyAssigned,
  AssignmentNotDeleted,
  AssignmentNotFound,
  EventNotFound,
  JobNotFound,
  NotActiveMember,
  OwnAnswerOnly,
  RoleFull,
} from '../../functions/jobs/contract/failures.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { lastCost, type Staged, staged } from '../agendas/events.ts'
import { refused } from '../support/agent.ts'
import { founded } from '../support/societies.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { type Work, workOf } from './work.ts'

let s: Staged
let work: Work
beforeAll(async () => {
  s = await staged('work')
  work = workOf(s)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const placed = async (more: object = {}) => {
  const { at, card } = await s.hosted()
  return { at, card, roleId: await work.jobIn(at, more) }
}
const one = async () => {
  const place = await placed()
  const person = await work.member()
  return { ...place, person, assignmentId: await work.assigned(place.at, place.roleId, person) }
}

describe('an assignment', () => {
  // rules/jobs 7
  it('takes a place, at the times of the event unless the job has its own', async () => {
    const { at, card, roleId } = await placed({ requiredCount: 2 })
    const person = await work.member()
    const { status, body } = await work.assign(at, roleId, person, { notes: ' Bring keys ' })
    expect([status, body.message]).toEqual([201, 'Assignment created successfully'])
    expect(body.data.assignment).toMatchObject({
      eventId: at.eventId,
      roleId,
      roleName: 'Usher',
      memberId: person.user._id,
      status: 'confirmed',
      notes: 'Bring keys',
      confirmedAt: body.data.assignment.assignedAt,
      shiftStart: card.start_time,
      shiftEnd: card.end_time,
    })
    const [role] = await work.rolesOf(at)
    expect(role).toMatchObject({ filledCount: 1 })
    const shown = { _id: body.data.assignment._id, member: { _id: person.user._id, name: person.user.name } }
    expect(role.assignments).toMatchObject([shown])
    const { assignments } = (await work.owner.listAssignments(at)).body.data
    const { user, email } = person
    const memberId = { _id: user._id, name: user.name, username: user.username, email }
    expect(role.assignments).toEqual([{ ...assignments[0], memberId }])
    expect(JSON.stringify(assignments)).not.toContain('@')
    const mine = (await person.device.listMyAssignments()).body.data.assignments
    expect(mine).toMatchObject([{ roleName: 'Usher', event: { _id: at.eventId, name: card.name } }])
  })

  // rules/jobs 11
  it('is for active members of the organizations of the event', async () => {
    const { at, roleId } = await placed({ requiredCount: 5 })
    expect(await work.assign(at, roleId, s.club.outsider)).toMatchObject(refused(NotActiveMember))
    const former = await work.member()
    await s.w
      .table()
      .update(orgMember, { orgId: at.orgId, userId: former.user._id }, { set: { status: 'inactive' } })
    expect(await work.assign(at, roleId, former)).toMatchObject(refused(NotActiveMember))
    expect((await work.assign(at, roleId, s.helper.owner)).status).toBe(201)
    const alone = await s.hosted({ collaborators: [] })
    const there = await work.jobIn(alone.at)
    expect(await work.assign(alone.at, there, s.helper.owner)).toMatchObject(refused(NotActiveMember))
  })

  // rules/jobs 13
  it('is there once, and only in a job of the event that has a place', async () => {
    const { at, roleId, person } = await one()
    expect(await work.assign(at, roleId, person)).toMatchObject(refused(AlreadyAssigned))
    expect(await work.assign(at, roleId, s.club.officer)).toMatchObject(refused(RoleFull))
    const other = await placed()
    expect(await work.assign(other.at, roleId, person)).toMatchObject(refused(JobNotFound))
    expect(await work.assign({ ...at, eventId: 'absent' }, roleId, person)).toMatchObject(
      refused(EventNotFound),
    )
    expect(await work.filled(at)).toBe(1)
  })

  // rules/jobs 15, rules/jobs 18
  it('is confirmed and declined by the assigned, and by nobody else without the right to', async () => {
    const { at, person, assignmentId } = await one()
    const answer = (device: typeof person.device, more: object) =>
      device.updateAssignment({ ...at, assignmentId, ...more })
    const declined = await answer(person.device, { status: 'declined' })
    expect([declined.status, declined.body.message]).toEqual([200, 'Assignment updated successfully'])
    expect(declined.body.data.assignment).toMatchObject({ status: 'declined' })
    expect(declined.body.data.assignment.confirmedAt).toBeUndefined()
    expect(await work.filled(at)).toBe(1)
    const again = await answer(person.device, { status: 'confirmed' })
    expect(again.body.data.assignment.confirmedAt).toBe(s.w.clock.now().toISOString())
    for (const more of [{ status: 'assigned' }, { status: 'declined', notes: 'Ill' }, {}])
      expect(await answer(person.device, more)).toMatchObject(refused(OwnAnswerOnly))
    expect((await answer(s.club.member.device, { status: 'declined' })).status).toBe(403)
    const noted = await answer(work.owner, { status: 'assigned', notes: 'Early' })
    expect(noted.body.data.assignment).toMatchObject({ status: 'assigned', notes: 'Early' })
    expect((await answer(work.owner, { notes: null })).body.data.assignment.notes).toBeUndefined()
    expect((await answer(work.owner, { status: 'maybe' })).status).toBe(400)
  })

  it('that is absent cannot be changed', async () => {
    const { at, assignmentId } = await one()
    const change = (more: object) => work.owner.updateAssignment({ ...at, assignmentId, notes: 'x', ...more })
    for (const id of ['absent', 'absent.absent'])
      expect(await change({ assignmentId: id })).toMatchObject(refused(AssignmentNotFound))
    expect(await change({ eventId: 'absent' })).toMatchObject(refused(EventNotFound))
  })
})

describe('deleting an assignment', () => {
  // rules/jobs 22
  it('frees its place at once', async () => {
    const { at, roleId, person, assignmentId } = await one()
    const { status, body } = await work.owner.deleteAssignment({ ...at, assignmentId })
    expect([status, body]).toEqual([200, { success: true, message: 'Assignment deleted successfully' }])
    expect(await work.filled(at)).toBe(0)
    expect((await work.assign(at, roleId, s.club.member)).status).toBe(201)
    expect((await person.device.listMyAssignments()).body.data.assignments).toEqual([])
  })

  it('finds none that is absent, and says so in these words alone', async () => {
    const { at, card, assignmentId } = await one()
    const gone = (more: object) => work.owner.deleteAssignment({ ...at, assignmentId, ...more })
    const foreign = await s.hosted({ hostingId: 'other', collaborators: [] })
    for (const more of [
      { assignmentId: 'absent' },
      { assignmentId: 'absent.absent' },
      { assignmentId: `.${assignmentId}` },
      { eventId: 'absent' },
      { eventId: foreign.at.eventId },
    ]) {
      const { status, body } = await gone(more)
      expect([status, body]).toEqual([404, { success: false, message: 'Assignment not found' }])
    }
    await s.w.table().put(eventCard, { ...card, deletedAt: '2026-03-01T00:00:00.000Z' })
    expect(await gone({})).toMatchObject(refused(AssignmentNotFound))
  })

  // rules/jobs 23
  it('of another organization does nothing', async () => {
    const { at, assignmentId } = await one()
    const other = await founded(s.club.outsider)
    const reply = await other.owner.device.deleteAssignment({ ...at, orgId: other.orgId, assignmentId })
    expect(reply).toMatchObject(refused(AssignmentNotFound))
    expect(await work.filled(at)).toBe(1)
  })

  it('is open to an organization that helps', async () => {
    const { at, assignmentId } = await one()
    const place = { ...at, orgId: s.helper.orgId, assignmentId }
    expect((await s.helper.owner.device.deleteAssignment(place)).status).toBe(200)
    expect(await work.filled(at)).toBe(0)
  })

  // rules/jobs 22
  it('happens once of ten at once', async () => {
    const { at, assignmentId } = await one()
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => work.owner.deleteAssignment({ ...at, assignmentId })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)])
    expect(await work.filled(at)).toBe(0)
  })

  it('costs one round trip behind authentication', async () => {
    using _rounds = logicalRounds()
    const { at, assignmentId } = await one()
    await work.owner.getAgenda(at)
    const { depth } = lastCost(s.w)
    await work.owner.deleteAssignment({ ...at, assignmentId })
    expect(lastCost(s.w).depth).toBe(depth)
  })

  it.each([
    ['throttles', { name: 'ThrottlingException' }],
    ['does not answer', { name: 'TimeoutError' }],
    ['breaks', { name: 'ValidationException' }],
  ])('that fails since the table %s says so, and why only to the log', async (_, error) => {
    const { at, assignmentId } = await one()
    const { documents } = s.w.runtime.client
    const send = documents.send.bind(documents) as (command: unknown) => Promise<unknown>
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.spyOn(documents, 'send').mockImplementation(((command: { input: object }) =>
      'TransactItems' in command.input
        ? Promise.reject(Object.assign(new Error('secret'), error))
        : send(command)) as never)
    const reply = await work.owner.deleteAssignment({ ...at, assignmentId })
    expect(reply).toMatchObject(refused(AssignmentNotDeleted))
    expect(reply.body).toEqual({
      success: false,
      message: 'Error deleting assignment',
      error: expect.stringMatching(/^Error deleting assignment\. Request request-\d+$/),
    })
    vi.restoreAllMocks()
    expect(await work.filled(at)).toBe(1)
    expect((await work.owner.deleteAssignment({ ...at, assignmentId })).status).toBe(200)
  })
})

describe('a list of assignments', () => {
  it('goes on behind its pages, also of one job', async () => {
    const { at } = await s.hosted()
    const jobs = [await work.jobIn(at, { requiredCount: 3 }), await work.jobIn(at, { requiredCount: 3 })]
    const people = [await work.member(), await work.member(), await work.member()]
    for (const person of people)
      for (const [number, roleId] of jobs.entries())
        await work.assigned(at, roleId, person, { status: number === 0 ? 'confirmed' : 'declined' })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = (await work.owner.listAssignments({ ...at, limit: 4, ...(cursor ? { cursor } : {}) })).body
        .data
      seen.push(...page.assignments.map(({ _id }: { _id: string }) => _id))
      cursor = page.nextCursor
    } while (cursor)
    expect(new Set(seen).size).toBe(6)
    const own = (await work.owner.listAssignments({ ...at, roleId: jobs[1] })).body.data.assignments
    expect(own.map(({ status }: { status: string }) => status)).toEqual(Array(3).fill('declined'))
    expect(await work.owner.listAssignments({ ...at, eventId: 'absent' })).toMatchObject(
      refused(EventNotFound),
    )
    expect(await work.owner.listEventJobs({ ...at, eventId: 'absent' })).toMatchObject(refused(EventNotFound))
  })
})
