import { describe, expect, it } from 'vitest'
import { InvalidCode } from '../../functions/passwords/contract.ts'
import { AccountSuspended, PasswordWeak } from '../../lib/contract/failures.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { codeMinutes } from '../../lib/identity/credential/codes.ts'
import { access, globalUser } from '../../lib/identity/person/records.ts'
import { refused } from '../support/agent.ts'
import { password, registered } from '../support/people.ts'
import {
  fresh,
  loginOf,
  requestCode,
  reset,
  somewhere,
  withoutPassword,
  wrongFor,
} from '../support/resets.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { world } from '../support/world.ts'

describe('a forgotten password', () => {
  // rules/passwords 4
  it('is answered alike for an address with and without an account', async () => {
    using _rounds = logicalRounds()
    const w = await world()
    const ada = await registered(w, 'ada')
    const [known, unknown] = [
      await w.device().forgotPassword({ email: ada.email.toUpperCase() }, somewhere()),
      await w.device().forgotPassword({ email: w.email('nobody') }, somewhere()),
    ]
    expect([known.status, known.body]).toEqual([
      200,
      { success: true, message: 'Password reset code sent successfully' },
    ])
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    const costs = w.logs.filter(({ operation }) => operation === 'passwords.forgotPassword')
    expect(costs[0]?.table).toMatchObject({ depth: 2, calls: 3, readUnits: expect.any(Number) })
    expect(costs[1]?.table).toEqual(costs[0]?.table)
  })

  // rules/passwords 4
  it('leads to a mail only where there is an account', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    await w.device().forgotPassword({ email: ada.email }, somewhere())
    await w.device().forgotPassword({ email: w.email('nobody') }, somewhere())
    expect(await w.deliver()).toEqual({ batchItemFailures: [] })
    expect(w.mails.map(({ to, kind }) => [to, kind])).toEqual([[ada.email, 'password_reset']])
    expect(await w.due()).toEqual([])
  })

  // rules/passwords 5
  it('stores no code, only what it is computed from', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    await w.device().forgotPassword({ email: ada.email }, somewhere())
    const due = JSON.stringify(await w.due())
    await w.deliver()
    expect(due).not.toContain(w.codeFor(ada.email))
  })

  it.each([{ email: 'no address' }, { email: { $ne: null } }, {}])('refuses %j', async (body) => {
    const w = await world()
    expect(await w.device().forgotPassword(body)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR' },
    })
    expect(await w.due()).toEqual([])
  })
})

