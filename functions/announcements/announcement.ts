import type { Context } from '../../lib/context.ts'
import { fail, failureText, settleInOrder, withText } from '../../lib/contract/failure.ts'
import { NotAMember } from '../../lib/contract/failures.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { pendingFolder } from '../../lib/contract/picture.ts'
import { dayMs } from '../../lib/contract/time.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { spend, spendWrite } from '../../lib/identity/limit/limits.ts'
import { requireProvenAddress, spendMails } from '../../lib/identity/limit/mail-budget.ts'
import { isMember } from '../../lib/identity/person/caller.ts'
import type { Input, UploadedFile } from '../../lib/operation.ts'
import { isProfane } from '../../lib/profanity.ts'
import { put } from '../../lib/table/write.ts'
import { type EventCard, requireCardOf } from '../events/index.ts'
import { ContentProfane, MessagingOff, OrgPending } from '../messages/contract.ts'
import {
  type Authors,
  authorOf,
  authorsOf,
  type Club,
  checkedText,
  findClub,
  limitsOf,
  writerOf,
} from '../messages/index.ts'
import {
  AnnouncementsOff,
  announcingLimits,
  type contract,
  mostAttachmentBytes,
  NoChannel,
  TooEarly,
  TooManyAttachments,
  UnsupportedAttachment,
  UploadNotFound,
  uploadSeconds,
} from './contract.ts'
import { type AnnouncementOptions, announcementOptionsOf, maxAttachments } from './draft.ts'
import { guestMailWrites } from './guest-mails.ts'
import { viewOf } from './list.ts'
import { audienceOf } from './readers.ts'
import { type Announcement, announcement } from './repository.ts'
import type { Attachment } from './shapes.ts'

type AnnouncementContext = Pick<Context, 'gateways' | 'tenant' | 'newId'>
type Scope = { readonly orgId: string; readonly eventId: string }
type AttachmentDraft = Pick<UploadedFile, 'bytes' | 'filename'> & { readonly pending?: string }

/** Checks the first and last bytes of a PDF. The client's file name and type prove nothing. */
const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-' &&
  Buffer.from(bytes.subarray(-1024)).toString('latin1').includes('%%EOF')

/** The last part of the client's file name, without characters that are not allowed. */
const nameOf = (filename: string): string => {
  const last = filename.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(/\p{Cc}/gu, '').trim()
  return [...plain].slice(0, 100).join('') || 'attachment.pdf'
}

/** The storage key of a file that was uploaded separately. */
export const pendingKey = (tenantKey: string, { orgId, eventId }: Scope, uploadId: string): string =>
  `${pendingFolder}announcements/${tenantKey}/${eventId}/${orgId}/${uploadId}`

export const folderOf = (tenantKey: string, eventId: string, announcementId: string): string =>
  `announcements/${tenantKey}/${eventId}/${announcementId}`

const isId = (uploadId: string): boolean => /^[0-9A-Za-z]{1,40}$/.test(uploadId)

const readUpload = async (
  { gateways, tenant }: AnnouncementContext,
  scope: Scope,
  { uploadId, filename = '' }: AnnouncementOptions['uploads'][number],
): Promise<AttachmentDraft> => {
  if (!isId(uploadId)) fail(UploadNotFound, { field: 'uploads' })
  const pending = pendingKey(tenant.key, scope, uploadId)
  const bytes = (await gateways.media.read(pending)) ?? fail(UploadNotFound, { field: 'uploads' })
  return { bytes, filename, pending }
}

/**
 * Reads and checks all files of an announcement before the first is stored. Fails with 400 for more than three files,
 * and for a file that is not a PDF or exceeds 10 MB. Fails with 404 for an unknown upload.
 */
const attachmentsIn = async (
  files: Readonly<Record<string, UploadedFile | undefined>>,
  uploads: AnnouncementOptions['uploads'],
  context: AnnouncementContext,
  scope: Scope,
): Promise<readonly AttachmentDraft[]> => {
  const sent = Object.values(files).flatMap((file) => (file ? [file] : []))
  if (sent.length + uploads.length > maxAttachments) fail(TooManyAttachments, { field: 'attachments' })
  const drafts = [...sent, ...(await Promise.all(uploads.map((one) => readUpload(context, scope, one))))]
  if (drafts.some(({ bytes }) => bytes.length > mostAttachmentBytes || !isPdf(bytes)))
    fail(UnsupportedAttachment, { field: 'attachments' })
  return drafts
}

/** Stores files while `write` saves their addresses. Deletes all of them when `write` fails. */
const withAttachments = async <R>(
  drafts: readonly AttachmentDraft[],
  folder: string,
  { gateways: { media }, newId }: AnnouncementContext,
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
    // The announcement is already stored. A pending file that could not be deleted expires with other pending files.
    await Promise.all(drafts.flatMap(({ pending }) => (pending ? [media.remove(pending)] : []))).catch(
      () => {},
    )
    return result
  } catch (error) {
    await Promise.all(keys.map((key) => media.remove(key)))
    throw error
  }
}

