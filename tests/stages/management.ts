import type { Campus } from '../support/replay.ts'
import { founded } from '../support/societies.ts'

type Staged = Readonly<Record<string, string>>

const chess = { org_name: 'Chess Club', org_description: 'We play on Thursdays' }

const founding = async ({ ada }: Campus, more: object = {}): Promise<string> => {
  const user = { _id: ada.id, username: 'ada', name: 'ada', globalUserId: ada.globalUserId }
  return (await founded({ device: ada.agent, user, email: ada.email }, { ...chess, ...more })).orgId
}

/** An organization of ada's, in the place of the sample's. */
const own = async (campus: Campus): Promise<Staged> => ({ 'demo-org-chess': await founding(campus) })

const requested = async (campus: Campus): Promise<Staged> => {
  const orgId = await founding(campus)
  const { body } = await campus.ada.agent.submitVerificationRequest({ orgId, verificationType: 'gold' })
  return { 'demo-org-chess': orgId, 'demo-request': body.data._id }
}

const withBen = async (campus: Campus): Promise<Staged> => {
  const orgId = await founding(campus)
  await campus.people.ben?.agent.applyToOrganization({ orgId })
  return { 'demo-org-chess': orgId }
}

/** The school approves organizations, so that of ada waits. */
const waiting = async (campus: Campus): Promise<Staged> => {
  await campus.people.root?.agent.updateManagementConfig({ orgApproval: { mode: 'manual' } })
  return own(campus)
}

/** What has to have happened before a sample of the school's work with organizations can succeed. */
export const managementStages = {
  submitVerificationRequest: own,
  listVerificationRequests: requested,
  reviewVerificationRequest: requested,
  listManagedOrganizations: own,
  listPendingOrganizations: waiting,
  getManagedOrganization: own,
  editManagedOrganization: own,
  changeManagedOrganization: own,
  approveManagedOrganization: waiting,
  moveManagedOrganization: own,
  moveOrganizationLifecycle: own,
  transferManagedOrganization: withBen,
  listManagedMembers: own,
  addManagedMember: own,
  assignManagedRole: withBen,
  removeManagedMember: withBen,
} as const
