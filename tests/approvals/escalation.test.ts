import { beforeAll, describe, expect, it } from 'vitest'
import { NotABackup, NotAuthorized, OwnEvent } from '../../functions/approvals/contract.ts'
import { refused } from '../support/agent.ts'
import { type Person, registered } from '../support/people.ts'
import {
  type ApprovalCampus,
  approvalCampus,
  assigned,
  flowIs,
  pass,
  pendingEvent,
  statusOf,
  strike,
  toldOf,
} from './campus.ts'

let campus: ApprovalCampus
let ben: Person
let cleo: Person

const role = 'safety officer'

beforeAll(async () => {
  campus = await approvalCampus([role, 'department head'])
  ben = await registered(campus.w, 'ben', { username: 'ben' })
  cleo = await registered(campus.w, 'cleo', { username: 'cleo' })
  await flowIs(campus.dean, { role })
})

const roleIs = async (more: object): Promise<void> => {
  const { status, body } = await campus.dean.device.updateStakeholderRole({ id: role, ...more })
  if (status !== 200) throw new Error(JSON.stringify(body))
}

const backups = () => [
  { userId: cleo.user._id, priority: 2 },
  { userId: ben.user._id, priority: 1 },
]

const later = (hours: number): Promise<void> => pass(campus, hours, [ben, cleo])

const decidersOf = async (eventId: string): Promise<string[]> =>
  (await campus.dean.device.getApproval({ eventId })).body.data.instance.approvals[0].deciders

const waitsFor = async ({ device }: Person, eventId: string): Promise<boolean> => {
  const { body } = await device.listWaitingOnMe({ limit: '100' })
  return body.events.some(({ _id }: { _id: string }) => _id === eventId)
}

const isStuck = async (eventId: string): Promise<boolean> => {
  const { body } = await campus.dean.device.listStuckApprovals({ limit: '100' })
  return body.events.some(({ _id }: { _id: string }) => _id === eventId)
}

describe('a step whose time has passed', () => {
  // rules/approvals 16, rules/approvals 17
  it('goes from backup to backup, then to the administrators, and is never approved by the clock', async () => {
    await roleIs({ escalationRules: { timeout: 24 }, backupAssignees: backups() })
    const { w, c, dean, holder } = campus
    const eventId = await pendingEvent(c)
    await later(23)
    expect(await decidersOf(eventId)).toEqual([role])
    expect(await isStuck(eventId)).toBe(false)
    await later(1)
    expect(await decidersOf(eventId)).toEqual([role, `user:${ben.user._id}`])
    expect([await waitsFor(ben, eventId), await waitsFor(cleo, eventId)]).toEqual([true, false])
    expect(await waitsFor(holder(role), eventId)).toBe(true)
    await later(24)
    expect([await waitsFor(ben, eventId), await waitsFor(cleo, eventId)]).toEqual([false, true])
    expect(await ben.device.approveEvent({ event_id: eventId })).toMatchObject(refused(NotAuthorized))
    await later(24)
    expect(await isStuck(eventId)).toBe(true)
    await later(24)
    expect(await isStuck(eventId)).toBe(true)
    expect(await statusOf(campus, eventId)).toBe('pending')
    expect((await toldOf(w, dean, eventId)).filter((told) => told === 'Needs an approver')).toHaveLength(2)
    expect((await cleo.device.approveEvent({ event_id: eventId })).body.status).toBe('approved')
    expect(await isStuck(eventId)).toBe(false)
  })

  // rules/approvals 16
  it('goes to the person and the role that come next', async () => {
    await roleIs({
      backupAssignees: [],
      escalationRules: { timeout: 24, escalateToUser: ben.user._id, escalateTo: 'department head' },
    })
    const eventId = await pendingEvent(campus.c)
    await later(24)
    expect(await decidersOf(eventId)).toEqual([role, `user:${ben.user._id}`])
    await later(24)
    expect(await decidersOf(eventId)).toEqual([role, 'department head'])
    const head = campus.holder('department head')
    expect((await head.device.approveEvent({ event_id: eventId })).body.status).toBe('approved')
  })

  // rules/approvals 18
  it('stays where it is when the role says so, and is seen to be stuck', async () => {
    await roleIs({
      backupAssignees: backups(),
      escalationRules: { timeout: 24, autoEscalate: false, escalateTo: null, escalateToUser: null },
    })
    const eventId = await pendingEvent(campus.c)
    await later(24)
    expect(await decidersOf(eventId)).toEqual([role])
    const told = await toldOf(campus.w, campus.holder(role), eventId)
    expect(told.filter((one) => one === 'Approval required')).toHaveLength(2)
    expect(await isStuck(eventId)).toBe(true)
    await later(24)
    expect([await isStuck(eventId), await decidersOf(eventId)]).toEqual([true, [role]])
    expect((await campus.holder(role).device.approveEvent({ event_id: eventId })).body.status).toBe(
      'approved',
    )
    expect(await isStuck(eventId)).toBe(false)
    await roleIs({ escalationRules: { autoEscalate: true }, backupAssignees: [] })
  })

  // rules/approvals 20
  it('passes over whose own event it is', async () => {
    await roleIs({ backupAssignees: [{ userId: campus.c.owner.user._id, priority: 1 }, ...backups()] })
    const eventId = await pendingEvent(campus.c)
    await later(24)
    expect(await decidersOf(eventId)).toEqual([role, `user:${ben.user._id}`])
  })

  it('is escalated once by two sweepers', async () => {
    const eventId = await pendingEvent(campus.c)
    campus.w.clock.advance(24 * 3600)
    await Promise.all([strike(campus.w), strike(campus.w)])
    await later(0)
    expect(await decidersOf(eventId)).toEqual([role, `user:${ben.user._id}`])
  })

  // rules/approvals 19
  it('that nobody could decide goes on within the minute', async () => {
    await flowIs(campus.dean, { role: 'facilities manager' })
    const eventId = await pendingEvent(campus.c)
    expect(await isStuck(eventId)).toBe(true)
    await later(1 / 60)
    const { body } = await campus.dean.device.getApproval({ eventId })
    expect(body.data.instance.approvals[0]).toMatchObject({ escalated: true, status: 'pending' })
    expect((await campus.dean.device.approveEvent({ event_id: eventId })).body.status).toBe('approved')
    await flowIs(campus.dean, { role })
  })

  it('of which the organizer alone is asked goes on as well', async () => {
    const { c, dean } = campus
    await flowIs(dean, { role: 'facilities manager' })
    await assigned(dean, 'facilities manager', c.owner)
    const eventId = await pendingEvent(c)
    await later(1 / 60)
    expect(await isStuck(eventId)).toBe(true)
    expect((await toldOf(campus.w, dean, eventId)).includes('Needs an approver')).toBe(true)
    await flowIs(dean, { role })
  })

  it('is left alone once the event was withdrawn', async () => {
    const eventId = await pendingEvent(campus.c)
    await campus.c.owner.device.withdrawEvent({ event_id: eventId })
    await later(24)
    expect(await isStuck(eventId)).toBe(false)
    expect(await waitsFor(ben, eventId)).toBe(false)
  })
})

