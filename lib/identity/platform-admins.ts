import * as z from 'zod/mini'
import type { Device } from '../context.ts'
import type { Settings } from '../settings.ts'
import { entity } from '../table/entity.ts'
import type { Table } from '../table/table.ts'
import { put, update, type Write } from '../table/write.ts'
import { audit } from './audit/audit.ts'
import { isListed, isOfSchool, mayHaveUnverified } from './person/addresses.ts'
import type { Access, GlobalUser } from './person/records.ts'

const text = z.string()

/** A platform administrator. `ADMINS` holds their number too, so that the last one stays. */
export const PlatformAdmin = z.object({
  globalUserId: text,
  roles: z.array(text),
  addedAt: text,
  addedBy: text,
})
export type PlatformAdmin = z.infer<typeof PlatformAdmin>
export const platformAdmin = entity('PlatformAdmin', PlatformAdmin, {
  scope: 'global',
  pk: 'ADMINS',
  sk: 'A#{globalUserId}',
})
export const AdminCount = z.object({ name: z.literal('COUNT'), count: z.number() })
export const adminCount = entity('AdminCount', AdminCount, { scope: 'global', pk: 'ADMINS', sk: '{name}' })

/** A grant of the deployment's list that has been handed out, so that it is handed out once. */
export const AdminGrant = z.object({ email: text, globalUserId: text, at: text })
export const adminGrant = entity('AdminGrant', AdminGrant, {
  scope: 'global',
  pk: 'GRANT#{email}',
  sk: 'GRANT',
})

type GrantContext = {
  readonly table: Table
  readonly device: Device
  readonly settings: Settings
  now(): Date
  newId(): string
}

/**
 * The first platform administrators come from the deployment's list, each at the first sign-in or code by mail that itself
 * proves the address: that somebody proved it once says nothing about who comes now, and in a school's mail domain nothing
 * proves it. A grant is handed out once: who was removed later does not come back by signing in.
 */
export const grantFor = async (
  world: GrantContext,
  user: GlobalUser,
  rights: Access,
  isProven: boolean,
): Promise<{ rights: Access; writes: Write[] } | undefined> => {
  const { table, settings, now } = world
  if (rights.platformRoles.includes('platform_admin') || !isListed(settings, user.email)) return undefined
  const counts = isProven && !(await isOfSchool(table, user.email))
  if (!counts && !mayHaveUnverified(settings)) return undefined
  if (await table.get(adminGrant, { email: user.email }, { strong: true })) return undefined
  const at = now().toISOString()
  const roles = [...new Set([...rights.platformRoles, 'platform_admin'])]
  return {
    rights: { ...rights, platformRoles: roles },
    writes: [
      put(adminGrant, { email: user.email, globalUserId: user.id, at }, { absent: true }),
      put(platformAdmin, { globalUserId: user.id, roles, addedAt: at, addedBy: 'system' }),
      update(adminCount, { name: 'COUNT' }, { add: { count: 1 } }, { orAbsent: true }),
      audit(world, {
        action: 'platform_admin.add',
        actor: 'system',
        targetType: 'globalUser',
        targetId: user.id,
        detail: { reason: 'deployment list' },
      }),
    ],
  }
}

/** The same as part of a sign-in, which itself proves `provenEmail` to be the person's, if any. */
export const promisedTo =
  (world: GrantContext, provenEmail?: string) =>
  (user: GlobalUser, rights: Access): ReturnType<typeof grantFor> =>
    grantFor(world, user, rights, provenEmail === user.email)
