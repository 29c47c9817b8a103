import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange, PasswordWeak, SessionRevoked } from '../../lib/contract/failures.ts'
import { hashPassword, passwordMatches } from '../../lib/identity/password.ts'
import { requirePassword } from '../../lib/identity/password-rule.ts'
import type { Credential, Session } from '../../lib/identity/records.ts'
import { findPerson, type Person } from '../../lib/identity/sign-in.ts'
import { NoPassword, PasswordExists, recentMinutes, SignInAgain, WrongPassword } from './contract.ts'
import { recorded } from './notice.ts'
import { findCredential, findUsername, passwordReplaced, passwordSet } from './repository.ts'

type Self = { readonly person: Person; readonly own: Session; readonly before: Credential | undefined }

/** The caller, the session the request came with, and the password so far. */
const requireSelf = async ({ table, caller }: Context, globalUserId: string): Promise<Self> => {
  const [person, before] = await Promise.all([
    findPerson(table, globalUserId),
    findCredential(table, globalUserId),
  ])
  const own = person?.sessions.find(({ id }) => id === caller?.sid)
  return person && own ? { person, own, before } : fail(SessionRevoked)
}

const requireUsable = async (context: Context, { user }: Person, password: string): Promise<void> => {
  const username = await findUsername(context.table, context.caller?.tenantUserId ?? undefined)
  requirePassword(password, { email: user.email, username }, 'newPassword')
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
  const { person: asked, before = fail(NoPassword) } = await requireSelf(context, globalUserId)
  if (!(await passwordMatches(current, before.hash))) fail(WrongPassword, { field: 'currentPassword' })
  await requireUsable(context, asked, next)
  const message = 'The new password must be another one'
  if (next === current) fail({ ...PasswordWeak, message }, { field: 'newPassword' })
  const hash = await hashPassword(next)
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { person, own } = await requireSelf(context, globalUserId)
    const written = await table.write([
      ...passwordReplaced(person, { hash, updatedAt: now().toISOString() }, before, own),
      ...recorded(context, person.user, 'change'),
    ])
    if (written.ok) return
    if (written.failed.includes(0)) break
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
  const { person, own, before } = await requireSelf(context, globalUserId)
  if (before) fail(PasswordExists)
  if (!isRecent(own, now())) fail(SignInAgain)
  await requireUsable(context, person, password)
  const hash = await hashPassword(password)
  const written = await table.write([
    ...passwordSet(person, { hash, updatedAt: now().toISOString() }),
    ...recorded(context, person.user, 'set'),
  ])
  if (written.ok) return
  fail(written.failed.includes(0) ? PasswordExists : SessionRevoked)
}
