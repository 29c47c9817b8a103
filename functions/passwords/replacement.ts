import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange, PasswordWeak, SessionRevoked } from '../../lib/contract/failures.ts'
import { findCredential } from '../../lib/identity/credential/credential.ts'
import { hashPassword, passwordMatches } from '../../lib/identity/credential/password.ts'
import { requirePassword, schoolNames } from '../../lib/identity/credential/password-rule.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { type Person, requireSelf } from '../../lib/identity/person/person.ts'
import type { Credential, Session } from '../../lib/identity/person/records.ts'
import { deviceProof } from '../../lib/identity/session/known-device.ts'
import { epochAfter } from '../../lib/identity/session/recovery.ts'
import {
  changeLimits,
  NoPassword,
  PasswordExists,
  recentMinutes,
  SignInAgain,
  WrongPassword,
} from './contract.ts'
import { recorded } from './notification.ts'
import { findUsername, passwordReplaced, passwordSet } from './repository.ts'

type Self = {
  readonly person: Person
  readonly own: Session
  /** The password so far. */
  readonly before: Credential | undefined
  readonly username: string | undefined
  readonly school: readonly string[]
}

/** Everything that a decision needs, read at once while the try is counted; nothing is compared before it is. */
const prepared = async (context: Context, limit: string, globalUserId: string): Promise<Self> => {
  const [self, before, username, school] = await Promise.all([
    requireSelf(context, globalUserId),
    findCredential(context.table, globalUserId),
    findUsername(context.table, context.caller?.tenantUserId ?? undefined),
    schoolNames(context),
    spend(context, limit, changeLimits.account, globalUserId),
  ])
  return { ...self, before, username, school }
}

const attempts = 5

/** A new password in place of the current one. This device stays signed in and known, all others are signed out. */
export const replacePassword = async (
  context: Context,
  globalUserId: string,
  current: string,
  next: string,
): Promise<string> => {
  const { table, now } = context
  const asked = await prepared(context, 'change-password', globalUserId)
  const { before = fail(NoPassword), username, school } = asked
  if (!(await passwordMatches(current, before.hash))) fail(WrongPassword, { field: 'currentPassword' })
  await requirePassword(next, { ...asked.person.user, username, school }, 'newPassword')
  const message = 'The new password must be another one'
  if (next === current) fail({ ...PasswordWeak, message }, { field: 'newPassword' })
  const hash = await hashPassword(next)
  let { person, own }: Pick<Self, 'person' | 'own'> = asked
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const written = await table.write([
      ...passwordReplaced(person, { hash, updatedAt: now().toISOString() }, now(), before, own),
      ...recorded(context, person.user, 'change'),
    ])
    if (written.ok) return deviceProof(context, { ...own, epoch: epochAfter(person.rights) })
    if (written.failed.includes(0)) break
    ;({ person, own } = await requireSelf(context, globalUserId))
  }
  return fail(ConcurrentChange)
}

const isRecent = ({ createdAt }: Session, now: Date): boolean =>
  now.getTime() - Date.parse(createdAt) <= recentMinutes * 60_000

/** The first password of an account that signs in by a provider. The session has to be fresh: a lost device sets none. */
export const setFirstPassword = async (
  context: Context,
  globalUserId: string,
  password: string,
): Promise<void> => {
  const { table, now } = context
  const { person, own, before, username, school } = await prepared(context, 'set-password', globalUserId)
  if (before) fail(PasswordExists)
  if (!isRecent(own, now())) fail(SignInAgain)
  await requirePassword(password, { ...person.user, username, school }, 'newPassword')
  const hash = await hashPassword(password)
  const written = await table.write([
    ...passwordSet(person, { hash, updatedAt: now().toISOString() }),
    ...recorded(context, person.user, 'set'),
  ])
  if (written.ok) return
  fail(written.failed.includes(0) ? PasswordExists : SessionRevoked)
}
