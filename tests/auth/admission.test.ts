import { beforeAll, describe, expect, it } from 'vitest'
import { RegistrationCodeRequired } from '../../functions/auth/contract.ts'
import { InviteEmailMismatch } from '../../functions/invites/contract.ts'
import {
  AddressOfSchoolRequired,
  InvitationRequired,
  NotOnRoster,
  RosterProofRequired,
} from '../../lib/contract/failures.ts'
import { globalUser, type TenantRecord } from '../../lib/identity/person/records.ts'
import { rosterEntry } from '../../lib/identity/school/roster.ts'
import { changeSchool } from '../../lib/identity/school/tenants.ts'
import type { Reply } from '../support/agent.ts'
import { password } from '../support/people.ts'
import { interrupted } from '../support/table/interrupted.ts'
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

const list = ({ w, email }: Arrival) =>
  w.table().put(rosterEntry, { email, addedAt: w.clock.now().toISOString() })

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
/** Of somebody who has proven nothing, the answer is the same whether or not the roster has the address. */
const refusalByRoster = (name: string, isListed: boolean) => {
  if (vouching.test(name)) return undefined
  if (!unproven.test(name)) return isListed ? undefined : NotOnRoster.code
  return name.startsWith('registering') ? RegistrationCodeRequired.code : RosterProofRequired.code
}
const takesInvited = (name: string) => vouching.test(name) || name === 'registering with an invitation'

const cells = Object.entries(waysIn).flatMap(([name, way]) => [
  ...[own, 'other.example.edu'].map((domain) => ({
    name,
    way,
    domain,
    policy: 'domains' as const,
    refusal: takesByDomain(name, domain) ? undefined : refusalByDomain(name, domain),
  })),
  ...['the roster', 'nothing'].map((domain) => ({
    name,
    way,
    domain,
    policy: 'rostered' as const,
    refusal: refusalByRoster(name, domain === 'the roster'),
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
    '%s who comes by %s, where it takes %s and they are of %s',
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
      if (domain === 'the roster') await list(arrival)
      await admit(policy, domain.includes('.') ? domain : own)
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

  // rules/auth 45
  it('looks at the roster for a proven address alone, and leaves as members who are taken off it', async () => {
    await admit(undefined)
    const listed = await arrivalOf(school, 'somebody of another school')
    const unlisted = await arrivalOf(school, 'somebody of another school')
    await list(listed)
    await admit('rostered')
    const { joining, 'signing in by password': signingIn } = waysIn
    const seen = async (arrival: Arrival, way = joining) => {
      const { status, body } = (await way?.go(arrival)) ?? {}
      return { status, body: { ...body, requestId: undefined } }
    }
    expect(await seen(listed)).toEqual(await seen(unlisted))
    expect(await seen(listed, signingIn)).toEqual(await seen(unlisted, signingIn))
    await prove(listed)
    await prove(unlisted)
    expect((await seen(unlisted)).body.code).toBe(NotOnRoster.code)
    expect((await seen(listed)).status).toBe(200)
    await school.w.table().remove(rosterEntry, { email: listed.email })
    expect((await seen(listed, signingIn)).status).toBe(200)
  })

  // rules/auth 45
  it.each(['joining', 'registering with a code by mail', 'signing in with Google'])(
    'takes nobody who is taken off the roster at the moment at which they come by %s',
    async (name) => {
      await admit(undefined)
      const way = waysIn[name] as (typeof waysIn)[string]
      const arrival = await arrivalOf(
        school,
        way.account ? 'somebody of another school' : 'somebody new',
        way,
      )
      await list(arrival)
      if (way.account) await prove(arrival)
      await admit('rostered')
      const { w, email } = arrival
      const gone = () => w.table().remove(rosterEntry, { email })
      // The first transaction of who registers is the mail.
      const nth = name.startsWith('registering') ? 2 : 1
      expect(codeOf(await interrupted(w, () => way.go(arrival), gone, nth))).toBe(NotOnRoster.code)
      expect(await statusOf(arrival)).toBeUndefined()
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
