import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange, PasswordWeak, SessionRevoked } from '../../lib/contract/failures.ts'
import { findCredential } from '../../lib/identity/credential.ts'
import { spend } from '../../lib/identity/limits.ts'
import { hashPassword, passwordMatches } from '../../lib/identity/password.ts'
import { requirePassword } from '../../lib/identity/password-rule.ts'
import { type Person, requireSelf } from '../../lib/identity/person.ts'
import type { Credential, Session } from '../../lib/identity/records.ts'
import {
  changeLimits,
  NoPassword,
  PasswordExists,
  recentMinutes,
  SignInAgain,
  WrongPassword,
} from './contract.ts'
import { recorded } from './notice.ts'
import { findUsername, passwordReplaced, passwordSet } from './repository.ts'

type Self = {
  readonly person: Person
  readonly own: Session
  /** The password so far. */
  readonly before: Credential | undefined
  readonly username: string | undefined
}

/** Everything that a decision needs, read at once while the try is counted; nothing is compared before it is. */
const prepared = async (context: Context, limit: string, globalUserId: string): Promise<Self> => {
  const [self, before, username] = await Promise.all([
    requireSelf(context, globalUserId),
    findCredential(context.table, globalUserId),
    findUsername(context.table, context.caller?.tenantUserId ?? undefined),
    spend(context, limit, changeLimits.account, globalUserId),
  ])
  return { ...self, before, username }
}

const attempts = 5

/** A new password in place of the current one. This device stays signed in, all others are signed out. */
export const replacePassword = async (
  context: Context,
  globalUserId: string,
  current: string,
  next: string,
): Promise<void> => {
  const { table, now } = context
  const asked = await prepared(context, 'change-password', globalUserId)
  const { before = fail(NoPassword), username } = asked
  if (!(await passwordMatches(current, before.hash))) fail(WrongPassword, { field: 'currentPassword' })
  requirePassword(next, { email: asked.person.user.email, username }, 'newPassword')
  const message = 'The new password must be another one'
  if (next === current) fail({ ...PasswordWeak, message }, { field: 'newPassword' })
  const hash = await hashPassword(next)
  let { person, own }: Pick<Self, 'person' | 'own'> = asked
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const written = await table.write([
      ...passwordReplaced(person, { hash, updatedAt: now().toISOString() }, before, own),
      ...recorded(context, person.user, 'change'),
    ])
    if (written.ok) return
    if (written.failed.includes(0)) break
    ;({ person, own } = await requireSelf(context, globalUserId))
  }
  fail(ConcurrentChange)
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
  const { person, own, before, username } = await prepared(context, 'set-password', globalUserId)
  if (before) fail(PasswordExists)
  if (!isRecent(own, now())) fail(SignInAgain)
  requirePassword(password, { email: person.user.email, username }, 'newPassword')
  const hash = await hashPassword(password)
  const written = await table.write([
    ...passwordSet(person, { hash, updatedAt: now().toISOString() }),
    ...recorded(context, person.user, 'set'),
  ])
  if (written.ok) return
  fail(written.failed.includes(0) ? PasswordExists : SessionRevoked)
}
