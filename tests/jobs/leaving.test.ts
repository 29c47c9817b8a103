import { beforeAll, describe, expect, it } from 'vitest'
import { NotActiveMember } from '../../functions/jobs/contract/failures.ts'
import { itemAt, type Staged, staged } from '../agendas/events.ts'
import { type WholeStream, wholeStream } from '../privacy/stream.ts'
import { refused } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import { founded, joined } from '../support/societies.ts'
import { interrupted } from '../support/table/interrupted.ts'
import { shift, type Work, workOf } from './work.ts'

let s: Staged
let work: Work
let stream: WholeStream
beforeAll(async () => {
  s = await staged('relief')
  work = workOf(s)
  stream = await wholeStream(s.w)
})

describe('a member who leaves the organization', () => {
  // rules/jobs 34
  it('is relieved of what is to come, page by page, and others get the place', async () => {
    const person = await work.member()
    const { at } = await s.hosted()
    for (let hour = 0; hour < 23; hour += 1) {
      const roleId = await work.jobIn(at, shift(hour, hour + 1))
      await work.assigned(at, roleId, person)
    }
    const other = await s.hosted()
    const [last, more] = [
      await work.jobIn(other.at, {
        shiftStart: '2026-04-05T08:00:00.000Z',
        shiftEnd: '2026-04-05T09:00:00.000Z',
      }),
      await work.jobIn(other.at, {
        shiftStart: '2026-04-06T08:00:00.000Z',
        shiftEnd: '2026-04-06T09:00:00.000Z',
      }),
    ]
    for (const roleId of [last, more]) await work.assigned(other.at, roleId, person)
    const third = await s.hosted()
    const end = await work.jobIn(third.at, {
      shiftStart: '2026-04-07T08:00:00.000Z',
      shiftEnd: '2026-04-07T09:00:00.000Z',
    })
    await work.assigned(third.at, end, person)
    await stream.drain()
    await work.leaves(person)
    await stream.drain()
    for (const place of [at, other.at, third.at]) {
      expect(await work.assignmentsOf(place.eventId)).toEqual([])
      for (const { filledCount } of await work.rolesOf(place)) expect(filledCount).toBe(0)
    }
    expect((await work.assign(third.at, end, await work.member())).status).toBe(201)
  })

  // rules/jobs 35
  it('keeps a job that is open to all, one for an organization they are still in, and what has been', async () => {
    const person = await work.member()
    const { at } = await s.hosted()
    const [open, past] = [
      await work.jobIn(at, { ...shift(1, 2), openToAll: true }),
      await work.jobIn(at, { shiftStart: '2026-02-27T08:00:00.000Z', shiftEnd: '2026-02-27T09:00:00.000Z' }),
    ]
    for (const roleId of [open, past]) await work.assigned(at, roleId, person)
    const helping = await joined(s.helper, await work.member())
    const both = await work.jobIn(at, shift(5, 6))
    await work.assigned(at, both, helping)
    await stream.drain()
    for (const one of [person, helping]) await work.leaves(one)
    await stream.drain(2)
    const kept = (await work.assignmentsOf(at.eventId)).map(({ jobId }) => jobId)
    expect(kept.sort()).toEqual([open, past, both].sort())
  })

  // rules/jobs 34
  it('keeps nothing of the time before when they are back before anybody has looked', async () => {
    const person = await work.member()
    const { at } = await s.hosted()
    await work.assigned(at, await work.jobIn(at, shift(1, 2)), person)
    await stream.drain()
    s.w.clock.advance(60)
    await work.leaves(person)
    s.w.clock.advance(60)
    await joined(s.club, person)
    await stream.drain()
    expect(await work.assignmentsOf(at.eventId)).toEqual([])
  })

  // rules/jobs 34
  it('keeps work at events of other organizations, even from before they joined those', async () => {
    const person = await registered(s.w, 'elsewhere', { username: 'elsewhere' })
    const other = await founded(await registered(s.w, 'founder', { username: 'founder' }))
    await joined(other, person)
    const { at } = await s.hosted()
    const roleId = await work.jobIn(at, { ...shift(1, 2), openToAll: true })
    const { signup } = (await person.device.createVolunteerSignup({ ...at, roleId })).body.data
    const decision = { ...at, signupId: signup._id, status: 'approved' }
    expect((await work.owner.decideVolunteerSignup(decision)).status).toBe(200)
    s.w.clock.advance(60)
    await joined(s.club, person)
    expect((await work.owner.updateEventJob({ ...at, roleId, openToAll: false })).status).toBe(200)
    await stream.drain()
    expect((await person.device.leaveOrganization({ orgId: other.orgId })).status).toBe(200)
    await stream.drain()
    expect(await work.assignmentsOf(at.eventId)).toHaveLength(1)
  })

  // rules/jobs 11, rules/jobs 33
  it('is assigned nothing by who has seen them as a member a moment ago', async () => {
    const [person, volunteer] = [await work.member(), await work.member()]
    const { at } = await s.hosted()
    const roleId = await work.jobIn(at, { requiredCount: 5 })
    const reply = await interrupted(
      s.w,
      () => work.assign(at, roleId, person),
      () => work.leaves(person),
    )
    expect(reply).toMatchObject(refused(NotActiveMember))
    const { body } = await volunteer.device.createVolunteerSignup({ ...at, roleId })
    const approval = await interrupted(
      s.w,
      () => work.owner.decideVolunteerSignup({ ...at, signupId: body.data.signup._id, status: 'approved' }),
      () => work.leaves(volunteer),
    )
    expect(approval).toMatchObject(refused(NotActiveMember))
    expect(await work.assignmentsOf(at.eventId)).toEqual([])
  })
})

describe('an agenda that names a job which is gone', () => {
  // rules/jobs 10
  it('is read without it, by organizers and by everybody', async () => {
    const { at } = await s.hosted()
    const [gone, kept] = [await work.jobIn(at), await work.jobIn(at)]
    await work.owner.saveAgenda({ ...at, items: [itemAt(9, { assignedRoles: [gone, kept] })] })
    await work.owner.publishAgenda(at)
    await work.owner.deleteEventJob({ ...at, roleId: gone })
    const { body: own } = await work.owner.getAgenda(at)
    expect(own.data.agenda.items).toMatchObject([{ assignedRoles: [kept] }])
    const { body: open } = await s.w.device().getPublicAgenda({ eventId: at.eventId })
    expect(open.data.agenda.items).toMatchObject([{ assignedRoles: [kept] }])
    const [item] = own.data.agenda.items
    const { id: itemId, ...whole } = item
    expect((await work.owner.updateAgendaItem({ ...at, itemId, ...whole })).status).toBe(200)
  })
})
