import { describe, expect, it } from 'vitest'
import { InvalidCode } from '../../functions/passwords/contract.ts'
import type { Context } from '../../lib/context.ts'
import { guesses } from '../../lib/contract/limit.ts'
import { codeProver, maxTries } from '../../lib/identity/credential/code-proof.ts'
import { refused } from '../support/agent.ts'
import { linkIn } from '../support/outbox.ts'
import { registered } from '../support/people.ts'
import { fresh, requestCode, somewhere, wrongFor } from '../support/resets.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { type World, world } from '../support/world.ts'

/** The status of a try of a code. */
const tryOf = async (
  w: World,
  email: string,
  code: string,
  from: { sourceIp: string },
  device = w.device(),
) => (await device.verifyCode({ email, code }, from)).status

const wrongTries = async (w: World, email: string, count: number, from = () => somewhere()) => {
  const statuses = new Set<number>()
  for (let at = 0; at < count; at += 1) statuses.add(await tryOf(w, email, '123456', from()))
  return [...statuses]
}

describe('a reset with a guessed code', () => {
  it('costs the same for an address with and without an account', async () => {
    using _rounds = logicalRounds()
    const w = await world()
    const ada = await registered(w, 'ada')
    for (const email of [ada.email, w.email('nobody')]) {
      const code = wrongFor('000000')
      await w.device().forgotPassword({ email }, somewhere())
      await w.device().resetPassword({ email, code, newPassword: fresh }, somewhere())
    }
    const costs = w.logs.flatMap(({ operation, table }) =>
      operation === 'passwords.resetPassword' ? [table as { depth: number; calls: number }] : [],
    )
    expect(costs).toMatchObject([
      { depth: 3, calls: 6 },
      { depth: 3, calls: 6 },
    ])
  })
})

describe('codes that others ask for and guess', () => {
  // rules/identity 36
  it('end none of the codes that were asked for before', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const [here, device] = [somewhere(), w.device()]
    await device.forgotPassword({ email: ada.email }, here)
    await w.deliver()
    const [code, link] = [w.codeFor(ada.email), linkIn(w.mails, ada.email)]
    for (let at = 0; at < 4; at += 1) await requestCode(w, ada.email)
    expect(w.codeFor(ada.email)).not.toBe(code)
    expect(await tryOf(w, ada.email, code, here, device)).toBe(200)
    expect(await tryOf(w, ada.email, link, somewhere())).toBe(200)
  })

  it('use up no tries of the browser that asked, not even from its own source', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const [campus, device] = [somewhere(), w.device()]
    await device.forgotPassword({ email: ada.email }, campus)
    await w.deliver()
    const code = w.codeFor(ada.email)
    expect(await wrongTries(w, ada.email, 20)).toEqual([400])
    expect(await wrongTries(w, ada.email, 20, () => campus)).toEqual([400])
    expect(await tryOf(w, ada.email, code, campus)).toBe(400)
    expect(await tryOf(w, ada.email, code, somewhere())).toBe(400)
    expect(await tryOf(w, ada.email, code, somewhere(), device)).toBe(200)
  })

  it('use up no tries of the source that asked, for clients without cookies', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const [home, native] = [somewhere(), w.device({ headers: { 'x-client': 'mobile' } })]
    await native.forgotPassword({ email: ada.email }, home)
    await w.deliver()
    const code = w.codeFor(ada.email)
    expect(await wrongTries(w, ada.email, 20)).toEqual([400])
    expect(await tryOf(w, ada.email, code, home, native)).toBe(200)
  })

  // rules/identity 34
  it('are compared with five guesses of each kind of sender, however many come at once', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const code = await requestCode(w, ada.email)
    await Promise.all(Array.from({ length: 30 }, () => tryOf(w, ada.email, wrongFor(code), somewhere())))
    expect(maxTries).toBe(5)
    expect(await tryOf(w, ada.email, code, somewhere())).toBe(400)
    const newer = await requestCode(w, ada.email)
    expect(await tryOf(w, ada.email, newer, somewhere())).toBe(200)
  })

  it('are counted before they are compared, by whoever read the code before the others tried', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const code = await requestCode(w, ada.email)
    const device = { address: '203.0.113.77' } as Context['device']
    const context = { ...w.runtime, table: w.table(), device } as unknown as Context
    const early = await codeProver(context, 'password_reset', ada.email)
    for (let tries = 0; tries < maxTries; tries += 1) expect(await early(wrongFor(code))).toBeUndefined()
    expect(await early(code)).toBeUndefined()
  })

  it('keep nobody from the link in the mail', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    for (let at = 0; at < 30; at += 1) {
      await w.device().forgotPassword({ email: ada.email }, somewhere())
      await wrongTries(w, ada.email, 3)
    }
    await w.deliver()
    const reset = { email: ada.email, code: linkIn(w.mails, ada.email), newPassword: fresh }
    expect((await w.device().resetPassword(reset, somewhere())).status).toBe(200)
    expect((await w.device().login({ email: ada.email, password: fresh })).status).toBe(200)
    expect(await w.device().resetPassword(reset)).toMatchObject(refused(InvalidCode))
  })

  // rules/identity 35
  it('are bounded over all accounts together, and then only links do', async () => {
    const { parts, limit } = guesses.code
    const w = await world({ settings: { RATE_LIMIT_SCALE: '0.1' }, ownTable: true })
    const ada = await registered(w, 'ada')
    const [here, device] = [somewhere(), w.device()]
    await device.forgotPassword({ email: ada.email }, here)
    await w.deliver()
    const code = w.codeFor(ada.email)
    let compared = 0
    for (let at = 0; at < 40; at += 1) {
      const email = w.email(`many${at}`)
      await w.device().forgotPassword({ email }, somewhere())
      for (let guess = 0; guess < maxTries; guess += 1)
        if ((await tryOf(w, email, '123456', somewhere())) === 400) compared += 1
    }
    expect(compared).toBe((parts * limit.max) / 10)
    const refusal = await device.verifyCode({ email: ada.email, code }, here)
    expect([refusal.status, refusal.body.message]).toEqual([429, expect.stringContaining('link in the mail')])
    expect(await tryOf(w, ada.email, linkIn(w.mails, ada.email), here)).toBe(200)
    w.clock.advance(limit.seconds)
    await device.forgotPassword({ email: ada.email }, here)
    await w.deliver()
    expect(await tryOf(w, ada.email, w.codeFor(ada.email), here, device)).toBe(200)
  })
})
