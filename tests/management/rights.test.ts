import { beforeAll, describe, expect, it } from 'vitest'
import { contract as analytics } from '../../functions/analytics/contract.ts'
import { contract as management } from '../../functions/management/contract.ts'
import { contract as operators } from '../../functions/operators/contract.ts'
import { contract as verification } from '../../functions/verification/contract.ts'
import { SessionRevoked } from '../../lib/contract/failures.ts'
import type { Row } from '../../lib/contract/row.ts'
import { admins, distantOperator, withRoles } from '../support/administrators.ts'
import { type Agent, refused } from '../support/agent.ts'
import { type Person, password, registered } from '../support/people.ts'
import { society } from '../support/societies.ts'
import type { World } from '../support/world.ts'

/** `judge` holds a role of the organization that has neither right which is asked for here. */
const everybody = [
  'nobody',
  'guest',
  'foreignAdmin',
  'outsider',
  'member',
  'judge',
  'officer',
  'admin',
  'owner',
  'schoolAdmin',
  'platformAdmin',
] as const
type Who = (typeof everybody)[number]

let w: World
let orgId: string
let eventId: string
let cast: Readonly<Record<Who, Agent>>

const custom_roles = JSON.stringify([
  { name: 'judge', displayName: 'Judge', permissions: ['approve_events', 'view_finances'] },
])

beforeAll(async () => {
  const made = await admins()
  ;({ w } = made)
  const club = await society(w, 'rights', { custom_roles })
  orgId = club.orgId
  const named = (name: string, school?: string): Promise<Person> =>
    registered(w, name, { username: name }, school)
  const judge = await named('judge')
  await judge.device.applyToOrganization({ orgId })
  await club.owner.device.assignOrgRole({ orgId, userId: judge.user._id, roles: ['judge'] })
  const guest = await named('guest', w.sister)
  const chief = await named('chief', w.sister)
  const rector = await foreignAdmin(chief)
  const far = await distantOperator(w, 'far')
  const event = {
    orgId,
    name: 'Open evening',
    type: 'meeting',
    start_time: '2026-04-01T18:00:00.000Z',
    end_time: '2026-04-01T20:00:00.000Z',
    location: 'Hall',
    description: 'Come along',
    expectedAttendance: 10,
    visibility: 'public',
  }
  eventId = (await club.owner.device.createEventByForm(event)).body.eventId
  cast = {
    nobody: w.device(),
    guest: guest.device.on(w.home),
    foreignAdmin: rector.device.on(w.home),
    outsider: club.outsider.device,
    member: club.member.device,
    judge: judge.device,
    officer: club.officer.device,
    admin: club.admin.device,
    owner: club.owner.device,
    schoolAdmin: made.dean.device,
    platformAdmin: far.device.on(w.home),
  }
})

/** An administrator of the sister school. */
const foreignAdmin = async (person: Person): Promise<Person> => {
  const sister = { ...w, home: w.sister, table: () => w.table(w.sister) }
  return withRoles(sister, person, ['user', 'admin'])
}

const school: readonly Who[] = ['schoolAdmin', 'platformAdmin']
const governors: readonly Who[] = ['owner', ...school]
const planners: readonly Who[] = ['officer', 'admin', ...governors]
const signedIn: readonly Who[] = everybody.filter((who) => who !== 'nobody')

/** Who gets past the door of each operation. What an operation decides by itself follows below. */
const admitted: Readonly<Record<string, readonly Who[]>> = {
  getOnboardingConfig: signedIn,
  getManagementConfig: signedIn,
  updateManagementConfig: school,
  getOrganizationAnalytics: school,
  listManagedOrganizations: school,
  listPendingOrganizations: school,
  getManagedOrganization: school,
  editManagedOrganization: school,
  changeManagedOrganization: school,
  approveManagedOrganization: school,
  refuseManagedOrganization: school,
  resubmitOrganization: governors,
  listDeletedOrganizations: school,
  restoreOrganization: school,
  moveManagedOrganization: school,
  moveOrganizationLifecycle: governors,
  exportOrganizations: school,
  transferManagedOrganization: school,
  listManagedMembers: school,
  addManagedMember: school,
  assignManagedRole: school,
  removeManagedMember: school,
  startOrgRenewal: school,
  getOrgRenewal: signedIn,
  listOrgRenewals: school,
  confirmOrgRenewal: governors,
  submitVerificationRequest: signedIn,
  listVerificationRequests: signedIn,
  reviewVerificationRequest: school,
  toggleUserRole: school,
  getUserStats: school,
  findSchoolUsers: school,
  setAdminRole: school,
  setUserAccess: school,
  getSecondFactorPolicy: school,
  previewSecondFactorPolicy: school,
  setSecondFactorPolicy: school,
  getDoor: school,
  previewDoor: school,
  setDoor: school,
  listRoster: school,
  previewRoster: school,
  saveRoster: school,
  trackEventView: signedIn,
  trackAnonymousView: everybody,
  trackRsvp: signedIn,
  getEventAnalytics: signedIn,
  getSchoolOverview: school,
  getSchoolDays: school,
  listSchoolEvents: school,
  getSchoolEventDashboard: school,
  getSchoolRsvpGrowth: school,
  rankOrganizationEvents: school,
  getOrganizationEventSnapshot: school,
  getOrgAnalytics: planners,
  getOrgEventAnalytics: planners,
  getEventDashboard: planners,
  getRsvpGrowth: planners,
  exportEventReport: planners,
  exportAttendees: planners,
}

