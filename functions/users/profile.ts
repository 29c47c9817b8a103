import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { normalAddress } from '../../lib/contract/fields.ts'
import type { TenantUser } from '../../lib/identity/person/records.ts'
import { usernameKeyOf } from '../../lib/identity/person/usernames.ts'
import { isProfane } from '../../lib/profanity.ts'
import type { UserChange } from './bodies.ts'
import {
  EmailChangeNotSupported,
  NameRequired,
  NameTooLong,
  UserNotFound,
  UsernameProfane,
  UsernameTaken,
} from './failures.ts'
import { readUser, saveUser } from './repository.ts'
import { wellFormedUsername } from './username-rule.ts'

const attempts = 8

/**
 * Changes the caller's own record by `change`, which sees it as it is now: `known`, where it has just been read strongly,
 * and after a lost race as it is by then.
 * Fails with USER_NOT_FOUND, USERNAME_TAKEN, and CONCURRENT_CHANGE when every try was lost.
 */
export const changeSelf = async (
  { table, caller, now }: Context<'member'>,
  change: (user: TenantUser) => Partial<TenantUser> | Promise<Partial<TenantUser>>,
  known?: TenantUser,
): Promise<{ before: TenantUser; after: TenantUser }> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const fresh = attempt === 0 ? known : undefined
    const before = fresh ?? (await readUser(table, caller.tenantUserId)) ?? fail(UserNotFound)
    const changed = { ...before, ...(await change(before)) }
    const after = { ...changed, updatedAt: now().toISOString(), version: before.version + 1 }
    const outcome = await saveUser(table, before, after)
    if (outcome === 'saved') return { before, after }
    if (outcome === 'taken') fail(UsernameTaken, { field: 'username' })
  }
  return fail(ConcurrentChange)
}

const field = (name: string) => ({ field: name })

const nameOf = (given: string): string => {
  const name = given.trim()
  if (name === '') fail(NameRequired, field('name'))
  return name.length > 120 ? fail(NameTooLong, field('name')) : name
}

/** A name people keep is not judged again; only a new one is. */
const usernameOf = async (given: string, { usernameKey }: TenantUser, reserved: boolean) => {
  const username = wellFormedUsername(given)
  const key = usernameKeyOf(username)
  if (key !== usernameKey && (await isProfane(username))) fail(UsernameProfane, field('username'))
  if (key !== usernameKey && reserved) fail(UsernameTaken, field('username'))
  return { username, usernameKey: key }
}

const once = (texts: readonly string[]): string[] => [...new Set(texts)]

/** The fields that a change asks for, checked against the user as it is (rules/users 1). */
export const profileChange = async (
  {
    name,
    username,
    email,
    tags,
    onboardingCompletedSteps,
    classroom: _,
    recommendation: __,
    ...plain
  }: UserChange,
  user: TenantUser,
  /** Nobody may choose the name that is asked for. */
  reserved: boolean,
): Promise<Partial<TenantUser>> => {
  if (email !== undefined && normalAddress(email) !== user.email)
    fail(EmailChangeNotSupported, field('email'))
  return {
    ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)),
    ...(name === undefined ? {} : { name: nameOf(name) }),
    ...(username === undefined ? {} : await usernameOf(username, user, reserved)),
    ...(tags === undefined ? {} : { tags: once(tags) }),
    ...(onboardingCompletedSteps === undefined
      ? {}
      : { onboardingCompletedSteps: once(onboardingCompletedSteps) }),
  }
}
