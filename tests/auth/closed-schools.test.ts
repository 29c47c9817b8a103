import { beforeAll, describe, expect, it } from 'vitest'
import { contracts } from '../../functions/routes.ts'
import { SchoolNotOpen, TenantUnavailable } from '../../lib/contract/failures.ts'
import type { Contract } from '../../lib/contract/row.ts'
import { access, TenantRecord } from '../../lib/identity/person/records.ts'
import type { Reply } from '../support/agent.ts'
import {
  type Arrival,
  arrivalOf,
  orgRightsOf,
  type Stage,
  setStatus,
  stage,
  type Who,
  waysIn,
} from './closed-doors.ts'

const statuses = TenantRecord.shape.status.def.entries
const everyWay = Object.entries(waysIn)

/** Operations that hand out tokens and lead into no school: they go on with a session that there is. */
const onward = ['refreshToken', 'giveOwnProof', 'impersonateUser', 'stopImpersonation']

let school: Stage
beforeAll(async () => {
  school = await stage()
})

const membershipOf = async (arrival: Arrival) =>
  (await orgRightsOf(arrival)).person?.rights.memberships[arrival.w.home]?.status

/** The same without second factors, that they were shown, and the version that they count. */
const factorless = ({ person, ...rest }: Awaited<ReturnType<typeof orgRightsOf>>) => ({
  ...rest,
  person: person && {
    ...person,
    rights: { ...person.rights, factors: undefined, version: 0 },
    sessions: person.sessions.map((one) => ({ ...one, strong: undefined })),
  },
})

/** Pages that a browser is sent to name the failure in their address. */
const codeOf = ({ body, headers }: Reply): string | undefined =>
  body?.code ?? new URL(headers.location ?? 'x:').searchParams.get('error')?.toUpperCase()

const refusal = {
  coming_soon: SchoolNotOpen,
  hidden: SchoolNotOpen,
  maintenance: TenantUnavailable,
}

describe.each(everyWay)('%s', (_, way) => {
  const strangers: readonly Who[] = [
    ...(way.account ? [] : ['somebody new' as const]),
    'somebody of another school',
    'a former member',
  ]

  // rules/identity 28
  it.each(strangers)('makes %s a member of an open school', async (who) => {
    const arrival = await arrivalOf(school, who, way)
    const { status } = await way.go(arrival)
    expect(status).toBeLessThan(300)
    expect(await membershipOf(arrival)).toBe('active')
  })

  it.each(
    strangers.flatMap((who) =>
      (['coming_soon', 'maintenance', 'hidden'] as const).map((status) => [who, status] as const),
    ),
  )('does nothing for %s while the school is %s', async (who, status) => {
    const arrival = await arrivalOf(school, who, way)
    await setStatus(arrival.w, status)
    const before = await orgRightsOf(arrival)
    const reply = await way.go(arrival)
    expect(codeOf(reply)).toBe('TENANT_UNAVAILABLE')
    if (reply.status !== 302) {
      expect(reply.status).toBe(refusal[status].status)
      if (status === 'maintenance') expect(reply.body.data).toMatchObject({ status, tenant: arrival.w.home })
      else expect(reply.body.message).toBe(SchoolNotOpen.message)
    }
    expect(reply.cookies.filter((line) => !/Max-Age=0/.test(line))).toEqual([])
    const after = await orgRightsOf(arrival)
    expect(way.addsFactor ? factorless(after) : after).toEqual(way.addsFactor ? factorless(before) : before)
  })

  it.each(Object.keys(statuses) as TenantRecord['status'][])(
    'lets a member in while the school is %s',
    async (status) => {
      const arrival = await arrivalOf(school, 'a member', way)
      await setStatus(arrival.w, status)
      expect((await way.go(arrival)).status).toBeLessThan(300)
    },
  )
})

describe('the ways into a school', () => {
  it('are all that hand out tokens', () => {
    const handingOut = Object.values(contracts).flatMap(({ rows }: Contract) =>
      Object.entries(rows).flatMap(([operation, row]) => (row.reply.tokens === undefined ? [] : [operation])),
    )
    const known = [...everyWay.map(([, { operation }]) => operation), ...onward]
    expect([...new Set(handingOut)].sort()).toEqual([...new Set(known)].sort())
  })

  // rules/identity 29
  it('are open to who runs the platform while the school is being maintained', async () => {
    const arrival = await arrivalOf(school, 'somebody of another school')
    const { person } = await orgRightsOf(arrival)
    const globalUserId = person?.user.id ?? ''
    await arrival.w.table().update(access, { globalUserId }, { set: { platformRoles: ['platform_admin'] } })
    await setStatus(arrival.w, 'hidden')
    expect((await waysIn['signing in by password']?.go(arrival))?.status).toBe(403)
    await setStatus(arrival.w, 'maintenance')
    const saml = await waysIn["the school's identity provider"]?.go(arrival)
    expect(saml?.status).toBe(503)
    expect((await waysIn['signing in by password']?.go(arrival))?.status).toBe(200)
  })
})
