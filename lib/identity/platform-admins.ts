import type { Device } from '../context.ts'
import type { Settings } from '../settings.ts'
import type { Table } from '../table/table.ts'
import { put, update, type Write } from '../table/write.ts'
import { audit } from './audit/audit.ts'
import { allowsUnverifiedAddress, isListedPlatformAdmin, isSchoolAddress } from './person/addresses.ts'
import type { Access, GlobalUser } from './person/records.ts'
import { adminCount, adminGrant, platformAdmin } from './platform-records.ts'

type GrantContext = {
  readonly table: Table
  readonly device: Device
  readonly settings: Settings
  now(): Date
  newId(): string
}

/**
 * The first platform administrators come from the deployment's list. Each becomes one at the first sign-in or mailed
 * code that itself proves the address. An earlier proof says nothing about the present person, and an address in a
 * school's mail domain proves nothing. Each grant is made once: a removed administrator does not regain it by signing
 * in.
 */
export const grantListedAdmin = async (
  context: GrantContext,
  user: GlobalUser,
  rights: Access,
  isProven: boolean,
): Promise<{ rights: Access; writes: Write[] } | undefined> => {
  const { table, settings, now } = context
  if (rights.platformRoles.includes('platform_admin') || !isListedPlatformAdmin(settings, user.email))
    return undefined
  const counts = isProven && !(await isSchoolAddress(table, user.email))
  if (!counts && !allowsUnverifiedAddress(settings)) return undefined
  if (await table.get(adminGrant, { email: user.email }, { strong: true })) return undefined
  const at = now().toISOString()
  const roles = [...new Set([...rights.platformRoles, 'platform_admin'])]
  return {
    rights: { ...rights, platformRoles: roles },
    writes: [
      put(adminGrant, { email: user.email, globalUserId: user.id, at }, { absent: true }),
      put(platformAdmin, { globalUserId: user.id, roles, addedAt: at, addedBy: 'system' }),
      update(adminCount, { name: 'COUNT' }, { add: { count: 1 } }, { orAbsent: true }),
      audit(context, {
        action: 'platform_admin.add',
        actor: 'system',
        targetType: 'globalUser',
        targetId: user.id,
        detail: { reason: 'deployment list' },
      }),
    ],
  }
}

/** As part of a sign-in, which may itself prove `provenEmail` to be the person's. */
export const listedAdminGrant =
  (context: GrantContext, provenEmail?: string) =>
  (user: GlobalUser, rights: Access): ReturnType<typeof grantListedAdmin> =>
    grantListedAdmin(context, user, rights, provenEmail === user.email)
