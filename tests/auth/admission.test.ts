import { beforeAll, describe, expect, it } from 'vitest'
import { RegistrationCodeRequired } from '../../functions/auth/contract.ts'
import { InviteEmailMismatch } from '../../functions/invites/contract.ts'
import { AddressOfSchoolRequired, InvitationRequired } from '../../lib/contract/failures.ts'
import { globalUser, type TenantRecord } from '../../lib/identity/person/records.ts'
import { changeSchool } from '../../lib/identity/school/tenants.ts'
import type { Reply } from '../support/agent.ts'
import { password } from '../support/people.ts'
import { type Arrival, arrivalOf, invited, orgRightsOf, type Stage, stage, waysIn } from './closed-doors.ts'

let school: Stage
beforeAll(async () => {
  school = await stage()
})

const own = 'students.example.edu'

/** Says who may become a member, and waits until everybody knows. */
const admit = async (newMembers: TenantRecord['newMembers'], domain = own): Promise<void> => {
  const { w } = school
  const change = () => ({ newMembers, emailDomains: [domain] })
  await changeSchool(w.table(), { tenantKey: w.home, at: w.clock.now(), change, also: () => [] })
  w.clock.advance(2.1)
}

const codeOf = ({ body, headers }: Reply): string | undefined =>
  body?.code ?? new URL(headers.location ?? 'x:').searchParams.get('error')?.toUpperCase()

const statusOf = async (arrival: Arrival) =>
  (await orgRightsOf(arrival)).person?.rights.memberships[arrival.w.home]?.status

const prove = async (arrival: Arrival): Promise<void> => {
  const id = (await orgRightsOf(arrival)).person?.user.id ?? ''
  await arrival.w.table().update(globalUser, { id }, { set: { emailVerified: true } })
}

/** Ways that show nothing of who has the address. A factor is added by who has proven it. */
const unproven =
  /^(?:registering|registering on the platform host|signing in by password|signing in on the platform host|joining.*)$/
const vouching = /identity provider/

const takesByDomain = (name: string, domain: string) =>
  vouching.test(name) || (domain === own && !unproven.test(name))
/** Whoever registers is told to prove an address that would do. */
const refusalByDomain = (name: string, domain: string) =>
  domain === own && name.startsWith('registering')
    ? RegistrationCodeRequired.code
    : AddressOfSchoolRequired.code
const takesInvited = (name: string) => vouching.test(name) || name === 'registering with an invitation'

const cells = Object.entries(waysIn).flatMap(([name, way]) => [
  ...[own, 'other.example.edu'].map((domain) => ({
    name,
    way,
    domain,
    policy: 'domains' as const,
    refusal: takesByDomain(name, domain) ? undefined : refusalByDomain(name, domain),
  })),
  {
    name,
    way,
    domain: own,
    policy: 'invited' as const,
    refusal: takesInvited(name) ? undefined : InvitationRequired.code,
  },
])

describe('a school that does not take everybody as a member', () => {
  // rules/auth 40, 41
  it.each(
    cells.map(
      (cell) => [cell.refusal ? 'refuses' : 'takes', cell.name, cell.policy, cell.domain, cell] as const,
    ),
  )(
    '%s who comes by %s, where it takes %s and its domain is %s',
    async (_, __, ___, ____, { way, domain, policy, refusal }) => {
      await admit(undefined)
      const arrival = await arrivalOf(
        school,
        way.account ? 'somebody of another school' : 'somebody new',
        way,
      )
      // Factors are for those who have proven their address.
      if (way.addsFactor) await prove(arrival)
      const before = await orgRightsOf(arrival)
      await admit(policy, domain)
      const reply = await way.go(arrival)
      if (!refusal) {
        expect([reply.status < 300, await statusOf(arrival)]).toEqual([true, 'active'])
        return
      }
      expect(codeOf(reply)).toBe(refusal)
      expect(await statusOf(arrival)).toBeUndefined()
      // What a factor is added with happens before, at the school where its person is a member.
      if (!way.addsFactor) expect(await orgRightsOf(arrival)).toEqual(before)
    },
  )

  // rules/auth 40
  it('takes a proven address by every way, below a domain too, and leaves members as they are', async () => {
    await admit(undefined)
    const arrival = await arrivalOf(school, 'somebody of another school')
    const member = await arrivalOf(school, 'a member')
    await admit('domains', 'example.edu')
    const joining = waysIn.joining as (typeof waysIn)[string]
    expect((await joining.go(arrival)).body.code).toBe(AddressOfSchoolRequired.code)
    await prove(arrival)
    expect((await joining.go(arrival)).status).toBe(200)
    expect((await waysIn['signing in by password']?.go(member))?.status).toBe(200)
  })

  // rules/auth 40
  it.each(['signing in with Google', 'signing in with Apple'])(
    'links nothing for who is refused by %s',
    async (name) => {
      await admit(undefined)
      const arrival = await arrivalOf(school, 'somebody of another school')
      const before = await orgRightsOf(arrival)
      await admit('domains', 'other.example.edu')
      expect((await waysIn[name]?.go(arrival))?.body.code).toBe(AddressOfSchoolRequired.code)
      expect(await orgRightsOf(arrival)).toEqual(before)
    },
  )

  // rules/auth 41
  it('takes who has an account elsewhere by an invitation of their own, and nobody by that of another', async () => {
    await admit(undefined)
    const arrival = await arrivalOf(school, 'somebody of another school')
    const member = await arrivalOf(school, 'a member')
    const { w, email } = arrival
    const [own, others] = [await invited(school, email), await invited(school, w.email('somebodyelse'))]
    await admit('invited')
    const register = (invite_token: string) => w.device().register({ email, password, invite_token })
    expect(codeOf(await register(others))).toBe(InviteEmailMismatch.code)
    expect((await register('0'.repeat(64))).status).toBeGreaterThanOrEqual(400)
    expect(await statusOf(arrival)).toBeUndefined()
    expect((await register(own)).status).toBeLessThan(300)
    expect(await statusOf(arrival)).toBe('active')
    expect((await waysIn['signing in by password']?.go(member))?.status).toBe(200)
  })
})
