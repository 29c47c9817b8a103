import { approvalCampus, assigned, flowIs, pass, pendingEvent } from '../../approvals/campus.ts'
import { hosted } from '../../attendance/events.ts'
import { shift } from '../../jobs/work.ts'
import { registered } from '../../support/people.ts'
import { joined } from '../../support/societies.ts'
import { type Cases, five, named, once, within } from './walk.ts'

const role = 'usher'

const make = async () => {
  const campus = await approvalCampus(['safety officer'])
  const { w, dean, c } = campus
  const { orgId, owner } = c
  const domainId: string = (await dean.device.createDomain({ name: 'Halls', type: 'facility' })).body.data._id
  await dean.device.createStakeholderRole({
    stakeholderId: role,
    stakeholderName: 'Usher',
    stakeholderType: 'approver',
    domainId,
  })
  await five(async (at) => {
    const person = await registered(w, `usher${at}`)
    return dean.device.assignStakeholderRole({ id: role, userId: person.user._id })
  })
  const usher = await registered(w, 'usher')
  await assigned(dean, role, usher)
  await flowIs(dean, { role })
  await five(async () => {
    await usher.device.approveEvent({ event_id: await pendingEvent(c) })
    await usher.device.rejectEvent({ event_id: await pendingEvent(c), reason: 'No' })
    await pendingEvent(c)
    return dean.device.listWaitingOnMe()
  })
  const { eventId } = await hosted(w, orgId, {
    start_time: '2026-04-01T08:00:00.000Z',
    end_time: '2026-04-01T20:00:00.000Z',
  })
  const at = { orgId, eventId }
  const worker = await joined(c, await registered(w, 'worker'))
  const helper = await joined(c, await registered(w, 'helper'))
  await five(async (number) => {
    await owner.device.createOrgEventRole({ orgId, name: `Usher ${number}` })
    const job = { name: `Usher ${number}`, requiredCount: 3, ...shift(9 + number, 10 + number) }
    const { body } = await owner.device.createEventJob({ ...at, ...job })
    const roleId = body.data.role._id
    const assignment = await owner.device.createAssignment({ ...at, roleId, memberId: worker.user._id })
    if (assignment.status !== 201) return assignment
    return helper.device.createVolunteerSignup({ ...at, roleId })
  })
  await pass(campus, 24 * 12, [usher, worker])
  return { dean, owner, usher, worker, domainId, at }
}

/** Lists of what waits for a decision, and of work at events. */
export const workLists: Cases<Awaited<ReturnType<typeof make>>> = {
  'stakeholders.listStakeholderMembers': [
    ({ dean }, asked) => dean.device.listStakeholderMembers({ id: role, ...asked }),
    named('members'),
  ],
  'approvals.listWaitingOnMe': [({ usher }, asked) => usher.device.listWaitingOnMe(asked), named('events')],
  'approvals.listStuckApprovals': [
    ({ dean }, asked) => dean.device.listStuckApprovals(asked),
    named('events'),
  ],
  'approvals.listPendingForRole': [
    ({ usher }, asked) => usher.device.listPendingForRole({ role, ...asked }),
    named('events'),
  ],
  'approvals.listApprovedByRole': [
    ({ usher }, asked) => usher.device.listApprovedByRole({ role, ...asked }),
    named('events'),
  ],
  'approvals.listRejectedForRole': [
    ({ usher }, asked) => usher.device.listRejectedForRole({ role, ...asked }),
    named('events'),
  ],
  'approvals.listDomainApprovals': [
    ({ usher, domainId }, asked) => usher.device.listDomainApprovals({ domainId, ...asked }),
    named('events'),
  ],
  'jobs.listOrgEventRoles': [
    ({ owner, at: { orgId } }, asked) => owner.device.listOrgEventRoles({ orgId, ...asked }),
    within('roles'),
  ],
  'jobs.listAssignments': [
    ({ owner, at }, asked) => owner.device.listAssignments({ ...at, ...asked }),
    within('assignments'),
  ],
  'jobs.listMyAssignments': [
    ({ worker }, asked) => worker.device.listMyAssignments(asked),
    within('assignments'),
  ],
  'jobs.listVolunteerSignups': [
    ({ owner, at }, asked) => owner.device.listVolunteerSignups({ ...at, ...asked }),
    within('signups'),
  ],
}
export const placeOfWork = once(make)
