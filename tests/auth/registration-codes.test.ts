import { beforeEach, describe, expect, it } from 'vitest'
import { RegistrationCodeRequired, registrationCodeLimits } from '../../functions/auth/contract.ts'
import { InvalidCode } from '../../functions/passwords/contract.ts'
import { OwnProviderRequired } from '../../lib/contract/failures.ts'
import { emailPointer, globalUser, type TenantRecord } from '../../lib/identity/person/records.ts'
import { changeSchool } from '../../lib/identity/school/tenants.ts'
import { refused } from '../support/agent.ts'
import { registrationIn } from '../support/outbox.ts'
import { password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'

let w: World
let email: string

const setPolicy = async (policy: Partial<TenantRecord>, tenantKey = w.home): Promise<void> => {
  await changeSchool(w.table(), { tenantKey, at: w.clock.now(), change: () => policy, also: () => [] })
  w.clock.advance(2.1)
}

beforeEach(async () => {
  w = await world()
  email = w.email('ada')
  await enrolSchool(w, w.home, { emailDomains: ['students.example.edu'] })
  await enrolSchool(w, w.sister, { emailDomains: ['students.example.edu'] })
  await setPolicy({ newMembers: 'domains' })
})

const wanted = () => ({ email, password, username: 'ada', name: 'Ada' })
const mailed = async (device = w.device(), from = wanted()) => {
  expect(await device.register(from)).toMatchObject(refused(RegistrationCodeRequired))
  await w.deliver()
  return w.codeFor(email)
}
const personOf = async () => w.table().get(emailPointer, { email }, { strong: true })

describe('registering where a school wants a proven address', () => {
  // rules/auth 5, 44
  it('makes nothing until the address is proven, and then an account that has proven it', async () => {
    const device = w.device()
    const code = await mailed(device)
    expect(await personOf()).toBeUndefined()
    const made = await device.register({ ...wanted(), code })
    expect([made.status, made.body.data.user]).toMatchObject([201, { username: 'ada', emailVerified: true }])
    const { globalUserId: id = '' } = (await personOf()) ?? {}
    expect(await w.table().get(globalUser, { id }, { strong: true })).toMatchObject({ emailVerified: true })
    expect((await device.validateToken()).status).toBe(200)
  })

  // rules/auth 44
  it('takes the token of the link from clients that know invitations alone', async () => {
    await mailed()
    const token = registrationIn(w.mails, email)
    expect(token.length).toBeGreaterThan(20)
    const made = await w.device().register({ ...wanted(), invite_token: token })
    expect([made.status, made.body.data.user.emailVerified]).toEqual([201, true])
  })

  // rules/auth 44
  it('takes no code that is wrong, of another address, of another school or used', async () => {
    await setPolicy({ newMembers: 'domains' }, w.sister)
    const code = await mailed()
    const token = registrationIn(w.mails, email)
    const other = { ...wanted(), email: w.email('ben'), username: 'ben' }
    for (const [given, at] of [
      [{ ...wanted(), code: code === '000000' ? '000001' : '000000' }, w.home],
      [{ ...other, code }, w.home],
      [{ ...wanted(), code: token }, w.sister],
    ] as const)
      expect(await w.device().on(at).register(given)).toMatchObject(refused(InvalidCode))
    for (const [given, at] of [
      [{ ...other, invite_token: token }, w.home],
      [{ ...wanted(), invite_token: token }, w.sister],
    ] as const)
      expect(await w.device().on(at).register(given)).toMatchObject(refused(RegistrationCodeRequired))
    expect(await personOf()).toBeUndefined()
    expect((await w.device().register({ ...wanted(), code })).status).toBe(201)
    expect(await w.device().register({ ...wanted(), code })).toMatchObject(refused(InvalidCode))
  })

  // rules/auth 1, 44
  it('makes one person of ten who send the same code at the same moment', async () => {
    const code = await mailed()
    const token = registrationIn(w.mails, email)
    const sent = Array.from({ length: 10 }, (_, at) =>
      w.device().register({ ...wanted(), ...(at % 2 ? { code } : { invite_token: token }) }),
    )
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
  })

  // rules/auth 44
  it('mails whoever shows the password of an account elsewhere that has proven nothing, and nobody else', async () => {
    await registered(w, 'ada', { username: 'ada' }, w.sister)
    const before = w.mails.length
    const wrong = await w.device().register({ ...wanted(), password: 'another long password' })
    expect(wrong.body.code).toBe('ACCOUNT_EXISTS')
    await w.deliver()
    expect(w.mails).toHaveLength(before)
    const code = await mailed()
    const again = await w.device().register({ ...wanted(), code, password: 'another long password' })
    expect(again.body.code).toBe('ACCOUNT_EXISTS')
    const joined = await w.device().register({ ...wanted(), code })
    expect([joined.status, joined.body.data.user.email]).toEqual([201, email])
    expect((await w.device().login({ email, password })).status).toBe(200)
  })

  // rules/auth 44
  it('answers alike when no further mail goes out, and the codes before stay good', async () => {
    const code = await mailed()
    for (let at = 1; at < registrationCodeLimits.mailbox.max + 2; at += 1) {
      expect(await w.device().register(wanted())).toMatchObject(refused(RegistrationCodeRequired))
      await w.deliver()
    }
    expect(w.mails.filter(({ to }) => to === email)).toHaveLength(registrationCodeLimits.mailbox.max)
    expect((await w.device().register({ ...wanted(), code })).status).toBe(201)
  })

  // rules/auth 35, 44
  it('mails nobody who could not come in by a password or whose address cannot be one of the school', async () => {
    await setPolicy({ newMembers: 'domains', emailDomains: ['other.example.edu'] })
    expect((await w.device().register(wanted())).body.code).toBe('SCHOOL_ADDRESS_REQUIRED')
    const door = { ways: ['saml' as const], breakGlass: ['somebody'] }
    await setPolicy({ newMembers: 'domains', emailDomains: ['students.example.edu'], door })
    expect(await w.device().register(wanted())).toMatchObject(refused(OwnProviderRequired))
    await w.deliver()
    expect(w.mails.filter(({ to }) => to === email)).toEqual([])
  })

  // rules/auth 44
  it('asks no open school for codes', async () => {
    await setPolicy({ newMembers: undefined })
    const made = await w.device().register({ ...wanted(), invite_token: '0'.repeat(64) })
    expect([made.status, made.body.data.user.emailVerified]).toEqual([201, false])
  })
})
