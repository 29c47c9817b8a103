import { beforeAll, describe, expect, it } from 'vitest'
import { eventJob } from '../../functions/events/index.ts'
import {
  BadShift,
  BelowFilled,
  EventNotFound,
  JobNotFound,
  RoleNameRequired,
  RoleNameTaken,
  TemplateNotFound,
  TooManyJobs,
  UnknownAgendaItem,
} from '../../functions/jobs/contract/failures.ts'
import { jobCount } from '../../functions/jobs/repository.ts'
import { itemAt, type Staged, staged } from '../agendas/events.ts'
import { refused } from '../support/agent.ts'
import { shift, type Work, workOf } from './work.ts'

let s: Staged
let work: Work
beforeAll(async () => {
  s = await staged('jobs')
  work = workOf(s)
})

const orgId = () => s.club.orgId
const template = async (name: string, more: object = {}) =>
  (await work.owner.createOrgEventRole({ orgId: orgId(), name, ...more })).body.data.role

describe('a template of jobs', () => {
  // rules/jobs 3
  it('is listed by name while it is in use', async () => {
    const made = await work.owner.createOrgEventRole({ orgId: orgId(), name: 'Usher', description: 'Seats' })
    expect([made.status, made.body.message]).toEqual([201, 'Event role created successfully'])
    expect(made.body.data.role).toMatchObject({ orgId: orgId(), name: 'Usher', isActive: true })
    await template('Barkeeper')
    await template('Retired', { isActive: false })
    const { body } = await work.owner.listOrgEventRoles({ orgId: orgId() })
    expect(body.data.roles.map(({ name }: { name: string }) => name)).toEqual(['Barkeeper', 'Usher'])
    const page = (await work.owner.listOrgEventRoles({ orgId: orgId(), limit: 1 })).body.data
    const rest = await work.owner.listOrgEventRoles({ orgId: orgId(), limit: 1, cursor: page.nextCursor })
    expect([page.roles[0].name, rest.body.data.roles[0].name]).toEqual(['Barkeeper', 'Usher'])
  })

  // rules/jobs 2
  it('has a name of its own, however it is written', async () => {
    const { _id: roleId } = await template('Door')
    await template('Stage')
    for (const name of ['DOOR', ' door ', 'ＤＯＯＲ'])
      expect(await work.owner.createOrgEventRole({ orgId: orgId(), name })).toMatchObject(
        refused(RoleNameTaken),
      )
    const rename = (name: string) => work.owner.updateOrgEventRole({ orgId: orgId(), roleId, name })
    expect(await rename('stage')).toMatchObject(refused(RoleNameTaken))
    const { status, body } = await rename('Doors')
    expect([status, body.message, body.data.role.name]).toEqual([
      200,
      'Event role updated successfully',
      'Doors',
    ])
    expect((await work.owner.createOrgEventRole({ orgId: orgId(), name: 'Door' })).status).toBe(201)
  })

  // rules/jobs 2
  it('is made once of twenty at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => work.owner.createOrgEventRole({ orgId: orgId(), name: 'Once' })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const reply of replies.filter(({ status }) => status !== 201))
      expect(reply).toMatchObject(refused(RoleNameTaken))
  })

  // rules/jobs 2
  it('goes, and its name is free', async () => {
    const named = { orgId: orgId(), roleId: (await template('Short'))._id }
    const { status, body } = await work.owner.deleteOrgEventRole(named)
    expect([status, body]).toEqual([200, { success: true, message: 'Event role deleted successfully' }])
    expect(await work.owner.deleteOrgEventRole(named)).toMatchObject(refused(TemplateNotFound))
    expect(await work.owner.updateOrgEventRole({ ...named, name: 'x' })).toMatchObject(
      refused(TemplateNotFound),
    )
    expect((await template('Short'))._id).not.toBe(named.roleId)
  })
})

