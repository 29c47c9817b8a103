import { describe, expect, it } from 'vitest'
import { type contracts, routes } from '../../../functions/routes.ts'
import { sampleOf } from '../../../infra/derive/samples.ts'
import { OwnProofRequired } from '../../../lib/contract/failures.ts'
import { routesOf } from '../../../lib/contract/route-match.ts'
import { orgMember } from '../../../lib/identity/org/organizations.ts'
import { access, tenantUser } from '../../../lib/identity/person/records.ts'
import { type Agent, refused } from '../../support/agent.ts'
import { registered } from '../../support/people.ts'
import { founded, joined } from '../../support/societies.ts'
import { hostileSchool, posedAs, verified } from './hostile-school.ts'

/** Somebody of the sister school with a name and an office there, and a session that the home school opened for them. */
const officer = async (roles: readonly string[] = ['officer']) => {
  const school = await hostileSchool()
  const { w } = school
  const ada = await registered(w, 'ada', { username: `ada${process.pid}` }, w.sister)
  await verified(school, ada)
  const club = await founded(await registered(w, 'owner', {}, w.sister))
  await joined(club, ada, roles)
  const posed = (await posedAs(school, ada)).on(w.sister)
  return { w, ada, club, posed }
}

const orgRightsOf = async ({ w, ada, club }: Awaited<ReturnType<typeof officer>>) => {
  const table = w.table(w.sister)
  const [user, member, rights] = [
    await table.get(tenantUser, { id: ada.user._id }, { strong: true }),
    await table.get(orgMember, { orgId: club.orgId, userId: ada.user._id }, { strong: true }),
    await table.get(access, { globalUserId: ada.user.globalUserId }, { strong: true }),
  ]
  const { name, username, usernameKey, picture, email, approvalRoles, pushToken } = user ?? {}
  return {
    user: { name, username, usernameKey, picture, email, approvalRoles, pushToken },
    roles: member?.roles,
    status: member?.status,
    membership: rights?.memberships[w.sister],
  }
}

describe("whatever another school's provider asks for in somebody's name", () => {
  it('leaves them their name, their office and their roles', async () => {
    const at = await officer()
    const { posed, club } = at
    const before = await orgRightsOf(at)
    const call = { headers: { authorization: `Bearer ${posed.jar.get('accessToken')}` }, cookies: [] }
    const changing = routesOf(routes).filter(
      ({ row, path }) => row.method !== 'GET' && row.host !== 'platform' && path === row.path,
    )
    expect(changing.length).toBeGreaterThan(150)
    for (const { domain, operation, row } of changing) {
      // Signing out is what anybody may do in their own session.
      if (/logout|signOut/i.test(operation)) continue
      const { rawPath, body, headers } = sampleOf(operation, row) as unknown as Sample
      const path = rawPath.replace('demo-org-chess', club.orgId).replace('demo-user-ada', at.ada.user._id)
      const type = headers['content-type']
      await posed.request(domain as keyof typeof contracts, row.method, path, {
        ...call,
        ...(body === undefined ? {} : { raw: body }),
        headers: { ...call.headers, ...(type ? { 'content-type': type } : {}) },
      })
    }
    expect((await posed.validateToken({}, call)).status, 'the session is still there').toBe(200)
    expect(await orgRightsOf(at)).toEqual(before)
  }, 120_000)
})

type Sample = { rawPath: string; body?: string; headers: Record<string, string> }

describe('an office elsewhere', () => {
  it.each(['officer', 'admin'])('is not laid down without a proof of the own: %s', async (role) => {
    const { posed, club, ada } = await officer([role])
    expect(await posed.leaveOrganization({ orgId: club.orgId })).toMatchObject(refused(OwnProofRequired))
    expect((await ada.device.leaveOrganization({ orgId: club.orgId })).status).toBe(200)
  })

  it('is none of a plain member, who may leave', async () => {
    const { posed, club } = await officer(['member'])
    expect((await posed.leaveOrganization({ orgId: club.orgId })).status).toBe(200)
  })
})

describe('a name elsewhere', () => {
  const change = (device: Agent, more: object) => device.updateUser(more)

  it.each([{ name: 'Eve' }, { username: 'eve' }])(
    'is not changed without a proof of the own: %j',
    async (more) => {
      const { posed, ada } = await officer()
      expect(await change(posed, more)).toMatchObject(refused(OwnProofRequired))
      expect((await change(ada.device, { name: 'Ada King' })).status).toBe(200)
    },
  )

  it('may be sent back as it is, with what is nobody else’s business', async () => {
    const { posed, ada } = await officer()
    const { name, username } = ada.user
    expect((await change(posed, { name, username, onboarded: true, tags: ['chess'] })).status).toBe(200)
  })

  it('has a picture that is not changed either', async () => {
    const { posed } = await officer()
    expect(await posed.uploadUserImage()).toMatchObject(refused(OwnProofRequired))
    expect(await posed.removeUserImage()).toMatchObject(refused(OwnProofRequired))
  })
})
