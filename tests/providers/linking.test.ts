import { describe, expect, it } from 'vitest'
import { Failure } from '../../lib/contract/failure.ts'
import { globalUser } from '../../lib/identity/person/records.ts'
import { schoolAt } from '../../lib/identity/school/schools.ts'
import { EmailDomainNotAllowed, EmailInUse, type ProviderProof } from '../../lib/identity/session/linking.ts'
import { password, registered } from '../support/people.ts'
import { signedInByProvider } from '../support/provider-sign-in.ts'
import { type World, world } from '../support/world.ts'

const at = (w: World, tenant = w.home) => ({
  ...w.runtime,
  table: w.table(tenant),
  tenant: schoolAt(w.runtime.settings, tenant),
  school: undefined,
  device: { address: '192.0.2.9', userAgent: '', native: false, requestId: 'request' },
})

const proofOf = (w: World, more: Partial<ProviderProof> = {}): ProviderProof => ({
  method: 'google',
  issuer: 'https://accounts.example',
  subject: `subject ${w.home}`,
  email: w.email('ada'),
  proven: true,
  ...more,
})

const refusal = async (attempt: Promise<unknown>) => {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof Failure ? error.kind : error
}

describe('signing in by a provider', () => {
  // rules/identity 23
  it('makes a person once, and finds the same one again at every school', async () => {
    const w = await world()
    const first = await signedInByProvider(at(w), proofOf(w))
    const again = await signedInByProvider(at(w, w.sister), proofOf(w, { email: w.email('renamed') }))
    expect(again.session.globalUserId).toBe(first.session.globalUserId)
    expect(Object.keys(again.rights.memberships).sort()).toEqual([w.home, w.sister].sort())
  })

  // rules/identity 22
  it('never links by an address that the provider did not verify', async () => {
    const w = await world()
    await registered(w)
    expect(await refusal(signedInByProvider(at(w), proofOf(w, { proven: false })))).toEqual(EmailInUse)
    const saml = proofOf(w, { method: 'saml', proven: false })
    expect(await refusal(signedInByProvider(at(w), saml))).toEqual(EmailDomainNotAllowed)
  })

  // rules/identity 24
  it('takes an unproven account away from whoever planted it', async () => {
    const w = await world()
    const planted = await registered(w)
    const owner = await signedInByProvider(at(w), proofOf(w))
    expect(owner.session.globalUserId).toBe(planted.user.globalUserId)
    expect((await planted.device.validateToken()).body.code).toBe('SESSION_REVOKED')
    expect((await planted.device.refreshToken()).status).toBe(401)
    expect((await w.device().login({ email: planted.email, password })).status).toBe(401)
    expect(await w.table().get(globalUser, { id: planted.user.globalUserId })).toMatchObject({
      emailVerified: true,
    })
  })

  // rules/identity 25
  it('keeps the password of an account whose address was proven', async () => {
    const w = await world()
    const { user, email, device } = await registered(w)
    await w.table().update(globalUser, { id: user.globalUserId }, { set: { emailVerified: true } })
    await signedInByProvider(at(w), proofOf(w))
    expect((await w.device().login({ email, password })).status).toBe(200)
    expect((await device.validateToken()).status).toBe(200)
  })

  // rules/identity 23
  it('does not know a person of one issuer by the same subject of another', async () => {
    const w = await world()
    const one = await signedInByProvider(at(w), proofOf(w))
    const other = proofOf(w, { issuer: 'https://elsewhere.example', email: w.email('bob') })
    expect((await signedInByProvider(at(w), other)).session.globalUserId).not.toBe(one.session.globalUserId)
  })

  // rules/identity 26
  it('makes one person of twenty first sign-ins at the same moment', async () => {
    const w = await world()
    const all = await Promise.all(Array.from({ length: 20 }, () => signedInByProvider(at(w), proofOf(w))))
    expect(new Set(all.map(({ session }) => session.globalUserId)).size).toBe(1)
  })
})
