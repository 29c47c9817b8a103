import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { NotAMember } from '../../../lib/contract/failures.ts'
import type { OrgAccess } from '../../../lib/contract/permissions.ts'
import { spend } from '../../../lib/identity/limit/limits.ts'
import { isMember } from '../../../lib/identity/person/caller.ts'
import type { Input } from '../../../lib/operation.ts'
import { UnsupportedImage, UploadNotFound } from '../contract/failures.ts'
import { type contract, mostUploadBytes, orgLimits, uploadSeconds } from '../contract.ts'
import { changeImage } from '../edit/edit.ts'
import { dropImage, folderOf, keepImage } from './images.ts'

type Rows = (typeof contract)['rows']
type InOrg = Context<OrgAccess>

const pendingKey = (tenantKey: string, orgId: string, uploadId: string): string =>
  `pending/${folderOf(tenantKey, orgId)}/${uploadId}`

/** An address for one PUT of a picture that is too large for a request (rules/organizations 19). */
export const requestUpload = async (
  { orgId, type, size }: Input<Rows['requestOrgUpload']>,
  context: InOrg,
) => {
  const { gateways, tenant, caller, newId, now } = context
  await spend(context, 'organizations.upload', orgLimits.upload, caller.tenantUserId ?? orgId)
  const uploadId = newId()
  const expires = new Date(now().getTime() + uploadSeconds * 1000)
  const upload = { type, maxBytes: size, expires }
  const uploadUrl = await gateways.media.uploadAddress(pendingKey(tenant.key, orgId, uploadId), upload)
  return { uploadId, uploadUrl, expiresAt: expires.toISOString() }
}

const isId = (uploadId: string): boolean => /^[0-9A-Za-z]{1,40}$/.test(uploadId)

/** Looks at what was put there, keeps it under a key of its own if it is a picture, and names it in the organization. */
export const commitUpload = async (
  { orgId, uploadId, kind }: Input<Rows['commitOrgUpload']>,
  context: InOrg,
) => {
  const { gateways, tenant, caller } = context
  const { media } = gateways
  if (!isMember(caller)) return fail(NotAMember)
  if (!isId(uploadId)) fail(UploadNotFound)
  const pending = pendingKey(tenant.key, orgId, uploadId)
  const bytes = (await media.read(pending)) ?? fail(UploadNotFound)
  if (bytes.length > mostUploadBytes) fail(UnsupportedImage)
  const address = await keepImage(bytes, context, orgId)
  try {
    const whole = await changeImage(orgId, { [kind]: address }, { ...context, caller })
    await media.remove(pending)
    return whole
  } catch (error) {
    await dropImage(media, folderOf(tenant.key, orgId), address)
    throw error
  }
}
