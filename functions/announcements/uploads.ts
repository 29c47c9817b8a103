import type { Context } from '../../lib/context.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { spend } from '../../lib/identity/limits.ts'
import type { Input } from '../../lib/operation.ts'
import { requireCardOf } from '../events/service.ts'
import { pendingKey } from './attachments.ts'
import { announcingLimits, type contract, uploadSeconds } from './contract.ts'

/** An address for one PUT of a file that is too large for a request (TABLE decision 8). */
export const requestUpload = async (
  { orgId, eventId, type, size }: Input<(typeof contract)['rows']['requestAnnouncementUpload']>,
  context: Context<OrgAccess>,
) => {
  const { gateways, tenant, table, newId, now } = context
  await requireCardOf(table, orgId, eventId)
  await spend(context, 'announcement.upload', announcingLimits.upload, `${tenant.key} ${orgId}`)
  const uploadId = newId()
  const expires = new Date(now().getTime() + uploadSeconds * 1000)
  const key = pendingKey(tenant.key, { orgId, eventId }, uploadId)
  const uploadUrl = await gateways.media.uploadAddress(key, { type, maxBytes: size, expires })
  return { uploadId, uploadUrl, expiresAt: expires.toISOString() }
}
