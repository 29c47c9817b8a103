import { beforeAll, describe, expect, it } from 'vitest'
import { contract as members } from '../../functions/members/contract.ts'
import { contract as organizations } from '../../functions/organizations/contract.ts'
import { unusedPaths } from '../../functions/organizations/unused-paths.ts'
import { indexSchool } from '../../infra/local/schools/search-indexes.ts'
import type { Row } from '../../lib/contract/row.ts'
import { setRights } from '../security/rights.ts'
import { distantOperator } from '../support/administrators.ts'
import type { Agent } from '../support/agent.ts'
import { type Person, registered } from '../support/people.ts'
import { society } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'

const everybody = [
  'nobody',
  'guest',
  'student',
  'member',
  'officer',
  'admin',
  'owner',
  'schoolAdmin',
  'platformAdmin',
] as const
type Who = (typeof everybody)[number]

let w: World
let orgId: string
let cast: Readonly<Record<Who, Agent>>

const asSubject = ({ user }: Person) => ({
  globalUserId: user.globalUserId,
  memberId: user._id,
})

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  const club = await society(w, 'rights')
  orgId = club.orgId
  const dean = await registered(w, 'dean', { username: 'dean' })
  await setRights(w, asSubject(dean) as never, { roles: ['user', 'admin'] })
  const guest = await registered(w, 'gil', { username: 'gil' }, w.sister)
  const root = await distantOperator(w, 'ruth')
  cast = {
    nobody: w.device(),
    guest: guest.device.on(w.home),
    student: club.outsider.device,
    member: club.member.device,
    officer: club.officer.device,
    admin: club.admin.device,
    owner: club.owner.device,
    schoolAdmin: dean.device,
    platformAdmin: root.device.on(w.home),
  }
})

const governors: readonly Who[] = ['owner', 'schoolAdmin', 'platformAdmin']
const schoolStaff: readonly Who[] = ['schoolAdmin', 'platformAdmin']
const managers: readonly Who[] = ['admin', ...governors]
const insiders: readonly Who[] = ['member', 'officer', ...managers]
const students: readonly Who[] = ['student', 'member', 'officer', 'admin', 'owner', 'schoolAdmin']
const signedIn: readonly Who[] = everybody.filter((who) => who !== 'nobody')

/** Who gets past the door of each operation. What an operation decides by itself is tested where it does. */
const admitted: Readonly<Record<string, readonly Who[]>> = {
  checkRoleManagement: governors,
  getMyPermissions: insiders,
  listRoles: governors,
  createRole: governors,
  replaceRoles: governors,
  updateRole: governors,
  deleteRole: governors,
  getRolePermissions: governors,
  listOrgMembers: insiders,
  exportOrgMembers: managers,
  listRoleMembers: managers,
  assignOrgRole: managers,
  removeOrgMember: managers,
  getMemberHistory: managers,
  transferOrgOwnership: governors,
  offerOrgOwnership: governors,
  withdrawOrgOwnershipOffer: governors,
  answerOrgOwnershipOffer: students,
  listOwnApplications: students,
  withdrawApplication: students,
  listApplications: managers,
  approveApplication: managers,
  rejectApplication: managers,
  getOrganization: everybody,
  getOrganizationByName: signedIn,
  createOrganization: students,
  editOrganization: students,
  applyToOrganization: students,
  leaveOrganization: students,
  refuseOrgMembership: students,
  deleteOrganization: governors,
  listOrganizationMembers: insiders,
  listMeetings: signedIn,
  listOrganizationEvents: signedIn,
  followOrganization: students,
  unfollowOrganization: students,
  listFollowedOrganizations: students,
  checkOrganizationName: everybody,
  listOrganizations: everybody,
  requestOrgUpload: ['owner'],
  commitOrgUpload: ['owner'],
  updateApprovalSettings: managers,
  listForms: managers,
  createForm: managers,
  updateForm: managers,
  deleteForm: managers,
  ...Object.fromEntries(
    Object.entries(unusedPaths).map(([name, { access }]) => [
      name,
      access === 'admin' ? schoolStaff : everybody,
    ]),
  ),
}

const rows = Object.entries({ ...members.rows, ...organizations.rows } as Record<string, Row>)
const cases = rows.flatMap(([operation]) => everybody.map((who) => [operation, who] as const))

