import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { allowsUnverifiedAddress } from '../../lib/identity/person/addresses.ts'
import { identityOf, isPlatformRole } from '../../lib/identity/person/caller.ts'
import type { Access, GlobalUser } from '../../lib/identity/person/records.ts'
import { platformKey } from '../../lib/identity/school/schools.ts'
import type { Operation } from '../../lib/operation.ts'
import { conflicted } from '../../lib/table/retry.ts'
import type { Table } from '../../lib/table/table.ts'
import type { contract } from './contract.ts'
import {
  EmailNotVerified,
  GlobalUserNotFound,
  LastPlatformAdmin,
  NobodyNamed,
  PlatformRoleNotFound,
  RootRequired,
} from './contract.ts'
import type { PlatformAdminRecords } from './repository.ts'
import {
  addAdminWrites,
  findCandidate,
  findOwner,
  findPlatformAdminRecords,
  findPlatformAdmins,
  removeAdminWrites,
} from './repository.ts'

type Rows = (typeof contract)['rows']

type Candidate = { readonly user: GlobalUser; readonly rights: Access; readonly isAdministrator: boolean }

/**
 * The person who may become a platform administrator. `named` says how the person was identified. An address counts
 * only once its owner has proven it, since anybody may register with any address.
 */
const requireCandidate = async (
  { settings, table }: Context<'platformAdmin'>,
  globalUserId: string,
  named: 'email' | 'id',
): Promise<Candidate> => {
  const { user, rights } =
    (await findCandidate(table.at(platformKey), globalUserId)) ?? fail(GlobalUserNotFound)
  const isAdministrator = rights.platformRoles.some(isPlatformRole)
  const isProven = named === 'id' || user.emailVerified || allowsUnverifiedAddress(settings)
  return isAdministrator || isProven ? { user, rights, isAdministrator } : fail(EmailNotVerified)
}

/** Makes a person a platform administrator: rights, list, count and audit row in one transaction. */
export const addAdmin = async (
  context: Context<'platformAdmin'>,
  globalUserId: string,
  named: 'email' | 'id',
): Promise<GlobalUser> => {
  const { caller, now } = context
  const table = context.table.at(platformKey)
  return table.retryOnConflict(async () => {
    const { user, rights, isAdministrator } = await requireCandidate(context, globalUserId, named)
    if (isAdministrator) return user
    const roles = [...rights.platformRoles, 'platform_admin']
    const addedBy = identityOf(caller)
    const written = await table.write([
      ...addAdminWrites(
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
    return written.ok ? user : conflicted
  })
}

const requirePlatformAdminRecords = async (
  table: Table,
  globalUserId: string,
): Promise<PlatformAdminRecords> => {
  const holder = await findPlatformAdminRecords(table, globalUserId)
  return holder?.rights.platformRoles.some(isPlatformRole) ? holder : fail(PlatformRoleNotFound)
}

/**
 * Removes a person's platform roles and signs the person out everywhere, with the audit row in one transaction.
 * Requests whose caller is checked after the response fail. The last administrator stays, even when several are removed
 * in parallel.
 */
export const removeAdmin = async (context: Context<'platformAdmin'>, globalUserId: string): Promise<void> => {
  const { caller, now } = context
  const table = context.table.at(platformKey)
  await table.retryOnConflict(async () => {
    const holder = await requirePlatformAdminRecords(table, globalUserId)
    const { platformRoles } = holder.rights
    if (globalUserId === caller.globalUserId) fail(LastPlatformAdmin)
    if (platformRoles.includes('root') && !caller.platformRoles.includes('root')) fail(RootRequired)
    const written = await table.write([
      ...removeAdminWrites(holder, now()),
      audit(context, {
        action: 'platform_admin.remove',
        actor: caller,
        targetType: 'globalUser',
        targetId: globalUserId,
        detail: { roles: platformRoles.join(' ') },
      }),
    ])
    if (written.ok) return true
    if (written.failed.length === 1 && written.failed[0] === 0) fail(LastPlatformAdmin)
    return conflicted
  })
}

export const listPlatformAdmins: Operation<Rows['listPlatformAdmins']> = async (_, { table }) => {
  const found = await findPlatformAdmins(table.at(platformKey))
  const admins = found
    .map(({ admin, person }) => ({
      ...admin,
      email: person?.email,
      name: person?.name,
      picture: person?.picture,
    }))
    .sort((a, b) => a.addedAt.localeCompare(b.addedAt))
  return { admins, nominations: [] }
}

export const addPlatformAdmin: Operation<Rows['addPlatformAdmin']> = async (
  { email, globalUserId, preview },
  context,
) => {
  const named = globalUserId === undefined ? 'email' : 'id'
  if (globalUserId === undefined && email === undefined) fail(NobodyNamed)
  const id = globalUserId ?? (await findOwner(context.table, email ?? '')) ?? fail(GlobalUserNotFound)
  const user = preview
    ? (await requireCandidate(context, id, named)).user
    : await addAdmin(context, id, named)
  return { globalUserId: user.id, email: user.email, name: user.name, emailVerified: user.emailVerified }
}

export const removePlatformAdmin: Operation<Rows['removePlatformAdmin']> = async (
  { globalUserId },
  context,
) => {
  await removeAdmin(context, globalUserId)
}
