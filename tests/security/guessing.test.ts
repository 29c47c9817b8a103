import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import listed from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { loginLimits, SignInCodeRequired } from '../../functions/auth/contract.ts'
import { changeLimits, forgotLimits } from '../../functions/passwords/contract.ts'
import { deletionLimits } from '../../functions/users/contract.ts'
import { guesses } from '../../lib/contract/limit.ts'
import { maxTries } from '../../lib/identity/credential/code-proof.ts'
import { codeMinutes } from '../../lib/identity/credential/codes.ts'
import { sharedLimit } from '../../lib/identity/limit/limits.ts'
import { knownDeviceSeconds } from '../../lib/identity/session/known-device.ts'

const hour = 3600
const day = 24 * hour
const page = readFileSync(join(import.meta.dirname, '../../docs/sign-in-limits.md'), 'utf8')

/** Share of people who use one of the first so many passwords. */
const shareOfFirst = (rank: number): number => 0.037433 * rank ** 0.187227

/** The best guess at a password that is not refused; twice what the law says, because short ones are refused too. */
const passwordGuess =
  (2 * (shareOfFirst(listed.length + 1) - shareOfFirst(listed.length))) / (1 - shareOfFirst(listed.length))
const codeGuess = 1e-6

const allHourly = ({ parts, limit }: (typeof guesses)['password' | 'code']): number =>
  (parts * limit.max * hour) / limit.seconds

describe('guessing over all accounts', () => {
  const accounts = 50_000

  it('takes less than a thousandth of an account over in an hour', () => {
    // So many accounts could be asked for more than everybody's bound allows.
    expect((accounts * loginLimits.account.max) / 24).toBeGreaterThan(allHourly(guesses.password))
    const takeovers = allHourly(guesses.password) * passwordGuess + allHourly(guesses.code) * codeGuess
    expect(takeovers).toBeLessThan(0.001)
    expect(page).toContain(`= ${takeovers.toFixed(5)}, which is below 0.001`)
  })

  it('is counted in as many parts as the sum says, whoever the account is', () => {
    for (const kind of ['password', 'code'] as const) {
      const parts = new Set(
        Array.from({ length: 2000 }, (_, at) => sharedLimit(kind, `account ${at}`).join()),
      )
      expect(parts.size).toBe(guesses[kind].parts)
    }
  })
})

describe('docs/sign-in-limits.md', () => {
  it.each([
    ['what one password guess is worth', `${(passwordGuess * 1e6).toFixed(1)} in a million`],
    ['how many passwords are refused', `The ${listed.length.toLocaleString('en')} most common passwords`],
    ['a known device', `known device | ${loginLimits.device.max} a day`],
    ['one account', `for one account | ${loginLimits.account.max} a day`],
    ['one source', `from one source | ${loginLimits.address.max} an hour`],
    ['all passwords', `passwords of strangers, over all accounts | ${allHourly(guesses.password)} an hour`],
    ['all codes', `six digits, over all accounts | ${allHourly(guesses.code)} an hour`],
    [
      'mails',
      `| ${forgotLimits.account.max} an hour, ${forgotLimits.accountAndAddress.max} of them requested by one source`,
    ],
    [
      'tries of a code',
      `${maxTries} by the browser that requested it, ${maxTries} from its source, ${maxTries} by`,
    ],
    ['the life of a code', `A code is valid for ${codeMinutes} minutes`],
    ['the life of a proof', `within ${knownDeviceSeconds / day} days`],
    ['a session', `try its password at most ${changeLimits.account.max} times a day`],
    ['the refusal', `${SignInCodeRequired.status} ${SignInCodeRequired.code}`],
    ['one account and day', `${loginLimits.account.max} × 3.0 / 1,000,000 = 0.00003`],
  ])('says of %s what the code does', (_, words) => expect(page).toContain(words))

  it('means days and hours', () => {
    const { device, account, address } = loginLimits
    const daily = [device, account, changeLimits.account, deletionLimits.account]
    expect(daily.map(({ seconds }) => seconds)).toEqual(daily.map(() => day))
    expect([address, ...Object.values(forgotLimits)].map(({ seconds }) => seconds)).toEqual([
      ...[hour, hour, hour, hour, hour],
    ])
    expect(deletionLimits.account.max).toBe(changeLimits.account.max)
    expect(codeMinutes * 60).toBeGreaterThanOrEqual(forgotLimits.account.seconds)
  })
})
