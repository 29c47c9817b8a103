import { describe, expect, it } from 'vitest'
import { RateLimited } from '../lib/contract/failures.ts'
import { refused } from './agent.ts'
import { registered } from './people.ts'
import { fresh, requestCode, somewhere, wrongFor } from './resets.ts'
import { world } from './world.ts'

describe('a reset with a guessed code', () => {
  it('costs the same for an address with and without an account', async () => {
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
      { depth: 3, calls: 5 },
      { depth: 3, calls: 5 },
    ])
  })

  it('is refused to an address that guesses, and costs the code nothing', async () => {
    const w = await world({ settings: { RATE_LIMIT_SCALE: '0.01' } })
    const ada = await registered(w, 'ada')
    const code = await requestCode(w, ada.email)
    const guesser = somewhere()
    for (let at = 0; at < 3; at += 1)
      await w.device().verifyCode({ email: w.email(`other${at}`), code }, guesser)
    const body = { email: ada.email, code: wrongFor(code), newPassword: fresh }
    for (let at = 0; at < 6; at += 1)
      expect(await w.device().resetPassword(body, guesser)).toMatchObject(refused(RateLimited))
    expect((await w.device().resetPassword({ ...body, code }, somewhere())).status).toBe(200)
  })
})
