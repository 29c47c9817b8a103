import { randomBytes } from 'node:crypto'
import type { Context } from '../../lib/context.ts'
import { type FailureKind, fail } from '../../lib/contract/failure.ts'
import type { Factors } from '../../lib/identity/factor/factors.ts'
import { factorRecovery, hashOf, recoveryCodes, totp } from '../../lib/identity/factor/records.ts'
import { type Bound, giveBack, spending } from '../../lib/identity/limit/limits.ts'
import type { Session } from '../../lib/identity/person/records.ts'
import { put, remove, update, type Write } from '../../lib/table/write.ts'
import { codeLimits, TooManyWrongCodes } from './shapes.ts'
import { base32, periodOf } from './totp.ts'

const recoveryCount = 10
const sixDigits = /^\d{6}$/

/** 80 bits in four groups, as people write them down. */
const newRecoveryCode = (): string => (base32(randomBytes(10)).toLowerCase().match(/.{4}/g) ?? []).join('-')

const plainOf = (given: string): string => given.toLowerCase().replace(/[^a-z2-7]/g, '')

/** Ten codes, and the row that knows them by their hashes. */
export const newRecoveryCodes = (
  { now }: Pick<Context, 'now'>,
  globalUserId: string,
): { codes: string[]; write: Write } => {
  const codes = Array.from({ length: recoveryCount }, newRecoveryCode)
  const hashes = Object.fromEntries(codes.map((code) => [hashOf(plainOf(code)), true as const]))
  return { codes, write: put(recoveryCodes, { globalUserId, hashes, createdAt: now().toISOString() }) }
}

type By = NonNullable<Session['strong']>['by']

/**
 * A second factor that was shown. What uses it up belongs to the one write of what it permits, so that a fault between the
 * two costs nobody a code; its condition is what lets it serve once.
 */
export type Shown = { readonly by: By; readonly uses: readonly Write[] }

/** Whoever shows a factor has not lost all of them: a wait for that ends (rules/mfa 20). */
export const waitOver = (globalUserId: string): Write => remove(factorRecovery, { globalUserId })

const boundOf = (globalUserId: string): Bound => ['second-factor', codeLimits.account, globalUserId]

type Codes = Pick<Factors, 'app' | 'recovery'>

/** Each period serves once, whoever shows its code at the same moment. */
const byApp = ({ now }: Context, { app }: Codes, given: string): Write | undefined => {
  const period = app && periodOf(app.secret, given, now())
  if (!app || period === undefined || period <= app.lastPeriod) return undefined
  const { globalUserId, secret } = app
  const unused = { exists: true, equals: { secret }, below: { lastPeriod: period } } as const
  return update(totp, { globalUserId }, { set: { lastPeriod: period } }, unused)
}

const byRecoveryCode = ({ recovery }: Codes, given: string): Write | undefined => {
  const hash = hashOf(plainOf(given))
  if (!recovery?.hashes[hash]) return undefined
  const there = { exists: true, entries: { hashes: { [hash]: true } } } as const
  return update(recoveryCodes, recovery, { removeEntries: { hashes: [hash] } }, there)
}

/**
 * Proves a second factor by a code. Six digits are guesses: each is counted before it is compared, and a right one is given
 * back, so that tries at the same moment get ten a day together and no more (rules/mfa 5). Recovery codes cannot be
 * guessed, so that nobody's tries keep their owner from using one.
 */
export const proveByCode = async (
  context: Context,
  globalUserId: string,
  codes: Codes,
  given: string,
  wrong: FailureKind,
): Promise<Shown> => {
  const text = given.replace(/\s/g, '')
  const over = waitOver(globalUserId)
  if (!sixDigits.test(text))
    return { by: 'recovery_code', uses: [byRecoveryCode(codes, text) ?? fail(wrong), over] }
  const bound = boundOf(globalUserId)
  const { write, refuse } = spending(context, ...bound)
  if (!(await context.table.write([write])).ok) refuse(TooManyWrongCodes)
  const used = byApp(context, codes, text) ?? fail(wrong)
  await giveBack(context, bound)
  return { by: 'totp', uses: [used, over] }
}
