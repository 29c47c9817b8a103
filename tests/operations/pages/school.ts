import { samlTrace } from '../../../functions/saml/repository.ts'
import { attendanceStream } from '../../attendance/stream.ts'
import { withRoles } from '../../support/administrators.ts'
import { only, tell } from '../../support/inboxes.ts'
import { password, registered } from '../../support/people.ts'
import { founded } from '../../support/societies.ts'
import { world } from '../../support/world.ts'
import { type Cases, five, named, once, within } from './walk.ts'

const make = async () => {
  const w = await world({ settings: { RATE_LIMIT_SCALE: '10000' }, ownTable: true })
  const stream = await attendanceStream(w)
  const dean = await withRoles(w, await registered(w, 'dean'), ['user', 'admin'])
  const owner = await registered(w, 'owner')
  const applicant = await registered(w, 'applicant')
  const club = await founded(owner)
  const { orgId } = club
  await dean.device.updateManagementConfig({ allowedRequestTypes: [] })
  await five(async (at) => {
    const { orgId: closed } = await founded(owner, { requireApprovalForJoin: true })
    await applicant.device.applyToOrganization({ orgId: closed })
    await registered(w, `somebody${at}`)
    await dean.device.createRoom({ name: `Room No. ${at}` })
    await owner.device.createBudget({ orgId, templateKey: 'annual_club', fiscalYear: String(2020 + at) })
    const metadata = { orgId, eventId: 'e1' }
    await tell(w, only(owner), { cause: `cause${at}`, channels: ['in_app', 'organization'], metadata })
    await w.table().put(samlTrace, {
      id: `trace${at}`,
      at: w.clock.now().toISOString(),
      kind: 'sign-in',
      outcome: 'ok',
      message: 'Signed in',
      checks: [],
      received: {},
      mapped: {},
      redacted: false,
      requestId: `request${at}`,
      expiresAt: '2026-04-01T00:00:00.000Z',
    })
    w.clock.advance(1)
    await w.device().login({ email: owner.email, password })
    return dean.device.submitVerificationRequest({ orgId: closed, requestType: 'verification' })
  })
  await dean.device.updateManagementConfig({ orgApproval: { mode: 'manual' } })
  for (let at = 0; at < 5; at += 1) await founded(owner)
  for (let at = 0; at < 5; at += 1) {
    const { orgId: deleted } = await founded(owner)
    await owner.device.deleteOrganization({ orgId: deleted })
  }
  await dean.device.startOrgRenewal({ title: 'Year 2026', dueAt: '2026-10-01T00:00:00.000Z' })
  const emails = Array.from({ length: 5 }, (_, at) => `p${at}@students.example.edu`)
  const { seen } = (await dean.device.previewRoster({ mode: 'add', emails })).body.data
  await dean.device.saveRoster({ mode: 'add', emails, seen })
  await stream.drain()
  return { dean, owner, applicant, orgId }
}

/** Lists of a school, and of what a person or an organization keeps there. */
export const schoolLists: Cases<Awaited<ReturnType<typeof make>>> = {
  'saml.listSamlTraces': [({ dean }, asked) => dean.device.listSamlTraces(asked), within('traces')],
  'sessions.listSignIns': [({ owner }, asked) => owner.device.listSignIns(asked), within('signIns')],
  'sessions.listMemberSignIns': [
    ({ dean, owner }, asked) => dean.device.listMemberSignIns({ userId: owner.user._id, ...asked }),
    within('signIns'),
  ],
  'users.searchUsers': [({ owner }, asked) => owner.device.searchUsers(asked), named('data')],
  'audit.listAuditEntries': [({ dean }, asked) => dean.device.listAuditEntries(asked), within('entries')],
  'management.listManagedOrganizations': [
    ({ dean }, asked) => dean.device.listManagedOrganizations(asked),
    named('data'),
  ],
  'management.listDeletedOrganizations': [
    ({ dean }, asked) => dean.device.listDeletedOrganizations(asked),
    named('data'),
  ],
  'management.listOrgRenewals': [({ dean }, asked) => dean.device.listOrgRenewals(asked), named('data')],
  'management.listPendingOrganizations': [
    ({ dean }, asked) => dean.device.listPendingOrganizations(asked),
    named('data'),
  ],
  'verification.listVerificationRequests': [
    ({ dean }, asked) => dean.device.listVerificationRequests(asked),
    named('data'),
  ],
  'members.listOwnApplications': [
    ({ applicant }, asked) => applicant.device.listOwnApplications(asked),
    named('applications'),
  ],
  'budgets.listFinanceBudgets': [({ dean }, asked) => dean.device.listFinanceBudgets(asked), named('data')],
  'budgets.listBudgets': [
    ({ owner, orgId }, asked) => owner.device.listBudgets({ orgId, ...asked }),
    named('data'),
  ],
  'operators.listRoster': [({ dean }, asked) => dean.device.listRoster(asked), within('entries')],
  'rooms.listRooms': [({ owner }, asked) => owner.device.listRooms(asked), named('rooms')],
  'notifications.listNotifications': [
    ({ owner }, asked) => owner.device.listNotifications(asked),
    named('data'),
  ],
  'notifications.listOrganizationEntries': [
    ({ owner, orgId }, asked) => owner.device.listOrganizationEntries({ orgId, ...asked }),
    named('data'),
  ],
}
export const placeOfSchool = once(make)
