import { beforeAll, describe, expect, it } from 'vitest'
import {
  NoComment,
  NoEvent,
  NoInstance,
  NoParentComment,
  NotInvolved,
  NotYourComment,
} from '../../functions/approvals/contract.ts'
import { ApprovalRoutingUnavailable } from '../../functions/stakeholders/contract.ts'
import { stakeholderRole } from '../../functions/stakeholders/index.ts'
import { usual } from '../planning/people.ts'
import { refused } from '../support/agent.ts'
import { type ApprovalCampus, approvalCampus, flowIs, pass, pendingEvent } from './campus.ts'

let campus: ApprovalCampus
let event_id: string
const role = 'safety officer'

beforeAll(async () => {
  campus = await approvalCampus([role, 'department head'])
  await flowIs(campus.dean, { role })
  event_id = await pendingEvent(campus.c)
})

describe('comments on an approval', () => {
  // rules/approvals 26
  it('are one level deep and come newest first', async () => {
    const { c, dean, holder } = campus
    const first = await c.owner.device.addApprovalComment({ event_id, comment: ' We have a marshal ' })
    expect([first.status, first.body.message, first.body.comment.text]).toEqual([
      201,
      'Comment added successfully.',
      'We have a marshal',
    ])
    const parentCommentId = first.body.comment._id
    const answer = await holder(role).device.addApprovalComment({
      event_id,
      comment: 'Who?',
      parentCommentId,
    })
    const deeper = { event_id, comment: 'Ada', parentCommentId: answer.body.comment._id }
    const last = await dean.device.addApprovalComment(deeper)
    expect(last.body.comment.parentCommentId).toBe(parentCommentId)
    const { body } = await dean.device.getApproval({ eventId: event_id })
    expect(body.data.comments.map(({ text }: { text: string }) => text)).toEqual([
      'Ada',
      'Who?',
      'We have a marshal',
    ])
    expect(body.data.comments.map(({ author }: { author: { name: string } }) => author.name)).toEqual([
      dean.user.name,
      holder(role).user.name,
      c.owner.user.name,
    ])
  })

  // rules/approvals 25
  it('are for those who are involved', async () => {
    const { c, holder } = campus
    for (const person of [c.outsider, c.member, holder('department head')])
      expect(await person.device.addApprovalComment({ event_id, comment: 'Hi' })).toMatchObject(
        refused(NotInvolved),
      )
  })

  it.each([
    [{ event_id: 'nothing' }, NoEvent],
    [{ parentCommentId: 'nothing' }, NoParentComment],
  ])('answer to what there is: %j', async (more, failure) => {
    const reply = await campus.dean.device.addApprovalComment({ event_id, comment: 'Hi', ...more })
    expect(reply).toMatchObject(refused(failure))
  })

  it('take an approval, and words', async () => {
    const { dean, c } = campus
    const draft = await pendingEvent(c, { asDraft: true })
    expect(await dean.device.addApprovalComment({ event_id: draft, comment: 'Hi' })).toMatchObject(
      refused(NoInstance),
    )
    for (const comment of ['', '  ', 'x'.repeat(2001)])
      expect((await dean.device.addApprovalComment({ event_id, comment })).status).toBe(400)
  })

  // rules/approvals 26
  it('are taken back by who wrote them, and by administrators', async () => {
    const { c, dean, holder } = campus
    const said = async () =>
      (await holder(role).device.addApprovalComment({ event_id, comment: 'Hm' })).body.comment._id
    const comment_id = await said()
    expect(await c.owner.device.deleteApprovalComment({ event_id, comment_id })).toMatchObject(
      refused(NotYourComment),
    )
    const gone = await holder(role).device.deleteApprovalComment({ event_id, comment_id })
    expect([gone.status, gone.body.message]).toEqual([200, 'Comment deleted successfully.'])
    expect(await dean.device.deleteApprovalComment({ event_id, comment_id })).toMatchObject(
      refused(NoComment),
    )
    expect((await dean.device.deleteApprovalComment({ event_id, comment_id: await said() })).status).toBe(200)
  })
})

