import { beforeAll, describe, expect, it } from 'vitest'
import { NoSuchEvent } from '../../functions/events/contract/failures.ts'
import { eventCard } from '../../functions/events/index.ts'
import { assigned, pass, pendingEvent } from '../approvals/campus.ts'
import { type ApprovalCast, approvalCast } from '../approvals/cast.ts'
import { refused } from '../support/agent.ts'
import { type Person, registered } from '../support/people.ts'
import { founded } from '../support/societies.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'

let campus: ApprovalCast['campus']
let who: ApprovalCast['who']
let ben: Person
let cleo: Person

beforeAll(async () => {
  ;({ campus, who } = await approvalCast())
  ben = await registered(campus.w, 'ben', { username: 'ben' })
  cleo = await registered(campus.w, 'cleo', { username: 'cleo' })
  const { status } = await campus.dean.device.updateStakeholderRole({
    id: 'safety officer',
    backupAssignees: [{ userId: ben.user._id }],
    escalationRules: { escalateToUser: cleo.user._id, timeout: 24 },
  })
  expect(status).toBe(200)
})

const opens = async ({ device }: Person, eventId: string): Promise<boolean> => {
  const reply = await device.getEvent({ event_id: eventId })
  if (reply.status !== 200) expect(reply).toMatchObject(refused(NoSuchEvent))
  return reply.status === 200
}

const referenceOf = async ({ device }: Person, eventId: string) =>
  (await device.getEvent({ event_id: eventId, type: 'approval' })).body.event?.approvalReference

const depth = (): unknown => (campus.w.logs.at(-1)?.table as { depth?: number } | undefined)?.depth

const stepOf = async (eventId: string, role: string): Promise<string> => {
  const { body } = await campus.dean.device.getApproval({ eventId })
  return body.data.instance.approvals.find((one: { role: string }) => one.role === role)._id
}

describe('the page of an event that waits', () => {
  // rules/events 7
  it('opens for who was asked by delegation', async () => {
    const eventId = await pendingEvent(campus.c)
    expect(await opens(ben, eventId)).toBe(false)
    const { status } = await who('safety').device.delegateApproval({
      event_id: eventId,
      stepId: await stepOf(eventId, 'safety officer'),
      userId: ben.user._id,
    })
    expect(status).toBe(200)
    expect(await opens(ben, eventId)).toBe(true)
    expect(depth()).toBe(2)
  })

  it('opens for who was asked by escalation', async () => {
    const eventId = await pendingEvent(campus.c)
    expect(await opens(cleo, eventId)).toBe(false)
    await pass(campus, 24, [ben, cleo, who('judge'), who('guildsman')])
    expect(await opens(cleo, eventId)).toBe(true)
  })

  // rules/events 7
  it('opens for members of an organization that decides, if they may', async () => {
    const eventId = await pendingEvent(campus.c)
    expect(await opens(who('judge'), eventId)).toBe(true)
    expect(await opens(who('guildsman'), eventId)).toBe(false)
  })

  // rules/events 7, rules/events 8
  it('is closed to who holds a role that is not asked, with everything about the event', async () => {
    const event_id = await pendingEvent(campus.c)
    const stranger = await registered(campus.w, 'coordinating', { username: 'coordinating' })
    await assigned(campus.dean, 'event coordinator', stranger)
    for (const [one, status] of [
      [stranger, 404],
      [who('safety'), 200],
      [who('observer'), 200],
    ] as const) {
      expect((await one.device.getEvent({ event_id })).status).toBe(status)
      expect((await one.device.listAttendees({ event_id })).status).toBe(status)
      expect((await one.device.getEventCalendar({ id: event_id })).status).toBe(status)
    }
  })

  // rules/events 7
  it('is closed again to all of them when it is a draft', async () => {
    const eventId = await pendingEvent(campus.c)
    expect((await campus.c.owner.device.withdrawEvent({ event_id: eventId })).status).toBe(200)
    expect(await opens(who('judge'), eventId)).toBe(false)
    expect(await referenceOf(who('judge'), eventId)).toBeUndefined()
  })
})

describe('the approval on the page of an event', () => {
  // rules/events 10
  it('is read by its approvers, managers of the host and administrators', async () => {
    const eventId = await pendingEvent(campus.c)
    for (const name of ['safety', 'head', 'facilities', 'judge', 'owner', 'officer', 'dean'])
      expect([name, await referenceOf(who(name), eventId)]).toMatchObject([
        name,
        { eventId, status: 'pending', submission: 1, approvals: expect.any(Array) },
      ])
    for (const name of ['member', 'outsider', 'guildsman', 'unlucky'])
      expect([name, await referenceOf(who(name), eventId)]).toEqual([name, undefined])
    expect(await opens(who('safety'), eventId)).toBe(true)
    const { body } = await who('safety').device.getEvent({ event_id: eventId })
    expect(body.event).not.toHaveProperty('approvalReference')
  })

  it('costs those whom it names by themselves no round trip more', async () => {
    using _rounds = logicalRounds()
    const eventId = await pendingEvent(campus.c)
    for (const name of ['safety', 'judge', 'guildsman']) {
      await referenceOf(who(name), eventId)
      expect([name, depth()]).toEqual([name, 3])
    }
    // Who keeps the event reads whom its host has asked to help.
    for (const name of ['owner', 'dean']) {
      await referenceOf(who(name), eventId)
      expect([name, depth()]).toEqual([name, 4])
    }
  })

  it('stays theirs when the event is live, and nobody else has it', async () => {
    const { eventId, name } = { eventId: await pendingEvent(campus.c), name: 'coordinator' }
    const card = await campus.w.table().get(eventCard, { eventId }, { strong: true })
    if (!card) throw new Error('no card')
    await campus.w.table().put(eventCard, { ...card, status: 'approved', shelf: 'live' })
    const coordinator = await registered(campus.w, name, { username: name })
    await assigned(campus.dean, 'event coordinator', coordinator)
    for (const one of [who('safety'), who('judge'), who('owner')])
      expect(await referenceOf(one, eventId)).toMatchObject({ eventId })
    for (const one of [coordinator, who('outsider')]) {
      expect(await opens(one, eventId)).toBe(true)
      expect(await referenceOf(one, eventId)).toBeUndefined()
    }
  })

  // rules/events 10
  it('is not for those who help to run the event', async () => {
    const eventId = await pendingEvent(campus.c)
    const helper = await founded(ben, { org_name: 'Helpers' })
    await campus.w
      .table()
      .update(eventCard, { eventId }, { set: { collaborators: [helper.orgId] }, add: { version: 1 } })
    expect(await opens(ben, eventId)).toBe(true)
    expect(await referenceOf(ben, eventId)).toBeUndefined()
  })

  it('is null before there is one, and nothing else is asked for by that name', async () => {
    const event_id = await pendingEvent(campus.c, { asDraft: true })
    expect(await referenceOf(who('owner'), event_id)).toBeNull()
    expect((await who('owner').device.getEvent({ event_id, type: 'party' })).status).toBe(400)
  })
})
