import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange, PasswordWeak } from '../../lib/contract/failures.ts'
import { hashPassword, passwordMatches } from '../../lib/identity/password.ts'
import { requirePassword } from '../../lib/identity/password-rule.ts'
import type { Session } from '../../lib/identity/records.ts'
import { findPerson, type Person } from '../../lib/identity/sign-in.ts'
import {
  NoPassword,
  PasswordExists,
  recentMinutes,
  SessionGone,
  SignInAgain,
  WrongPassword,
} from './contract.ts'
import { recorded } from './notice.ts'
import { findCredential, findUsername, passwordChanged, passwordSet, sessionsEnded } from './repository.ts'

const requirePerson = async ({ table }: Context, id: string): Promise<Person> =>
  (await findPerson(table, id)) ?? fail(SessionGone)

const ownSession = ({ caller }: Context, { sessions }: Person): Session =>
  sessions.find(({ id }) => id === caller?.sid) ?? fail(SessionGone)

const requireUsable = async (context: Context, { user }: Person, password: string): Promise<void> => {
  const username = await findUsername(context.table, context.caller?.tenantUserId ?? undefined)
  requirePassword(password, { email: user.email, username }, 'newPassword')
}

/** A new password in place of the current one. This device stays signed in, all others are signed out. */
export const replacePassword = async (
  context: Context,
  globalUserId: string,
  current: string,
  next: string,
): Promise<void> => {
  const { table, now } = context
  const [person, before] = await Promise.all([
    requirePerson(context, globalUserId),
    findCredential(table, globalUserId),
  ])
  if (!before) return fail(NoPassword)
  const own = ownSession(context, person)
  if (!(await passwordMatches(current, before.hash))) fail(WrongPassword, { field: 'currentPassword' })
  await requireUsable(context, person, next)
  if (next === current)
    fail({ ...PasswordWeak, message: 'The new password must be another one' }, { field: 'newPassword' })
  const hash = await hashPassword(next)
  const others = person.sessions.filter(({ id }) => id !== own.id)
  const written = await table.write([
    passwordChanged({ globalUserId, hash, updatedAt: now().toISOString() }, before),
    ...sessionsEnded(others),
    ...recorded(context, person.user, 'change'),
  ])
  if (!written.ok) fail(ConcurrentChange)
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
  const [person, before] = await Promise.all([
    requirePerson(context, globalUserId),
    findCredential(table, globalUserId),
  ])
  if (before) fail(PasswordExists)
  if (!isRecent(ownSession(context, person), now())) fail(SignInAgain)
  await requireUsable(context, person, password)
  const hash = await hashPassword(password)
  const written = await table.write([
    passwordSet({ globalUserId, hash, updatedAt: now().toISOString() }),
    ...recorded(context, person.user, 'set'),
  ])
  if (!written.ok) fail(PasswordExists)
}