describe('a step that is handed on', () => {
  it('waits for the backup besides', async () => {
    await roleIs({ backupAssignees: backups() })
    const { c, holder } = campus
    const event_id = await pendingEvent(c)
    const { device } = holder(role)
    const to = (userId: string) => device.delegateApproval({ event_id, userId })
    expect(await to(c.outsider.user._id)).toMatchObject(refused(NotABackup))
    expect((await to(cleo.user._id)).status).toBe(200)
    expect((await to(cleo.user._id)).status).toBe(200)
    expect([await waitsFor(cleo, event_id), await waitsFor(holder(role), event_id)]).toEqual([true, true])
    expect((await cleo.device.approveEvent({ event_id })).body.status).toBe('approved')
  })

  // rules/approvals 21
  it('is decided by the backup as long as the role names them', async () => {
    await roleIs({ backupAssignees: backups() })
    const event_id = await pendingEvent(campus.c)
    await campus.holder(role).device.delegateApproval({ event_id, userId: cleo.user._id })
    await roleIs({ backupAssignees: [{ userId: cleo.user._id, isActive: false }] })
    expect(await cleo.device.approveEvent({ event_id })).toMatchObject(refused(NotAuthorized))
    await roleIs({ backupAssignees: backups() })
    expect((await cleo.device.approveEvent({ event_id })).body.status).toBe('approved')
  })

  // rules/approvals 21
  it('is not put off by being handed round', async () => {
    await roleIs({ backupAssignees: backups() })
    const event_id = await pendingEvent(campus.c)
    const { device } = campus.holder(role)
    const to = async ({ user }: Person): Promise<string> =>
      (await device.delegateApproval({ event_id, userId: user._id })).body.data.instance.approvals[0].dueAt
    await to(cleo)
    await later(10)
    const due = await to(ben)
    await later(10)
    for (const backup of [cleo, ben, cleo]) expect(await to(backup)).toBe(due)
  })

  // rules/approvals 20
  it('is not handed to whose own event it is', async () => {
    const { c, holder } = campus
    await roleIs({ backupAssignees: [{ userId: c.owner.user._id }] })
    const event_id = await pendingEvent(c)
    const reply = await holder(role).device.delegateApproval({ event_id, userId: c.owner.user._id })
    expect(reply).toMatchObject(refused(OwnEvent))
  })
})
