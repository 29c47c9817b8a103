import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { audit } from '../../lib/identity/audit.ts'
import { isPlatformRole } from '../../lib/identity/caller.ts'
import { platformKey } from '../../lib/identity/schools.ts'
import type { Table } from '../../lib/table/table.ts'
import { LastPlatformAdmin, PlatformRoleNotFound, RootRequired } from './contract.ts'
import { adminRemoved, findHolder, type Holder } from './repository.ts'

const requireHolder = async (table: Table, globalUserId: string): Promise<Holder> => {
  const holder = await findHolder(table, globalUserId)
  return holder?.rights.platformRoles.some(isPlatformRole) ? holder : fail(PlatformRoleNotFound)
}

const attempts = 5

/**
 * Takes somebody's platform roles and signs the person out everywhere, with the audit row in one transaction. Of the
 * requests whose caller was looked at after the answer none succeeds. The last administrator stays, whoever else is
 * being removed at the same moment.
 */
export const removeAdmin = async (context: Context<'platformAdmin'>, globalUserId: string): Promise<void> => {
  const { caller, now } = context
  const table = context.table.at(platformKey)
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const holder = await requireHolder(table, globalUserId)
    const { platformRoles } = holder.rights
    if (globalUserId === caller.globalUserId) fail(LastPlatformAdmin)
    if (platformRoles.includes('root') && !caller.platformRoles.includes('root')) fail(RootRequired)
    const written = await table.write([
      ...adminRemoved(holder, now()),
      audit(context, {
        action: 'platform_admin.remove',
        actor: caller,
        targetType: 'globalUser',
        targetId: globalUserId,
        detail: { roles: platformRoles.join(' ') },
      }),
    ])
    if (written.ok) return
    if (written.failed.length === 1 && written.failed[0] === 0) fail(LastPlatformAdmin)
  }
  fail(ConcurrentChange)
}
