import { approvalGroup } from '../../lib/identity/org/approval-groups.ts'
import type { Person } from '../support/people.ts'
import type { Campus } from '../support/replay.ts'
import { founded, joined, type Society } from '../support/societies.ts'

type Staged = Readonly<Record<string, string>>

const personOf = ({ agent, id, globalUserId, email }: Campus['ada'], name: string): Person => ({
  device: agent,
  user: { _id: id, username: name, name, globalUserId },
  email,
})

const chess = { org_name: 'Chess Club', org_description: 'We play on Thursdays' }

const adas = (campus: Campus): Promise<Society> => founded(personOf(campus.ada, 'ada'), chess)
const named = ({ orgId }: Society): Staged => ({ 'demo-org-chess': orgId })

/** An organization of ada's, in the place of the sample's. */
const own = async (campus: Campus): Promise<Staged> => named(await adas(campus))

const withBen = async (campus: Campus): Promise<Staged> => {
  const club = await adas(campus)
  const { ben } = campus.people
  if (ben) await joined(club, personOf(ben, 'ben'))
  return named(club)
}

/** An organization of somebody whom no sample names. */
const others = async (campus: Campus, more: object = {}): Promise<Society> => {
  const device = campus.w.device()
  const email = campus.addressOf('owner@demo.example.edu')
  const { body } = await device.register({ email, password: 'demo password', username: 'owner' })
  return founded({ device, user: body.data.user, email }, { ...chess, ...more })
}

const inOthers = async (campus: Campus): Promise<Staged> => {
  const club = await others(campus)
  await joined(club, personOf(campus.ada, 'ada'))
  return named(club)
}

/** Others have made ada a member. */
const draftedByOthers = async (campus: Campus): Promise<Staged> => {
  const club = await others(campus)
  const { orgId } = club
  await club.owner.device.assignOrgRole({ orgId, userId: campus.ada.id, role: 'member' })
  return named(club)
}

const following = async (campus: Campus): Promise<Staged> => {
  const { orgId } = await others(campus)
  await campus.ada.agent.followOrganization({ orgId })
  return { 'demo-org-chess': orgId }
}

/** Somebody has applied to ada's organization. */
const applied = async (campus: Campus): Promise<Staged> => {
  const { w, ada } = campus
  const club = await founded(personOf(ada, 'ada'), { ...chess, requireApprovalForJoin: true })
  const { orgId } = club
  const guest = w.device()
  const email = campus.addressOf('guest@demo.example.edu')
  await guest.register({ email, password: 'demo password', username: 'guest' })
  await guest.applyToOrganization({ orgId })
  const { body } = await ada.agent.listApplications({ orgId })
  return { 'demo-org-chess': orgId, 'demo-application': body.applications[0]._id }
}

/** Ada has applied to an organization of somebody else. */
const appliedToOthers = async (campus: Campus): Promise<Staged> => {
  const { agent } = campus.ada
  const club = await others(campus, { requireApprovalForJoin: true })
  await agent.applyToOrganization({ orgId: club.orgId })
  const { body } = await agent.listOwnApplications({})
  return { ...named(club), 'demo-application': body.applications[0]._id }
}

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const uploaded = async (campus: Campus): Promise<Staged> => {
  const { w, ada } = campus
  const { orgId } = await adas(campus)
  const { body } = await ada.agent.requestOrgUpload({ orgId, type: 'image/png', size: 70 })
  const { media } = w.runtime.gateways
  const key = `pending/orgs/${w.home}/${orgId}/${body.data.uploadId}`
  await media.put(key, Buffer.from(pixel, 'base64'), 'image/png')
  return { 'demo-org-chess': orgId, 'demo-upload': body.data.uploadId }
}

/** The school has made ada's organization an approval group. */
const approving = async (campus: Campus): Promise<Staged> => {
  const { orgId } = await adas(campus)
  const settings = { orgId, escalationTimeout: 72, autoEscalate: true, madeBy: 'root', version: 1 }
  await campus.w.table().put(approvalGroup, { ...settings, madeAt: campus.w.clock.now().toISOString() })
  return { 'demo-org-chess': orgId }
}

/** What has to have happened before a sample of organizations and their members can succeed. */
export const organizationStages = {
  getOrganization: own,
  getOrganizationByName: own,
  editOrganization: own,
  applyToOrganization: async (campus: Campus) => named(await others(campus)),
  leaveOrganization: inOthers,
  refuseOrgMembership: draftedByOthers,
  deleteOrganization: own,
  listOrganizationMembers: own,
  listMeetings: own,
  listOrganizationEvents: own,
  followOrganization: async (campus: Campus) => named(await others(campus)),
  unfollowOrganization: following,
  listFollowedOrganizations: following,
  listOrganizations: own,
  updateApprovalSettings: approving,
  requestOrgUpload: own,
  commitOrgUpload: uploaded,
  checkRoleManagement: own,
  getMyPermissions: own,
  listRoles: own,
  createRole: own,
  replaceRoles: own,
  updateRole: own,
  deleteRole: own,
  getRolePermissions: own,
  listOrgMembers: own,
  listRoleMembers: own,
  assignOrgRole: own,
  removeOrgMember: withBen,
  getMemberHistory: own,
  transferOrgOwnership: withBen,
  listOwnApplications: appliedToOthers,
  withdrawApplication: appliedToOthers,
  listApplications: applied,
  approveApplication: applied,
  rejectApplication: applied,
} as const