const rows = Object.entries({
  ...management.rows,
  ...verification.rows,
  ...operators.rows,
  ...analytics.rows,
} as Record<string, Row>)
const cases = rows.flatMap(([operation]) => everybody.map((who) => [operation, who] as const))
const sendAs = (who: Who, operation: string) =>
  (cast[who] as unknown as Record<string, Agent['listSessions']>)[operation]

describe('every operation of the school’s work with organizations', () => {
  it('says whom it is for', () => {
    expect(Object.keys(admitted).sort()).toEqual(rows.map(([operation]) => operation).sort())
  })

  it.each(cases)('%s as %s', async (operation, who) => {
    const input = { orgId, eventId, id: eventId, userId: 'x', requestId: 'x' }
    // A broken body ends every operation at its door, so that nothing changes between the tries.
    const reply = await sendAs(who, operation)?.(input, { raw: '{' })
    const { status, body } = reply ?? { status: 0, body: {} }
    if (admitted[operation]?.includes(who)) expect([status, body.code]).toEqual([400, 'INVALID_JSON'])
    else if (who === 'nobody') expect([status, body.code]).toEqual([401, 'NO_TOKEN'])
    else expect([status, typeof body.code], JSON.stringify(body)).toEqual([403, 'string'])
  })
})

/** What each of everybody is answered, in the order above, by operations that decide for themselves. */
const verdicts: readonly (readonly [string, (agent: Agent) => Promise<unknown>, readonly unknown[]])[] = [
  [
    'a request for an organization',
    async (agent) => (await agent.submitVerificationRequest({ orgId, requestType: 'funding' })).status,
    // 400: these may ask, but the school does not take requests of that type.
    [401, 403, 403, 403, 403, 403, 403, 400, 400, 400, 400],
  ],
  [
    'requests that are seen',
    async (agent) => (await agent.listVerificationRequests()).body.data?.length,
    [undefined, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1],
  ],
  [
    'requests of an organization that is named',
    async (agent) => (await agent.listVerificationRequests({ orgId })).body.data?.length,
    [undefined, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1],
  ],
  [
    'numbers of an event',
    async (agent) => (await agent.getEventAnalytics({ id: eventId })).status,
    [401, 403, 403, 403, 403, 403, 200, 200, 200, 200, 200],
  ],
  [
    'a state that the school alone gives',
    async (agent) =>
      (await agent.moveOrganizationLifecycle({ orgId, lifecycleStatus: 'inactive' })).body.code,
    [
      'NO_TOKEN',
      ...['guest', 'foreignAdmin', 'outsider'].map(() => expect.any(String)),
      ...['member', 'judge', 'officer', 'admin'].map(() => 'PERMISSION_REQUIRED'),
      // There is no such move from its present state, whoever asks.
      'LIFECYCLE_MOVE_REFUSED',
      'LIFECYCLE_MOVE_REFUSED',
      'LIFECYCLE_MOVE_REFUSED',
    ],
  ],
  [
    'parts of the configuration',
    async (agent) => {
      const { status, body } = await agent.getManagementConfig()
      return body.data ? Object.keys(body.data).length > 4 : status
    },
    [401, 403, 403, false, false, false, false, false, false, true, true],
  ],
  [
    'people of the school',
    async (agent) => (await agent.findSchoolUsers({ q: 'own' })).body.data?.users.length,
    [...everybody.slice(0, -2).map(() => undefined), 1, 1],
  ],
]

describe('what an operation decides by itself', () => {
  beforeAll(async () => {
    const sent = { orgId, requestType: 'verification', verificationType: 'gold' }
    expect((await cast.owner.submitVerificationRequest(sent)).status).toBe(201)
  })

  it.each(verdicts)('is so for %s', async (_, ask, wanted) => {
    const seen: unknown[] = []
    for (const who of everybody) seen.push(await ask(cast[who]))
    expect(Object.fromEntries(everybody.map((who, at) => [who, seen[at]]))).toEqual(
      Object.fromEntries(everybody.map((who, at) => [who, wanted[at]])),
    )
  })

  it('is nothing for who was suspended, or is no administrator any more', async () => {
    const eve = await withRoles(w, await registered(w, 'eve', { username: 'eve' }), ['user', 'admin'])
    expect((await eve.device.listManagedOrganizations()).status).toBe(200)
    await cast.schoolAdmin.setUserAccess({ userId: eve.user._id, accessSuspended: true })
    expect((await eve.device.listManagedOrganizations()).status).toBe(403)
    await cast.schoolAdmin.setUserAccess({ userId: eve.user._id, accessSuspended: false })
    // A suspension ends sessions for good (rules/auth 47).
    expect(await eve.device.listManagedOrganizations()).toMatchObject(refused(SessionRevoked))
    const device = w.device()
    expect((await device.login({ email: eve.email, password })).status).toBe(200)
    expect((await device.listManagedOrganizations()).status).toBe(200)
    await cast.schoolAdmin.setAdminRole({ userId: eve.user._id, role: 'admin', assign: false })
    expect((await device.listManagedOrganizations()).status).toBe(403)
  })
})
