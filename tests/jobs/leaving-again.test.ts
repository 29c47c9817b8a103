import { beforeEach, describe, expect, it } from 'vitest'
import { eventJob } from '../../functions/events/index.ts'
import { NotActiveMember } from '../../functions/jobs/contract/failures.ts'
import { jobAssignment, volunteerSignup } from '../../functions/jobs/repository.ts'
import { taskHandlers } from '../../functions/jobs/scheduled-tasks.ts'
import { put, update } from '../../lib/table/write.ts'
import { type Staged, staged } from '../agendas/events.ts'
import { replanned } from '../attendance/events.ts'
import { type WholeStream, wholeStream } from '../privacy/stream.ts'
import { refused } from '../support/agent.ts'
import { sweep } from '../support/due.ts'
import { asAdmin } from '../support/inboxes.ts'
import { joined } from '../support/societies.ts'
import { shift, type Work, workOf } from './work.ts'

let s: Staged
let work: Work
let stream: WholeStream
let stages = 0
beforeEach(async () => {
  stages += 1
  s = await staged(`again${stages}`)
  work = workOf(s)
  stream = await wholeStream(s.w)
})

describe('work that was given while its person went', () => {
  const again = async (seconds: number) => {
    s.w.clock.advance(seconds)
    await sweep(s.w, taskHandlers)
    await stream.drain(2)
  }

  // rules/jobs 34, rules/jobs 37
  it('does not stay', async () => {
    const person = await work.member()
    const { at } = await s.hosted()
    const roleId = await work.jobIn(at, { requiredCount: 1 })
    await work.assigned(at, roleId, person)
    const offered = await work.jobIn(at, shift(9, 10))
    expect((await person.device.createVolunteerSignup({ ...at, roleId: offered })).status).toBe(201)
    await stream.drain()
    const [row] = await work.assignmentsOf(at.eventId)
    const offers = () => s.w.table().list(volunteerSignup, { keyParams: at, limit: 9, strong: true })
    const [offer] = (await offers()).items
    await work.leaves(person)
    await stream.drain()
    expect(await work.assignmentsOf(at.eventId)).toEqual([])
    if (!row || !offer) throw new Error('nothing was given')
    const landed = [
      put(jobAssignment, row, { absent: true }),
      put(volunteerSignup, offer, { absent: true }),
      update(eventJob, { eventId: at.eventId, jobId: roleId }, { add: { filledCount: 1 } }),
    ]
    expect((await s.w.table().write(landed)).ok).toBe(true)
    await again(14 * 60)
    expect(await work.assignmentsOf(at.eventId)).toHaveLength(1)
    await again(2 * 60)
    expect(await work.assignmentsOf(at.eventId)).toEqual([])
    expect((await offers()).items).toEqual([])
    const job = await s.w.table().get(eventJob, { eventId: at.eventId, jobId: roleId }, { strong: true })
    expect(job?.filledCount).toBe(0)
  })

  // rules/jobs 37
  it('does not stay where the person is back by then', async () => {
    const person = await work.member()
    const { at } = await s.hosted()
    const roleId = await work.jobIn(at, shift(1, 2))
    await work.assigned(at, roleId, person)
    const [row] = await work.assignmentsOf(at.eventId)
    if (!row) throw new Error('nothing was given')
    await stream.drain()
    await work.leaves(person)
    await stream.drain()
    s.w.clock.advance(60)
    await joined(s.club, person)
    const filled = update(eventJob, { eventId: at.eventId, jobId: roleId }, { add: { filledCount: 1 } })
    expect((await s.w.table().write([put(jobAssignment, row, { absent: true }), filled])).ok).toBe(true)
    await again(16 * 60)
    expect(await work.assignmentsOf(at.eventId)).toEqual([])
  })

  // rules/jobs 36, rules/jobs 37
  it('does not stay where an event lost the organization', async () => {
    const helping = await joined(s.helper, await work.member())
    await work.leaves(helping)
    const { at } = await s.hosted()
    const roleId = await work.jobIn(at, shift(1, 2))
    await work.assigned(at, roleId, helping)
    await stream.drain()
    const [row] = await work.assignmentsOf(at.eventId)
    await replanned(s.w, at.eventId, { collaborators: [] })
    await stream.drain()
    expect(await work.assignmentsOf(at.eventId)).toEqual([])
    if (!row) throw new Error('nothing was given')
    const filled = update(eventJob, { eventId: at.eventId, jobId: roleId }, { add: { filledCount: 1 } })
    expect((await s.w.table().write([put(jobAssignment, row, { absent: true }), filled])).ok).toBe(true)
    await again(16 * 60)
    expect(await work.assignmentsOf(at.eventId)).toEqual([])
  })
})

describe('who may not come', () => {
  // rules/jobs 12, rules/jobs 33
  it('is given no work: a member who is suspended at the school', async () => {
    const dean = await asAdmin(s.w)
    const person = await work.member()
    const { at } = await s.hosted()
    const roleId = await work.jobIn(at, { requiredCount: 5 })
    const { body } = await person.device.createVolunteerSignup({ ...at, roleId })
    const suspended = await dean.device.setUserAccess({ userId: person.user._id, accessSuspended: true })
    expect(suspended.status).toBe(200)
    expect(await work.assign(at, roleId, person)).toMatchObject(refused(NotActiveMember))
    const signupId = body.data.signup._id
    const approval = await work.owner.decideVolunteerSignup({ ...at, signupId, status: 'approved' })
    expect(approval).toMatchObject(refused(NotActiveMember))
  })

  // rules/jobs 33
  it('is given no work that is open to all who may: somebody who has left', async () => {
    const person = await work.member()
    const { at } = await s.hosted({ visibility: 'members_only' })
    const roleId = await work.jobIn(at, { openToAll: true })
    const { body } = await person.device.createVolunteerSignup({ ...at, roleId })
    await work.leaves(person)
    const signupId = body.data.signup._id
    const approval = await work.owner.decideVolunteerSignup({ ...at, signupId, status: 'approved' })
    expect(approval).toMatchObject(refused(NotActiveMember))
    expect(await work.assignmentsOf(at.eventId)).toEqual([])
  })
})
