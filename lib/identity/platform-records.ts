import * as z from 'zod/mini'
import { entity } from '../table/entity.ts'

const text = z.string()

/** A platform administrator. `ADMINS` also holds their number, so that the last one cannot be removed. */
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

/** A grant of the deployment's list, recorded so that it is made only once. */
export const AdminGrant = z.object({ email: text, globalUserId: text, at: text })
export const adminGrant = entity('AdminGrant', AdminGrant, {
  scope: 'global',
  pk: 'GRANT#{email}',
  sk: 'GRANT',
})
