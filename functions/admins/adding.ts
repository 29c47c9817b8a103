import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { audit } from '../../lib/identity/audit.ts'
import { identityOf, isPlatformRole } from '../../lib/identity/caller.ts'
import type { GlobalUser } from '../../lib/identity/records.ts'
import { platformKey } from '../../lib/identity/schools.ts'
import { mayHaveUnverified } from '../../lib/identity/unverified.ts'
import { EmailNotVerified, GlobalUserNotFound } from './contract.ts'
import { adminAdded, findCandidate } from './repository.ts'

const attempts = 5

/**
 * Makes a person a platform administrator: right, list, count and audit row in one transaction. `named` says by what:
 * an address counts only once its owner has proven it, since anybody may register with anybody's.
 */
export const addAdmin = async (
  context: Context<'platformAdmin'>,
  globalUserId: string,
  named: 'email' | 'id',
): Promise<GlobalUser> => {
  const { caller, settings, now } = context
  const table = context.table.at(platformKey)
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { user, rights } = (await findCandidate(table, globalUserId)) ?? fail(GlobalUserNotFound)
    if (rights.platformRoles.some(isPlatformRole)) return user
    if (named === 'email' && !user.emailVerified && !mayHaveUnverified(settings)) fail(EmailNotVerified)
    const roles = [...rights.platformRoles, 'platform_admin']
    const addedBy = identityOf(caller)
    const written = await table.write([
      ...adminAdded(
        { ...rights, platformRoles: roles },
        { globalUserId, roles, addedAt: now().toISOString(), addedBy },
      ),
      audit(context, {
        action: 'platform_admin.add',
        actor: caller,
        targetType: 'globalUser',
        targetId: globalUserId,
      }),
    ])
    if (written.ok) return user
  }
  return fail(ConcurrentChange)
}
