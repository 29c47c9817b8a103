import { randomBytes } from 'node:crypto'
import type { Context } from '../../lib/context.ts'
import { type FailureKind, fail } from '../../lib/contract/failure.ts'
import type { Factors } from '../../lib/identity/factor/factors.ts'
import { hashOf, recoveryCodes, totp } from '../../lib/identity/factor/records.ts'
import { type Bound, giveBack, spending } from '../../lib/identity/limit/limits.ts'
import type { Session } from '../../lib/identity/person/records.ts'
import { put, type Write } from '../../lib/table/write.ts'
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

const boundOf = (globalUserId: string): Bound => ['second-factor', codeLimits.account, globalUserId]

/** Uses up the code of an authenticator app: each period serves once, whoever shows its code at the same moment. */
const byApp = async (
  { table, now }: Context,
  globalUserId: string,
  { app }: Pick<Factors, 'app'>,
  given: string,
): Promise<boolean> => {
  const period = app && periodOf(app.secret, given, now())
  if (period === undefined) return false
  const unused = {
    exists: true,
    equals: { secret: app?.secret ?? '' },
    below: { lastPeriod: period },
  } as const
  return (await table.update(totp, { globalUserId }, { set: { lastPeriod: period } }, unused)).ok
}

const byRecoveryCode = async (
  { table }: Context,
  globalUserId: string,
  { recovery }: Pick<Factors, 'recovery'>,
  given: string,
): Promise<boolean> => {
  const hash = hashOf(plainOf(given))
  if (!recovery?.hashes[hash]) return false
  const there = { exists: true, entries: { hashes: { [hash]: true } } } as const
  const gone = { removeEntries: { hashes: [hash] } }
  return (await table.update(recoveryCodes, { globalUserId }, gone, there)).ok
}

/**
 * Proves a second factor by a code, which is used up. Six digits are guesses: each is counted before it is compared, and a
 * right one is given back, so that tries at the same moment get ten a day together and no more (rules/mfa 5). Recovery codes
 * cannot be guessed, so that nobody's tries keep their owner from using one.
 */
export const proveByCode = async (
  context: Context,
  globalUserId: string,
  factors: Pick<Factors, 'app' | 'recovery'>,
  given: string,
  wrong: FailureKind,
): Promise<By> => {
  const text = given.replace(/\s/g, '')
  if (!sixDigits.test(text))
    return (await byRecoveryCode(context, globalUserId, factors, text)) ? 'recovery_code' : fail(wrong)
  const bound = boundOf(globalUserId)
  const { write, refuse } = spending(context, ...bound)
  if (!(await context.table.write([write])).ok) refuse(TooManyWrongCodes)
  if (!(await byApp(context, globalUserId, factors, text))) return fail(wrong)
  await giveBack(context, bound)
  return 'totp'
}
