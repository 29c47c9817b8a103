import { beforeAll, describe, expect, it } from 'vitest'
import {
  NoEvent,
  NoInstance,
  NotAuthorized,
  NotInvolved,
  OwnEvent,
  StepNotFound,
} from '../../functions/approvals/contract.ts'
import { ImpersonationForbidden } from '../../lib/contract/failures.ts'
import { made } from '../planning/people.ts'
import { withRoles } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import type { Person } from '../support/people.ts'
import { assigned, pendingEvent, statusOf, strike } from './campus.ts'
import { type ApprovalCast, approvalCast } from './cast.ts'

let campus: ApprovalCast['campus']
let who: ApprovalCast['who']

beforeAll(async () => {
  ;({ campus, who } = await approvalCast())
})

const decisions = ['approveEvent', 'rejectEvent', 'requestEventChanges', 'delegateApproval'] as const
const bodies = {
  approveEvent: {},
  rejectEvent: { reason: 'No' },
  requestEventChanges: { reason: 'No' },
  delegateApproval: { userId: 'nobody' },
}

const strangers = [
  'facilities',
  'head',
  'observer',
  'unlucky',
  'guildsman',
  'owner',
  'officer',
  'member',
  'outsider',
]

describe('deciding', () => {
  // rules/approvals 4, rules/approvals 8
  it.each(decisions.flatMap((operation) => strangers.map((name) => [operation, name] as const)))(
    'by %s is refused to the %s',
    async (operation, name) => {
      const eventId = await pendingEvent(campus.c)
      const reply = await who(name).device[operation]({ event_id: eventId, ...bodies[operation] })
      expect(reply).toMatchObject(refused(NotAuthorized))
      expect(await statusOf(campus, eventId)).toBe('pending')
    },
  )

  // rules/approvals 4
  it.each(['safety', 'usher', 'judge', 'dean'])('is open to the %s', async (name) => {
    const eventId = await pendingEvent(campus.c)
    const reply = await who(name).device.approveEvent({ event_id: eventId })
    expect([reply.status, reply.body.status]).toEqual([200, 'pending'])
  })

  it.each(['safety', 'dean'])('against an event is open to the %s', async (name) => {
    const eventId = await pendingEvent(campus.c)
    expect((await who(name).device.rejectEvent({ event_id: eventId, reason: 'No' })).body.status).toBe(
      'rejected',
    )
  })

  // rules/approvals 5
  it('by a member of an organization takes the very permission', async () => {
    const eventId = await pendingEvent(campus.c)
    for (const operation of ['rejectEvent', 'requestEventChanges'] as const)
      expect(await who('judge').device[operation]({ event_id: eventId, reason: 'No' })).toMatchObject(
        refused(NotAuthorized),
      )
  })

  // rules/approvals 15
  it('takes note only of who is asked to', async () => {
    const eventId = await pendingEvent(campus.c)
    const as = (name: string) => who(name).device.acknowledgeEvent({ event_id: eventId })
    for (const name of ['safety', 'dean', 'outsider'])
      expect(await as(name)).toMatchObject(refused(NotAuthorized))
    const { status, body } = await as('facilities')
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data.instance.approvals).toContainEqual(
      expect.objectContaining({ role: 'facilities manager', status: 'acknowledged' }),
    )
    expect((await as('facilities')).status).toBe(200)
  })

  // rules/approvals 7
  it('in the name of somebody else is refused', async () => {
    const { dean, c } = campus
    const eventId = await pendingEvent(c)
    const acting = await dean.device.impersonateUser({ identifier: 'safetyofficer', reason: 'a look' })
    expect(acting.status, JSON.stringify(acting.body)).toBe(200)
    const reply = await dean.device.approveEvent({ event_id: eventId })
    await dean.device.stopImpersonation()
    expect(reply).toMatchObject(refused(ImpersonationForbidden))
  })

  // rules/approvals 7
  it('in the name of somebody else is refused in a list of events too', async () => {
    const { dean, c } = campus
    await dean.device.updateStakeholderRole({
      id: 'safety officer',
      approvalConfig: { allowSelfApproval: true },
    })
    await assigned(dean, 'safety officer', c.officer)
    const [mine, lent] = [await pendingEvent(c), await pendingEvent(c)]
    const approve = async (device: Person['device'], eventId: string) => {
      const asked = { orgId: c.orgId, eventIds: [eventId], action: 'approve' }
      return (await device.bulkAction(asked)).body.data.results
    }
    expect(await approve(c.officer.device, mine)).toMatchObject([{ ok: true }])
    await dean.device.impersonateUser({ identifier: c.officer.user.username, reason: 'a look' })
    const results = await approve(dean.device, lent)
    await dean.device.stopImpersonation()
    expect(results).toEqual([{ eventId: lent, ok: false, message: ImpersonationForbidden.message }])
    expect((await dean.device.getApproval({ eventId: lent })).body.data.decisions).toEqual([])
    await dean.device.unassignStakeholderRole({ id: 'safety officer', userId: c.officer.user._id })
    await dean.device.updateStakeholderRole({
      id: 'safety officer',
      approvalConfig: { allowSelfApproval: false },
    })
  })
})

