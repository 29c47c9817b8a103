import listed from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }
import { beforeAll, describe, expect, it } from 'vitest'
import { PasswordWeak } from '../../lib/contract/failures.ts'
import { tenantRecord } from '../../lib/identity/person/records.ts'
import { registered } from '../support/people.ts'
import { fresh, requestCode } from '../support/resets.ts'
import { schoolRecord } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'

const common = listed.filter((word) => [...word].length >= 8)

let w: World
let number = 0

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
})

/** What a new account is answered that wants a password. */
const tried = async (password: string, more: object = {}) => {
  number += 1
  const email = `grace.hopper${number}.${w.home}@navy.example.edu`
  const { status, body } = await w.device().register({ email, password, ...more })
  return status === 400 ? `${body.code} ${body.field}: ${body.message}` : status
}

const refusal = expect.stringContaining(`${PasswordWeak.code} password: `)

describe('a password', () => {
  // rules/passwords 1
  it('is none of more than ten thousand common ones, in any casing', async () => {
    expect(new Set(common).size).toBeGreaterThan(10_000)
    const step = Math.floor(common.length / 40)
    const sampled = common.filter((_, at) => at % step === 0)
    const spellings = [
      (word: string) => word,
      (word: string) => word.toUpperCase(),
      (word: string) => ` ${word} `,
      (word: string) =>
        word.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
    ]
    for (const [at, word] of sampled.entries()) {
      const given = spellings[at % spellings.length]?.(word) ?? ''
      expect([given, await tried(given)]).toEqual([given, refusal])
    }
  })

  // rules/passwords 1
  it.each([
    ['shorter than eight characters', 'Zw8-kd9', {}, 'at least 8 characters'],
    ['longer than 128 characters', `${'Zw8-kd92'.repeat(16)}P`, {}, 'at most 128 characters'],
    ['the address', 's1-7352@e4.example', { email: 'S1-7352@e4.example' }, 'e-mail address'],
    ['what stands before its @', 'S1838462', { email: 's1838462@e5.example' }, 'e-mail address'],
    ['the username', 'G7r4c3h0', { username: 'g7r4c3h0' }, 'username'],
  ])('is not %s, and says so', async (_, password, more, words) => {
    expect(await tried(password, more)).toEqual(expect.stringMatching(`^${PasswordWeak.code} .*${words}`))
  })

  it.each([
    ...['Grace Hopper', 'hoppergrace', 'gracehopper2026!', '1906-Hopper', 'GRACE.HOPPER.NAVY'],
    ...['amazing grace', 'AmazingGrace99', 'hoppernavyexample'],
  ])('is not %s, which is made of names and parts of the address', async (password) => {
    expect(await tried(password, { name: 'Amazing Hopper' })).toEqual(refusal)
  })

  // rules/passwords 1
  it("is not made of the school's key or name", async () => {
    expect(await tried('home-home-2026')).toEqual(refusal)
    const at = w.clock.now().toISOString()
    const school = schoolRecord(w.home, at, { name: 'Rensselaer Polytechnic' })
    await w.table().put(tenantRecord, school)
    expect(await tried('rensselaerpolytechnic1')).toEqual(refusal)
    expect(await tried('Polytechnic/Grace')).toEqual(refusal)
  })

  // rules/passwords 1
  it.each(['12341234', '87654321', 'abcdefghij', 'ababababab', '00000000', 'zyxwvuts'])(
    'is not %s, which counts or repeats',
    async (password) => expect(await tried(password)).toEqual(refusal),
  )

  it.each(['gracefully rowing', 'correct horse battery', 'hopper likes ships', 'Zw8-kd92-Ppq'])(
    'may be %s',
    async (password) => expect(await tried(password)).toBe(201),
  )

  // rules/passwords 2
  it('keeps to the same rule when it is changed, set and reset', async () => {
    const ada = await registered(w, 'ada', { name: 'Augusta Byron', username: 'countess' })
    for (const newPassword of ['augustabyron', 'Countess-Byron', 'iloveyou1', common.at(-1) ?? '']) {
      const changed = await ada.device.changePassword({
        currentPassword: 'correct horse battery',
        newPassword,
      })
      const code = await requestCode(w, ada.email)
      const reset = await w.device().resetPassword({ email: ada.email, code, newPassword })
      for (const { status, body } of [changed, reset])
        expect([status, body.code, body.field]).toEqual([400, PasswordWeak.code, 'newPassword'])
    }
    const code = await requestCode(w, ada.email)
    expect((await w.device().resetPassword({ email: ada.email, code, newPassword: fresh })).status).toBe(200)
  })
})