describe('a job of an event', () => {
  // rules/jobs 4
  it('is made by a name or by a template', async () => {
    const { at } = await s.hosted()
    const { _id: orgRoleId } = await template('Singer', { description: 'Sings' })
    const made = await work.owner.createEventJob({ ...at, orgRoleId, requiredCount: 3, ...shift(9, 11) })
    expect([made.status, made.body.message]).toEqual([201, 'Event role created successfully'])
    expect(made.body.data.role).toMatchObject({
      ...at,
      orgRoleId,
      name: 'Singer',
      description: 'Sings',
      requiredCount: 3,
      filledCount: 0,
      ...shift(9, 11),
    })
    await work.jobIn(at, { name: ' Drummer ' })
    const roles = await work.rolesOf(at)
    expect(roles.map(({ name }: { name: string }) => name)).toEqual(['Singer', 'Drummer'])
    expect(roles[1]).toMatchObject({ requiredCount: 1, agendaItemIds: [], openToAll: false, assignments: [] })
  })

  it('needs a name, a known template, an event of the organization', async () => {
    const { at } = await s.hosted()
    const make = (more: object) => work.owner.createEventJob({ ...at, ...more })
    expect(await make({})).toMatchObject(refused(RoleNameRequired))
    expect(await make({ name: '  ' })).toMatchObject(refused(RoleNameRequired))
    expect(await make({ orgRoleId: 'absent' })).toMatchObject(refused(TemplateNotFound))
    expect(await make({ name: 'x', eventId: 'absent' })).toMatchObject(refused(EventNotFound))
    for (const requiredCount of [0, 1.5, 201, '2'])
      expect((await make({ name: 'x', requiredCount })).status).toBe(400)
  })

  // rules/jobs 6
  it('has a shift with a beginning and a later end, or none', async () => {
    const { at } = await s.hosted()
    const { shiftStart, shiftEnd } = shift(9, 11)
    const make = (more: object) => work.owner.createEventJob({ ...at, name: 'x', ...more })
    const saying = (message: string) => refused({ ...BadShift, message })
    expect(await make({ shiftStart: shiftEnd, shiftEnd: shiftStart })).toMatchObject(refused(BadShift))
    expect(await make({ shiftStart, shiftEnd: shiftStart })).toMatchObject(refused(BadShift))
    expect(await make({ shiftStart })).toMatchObject(saying('Send shiftStart and shiftEnd together'))
    expect(await make({ shiftStart: 'soon', shiftEnd })).toMatchObject(saying('invalid shiftStart format'))
    expect(await make({ shiftStart, shiftEnd: '2026-05-01T00:00:00Z' })).toMatchObject(
      saying('A shift can last at most 14 days'),
    )
    const roleId = await work.jobIn(at, shift(9, 11))
    const change = (more: object) => work.owner.updateEventJob({ ...at, roleId, ...more })
    expect(await change({ shiftEnd: '2026-04-01T08:00:00Z' })).toMatchObject(refused(BadShift))
    expect((await change({ shiftEnd: '2026-04-01T12:00:00Z' })).body.data.role).toMatchObject(shift(9, 12))
    const unzoned = { shiftStart: '2026-04-01T09:00', shiftEnd: '2026-04-01T13:00:00+02:00' }
    expect((await change(unzoned)).body.data.role).toMatchObject(shift(9, 11))
    const without = (await change({ shiftStart: null, shiftEnd: null })).body.data.role
    expect([without.shiftStart, without.shiftEnd]).toEqual([undefined, undefined])
  })

  // rules/jobs 5
  it('belongs to items of the agenda', async () => {
    const { at } = await s.hosted()
    await work.owner.saveAgenda({ ...at, items: [itemAt(9, { id: 'opening' })] })
    const roleId = await work.jobIn(at, { agendaItemIds: ['opening'] })
    const strange = { ...at, name: 'x', agendaItemIds: ['opening', 'closing'] }
    expect(await work.owner.createEventJob(strange)).toMatchObject(refused(UnknownAgendaItem))
    expect(await work.owner.updateEventJob({ ...strange, roleId })).toMatchObject(refused(UnknownAgendaItem))
  })

  // rules/jobs 8
  it('changes, though never to fewer people than it has', async () => {
    const { at } = await s.hosted()
    const roleId = await work.jobIn(at, { requiredCount: 2 })
    for (const person of [s.club.member, s.club.officer]) await work.assigned(at, roleId, person)
    const change = (more: object) => work.owner.updateEventJob({ ...at, roleId, ...more })
    expect(await change({ requiredCount: 1 })).toMatchObject(refused(BelowFilled))
    const { status, body } = await change({
      requiredCount: 5,
      name: 'Helper',
      openToAll: true,
    })
    expect([status, body.message]).toEqual([200, 'Event role updated successfully'])
    expect(body.data.role).toMatchObject({
      requiredCount: 5,
      name: 'Helper',
      filledCount: 2,
      openToAll: true,
    })
    for (const kept of [{ filledCount: 0 }, { assignments: [] }])
      expect((await change(kept)).status).toBe(400)
    expect(await change({ name: '' })).toMatchObject(refused(RoleNameRequired))
    expect(await change({ roleId: 'absent', name: 'x' })).toMatchObject(refused(JobNotFound))
    expect(await change({ eventId: 'absent', name: 'x' })).toMatchObject(refused(EventNotFound))
  })

  it('goes once', async () => {
    const { at } = await s.hosted()
    const named = { ...at, roleId: await work.jobIn(at) }
    const { status, body } = await work.owner.deleteEventJob(named)
    expect([status, body]).toEqual([200, { success: true, message: 'Event role deleted successfully' }])
    expect(await work.owner.deleteEventJob(named)).toMatchObject(refused(JobNotFound))
    expect(await work.rolesOf(at)).toEqual([])
    expect((await s.w.table().get(jobCount, at))?.count).toBe(0)
  })

  // rules/jobs 4
  it('is one of a hundred at most', async () => {
    const { at } = await s.hosted()
    await work.jobIn(at)
    await s.w.table().put(jobCount, { eventId: at.eventId, count: 100 })
    expect(await work.owner.createEventJob({ ...at, name: 'x' })).toMatchObject(refused(TooManyJobs))
    expect((await s.w.table().list(eventJob, { keyParams: at, limit: 10 })).items).toHaveLength(1)
  })
})