describe('lists of what waits', () => {
  // rules/approvals 28
  it('go on page by page in the order in which things are due', async () => {
    const { dean, c, holder, w } = campus
    await flowIs(dean, { role }, { role: 'department head' })
    for (let at = 0; at < 5; at += 1) {
      w.clock.advance(60)
      await pendingEvent(c, { name: `Event ${at}` })
    }
    await dean.device.assignStakeholderRole({ id: 'department head', userId: holder(role).user._id })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await holder(role).device.listWaitingOnMe({
        limit: '3',
        ...(cursor ? { cursor } : {}),
      })
      seen.push(
        ...body.events.map(
          (one: { name: string; pendingStepRoleId: string }) => `${one.name} ${one.pendingStepRoleId}`,
        ),
      )
      cursor = body.nextCursor
    } while (cursor)
    const expected = [0, 1, 2, 3, 4].flatMap((at) => [`Event ${at} department head`, `Event ${at} ${role}`])
    expect(seen.filter((name) => name.startsWith('Event'))).toEqual(expected)
    const foreign = await holder(role).device.listPendingForRole({ role, cursor: 'nonsense' })
    expect([foreign.status, foreign.body.code]).toEqual([400, 'INVALID_CURSOR'])
  })

  it('of what is stuck go on page by page, the oldest first', async () => {
    const { dean } = campus
    for (const hours of [73, 73]) await pass(campus, hours)
    const first = await dean.device.listStuckApprovals({ limit: '2' })
    expect(first.body.events).toHaveLength(2)
    const second = await dean.device.listStuckApprovals({ limit: '2', cursor: first.body.nextCursor })
    const ids = [...first.body.events, ...second.body.events].map(
      (one: { _id: string; pendingStepRoleId: string }) => `${one._id} ${one.pendingStepRoleId}`,
    )
    expect(new Set(ids).size).toBe(4)
  })
})

describe('the simulator', () => {
  it('says who would be asked, and why', async () => {
    const { dean } = campus
    const conditionGroups = [
      { conditions: [{ field: 'expectedAttendance', operator: 'greaterThan', value: 100 }] },
    ]
    await flowIs(dean, { role, always: false, conditionGroups })
    const ask = (event: object) => dean.device.simulateApprovals({ event })
    const { body } = await ask({ category: 'Party', expectedAttendance: 200 })
    expect(body.data).toMatchObject({
      approvals: [
        {
          stakeholderId: role,
          because: 'conditions',
          conditions: [{ field: 'expectedAttendance', actual: 200, holds: true }],
        },
      ],
      total: 1,
    })
    expect((await ask({ expectedAttendance: 20 })).body.data.total).toBe(0)
    expect(await ask({ expectedAttendance: 'many' })).toMatchObject({
      status: 503,
      body: { code: ApprovalRoutingUnavailable.code },
    })
  })

  // rules/stakeholders 26
  it('is not needed to see that routing fails closed: nothing is saved', async () => {
    const { c, w, dean } = campus
    await flowIs(dean, { role })
    const stored = await w.table().get(stakeholderRole, { stakeholderId: role }, { strong: true })
    if (!stored) throw new Error('nothing is stored')
    await w.table().put(stakeholderRole, { ...stored, isActive: false })
    const event = { ...usual, name: 'Unrouted', hostingType: 'Org', hostingId: c.orgId }
    const reply = await c.owner.device.createEventByForm(event)
    expect([reply.status, reply.body.code]).toEqual([503, ApprovalRoutingUnavailable.code])
    const { body } = await c.owner.device.listOrgEvents({ orgId: c.orgId, status: 'all', limit: '100' })
    expect(body.data.events.filter(({ name }: { name: string }) => name === 'Unrouted')).toEqual([])
    await w.table().put(stakeholderRole, stored)
  })
})
