import { beforeAll, describe, expect, it } from 'vitest'
import { contracts } from '../../functions/routes.ts'
import { StrongProofRequired } from '../../lib/contract/failures.ts'
import { type Row, wantsShownFactor } from '../../lib/contract/row.ts'
import { type Agent, refused } from '../support/agent.ts'
import { type Person, password, registered } from '../support/people.ts'
import { vouchedFor } from '../support/provider-sign-in.ts'
import { type World, world } from '../support/world.ts'
import { withTotp } from './factors.ts'

let w: World
let ada: Person
let app: { code(): string }
let before: Agent

/** Somebody with a second factor, and a session of theirs that began before the first one. */
beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '1000' } })
  ada = await registered(w, 'ada')
  before = w.device()
  await before.login({ email: ada.email, password })
  app = await withTotp(w, ada.device)
})

const rows = Object.values(contracts).flatMap(({ rows }) =>
  Object.entries(rows as Readonly<Record<string, Row>>),
)
const closed = rows.filter(([, row]) => wantsShownFactor(row))

/** Bodies that the operations would take are of no matter: the refusal comes first. */
const call = (device: Agent, operation: string) =>
  (device as unknown as Record<string, (input: object) => ReturnType<Agent['validateToken']>>)[operation]?.({
    wayId: 'google',
  })

describe('a session that began before the first factor', () => {
  // rules/mfa 26
  it.each(closed.map(([operation]) => operation))('may not use %s', async (operation) => {
    expect(await call(before, operation)).toMatchObject(refused(StrongProofRequired))
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
