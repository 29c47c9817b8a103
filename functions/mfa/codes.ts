import { randomBytes } from 'node:crypto'
import type { Context } from '../../lib/context.ts'
import { type FailureKind, fail } from '../../lib/contract/failure.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import type { Factors } from '../../lib/identity/factor/factors.ts'
import { hashOf, recoveryCodes, totp } from '../../lib/identity/factor/records.ts'
import { refund, type SubjectLimit, spendAndCount } from '../../lib/identity/limit/limits.ts'
import type { GlobalUser, Session } from '../../lib/identity/person/records.ts'
import { deviceInfoOf } from '../../lib/identity/session/sessions.ts'
import { mailDue } from '../../lib/outbox.ts'
import { put, update, type Write } from '../../lib/table/write.ts'
import { endWait } from './recovery-wait.ts'
import { codeLimits, TooManyWrongCodes } from './shapes.ts'
import { base32, periodOf } from './totp.ts'

const recoveryCount = 10
const sixDigits = /^\d{6}$/

/** 80 bits in four groups, the form in which people write codes down. */
const newRecoveryCode = (): string => (base32(randomBytes(10)).toLowerCase().match(/.{4}/g) ?? []).join('-')

const normalizedCode = (given: string): string => given.toLowerCase().replace(/[^a-z2-7]/g, '')

/** Ten codes, and the row that stores their hashes. */
export const newRecoveryCodes = (
  { now, device }: Pick<Context, 'now' | 'device'>,
  globalUserId: string,
): { codes: string[]; write: Write } => {
  const codes = Array.from({ length: recoveryCount }, newRecoveryCode)
  const hashes = Object.fromEntries(codes.map((code) => [hashOf(normalizedCode(code)), true as const]))
  const addedFrom = deviceInfoOf(device.userAgent)
  const row = { globalUserId, hashes, createdAt: now().toISOString(), addedFrom }
  return { codes, write: put(recoveryCodes, row) }
}

type FactorMethod = NonNullable<Session['strong']>['by']

/**
 * A second factor that was shown. The write that uses it up shares a transaction with the action it permits, so that no
 * fault loses a code. Its condition makes the factor valid once.
 */
export type ShownFactor = {
  readonly by: FactorMethod
  /** Since when the person has had it (ISO 8601). */
  readonly since: string
  readonly uses: readonly Write[]
}

/** After this many wrong codes in a day, the owner is notified, once: the sender has passed the first proof. */
const warnAtTries = 5

const mailTriesWarning = (context: Context, { id, email }: Owner) =>
  context.table.write([
    mailDue(context, { template: 'second_step_failed', to: email, params: { owner: id } }),
  ])

const codeLimitOf = (globalUserId: string): SubjectLimit => [
  'second-factor',
  codeLimits.account,
  globalUserId,
]

type Codes = Pick<Factors, 'app' | 'recovery' | 'waiting'>
type Owner = Pick<GlobalUser, 'id' | 'email'>

/** Each period is valid once, also for parallel requests. */
const useAppCode = ({ now }: Context, { app }: Codes, given: string): Write | undefined => {
  const period = app && periodOf(app.secret, given, now())
  if (!app || period === undefined || period <= app.lastPeriod) return undefined
  const { globalUserId, secret } = app
  const unused = { exists: true, equals: { secret }, below: { lastPeriod: period } } as const
  return update(totp, { globalUserId }, { set: { lastPeriod: period } }, unused)
}

/** A stranger may have found the recovery code, so the owner is notified and the use is audited. */
const recordRecoveryCodeUse = (context: Context, { id, email }: Owner): Write[] => [
  audit(context, {
    action: 'factor.used',
    actor: id,
    targetType: 'globalUser',
    targetId: id,
    detail: { what: 'recovery_code' },
  }),
  mailDue(context, {
    template: 'factor_changed',
    to: email,
    params: { did: 'used', what: 'recovery_code', owner: id },
  }),
]

const useRecoveryCode = ({ recovery }: Codes, given: string): Write | undefined => {
  const hash = hashOf(normalizedCode(given))
  if (!recovery?.hashes[hash]) return undefined
  const unusedCondition = { exists: true, entries: { hashes: { [hash]: true } } } as const
  return update(recoveryCodes, recovery, { removeEntries: { hashes: [hash] } }, unusedCondition)
}

/**
 * Proves a second factor by a code. A six-digit code may be a guess, so it is counted before it is compared. Parallel
 * tries share ten a day (rules/mfa 5). A right one is given back. Recovery codes cannot be guessed, so other people's
 * tries never keep the owner from using one.
 */
export const proveByCode = async (
  context: Context,
  owner: Owner,
  codes: Codes,
  given: string,
  wrong: FailureKind,
): Promise<ShownFactor> => {
  const text = given.replace(/\s/g, '')
  const over = (factor: Codes['app' | 'recovery']) =>
    factor ? endWait(codes.waiting, factor, context.now()) : []
  if (!sixDigits.test(text))
    return {
      by: 'recovery_code',
      since: codes.recovery?.createdAt ?? fail(wrong),
      uses: [
        useRecoveryCode(codes, text) ?? fail(wrong),
        ...over(codes.recovery),
        ...recordRecoveryCodeUse(context, owner),
      ],
    }
  const bound = codeLimitOf(owner.id)
  const tries = await spendAndCount(context, bound, TooManyWrongCodes)
  const used = useAppCode(context, codes, text)
  if (!used || !codes.app) {
    if (tries === warnAtTries) await mailTriesWarning(context, owner)
    return fail(wrong)
  }
  await refund(context, bound)
  return { by: 'totp', since: codes.app.createdAt, uses: [used, ...over(codes.app)] }
}
