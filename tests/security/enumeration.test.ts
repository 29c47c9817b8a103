import { createHook } from 'node:async_hooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { credential } from '../../lib/identity/person/records.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import type { World } from '../support/world.ts'
import { password, secret, signedIn, watched } from './watched.ts'

const hashes = { made: 0 }
// The runtime itself says when it starts on a hash, whoever asked for it.
const counting = createHook({
  init: (_, type) => {
    if (type === 'ARGON2REQUEST' || type === 'SCRYPTREQUEST') hashes.made += 1
  },
})

/** What one login costs, without a clock: hashes, table calls and round trips one after the other. */
const costOf = async (w: World, email: string, words: string) => {
  using _rounds = logicalRounds()
  const before = hashes.made
  const reply = await w.device().login({ email: secret(email), password: words })
  const { table } = w.logs.at(-1) as { table?: { depth: number; calls: number } }
  return { cost: { hashes: hashes.made - before, depth: table?.depth, calls: table?.calls }, reply }
}

beforeAll(() => void counting.enable())
afterAll(() => void counting.disable())

describe('a refused login', () => {
  // rules/auth 9
  it('costs the same and says the same, whoever is asked for', async () => {
    const w = await watched()
    const ada = await signedIn(w)
    const noPassword = await signedIn(w, 'bob')
    await w.table().remove(credential, { globalUserId: noPassword.globalUserId })
    await w.device().register({ email: secret(w.email('eve')), password, username: 'Everyone' })
    const tries = [
      await costOf(w, ada.email, 'some other words'),
      await costOf(w, w.email('nobody'), 'some other words'),
      await costOf(w, noPassword.email, 'some other words'),
      await costOf(w, 'everyone', 'some other words'),
      await costOf(w, 'nobodyhere', 'some other words'),
      await costOf(w, 'not an address, nor a name', 'some other words'),
      await costOf(w, ada.email, ''),
    ]
    expect(tries[0]?.cost.hashes).toBe(1)
    for (const { cost, reply } of tries) {
      expect(cost).toEqual(tries[0]?.cost)
      expect([reply.status, reply.body, reply.cookies]).toEqual([401, tries[0]?.reply.body, []])
      expect(Object.keys(reply.headers)).toEqual(Object.keys(tries[0]?.reply.headers ?? {}))
    }
  })

  it('is counted alike: an unknown account is locked after as many tries', async () => {
    const w = await watched()
    const ada = await signedIn(w)
    const statuses = async (email: string) => {
      const seen: number[] = []
      for (let count = 0; count < 11; count += 1)
        seen.push((await w.device().login({ email: secret(email), password: 'some other words' })).status)
      return seen
    }
    const known = await statuses(ada.email)
    expect(known).toEqual([...Array.from({ length: 10 }, () => 401), 429])
    expect(await statuses(w.email('nobody'))).toEqual(known)
  })
})