/** Returns an address for one PUT of a file that is too large for a request (rules/announcements 12). */
export const requestAnnouncementUpload = async (
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

const refuseTooEarly = ({ rules }: Club, { start_time }: EventCard, now: Date): void => {
  const { allowAnnouncementsDaysBeforeEvent: days } = rules.eventAnnouncements
  if (days !== null && now.getTime() < Date.parse(start_time) - days * dayMs)
    fail(
      withText(
        TooEarly,
        failureText(
          'It is too early to announce this event. Announcements are allowed from {days} days before it starts.',
          { days },
        ),
      ),
    )
}

/** Rejects announcements when the school or the organization has turned them off, or the organization is pending. */
const requireAnnouncer = (club: Club): void => {
  const { rules, settings, pending } = club
  if (!rules.enabled || !settings.enabled) fail(MessagingOff)
  if (!rules.eventAnnouncements.enabled) fail(AnnouncementsOff)
  if (pending) fail(OrgPending)
}

/** The requested channels that the school allows. */
const channelsOf = (
  { channels: { inApp, email } }: AnnouncementOptions,
  { rules }: Club,
): Announcement['channels'] => {
  if (!inApp && !email) fail(NoChannel, { field: 'channels' })
  const { notifyOnEventAnnouncement, eventAnnouncementEmail } = rules.notificationSettings
  return { inApp: inApp && notifyOnEventAnnouncement, email: email && eventAnnouncementEmail }
}

const checkContent = async ({ content, subject }: AnnouncementOptions, { rules, settings }: Club) => {
  const checked = await checkedText(content, rules, limitsOf(rules, settings.characterLimit, false))
  if (subject !== undefined && rules.requireProfanityFilter && (await isProfane(subject)))
    fail(ContentProfane, { field: 'subject' })
  return { ...checked, ...(subject === undefined ? {} : { subject }) }
}

/** Readers see the copy of the author in their membership. For an author without one, the person's record is read. */
const authorsFor = async ({ table, caller }: Context<OrgAccess>, userId: string): Promise<Authors> => {
  const { member, roles } = caller.org
  return member ? new Map([[userId, authorOf(member, roles)]]) : authorsOf(table, roles, [userId])
}

/** People with a seat or on the waitlist, guests and excluded people included. */
const peopleOf = ({ registrationCount, waitlistCount }: EventCard): number =>
  registrationCount + waitlistCount

type AnnouncementRequest = Input<(typeof contract)['rows']['announce']>

/**
 * Stores an announcement and its notifications in one transaction, after one round trip of reads and those of the
 * limits. All checks come first, so that a rejected announcement stores nothing.
 */
export const announce = async (
  { orgId, eventId, files, ...body }: AnnouncementRequest,
  context: Context<OrgAccess>,
) => {
  const { caller, table, tenant, now } = context
  if (!isMember(caller)) return fail(NotAMember)
  const scope = { orgId, eventId }
  const wish = announcementOptionsOf(body)
  const [card, club, authors] = await settleInOrder([
    requireCardOf(table, orgId, eventId),
    findClub(context, orgId),
    authorsFor(context, caller.tenantUserId),
    requireProvenAddress(context),
  ])
  requireAnnouncer(club)
  refuseTooEarly(club, card, now())
  const channels = channelsOf(wish, club)
  const words = await checkContent(wish, club)
  const drafts = await attachmentsIn(files, wish.uploads, context, scope)
  await spendMails(context, 'typed', orgId, channels.email ? wish.additional.length : 0)
  await spendMails(context, 'participants', orgId, channels.email ? peopleOf(card) : 0)
  const id = context.newId()
  const author = writerOf(authors, caller.tenantUserId)
  const folder = folderOf(tenant.key, eventId, id)
  return withAttachments(drafts, folder, context, async (attachments) => {
    const sent: Announcement = {
      ...scope,
      ...words,
      id,
      authorId: caller.tenantUserId,
      sendAsOrg: wish.sendAsOrg,
      channels,
      ...audienceOf(id, wish, club.rules),
      attachments,
      createdAt: now().toISOString(),
    }
    const limit = spendWrite(context, 'announcement', announcingLimits.announcement, `${tenant.key} ${orgId}`)
    const audited = {
      action: 'announcement.send',
      actor: caller,
      targetType: 'event',
      targetId: eventId,
    } as const
    const detail = { orgId, announcementId: id }
    await table.commit([
      put(announcement, sent, { absent: true }),
      limit,
      audit(context, { ...audited, detail }),
      ...guestMailWrites({ ...context, caller }, { card, club, sent, author, wish }),
    ])
    return viewOf(sent, author)
  })
}
