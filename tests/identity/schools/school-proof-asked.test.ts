import { beforeAll, describe, expect, it } from 'vitest'
import { type ApprovalCampus, approvalCampus, flowIs, pendingEvent } from '../../approvals/campus.ts'
import type { Agent } from '../../support/agent.ts'
import { type Person, registered } from '../../support/people.ts'
import { vouchedFor } from '../../support/provider-sign-in.ts'

const role = 'safety officer'

let campus: ApprovalCampus
let cleo: Person

beforeAll(async () => {
  campus = await approvalCampus([role])
  const { w, dean } = campus
  cleo = await registered(w, 'cleo', { username: 'cleo' })
  await flowIs(dean, { role })
  const backupAssignees = [{ userId: cleo.user._id }]
  const { status } = await dean.device.updateStakeholderRole({ id: role, backupAssignees })
  if (status !== 200) throw new Error('no backup')
})

/** How somebody who is asked by name, and not for a role, sees what they are asked. */
type Look = (device: Agent, event_id: string) => Promise<unknown>

const ids = (events: readonly { readonly _id: string }[]) => events.map(({ _id }) => _id)

const looks: Readonly<Record<string, { readonly look: Look; own(): unknown; plain: unknown }>> = {
  'the event that waits': {
    look: async (device, event_id) => (await device.getEvent({ event_id })).status,
    own: () => 200,
    plain: 404,
  },
  'how far the approval is': {
    look: async (device, eventId) => (await device.getApproval({ eventId })).status === 200,
    own: () => true,
    plain: false,
  },
  'the list of what waits': {
    look: async (device, event_id) =>
      ids((await device.listWaitingOnMe({ limit: '100' })).body.events).includes(event_id),
    own: () => true,
    plain: false,
  },
  'the decision': {
    look: async (device, event_id) => (await device.approveEvent({ event_id })).body.success === true,
    own: () => true,
    plain: false,
  },
}

describe('who is asked by name', () => {
  // rules/identity 13
  it.each(Object.entries(looks))("is not by the word of another school's provider: %s", async (_, each) => {
    const { w, c, holder, dean } = campus
    const event_id = await pendingEvent(c)
    const { device } = holder(role)
    expect((await device.delegateApproval({ event_id, userId: cleo.user._id })).status).toBe(200)
    const vouched = await vouchedFor(w, cleo, w.sister)
    expect(await each.look(vouched, event_id)).toEqual(each.plain)
    expect(await each.look(cleo.device, event_id)).toEqual(each.own())
    await dean.device.rejectEvent({ event_id, reason: 'The next one' })
  })
})

describe('who is invited', () => {
  // rules/identity 13
  it("is told so by the person's own session, and by none of another school's provider", async () => {
    const { w, c } = campus
    const guest = await registered(w, 'guest')
    expect((await c.owner.device.invite({ orgId: c.orgId, email: guest.email })).status).toBe(201)
    const invitesOf = async (device: Agent) => (await device.validateToken()).body.data.pendingOrgInvites
    expect(await invitesOf(guest.device)).toHaveLength(1)
    expect(await invitesOf(await vouchedFor(w, guest, w.sister))).toEqual([])
  })
})

describe('who speaks for an organization', () => {
  it("reads its requests for verification, but not by the word of another school's provider", async () => {
    const { w, c, dean } = campus
    const sent = { orgId: c.orgId, requestType: 'verification' }
    expect((await dean.device.submitVerificationRequest(sent)).status).toBe(201)
    const requestsOf = async (device: Agent) => (await device.listVerificationRequests()).body.data ?? []
    expect(await requestsOf(c.owner.device)).toHaveLength(1)
    expect(await requestsOf(await vouchedFor(w, c.owner, w.sister))).toEqual([])
  })
})
