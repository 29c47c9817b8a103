import { beforeEach, describe, expect, it } from 'vitest'
import { SecondFactorRequired } from '../../lib/contract/failures.ts'
import { codeFrom } from '../mfa/factors.ts'
import { baseDomain, hostOf, production } from '../security/production.ts'
import { watched } from '../security/watched.ts'
import { refused } from '../support/agent.ts'
import { pendingMails } from '../support/outbox.ts'
import { closeRegistry, enrolSchool } from '../support/schools.ts'
import type { World } from '../support/world.ts'

const password = 'correct horse battery'
const at = { host: baseDomain }

let w: World
let email: string
let founders = 0

/** A deployment in production that has no school yet. */
beforeEach(async () => {
  founders += 1
  email = `founder${founders}@platform.example`
  const PLATFORM_ADMIN_EMAILS = `Other@Platform.example, ${email}`
  w = await watched({ settings: { ...production, PLATFORM_ADMIN_EMAILS, RATE_LIMIT_SCALE: '100' } })
  await closeRegistry(w)
})

const codeOf = async (): Promise<string> => {
  await w.deliver(await pendingMails(w.runtime.client, ['www']))
  return w.codeFor(email)
}

const school = { tenantKey: 'lakeside', name: 'Lakeside College', location: 'Lakeside' }

describe('the first school of an empty deployment', () => {
  // rules/tenants 6
  it('is enrolled on the platform host, by whom the deployment names, once the address is proven', async () => {
    const device = w.device()
    const registered = await device.register({ email, password }, at)
    expect([registered.status, registered.body.data.user]).toEqual([201, null])
    expect((await device.validateToken({}, at)).body.data).toMatchObject({ user: null, platformRoles: [] })
    expect((await device.createTenant(school, at)).status).toBe(403)

    expect((await device.requestEmailCode({}, at)).status).toBe(200)
    const confirmed = await device.confirmEmail({ code: await codeOf() }, at)
    expect(confirmed.status).toBe(200)
    expect((await device.validateToken({}, at)).body.data.platformRoles).toEqual(['platform_admin'])
    const signedIn = await device.login({ email, password }, at)
    expect([signedIn.status, signedIn.body.data.user]).toEqual([200, null])

    // rules/mfa 12
    expect(await device.createTenant(school, at)).toMatchObject(refused(SecondFactorRequired))
    const { otpauthUrl } = (await device.setUpTotp({}, at)).body.data
    expect((await device.enableTotp({ code: codeFrom(w, otpauthUrl) }, at)).status).toBe(200)
    expect((await device.createTenant({ ...school, status: 'active' }, at)).status).toBe(201)
    const there = { host: hostOf('lakeside') }
    const student = await w.device().register({ email: w.email('sam'), password }, there)
    expect(student.status).toBe(201)
    expect((await device.joinTenant({}, there)).body.data.membership.tenantKey).toBe('lakeside')
    expect((await device.updateTenant({ tenantKey: 'lakeside', status: 'hidden' }, at)).body.code).toBe(
      'AT_LEAST_ONE_ACTIVE_TENANT_REQUIRED',
    )
  })

  it('can be enrolled after somebody else took the address first: a reset puts them out', async () => {
    const device = w.device()
    expect((await w.device().register({ email, password }, at)).status).toBe(201)
    await device.forgotPassword({ email }, at)
    const newPassword = 'another long enough one'
    expect((await device.resetPassword({ email, code: await codeOf(), newPassword }, at)).status).toBe(200)
    expect((await device.login({ email, password }, at)).status).toBe(401)
    expect((await device.login({ email, password: newPassword }, at)).status).toBe(200)
    const platformRoles = async () => (await device.validateToken({}, at)).body.data.platformRoles
    expect(await platformRoles()).toEqual([])
    expect((await device.requestOwnProof({}, at)).status).toBe(200)
    expect((await device.giveOwnProof({ code: await codeOf() }, at)).status).toBe(200)
    expect(await platformRoles()).toEqual(['platform_admin'])
  })
})

describe('without a school', () => {
  // rules/auth 6
  it('nobody but the named may register on the platform host, and they only while it is empty', async () => {
    const stranger = { email: w.email('eve'), password }
    expect((await w.device().register(stranger, at)).body.code).toBe('SCHOOL_REQUIRED')
    await enrolSchool(w, w.home)
    const named = { email: 'other@platform.example', password }
    expect((await w.device().register(named, at)).body.code).toBe('SCHOOL_REQUIRED')
    expect((await w.device().register({ ...stranger, school: w.home }, at)).status).toBe(201)
  })

  it('nobody learns by signing in who administers the platform', async () => {
    await enrolSchool(w, w.home)
    const ada = { email: w.email('ada'), password }
    await w.device().register({ ...ada, school: w.home }, at)
    const wrong = [email, ada.email, 'other@platform.example', w.email('nobody')]
    for (const one of wrong) {
      const reply = await w.device().login({ email: one, password: 'not the password' }, at)
      expect([reply.status, reply.body.code]).toEqual([401, 'INVALID_CREDENTIALS'])
    }
    const proven = await w.device().login(ada, at)
    expect([proven.status, proven.body.code, proven.cookies]).toEqual([400, 'SCHOOL_REQUIRED', []])
    expect((await w.device().login({ ...ada, email: 'ada' }, at)).body.code).toBe('SCHOOL_REQUIRED')
    expect((await w.device().login({ ...ada, school: w.home }, at)).status).toBe(200)
  })
})
