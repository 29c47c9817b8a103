import { beforeAll, describe, expect, it } from 'vitest'
import { type contracts, routes } from '../../../functions/routes.ts'
import { OwnProofRequired } from '../../../lib/contract/failures.ts'
import { routesOf } from '../../../lib/contract/route-match.ts'
import type { SamlSchool } from '../../saml/school.ts'
import { countedAdmins, withRoles } from '../../support/administrators.ts'
import { type Agent, refused } from '../../support/agent.ts'
import { type Person, registered } from '../../support/people.ts'
import { claimsOf, hostileSchool, posedAs, verified } from './hostile-school.ts'

describe("a school's word about an administrator of the platform", () => {
  let school: SamlSchool
  let chief: Person
  let posed: Agent

  beforeAll(async () => {
    school = await hostileSchool()
    const { w } = school
    const email = w.email('chief')
    Object.assign(w.runtime.settings, { PLATFORM_ADMIN_EMAILS: email })
    chief = await registered(w, 'chief')
    Object.assign(w.runtime.settings, { PLATFORM_ADMIN_EMAILS: '' })
    await withRoles(w, chief, ['user', 'admin'])
    await chief.device.on(w.sister).joinTenant()
    await verified(school, chief)
    posed = await posedAs(school, chief)
  })

  // rules/identity 8
  it('carries the roles of the school, and none of the platform', async () => {
    expect((await chief.device.validateToken()).body.data.platformRoles).toEqual(['platform_admin'])
    const { data } = (await posed.validateToken()).body
    expect(data).toMatchObject({ user: { roles: ['user', 'admin'] }, platformRoles: [] })
    expect(claimsOf(posed.jar.get('accessToken'))).toMatchObject({ provenBy: school.w.home })
    expect(claimsOf(posed.jar.get('accessToken')).platformRoles).toBeUndefined()
    expect((await posed.listAuditEntries()).status).toBe(200)
    expect(await posed.listTenants()).toMatchObject(refused(OwnProofRequired))
    await posed.refreshToken()
    expect(claimsOf(posed.jar.get('accessToken')).platformRoles).toBeUndefined()
    expect(await posed.listTenants()).toMatchObject(refused(OwnProofRequired))
  })

  // rules/identity 9
  it('administers nothing elsewhere, and impersonates nobody there', async () => {
    const { w } = school
    const student = await registered(w, 'student', {}, w.sister)
    const there = posed.on(w.sister)
    expect(await there.listAuditEntries()).toMatchObject(refused(OwnProofRequired))
    expect(await there.impersonateUser({ identifier: student.user._id })).toMatchObject(
      refused(OwnProofRequired),
    )
    expect(await posed.on('www').listPlatformAdmins()).toMatchObject(refused(OwnProofRequired))
  })

  // rules/identity 10
  it('is not what the export, the ways in and the password are asked by', async () => {
    for (const operation of [
      'getMyData',
      'listWays',
      'startLink',
      'changePassword',
      'setPassword',
      'deleteAccount',
    ] as const)
      expect(await posed[operation](), operation).toMatchObject(refused(OwnProofRequired))
  })

  // rules/identity 11
  it('sees and ends the sessions that it opened, and no other', async () => {
    const other = await posedAs(school, chief)
    const { sessions } = (await posed.listSessions()).body.data
    expect(sessions).toHaveLength(2)
    const own = (await chief.device.listSessions()).body.data.sessions
    expect(own).toHaveLength(3)
    const mine = own.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id
    expect((await posed.revokeSession({ sessionId: mine })).status).toBe(404)
    expect((await posed.revokeAllOtherSessions()).status).toBe(200)
    expect((await other.validateToken()).status).toBe(401)
    expect((await chief.device.validateToken()).status).toBe(200)
  })

  // rules/identity 12
  it('shows of other schools neither that they are theirs nor what they are there', async () => {
    const { w } = school
    expect((await chief.device.validateToken()).body.data.communities.sort()).toEqual(
      [w.home, w.sister].sort(),
    )
    expect((await posed.validateToken()).body.data.communities).toEqual([w.home])
    const there = posed.on(w.sister)
    expect((await there.validateToken()).body.data).toMatchObject({
      user: { roles: ['user'], approvalRoles: [], clubAssociations: [] },
      platformRoles: [],
      pendingOrgInvites: [],
    })
    expect(await there.listNotifications()).toMatchObject(refused(OwnProofRequired))
    expect((await posed.listNotifications()).status).toBe(200)
  })
})

describe("the deployment's list", () => {
  it("promises nothing that a school's provider could take", async () => {
    const school = await hostileSchool()
    const { w } = school
    const before = await countedAdmins(w)
    Object.assign(w.runtime.settings, { PLATFORM_ADMIN_EMAILS: w.email('chief') })
    const posed = await posedAs(school, { email: w.email('chief') })
    expect((await posed.validateToken()).body.data.platformRoles).toEqual([])
    expect(await countedAdmins(w)).toBe(before)
  })
})

describe("every operation that is not another school's to permit", () => {
  it('refuses its sessions, whatever the person is here', async () => {
    const school = await hostileSchool()
    const { w } = school
    const ada = await registered(w, 'ada', {}, w.sister)
    await verified(school, ada)
    const club = await ada.device.createOrganization({
      org_name: `Club ${w.sister}`,
      org_description: 'All of it',
    })
    const orgId = club.body.org._id
    const posed = (await posedAs(school, ada)).on(w.sister)
    const call = { headers: { authorization: `Bearer ${posed.jar.get('accessToken')}` }, cookies: [] }
    const wanting = routesOf(routes).filter(
      ({ row: { access, proof, host } }) =>
        host !== 'platform' &&
        (proof !== undefined ||
          access === 'admin' ||
          access === 'platformAdmin' ||
          (typeof access === 'object' && access.org !== 'visitor' && access.org !== 'member')),
    )
    expect(wanting.length).toBeGreaterThan(200)
    for (const { domain, row, path } of wanting) {
      const at = path.replace(':orgId', orgId).replace(/:\w+/g, 'some')
      const reply = await posed.request(domain as keyof typeof contracts, row.method, at, call)
      expect(reply, `${row.method} ${at}`).toMatchObject(refused(OwnProofRequired))
    }
  })
})