describe('a reset', () => {
  // rules/passwords 8
  it('sets the password, proves the address and says so by mail and in the audit', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const code = await requestCode(w, ada.email)
    expect((await w.device().verifyCode({ email: ada.email, code })).body).toEqual({
      success: true,
      message: 'Verification code is valid',
    })
    const reply = await w.device().resetPassword({ email: ada.email, code, newPassword: fresh })
    expect([reply.status, reply.body]).toEqual([
      200,
      { success: true, message: 'Password reset successfully', data: { removed: [], kept: [] } },
    ])
    expect(await loginOf(w.device(), ada.email, password)).toBe(401)
    expect(await loginOf(w.device(), ada.email, fresh)).toBe(200)
    const id = ada.user.globalUserId
    expect(await w.table().get(globalUser, { id })).toMatchObject({ emailVerified: true })
    await w.deliver()
    const told = { to: ada.email, kind: 'password_changed' }
    expect(w.mails).toContainEqual(expect.objectContaining(told))
    const rows = await w
      .table()
      .list(auditEntry, { index: 'gsi2', keyParams: { action: 'password.reset' }, limit: 5 })
    expect(rows.items).toMatchObject([{ actor: id, targetId: id }])
  })

  // rules/identity 45, rules/passwords 9
  it('ends every session at every school', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const elsewhere = w.device({ tenant: w.sister })
    expect(await loginOf(elsewhere, ada.email, password)).toBe(200)
    await reset(w, ada)
    for (const device of [ada.device, elsewhere]) {
      expect((await device.validateToken()).status).toBe(401)
      expect((await device.refreshToken()).status).toBe(401)
    }
  })

  // rules/passwords 10
  it('takes an account back from whoever registered it with a foreign address', async () => {
    const w = await world()
    const squatter = await registered(w, 'victim')
    await reset(w, { email: squatter.email })
    expect((await squatter.device.validateToken()).status).toBe(401)
    expect(await loginOf(squatter.device, squatter.email, password)).toBe(401)
    expect(await loginOf(w.device(), squatter.email, fresh)).toBe(200)
  })

  // rules/passwords 11
  it('gives a person without a password one', async () => {
    const w = await world()
    const ada = await withoutPassword(w, 'ada')
    expect((await reset(w, ada)).status).toBe(200)
    expect(await loginOf(w.device(), ada.email, fresh)).toBe(200)
  })

  // rules/passwords 12
  it('works while wrong passwords have locked the login', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    for (let at = 0; at < 11; at += 1) await loginOf(w.device(), ada.email, 'wrong password')
    expect(await loginOf(w.device(), ada.email, password)).toBe(429)
    expect((await reset(w, ada)).status).toBe(200)
  })

  // rules/passwords 12
  it('lifts no suspension', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const keyParams = { globalUserId: ada.user.globalUserId }
    const rights = await w.table().get(access, keyParams)
    const membership = rights?.memberships[w.home]
    if (!rights || !membership) throw new Error('no membership')
    const memberships = { ...rights.memberships, [w.home]: { ...membership, suspended: true } }
    await w.table().put(access, { ...rights, memberships })
    expect((await reset(w, ada)).status).toBe(200)
    expect(await w.device().login({ email: ada.email, password: fresh })).toMatchObject(
      refused(AccountSuspended),
    )
  })

  // rules/passwords 13
  it('answers every code that does not do with the same words', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const nobody = w.email('nobody')
    const code = await requestCode(w, ada.email)
    const send = (email: string, given: string) =>
      w.device().resetPassword({ email, code: given, newPassword: fresh })
    const bad = [
      await send(ada.email, wrongFor(code)),
      await send(ada.email, 'x'),
      await send(ada.email, '12345é'),
      await send(nobody, code),
    ]
    expect((await send(ada.email, code)).status).toBe(200)
    const used = await send(ada.email, code)
    const late = await requestCode(w, ada.email)
    w.clock.advance(codeMinutes * 60)
    for (const reply of [...bad, used, await send(ada.email, late)])
      expect(reply).toEqual(expect.objectContaining(refused(InvalidCode)))
  })

  // rules/passwords 14
  it('is worth one use, however many come at once', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const code = await requestCode(w, ada.email)
    const replies = await Promise.all(
      [1, 2, 3].map((at) =>
        w.device().resetPassword({ email: ada.email, code, newPassword: `${fresh} ${at}` }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  it('is out of reach after five wrong tries, also when fifty come at once', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const code = await requestCode(w, ada.email)
    const tries = await Promise.all(
      Array.from({ length: 50 }, () => w.device().verifyCode({ email: ada.email, code: wrongFor(code) })),
    )
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([400]))
    expect(await w.device().verifyCode({ email: ada.email, code })).toMatchObject(refused(InvalidCode))
    expect((await reset(w, ada)).status).toBe(200)
  })

  // rules/passwords 15
  it.each(['short', 'password123', 'x'.repeat(129)])('refuses %s and keeps the code', async (newPassword) => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const code = await requestCode(w, ada.email)
    const weak = await w.device().resetPassword({ email: ada.email, code, newPassword })
    expect(weak).toMatchObject({ status: 400, body: { code: PasswordWeak.code, field: 'newPassword' } })
    expect((await w.device().verifyCode({ email: ada.email, code })).status).toBe(200)
  })

  it('refuses the address and the username as a password', async () => {
    const w = await world()
    const ada = await registered(w, 'ada', { username: 'adalovelace' })
    for (const newPassword of [ada.email.toUpperCase(), 'AdaLovelace'])
      expect(await reset(w, ada, newPassword)).toMatchObject({
        status: 400,
        body: { code: PasswordWeak.code },
      })
  })
})