// rules/approvals 6
describe('nobody decides on their own event', () => {
  const own = async (name: string): Promise<string> => {
    const { dean } = campus
    const { body } = await dean.device.getApprovalFlow()
    expect(body.data.steps.length).toBeGreaterThan(0)
    return made(who(name).device)
  }

  it.each(['safety', 'dean', 'usher'])('not even the %s', async (name) => {
    const eventId = await own(name)
    for (const operation of ['approveEvent', 'rejectEvent', 'requestEventChanges'] as const) {
      const reply = await who(name).device[operation]({ event_id: eventId, ...bodies[operation] })
      expect(reply).toMatchObject(refused(OwnEvent))
    }
  })

  it('neither as a manager of the host', async () => {
    const { c, dean } = campus
    await assigned(dean, 'safety officer', c.officer)
    const eventId = await pendingEvent(c)
    expect(await c.officer.device.approveEvent({ event_id: eventId })).toMatchObject(refused(OwnEvent))
    await withRoles(campus.w, c.admin, ['user', 'admin'])
    expect(await c.admin.device.approveEvent({ event_id: eventId })).toMatchObject(refused(OwnEvent))
    const { user } = c.officer
    await dean.device.unassignStakeholderRole({ id: 'safety officer', userId: user._id })
  })

  // rules/events 27
  it('neither after losing the role in which they created it', async () => {
    const { c, dean } = campus
    const { user, device } = c.officer
    const place = { orgId: c.orgId, userId: user._id }
    const eventId = await made(device, { hostingType: 'Org', hostingId: c.orgId })
    await assigned(dean, 'safety officer', c.officer)
    await c.owner.device.assignOrgRole({ ...place, roles: ['member'] })
    expect(await device.approveEvent({ event_id: eventId })).toMatchObject(refused(OwnEvent))
    await c.owner.device.assignOrgRole({ ...place, roles: ['officer'] })
    await dean.device.unassignStakeholderRole({ id: 'safety officer', userId: user._id })
  })

  it('neither in the name of the organization that hosts it', async () => {
    const { w, dean, root } = campus
    const { body: flow } = await dean.device.getApprovalFlow()
    const { orgId } = flow.data.steps.find((step: { orgId?: string }) => step.orgId)
    const eventId = await made(root.device, { hostingType: 'Org', hostingId: orgId })
    for (const operation of ['approveEvent', 'delegateApproval'] as const)
      expect(await who('judge').device[operation]({ event_id: eventId, ...bodies[operation] })).toMatchObject(
        refused(OwnEvent),
      )
    w.clock.advance(60)
    await strike(w)
    const { body } = await dean.device.getApproval({ eventId })
    const step = body.data.instance.approvals.find(({ role }: { role: string }) => role === `org:${orgId}`)
    expect(step).toMatchObject({ status: 'pending', escalated: true })
    expect((await dean.device.approveEvent({ event_id: eventId, stepId: step._id })).status).toBe(200)
  })
})

describe('an approval', () => {
  it.each([...decisions, 'acknowledgeEvent'] as const)(
    'is there for %s only when the event is',
    async (operation) => {
      const { dean, c } = campus
      const more = operation === 'acknowledgeEvent' ? {} : bodies[operation]
      const as = (event_id: string) => dean.device[operation]({ event_id, ...more })
      expect(await as('nothing')).toMatchObject(refused(NoEvent))
      const draft = await pendingEvent(c, { asDraft: true })
      expect(await as(draft)).toMatchObject(refused(NoInstance))
    },
  )

  // rules/approvals 25
  it('is read by those who are involved', async () => {
    const eventId = await pendingEvent(campus.c)
    const status = async (name: string) => (await who(name).device.getApproval({ eventId })).status
    for (const name of ['safety', 'head', 'facilities', 'observer', 'judge', 'owner', 'officer', 'dean'])
      expect([name, await status(name)]).toEqual([name, 200])
    for (const name of ['outsider', 'member', 'guildsman', 'unlucky'])
      expect(await who(name).device.getApproval({ eventId })).toMatchObject(refused(NotInvolved))
  })

  it('has the step that is named', async () => {
    const eventId = await pendingEvent(campus.c)
    const reply = await campus.dean.device.approveEvent({ event_id: eventId, stepId: 'nothing' })
    expect(reply).toMatchObject(refused(StepNotFound))
  })
})
