import { describe, expect, it, vi } from 'vitest'
import { credential } from '../../lib/identity/records.ts'
import type { World } from '../world.ts'
import { password, secret, signedIn, watched } from './watched.ts'

const hashes = vi.hoisted(() => ({ made: 0 }))

vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>()
  const counted = (...given: Parameters<typeof real.argon2>) => {
    hashes.made += 1
    return real.argon2(...given)
  }
  return { ...real, argon2: counted }
})

/** What one login costs, without a clock: hashes, table calls and round trips one after the other. */
const costOf = async (w: World, email: string, words: string) => {
  const before = hashes.made
  const reply = await w.device().login({ email: secret(email), password: words })
  const { table } = w.logs.at(-1) as { table?: { depth: number; calls: number } }
  return { cost: { hashes: hashes.made - before, depth: table?.depth, calls: table?.calls }, reply }
}

describe('a refused login', () => {
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