describe('every operation of organizations', () => {
  it('declares who may call it', () => {
    expect(Object.keys(admitted).sort()).toEqual(rows.map(([operation]) => operation).sort())
  })

  it.each(cases)('%s as %s', async (operation, who) => {
    const input = { orgId, id: orgId, name: 'x', userId: 'x', roleName: 'x', applicationId: 'x', formId: 'x' }
    const send = (cast[who] as unknown as Record<string, Agent['listSessions']>)[operation]
    // A broken body ends every operation at its door, so that nothing changes between the tries.
    const reply = await send?.({ ...input, newOwnerUserId: 'x', uploadId: 'x' }, { raw: '{' })
    const { status, body } = reply ?? { status: 0, body: {} }
    if (admitted[operation]?.includes(who)) expect([status, body.code]).toEqual([400, 'INVALID_JSON'])
    else if (who === 'nobody') expect([status, body.code]).toEqual([401, 'NO_TOKEN'])
    else expect([status, typeof body.code], JSON.stringify(body)).toEqual([403, 'string'])
  })

  it('fails with 404 for an unknown organization', async () => {
    const inOrg = rows.filter(([, { access }]) => typeof access === 'object')
    for (const [operation] of inOrg) {
      const agent = cast.platformAdmin as unknown as Record<string, Agent['listSessions']>
      const reply = await agent[operation]?.({ orgId: 'nowhere' }, { raw: '{' })
      expect([operation, reply?.status]).toEqual([operation, 404])
    }
  })
})

describe('administrators', () => {
  // rules/members 34, rules/organizations 11
  it('may call everything except operations of the owner', async () => {
    for (const who of ['schoolAdmin', 'platformAdmin'] as const) {
      const { body } = await cast[who].getMyPermissions({ orgId })
      expect(body).toMatchObject({ role: null, roles: [], permissions: ['all'] })
      expect((await cast[who].listOrgMembers({ orgId })).body.members[0].user_id.email).toContain('@')
    }
    const edited = await cast.schoolAdmin.editOrganization({ orgId, unlisted: true })
    expect([edited.status, edited.body.message]).toEqual([403, 'You are not authorized to edit this org'])
  })

  // rules/members 34
  it('act without being members, and the history names them', async () => {
    const club = await society(w, 'acting')
    const { orgId: id, member } = club
    const userId = member.user._id
    expect((await cast.platformAdmin.assignOrgRole({ orgId: id, userId, role: 'admin' })).status).toBe(200)
    const { body } = await cast.platformAdmin.getMemberHistory({ orgId: id, userId })
    expect(body.membershipHistory[0]).toMatchObject({ role: 'admin', action: 'role_change' })
    expect(body.membershipHistory[0].actorUserId).not.toBe('unknown')
    expect((await cast.schoolAdmin.removeOrgMember({ orgId: id, userId })).status).toBe(200)
    const { body: after } = await cast.schoolAdmin.getMemberHistory({ orgId: id, userId })
    expect(after.removedAudits).toMatchObject([{ action: 'removed', reason: 'admin_removed' }])
    const transfer = { orgId: id, newOwnerUserId: club.admin.user._id }
    expect((await cast.schoolAdmin.transferOrgOwnership(transfer)).status).toBe(200)
    expect((await cast.platformAdmin.deleteOrganization({ orgId: id })).status).toBe(200)
  })
})

describe("members' details", () => {
  // rules/members 35
  it('include addresses and applications for managers only', async () => {
    const { body: plain } = await cast.member.listOrgMembers({ orgId })
    expect(JSON.stringify(plain)).not.toContain('@')
    expect(plain.applications).toEqual([])
    const { body: full } = await cast.admin.listOrgMembers({ orgId })
    expect(full.count).toBe(4)
    expect(full.members).toHaveLength(4)
    for (const { user_id: user } of full.members) expect(user.email).toContain('@')
    const officers = await cast.member.listOrgMembers({ orgId, role: 'officer' })
    expect(officers.body.members).toHaveLength(1)
    expect((await cast.member.listOrgMembers({ orgId, role: 'pope' })).body.code).toBe('ROLE_NOT_FOUND')
    await indexSchool(w.table())
    const search = await cast.member.listOrgMembers({ orgId, search: 'OFFI' })
    expect(search.body.members).toHaveLength(1)
    const legacy = await cast.member.listOrganizationMembers({ orgId, limit: '2' })
    expect(legacy.body.members).toHaveLength(2)
    const next = await cast.member.listOrganizationMembers({ orgId, cursor: legacy.body.nextCursor })
    expect(next.body.members).toHaveLength(2)
  })
})
