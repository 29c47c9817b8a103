import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import type { Input, UploadedFile } from '../../lib/operation.ts'
import { requireCardOf } from '../events/index.ts'
import { announcingLimits, type contract, mostAttachmentBytes, uploadSeconds } from './contract.ts'
import { mostAttachments, type Wish } from './draft.ts'
import { TooManyAttachments, UnsupportedAttachment, UploadNotFound } from './failures.ts'
import type { Attachment } from './shapes.ts'

type World = Pick<Context, 'gateways' | 'tenant' | 'newId'>
type Scope = { readonly orgId: string; readonly eventId: string }
type Draft = Pick<UploadedFile, 'bytes' | 'filename'> & { readonly pending?: string }

/** Begins and ends as a PDF does; what its sender calls it says nothing. */
const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-' &&
  Buffer.from(bytes.subarray(-1024)).toString('latin1').includes('%%EOF')

/** The last part of what the client called it, without signs that no name has. */
const nameOf = (filename: string): string => {
  const last = filename.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(/\p{Cc}/gu, '').trim()
  return [...plain].slice(0, 100).join('') || 'attachment.pdf'
}

/** Where a file waits that somebody puts by itself. */
export const pendingKey = (tenantKey: string, { orgId, eventId }: Scope, uploadId: string): string =>
  `pending/announcements/${tenantKey}/${eventId}/${orgId}/${uploadId}`

export const folderOf = (tenantKey: string, eventId: string, announcementId: string): string =>
  `announcements/${tenantKey}/${eventId}/${announcementId}`

const isId = (uploadId: string): boolean => /^[0-9A-Za-z]{1,40}$/.test(uploadId)

const uploaded = async (
  { gateways, tenant }: World,
  scope: Scope,
  { uploadId, filename = '' }: Wish['uploads'][number],
): Promise<Draft> => {
  if (!isId(uploadId)) fail(UploadNotFound, { field: 'uploads' })
  const pending = pendingKey(tenant.key, scope, uploadId)
  const bytes = (await gateways.media.read(pending)) ?? fail(UploadNotFound, { field: 'uploads' })
  return { bytes, filename, pending }
}

/**
 * The files of an announcement, all of them looked at before the first is kept. Fails with 400 for more than three, and
 * for what is no PDF or more than 10 MB; with 404 for an upload that is not there.
 */
export const attachmentsIn = async (
  files: Readonly<Record<string, UploadedFile | undefined>>,
  uploads: Wish['uploads'],
  world: World,
  scope: Scope,
): Promise<readonly Draft[]> => {
  const sent = Object.values(files).flatMap((file) => (file ? [file] : []))
  if (sent.length + uploads.length > mostAttachments) fail(TooManyAttachments, { field: 'attachments' })
  const drafts = [...sent, ...(await Promise.all(uploads.map((one) => uploaded(world, scope, one))))]
  if (drafts.some(({ bytes }) => bytes.length > mostAttachmentBytes || !isPdf(bytes)))
    fail(UnsupportedAttachment, { field: 'attachments' })
  return drafts
}

/** Keeps files while `write` names them in the table; when that fails none of them stays. */
export const withAttachments = async <R>(
  drafts: readonly Draft[],
  folder: string,
  { gateways: { media }, newId }: World,
  write: (attachments: Attachment[]) => Promise<R>,
): Promise<R> => {
  const keys = drafts.map(() => `${folder}/${newId()}.pdf`)
  try {
    await Promise.all(
      keys.map((key, at) => media.put(key, drafts[at]?.bytes ?? new Uint8Array(), 'application/pdf')),
    )
    const result = await write(
      drafts.map(({ bytes, filename }, at) => ({
        filename: nameOf(filename),
        url: media.addressOf(keys[at] ?? ''),
        size: bytes.length,
      })),
    )
    // What has been told stays told; a file that is left waiting goes with the others of its kind.
    await Promise.all(drafts.flatMap(({ pending }) => (pending ? [media.remove(pending)] : []))).catch(
      () => {},
    )
    return result
  } catch (error) {
    await Promise.all(keys.map((key) => media.remove(key)))
    throw error
  }
}

/** An address for one PUT of a file that is too large for a request (rules/announcements 12). */
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
