import { beforeAll, describe, expect, it } from 'vitest'
import { contracts } from '../../functions/routes.ts'
import { StrongProofRequired } from '../../lib/contract/failures.ts'
import { type Row, requiresFactorInSession } from '../../lib/contract/row.ts'
import { withRoles } from '../support/administrators.ts'
import { type Agent, refused } from '../support/agent.ts'
import { type Person, password, registered } from '../support/people.ts'
import { vouchedFor } from '../support/provider-sign-in.ts'
import { type World, world } from '../support/world.ts'
import { withTotp } from './factors.ts'

let w: World
let app: { code(): string }
let before: Agent
let administrator: Agent

/** A session of somebody that began before their first factor. */
const begunBefore = async ({ email, device }: Person) => {
  const session = w.device()
  await session.login({ email, password })
  return { session, app: await withTotp(w, device) }
}

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '1000' } })
  const dean = await withRoles(w, await registered(w, 'dean'), ['user', 'admin'])
  administrator = (await begunBefore(dean)).session
  const ada = await begunBefore(await registered(w, 'ada'))
  ;({ session: before, app } = ada)
})

const rows = Object.values(contracts).flatMap(({ rows }) =>
  Object.entries(rows as Readonly<Record<string, Row>>),
)
const closed = rows.filter(([, row]) => requiresFactorInSession(row))

/** Bodies that the operations would take are of no matter: the refusal comes first. */
const call = (device: Agent, operation: string) =>
  (device as unknown as Record<string, (input: object) => ReturnType<Agent['validateToken']>>)[operation]?.({
    wayId: 'google',
    userId: 'somebody',
  })

describe('a session that began before the first factor', () => {
  // rules/mfa 26
  it.each(closed)('may not use %s', async (operation, { access }) => {
    const device = access === 'admin' ? administrator : before
    expect(await call(device, operation)).toMatchObject(refused(StrongProofRequired))
  })

  // rules/mfa 26
  it('is refused what changes ways to sign in, and what lasts beyond the session', () => {
    expect(closed.map(([operation]) => operation)).toEqual(
      expect.arrayContaining([
        'linkWay',
        'unlinkWay',
        'startSamlLink',
        'setPassword',
        'changePassword',
        'getMyData',
        'deleteAccount',
        'verifyAffiliatedEmail',
        'createCalendarToken',
      ]),
    )
  })

  // rules/mfa 26
  it('goes on with everything else, and may show the factor', async () => {
    expect((await before.validateToken()).status).toBe(200)
    expect((await before.getMfaStatus()).status).toBe(200)
    expect((await before.confirmByCode({ code: app.code() })).status).toBe(200)
    expect((await before.listWays()).status).toBe(200)
  })

  // rules/mfa 2, 26
  it('is asked for none where an identity provider opened it', async () => {
    const cleo = await registered(w, 'cleo')
    await withTotp(w, cleo.device)
    const device = await vouchedFor(w, cleo)
    expect((await device.createCalendarToken()).status).toBe(200)
  })
})
