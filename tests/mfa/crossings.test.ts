import { describe, expect, it } from 'vitest'
import { InvitationRequired, OwnProofRequired, StrongProofRequired } from '../../lib/contract/failures.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { globalUser, tenantUser } from '../../lib/identity/person/records.ts'
import { changeSchool } from '../../lib/identity/school/tenants.ts'
import { refused } from '../support/agent.ts'
import { club } from '../support/orgs.ts'
import { invitationIn } from '../support/outbox.ts'
import { password, registered } from '../support/people.ts'
import { vouchedFor } from '../support/provider-sign-in.ts'
import { enrolSchool } from '../support/schools.ts'
import { isWriteOf, meanwhile, type Sent } from '../support/table/instead.ts'
import { type World, world } from '../support/world.ts'
import { halfSignedIn, withPasskey, withTotp } from './factors.ts'

const isNewSession = ({ input }: Sent): boolean => JSON.stringify(input).includes('"entity":"Session"')

const deedsOf = async (w: World, action: string) => {
  const { items } = await w.table().list(auditEntry, { index: 'gsi2', keyParams: { action }, limit: 10 })
  return items
}

describe('a first factor that is added at the moment of a sign-in', () => {
  // rules/mfa 1
  it.each(['home', 'sister'] as const)('is asked for by that sign-in, at %s', async (school) => {
    const w = await world()
    const ada = await registered(w)
    const device = w.device({ tenant: w[school] })
    await ada.device.login({ email: ada.email, password })
    meanwhile(w, isNewSession, () => withTotp(w, ada.device))
    const { body, cookies } = await device.login({ email: ada.email, password })
    expect(body.data).toMatchObject({ requiresMfa: true, user: null })
    expect(cookies.join()).not.toMatch(/accessToken|refreshToken/)
    expect((await device.validateToken()).status).toBe(401)
  })
})

// rules/mfa 3
it('a first factor that is added at the moment of a code by mail is asked for by that', async () => {
  const w = await world()
  await enrolSchool(w, w.home)
  const ada = await registered(w)
  await w.table().update(globalUser, { id: ada.user.globalUserId }, { set: { emailVerified: true } })
  const device = await vouchedFor(w, ada)
  await device.requestOwnProof()
  await w.deliver()
  const code = w.codeFor(ada.email)
  meanwhile(w, isWriteOf('session.own_proof'), () => withTotp(w, ada.device))
  expect(await device.giveOwnProof({ code })).toMatchObject(refused(StrongProofRequired))
  expect(await device.listWays()).toMatchObject(refused(OwnProofRequired))
})

// rules/mfa 4
it('an invitation outlives the second step of a registration', async () => {
  const w = await world()
  const c = await club(w)
  const ada = await registered(w)
  const app = await withTotp(w, ada.device)
  await c.owner.device.invite({ orgId: c.orgId, email: ada.email })
  await w.deliver()
  const invite_token = invitationIn(w.mails, ada.email)
  const device = w.device()
  const half = await device.register({ email: ada.email, password, invite_token })
  expect(half.body.data.requiresMfa).toBe(true)
  const keyParams = { orgId: c.orgId, userId: ada.user._id }
  expect(await w.table().get(orgMember, keyParams)).toBeUndefined()
  const { body } = await device.verifyTotp({ code: app.code() })
  expect(body.data.user.clubAssociations).toMatchObject([{ _id: c.orgId }])
  expect(await w.table().get(orgMember, keyParams)).toMatchObject({ status: 'active' })
})

// rules/auth 41, rules/mfa 4
it('an invitation makes whoever has a second factor a member where nobody else becomes one', async () => {
  const w = await world()
  await enrolSchool(w, w.home)
  const c = await club(w)
  const ada = await registered(w, 'ada', {}, w.sister)
  const app = await withTotp(w, ada.device)
  await c.owner.device.invite({ orgId: c.orgId, email: ada.email })
  await w.deliver()
  const invite_token = invitationIn(w.mails, ada.email)
  const change = () => ({ newMembers: 'invited' as const })
  await changeSchool(w.table(), { tenantKey: w.home, at: w.clock.now(), change, also: () => [] })
  w.clock.advance(2.1)
  const { device } = await halfSignedIn(w, ada.email)
  expect(await device.verifyTotp({ code: app.code() })).toMatchObject(refused(InvitationRequired))
  await device.register({ email: ada.email, password, invite_token })
  const { body } = await device.verifyTotp({ code: app.code() })
  expect(body.data?.user.clubAssociations).toMatchObject([{ _id: c.orgId }])
})

describe('what stays unseen otherwise', () => {
  // rules/mfa 10
  it.each(['as the second step', 'in a session'])(
    'a recovery code tells its owner and the log, %s',
    async (how) => {
      const w = await world()
      const ada = await registered(w)
      const { recoveryCodes } = await withTotp(w, ada.device)
      const code = recoveryCodes[0] ?? ''
      const { device } = await halfSignedIn(w, ada.email)
      const reply = await (how === 'in a session'
        ? ada.device.confirmByCode({ code })
        : device.verifyTotp({ code }))
      expect(reply.status).toBe(200)
      await w.deliver()
      const told = w.mails.filter(({ text }) => text.includes('A recovery code of your account'))
      expect(told).toMatchObject([{ to: ada.email, kind: 'factor_changed' }])
      expect(await deedsOf(w, 'factor.used')).toMatchObject([{ actor: ada.user.globalUserId }])
    },
  )

  // rules/mfa 10
  it('another name of a passkey stands in the log', async () => {
    const w = await world()
    const ada = await registered(w)
    const { key } = await withPasskey(w, ada.device)
    await ada.device.renamePasskey({ passkeyId: key.made[0]?.id ?? '', nickname: 'Blue phone' })
    expect(await deedsOf(w, 'factor.renamed')).toMatchObject([
      { actor: ada.user.globalUserId, detail: { what: 'passkey' } },
    ])
  })
})

describe('a wait for having lost every factor', () => {
  // rules/mfa 20
  it.each([0, 1])('is told to every proven address, and ended by the mail to each: %i', async (at) => {
    const w = await world()
    const ada = await registered(w)
    await withTotp(w, ada.device)
    const school = w.email('ada.of.school')
    const unproven = w.email('not.proven')
    await ada.device.on(w.sister).joinTenant()
    const there = (await ada.device.on(w.sister).validateToken()).body.data.user._id
    const linked = {
      affiliatedEmail: school,
      affiliatedEmailVerified: true,
      affiliatedEmailAt: '2020-01-01T00:00:00.000Z',
    }
    await w.table(w.sister).update(tenantUser, { id: there }, { set: linked })
    await w.table().update(tenantUser, { id: ada.user._id }, { set: { affiliatedEmail: unproven } })
    const { device } = await halfSignedIn(w, ada.email)
    expect((await device.startFactorRecovery()).status).toBe(200)
    await w.deliver()
    const mails = w.mails.filter(({ kind }) => kind === 'factor_recovery')
    expect(mails.map(({ to }) => to).sort()).toEqual([school, ada.email].sort())
    const link = new URL(/https?:\/\/\S+\/login\/confirm\?\S+/.exec(mails[at]?.text ?? '')?.[0] ?? 'x:')
    const given = { id: link.searchParams.get('id'), code: link.searchParams.get('code') }
    expect((await w.device().cancelFactorRecovery(given)).status).toBe(200)
    expect((await w.device().cancelFactorRecovery(given)).status).toBe(404)
  })
})
