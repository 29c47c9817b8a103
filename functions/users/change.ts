import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import type { TenantUser } from '../../lib/identity/records.ts'
import { UserNotFound, UsernameTaken } from './failures.ts'
import { readUser, saveUser } from './repository.ts'

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
