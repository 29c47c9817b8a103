import { beforeAll } from 'vitest'
import { contract } from '../../../functions/approvals/contract.ts'
import { type Actor, type Attempt, actors, type Cast, cast, organizers } from '../../agendas/actors.ts'
import { administrators, everyRight, school } from '../../events/event-rights.ts'
import { made } from '../../planning/people.ts'
import type { Person } from '../../support/people.ts'
import { vouchedFor } from '../../support/provider-sign-in.ts'
import { assigned, flowIs } from '../campus.ts'

let c: Cast
let domainId: string

/** The outsider decides, and belongs to the roles of a domain; the stranger takes note. */
beforeAll(async () => {
  const before = await cast('deciding')
  const { club, agents } = before
  const dean = { device: agents.dean } as Person
  domainId = (await agents.dean.createDomain({ name: 'Halls', type: 'facility' })).body.data._id
  const role = { stakeholderId: 'usher', stakeholderName: 'Usher', stakeholderType: 'approver', domainId }
  const backupAssignees = [{ userId: club.member.user._id }]
  await agents.dean.createStakeholderRole({ ...role, backupAssignees })
  await assigned(dean, 'usher', club.outsider)
  const { body } = await agents.stranger.validateToken()
  await assigned(dean, 'facilities manager', { user: body.data.user } as Person)
  await flowIs(dean, { role: 'usher' }, { role: 'facilities manager', kind: 'acknowledger' })
  const make = async () => {
    const of = { hostingType: 'Org', hostingId: club.orgId }
    return { orgId: club.orgId, eventId: await made(club.owner.device, of) }
  }
  // By the word of another school nobody decides, takes note or keeps the event: the helper is neither.
  const deciding = await Promise.all(
    [club.outsider, before.other.owner].map((one) => vouchedFor(before.w, one, before.w.sister)),
  )
  const vouched = [...before.vouched.map(({ agent }) => agent), ...deciding]
  c = { ...before, make, vouched: vouched.map((agent) => ({ agent, as: 'helper' })) }
})

const inOrder = (some: readonly Actor[]) => actors.filter((one) => some.includes(one))
const deciders = inOrder(['outsider', ...administrators])
const involved = inOrder([...deciders, 'stranger', ...organizers])
const on =
  (
    act: (agent: Parameters<Attempt>[0], event: { readonly event_id: string }) => ReturnType<Attempt>,
  ): Attempt =>
  (agent, { eventId }) =>
    act(agent, { event_id: eventId })
const reason = 'The hall is closed'

everyRight(contract, () => c, {
  approveEvent: [deciders, on((agent, event) => agent.approveEvent(event))],
  rejectEvent: [deciders, on((agent, event) => agent.rejectEvent({ ...event, reason }))],
  requestEventChanges: [deciders, on((agent, event) => agent.requestEventChanges({ ...event, reason }))],
  acknowledgeEvent: [['stranger'], on((agent, event) => agent.acknowledgeEvent(event))],
  delegateApproval: [
    deciders,
    on((agent, event) => agent.delegateApproval({ ...event, userId: c.club.member.user._id })),
  ],
  approveDomainEvent: [deciders, (agent, { eventId }) => agent.approveDomainEvent({ domainId, eventId })],
  rejectDomainEvent: [
    deciders,
    (agent, { eventId }) => agent.rejectDomainEvent({ domainId, eventId, reason }),
  ],
  getApproval: [involved, (agent, { eventId }) => agent.getApproval({ eventId })],
  addApprovalComment: [
    involved,
    on((agent, event) => agent.addApprovalComment({ ...event, comment: 'Yes?' })),
  ],
  // Of the owner.
  deleteApprovalComment: [
    inOrder(['owner', ...administrators]),
    on(async (agent, event) => {
      const { body } = await c.club.owner.device.addApprovalComment({ ...event, comment: 'Please' })
      return agent.deleteApprovalComment({ ...event, comment_id: body.comment._id })
    }),
  ],
  listWaitingOnMe: [school, (agent) => agent.listWaitingOnMe()],
  listStuckApprovals: [administrators, (agent) => agent.listStuckApprovals()],
  listPendingForRole: [deciders, (agent) => agent.listPendingForRole({ role: 'usher' })],
  listApprovedByRole: [deciders, (agent) => agent.listApprovedByRole({ role: 'usher' })],
  listRejectedForRole: [deciders, (agent) => agent.listRejectedForRole({ role: 'usher' })],
  listDomainApprovals: [deciders, (agent) => agent.listDomainApprovals({ domainId })],
  simulateApprovals: [
    administrators,
    (agent) => agent.simulateApprovals({ event: { type: 'Party', requiresApproval: true } }),
  ],
})
