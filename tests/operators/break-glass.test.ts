import { beforeEach, describe, expect, it } from 'vitest'
import { ConcurrentChange, OwnProviderRequired } from '../../lib/contract/failures.ts'
import { signInMethods } from '../../lib/contract/people.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { changeSchool } from '../../lib/identity/school/tenants.ts'
import { halfSignedIn, withTotp } from '../mfa/factors.ts'
import { type WholeStream, wholeStream } from '../privacy/stream.ts'
import { signIn as bySaml, type SamlSchool, samlSchool } from '../saml/school.ts'
import { withRoles } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { type Person, password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { isWriteOf, meanwhile } from '../support/table/instead.ts'
import type { World } from '../support/world.ts'

let school: SamlSchool
let w: World
let stream: WholeStream

type Account = Person & { readonly app: { code(): string } }

const administrator = async (name: string): Promise<Account> => {
  const person = await withRoles(w, await registered(w, name), ['user', 'admin'])
  return { ...person, app: await withTotp(w, person.device) }
}

/** Sets the sign-in policy to the identity provider alone, with these break-glass accounts. */
const setBreakGlass = async (...accounts: readonly Person[]): Promise<void> => {
  const door = { ways: ['saml' as const], breakGlass: accounts.map(({ user }) => user.globalUserId) }
  await changeSchool(w.table(), {
    tenantKey: w.home,
    at: w.clock.now(),
    change: () => ({ door }),
    also: () => [],
  })
  w.clock.advance(2.1)
}

/** Signs in as a break-glass account: password and second factor. */
const enter = async ({ email, app }: Account) => {
  const { device } = await halfSignedIn(w, email)
  expect((await device.verifyTotp({ code: app.code() })).status).toBe(200)
  return device
}

const warnings = async () => {
  await stream.drain()
  const { items } = await w.table().list(auditEntry, {
    index: 'gsi2',
    keyParams: { action: 'tenant.break_glass_lost' },
    limit: 10,
    strong: false,
  })
  const mailed = w.mails.filter(({ subject }) => /no longer has a break-glass account/.test(subject))
  return { logged: items.map(({ targetId }) => targetId), mailed: new Set(mailed.map(({ to }) => to)).size }
}

beforeEach(async () => {
  school = await samlSchool()
  w = school.w
  await enrolSchool(w, w.home, { emailDomains: ['students.example.edu'] })
  stream = await wholeStream(w)
})

/** Every path on which a break-glass account is lost. */
const losses: Readonly<Record<string, (account: Account, by: SamlSchool['dean']) => Promise<unknown>>> = {
  'its second factor is removed': async (account) => (await enter(account)).disableTotp(),
  'its second factor is recovered': async ({ email }) => {
    await (await halfSignedIn(w, email)).device.startFactorRecovery()
    w.clock.advance(3 * 86_400)
    return (await halfSignedIn(w, email)).device.completeFactorRecovery()
  },
  'it is no administrator any more': (account) => withRoles(w, account, ['user']),
  'it is suspended': async ({ user }, dean) => {
    await setBreakGlassOpen()
    await dean.refreshToken()
    const reply = await dean.setUserAccess({ userId: user._id, accessSuspended: true })
    expect(reply.status).toBe(200)
    return reply
  },
  'it is deleted': async (account) => {
    const device = await enter(account)
    // A factor that is shown after the sign-in (rules/mfa 31).
    expect((await device.confirmByCode({ code: account.app.code() })).status).toBe(200)
    const reply = await device.deleteAccount({ password })
    expect(reply.status).toBe(200)
    return reply
  },
}

/** The dean may act while the password is accepted too; the list stays. */
const setBreakGlassOpen = async (): Promise<void> => {
  const ways = signInMethods.filter((way) => way !== 'apple')
  const change = ({ door }: { door?: { breakGlass: string[] } | undefined }) => ({
    door: { ways, breakGlass: door?.breakGlass ?? [] },
  })
  await changeSchool(w.table(), { tenantKey: w.home, at: w.clock.now(), change, also: () => [] })
  w.clock.advance(2.1)
}

describe('the last break-glass account of a school', () => {
  // rules/auth 48
  it.each(Object.entries(losses))('is not lost without a warning when %s', async (_, lose) => {
    const [first, last] = [await administrator('first'), await administrator('last')]
    await setBreakGlass(first, last)
    await withRoles(w, first, ['user'])
    expect(await warnings()).toEqual({ logged: [], mailed: 0 })
    await lose(last, school.dean)
    const { logged, mailed } = await warnings()
    expect(logged).toEqual([last.user.globalUserId])
    expect(mailed).toBeGreaterThan(0)
  })
})

describe('a break-glass account', () => {
  // rules/auth 36
  it('is none once its factor is gone, also in a session that it has', async () => {
    const account = await administrator('alone')
    await setBreakGlass(account)
    const device = await enter(account)
    expect((await device.validateToken()).status).toBe(200)
    expect((await device.disableTotp()).status).toBe(200)
    expect(await device.validateToken()).toMatchObject(refused(OwnProviderRequired))
  })

  // rules/auth 36
  it("does not come in by the identity provider's word, which is no second factor", async () => {
    const account = await administrator('vouched')
    const change = () => ({ door: { ways: ['password' as const], breakGlass: [account.user.globalUserId] } })
    await changeSchool(w.table(), { tenantKey: w.home, at: w.clock.now(), change, also: () => [] })
    w.clock.advance(2.1)
    const facts = { nameId: account.email, attributes: { email: [account.email] } }
    const { reply } = await bySaml(school, { facts })
    expect(reply.body?.code ?? reply.headers.location).toMatch(/way_not_allowed/i)
  })

  // rules/auth 36
  it('is not named while its factor goes at the same moment', async () => {
    const [chief, other] = [await administrator('chief'), await administrator('other')]
    const wanted = { ways: ['saml'], breakGlass: [chief.user._id, other.user._id] }
    const { seen } = (await chief.device.previewDoor(wanted)).body.data
    meanwhile(w, isWriteOf('tenant.door'), async () => {
      expect((await other.device.disableTotp()).status).toBe(200)
    })
    expect(await chief.device.setDoor({ ...wanted, seen })).toMatchObject(refused(ConcurrentChange))
    expect((await chief.device.getDoor()).body.data).toMatchObject({ breakGlass: [] })
  })
})
