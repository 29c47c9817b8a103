import { describe, expect, it } from 'vitest'
import { SecondFactorRequired, StrongProofRequired } from '../../lib/contract/failures.ts'
import { session } from '../../lib/identity/person/records.ts'
import { admins, withRoles } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import { vouchedFor } from '../support/provider-sign-in.ts'
import { enrolSchool } from '../support/schools.ts'
import { founded } from '../support/societies.ts'
import { world } from '../support/world.ts'
import { confirmWith, withPasskey, withTotp } from './factors.ts'
import { call, codeOf, privileged } from './privileged-rows.ts'

const minutes = 60

describe('what is privileged', () => {
  // rules/mfa 11
  it.each(privileged.map(([operation]) => operation))(
    'asks who has a factor to show it, and takes it for fifteen minutes: %s',
    async (operation) => {
      const { w, root } = await admins()
      await enrolSchool(w, w.home)
      const { orgId } = await founded(root)
      const { key, origin } = await withPasskey(w, root.device)
      const refusal = StrongProofRequired.code
      w.clock.advance(15 * minutes + 1)
      await root.device.refreshToken()
      const stale = await call(root.device, operation, { orgId })
      expect(stale).toMatchObject(refused(StrongProofRequired))
      expect(stale?.body.details).toEqual({ methods: ['passkey'] })
      expect((await confirmWith(root.device, key, origin)).status).toBe(200)
      w.clock.advance(15 * minutes)
      await root.device.refreshToken()
      expect(codeOf(await call(root.device, operation, { orgId }))).not.toBe(refusal)
    },
  )

  it('is not opened by a factor that was shown in another session', async () => {
    const { w, root } = await admins()
    const app = await withTotp(w, root.device)
    const second = w.device()
    await second.login({ email: root.email, password: 'correct horse battery' })
    await second.verifyTotp({ code: app.code() })
    w.clock.advance(16 * minutes)
    await Promise.all([root.device.refreshToken(), second.refreshToken()])
    expect((await second.confirmByCode({ code: app.code() })).status).toBe(200)
    expect(codeOf(await call(root.device, 'impersonateUser'))).toBe(StrongProofRequired.code)
    expect(codeOf(await call(second, 'impersonateUser'))).not.toBe(StrongProofRequired.code)
  })

  it('is opened by a factor of the own also in a session of the identity provider', async () => {
    const { w, dean } = await admins()
    const app = await withTotp(w, dean.device)
    const vouched = await vouchedFor(w, dean)
    expect(await call(vouched, 'impersonateUser')).toMatchObject(refused(StrongProofRequired))
    expect((await vouched.confirmByCode({ code: app.code() })).status).toBe(200)
    expect(codeOf(await call(vouched, 'impersonateUser'))).not.toBe(StrongProofRequired.code)
  })

  // rules/mfa 12
  it.each(['test', 'production'])(
    'needs a factor of administrators of the platform on stage %s',
    async (STAGE) => {
      const { w, root, dean } = await admins({ STAGE })
      expect(await call(root.device, 'impersonateUser')).toMatchObject(refused(SecondFactorRequired))
      expect(codeOf(await call(dean.device, 'impersonateUser'))).not.toBe(SecondFactorRequired.code)
      await root.device.requestEmailCode()
      await w.deliver()
      await root.device.confirmEmail({ code: w.codeFor(root.email) })
      await withTotp(w, root.device)
      expect(codeOf(await call(root.device, 'impersonateUser'))).not.toBe(SecondFactorRequired.code)
    },
  )

  it('is no matter of a factor on one’s own machine, for who has none', async () => {
    const { root } = await admins()
    expect(codeOf(await call(root.device, 'impersonateUser'))).toBe('VALIDATION_ERROR')
  })

  it('is lost with the moment that a session remembers, and not by ending others', async () => {
    const { w, root } = await admins()
    const app = await withTotp(w, root.device)
    // Ending others removes factors that were added lately (rules/auth 49).
    w.clock.advance(15 * 24 * 60 * minutes)
    await root.device.refreshToken()
    expect((await root.device.confirmByCode({ code: app.code() })).status).toBe(200)
    expect((await root.device.revokeAllOtherSessions()).status).toBe(200)
    expect((await root.device.getMfaStatus()).body.data).toMatchObject({ totpEnabled: true })
    expect(codeOf(await call(root.device, 'impersonateUser'))).toBe('VALIDATION_ERROR')
    const { items } = await w.table().list(session, {
      keyParams: { globalUserId: root.user.globalUserId },
      limit: 10,
      strong: true,
    })
    await w.table().update(session, items[0] as never, { remove: ['strong'] })
    expect(await call(root.device, 'impersonateUser')).toMatchObject(refused(StrongProofRequired))
  })
})

describe('a school that wants a second factor', () => {
  // rules/mfa 13
  it('is shown which administrators have none, before and after it says so', async () => {
    const { w, dean } = await admins()
    await enrolSchool(w, w.home)
    await withTotp(w, dean.device)
    const mia = await withRoles(w, await registered(w, 'mia'), ['user', 'admin'])
    const { body } = await dean.device.getSecondFactorPolicy()
    expect(body.data).toMatchObject({
      required: 'nobody',
      administratorsWithout: [{ _id: mia.user._id }],
    })
    const set = await dean.device.setSecondFactorPolicy({ required: 'administrators' })
    expect([set.status, set.body.data.required]).toEqual([200, 'administrators'])
  })

  // rules/mfa 12
  it('lets administrators without one sign in, says so, and lets them do nothing privileged', async () => {
    const { w, dean } = await admins()
    await enrolSchool(w, w.home)
    await dean.device.setSecondFactorPolicy({ required: 'administrators' })
    w.clock.advance(3)
    const device = w.device()
    const { body } = await device.login({ email: dean.email, password: 'correct horse battery' })
    expect(body.data).toMatchObject({ adminMfaSetupRequired: true, user: { _id: dean.user._id } })
    expect(await call(device, 'impersonateUser')).toMatchObject(refused(SecondFactorRequired))
    expect((await device.listAuditEntries()).status).toBe(200)
    await withTotp(w, device)
    expect(codeOf(await call(device, 'impersonateUser'))).toBe('VALIDATION_ERROR')
    const student = await registered(w, 'ben')
    expect((await student.device.getMfaStatus()).body.data.required).toBe(false)
  })

  it('goes back to nobody', async () => {
    const { w, dean } = await admins()
    await enrolSchool(w, w.home)
    await dean.device.setSecondFactorPolicy({ required: 'administrators' })
    await withTotp(w, dean.device)
    w.clock.advance(3)
    const { body } = await dean.device.setSecondFactorPolicy({ required: 'nobody' })
    expect(body.data.required).toBe('nobody')
  })

  it('has to be enrolled', async () => {
    const w = await world()
    const dean = await withRoles(w, await registered(w, 'dean'), ['user', 'admin'])
    expect((await dean.device.getSecondFactorPolicy()).status).toBe(404)
    expect((await dean.device.setSecondFactorPolicy({ required: 'nobody' })).status).toBe(404)
  })
})
