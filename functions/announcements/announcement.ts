import type { Context } from '../../lib/context.ts'
import { allInOrder, fail } from '../../lib/contract/failure.ts'
import { NotAMember } from '../../lib/contract/failures.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { dayMs } from '../../lib/contract/time.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { spending } from '../../lib/identity/limit/limits.ts'
import { requireProvenAddress, spendMails } from '../../lib/identity/limit/mail-budget.ts'
import { isMember } from '../../lib/identity/person/caller.ts'
import type { Input } from '../../lib/operation.ts'
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
  clubOf,
  limitsOf,
  writerOf,
} from '../messages/index.ts'
import { attachmentsIn, folderOf, withAttachments } from './attachments.ts'
import { announcingLimits, type contract } from './contract.ts'
import { type Wish, wishOf } from './draft.ts'
import { AnnouncementsOff, NoChannel, TooEarly } from './failures.ts'
import { viewOf } from './list.ts'
import { tellingWrites } from './recipients.ts'
import { type Announcement, announcement } from './repository.ts'

const refuseTooEarly = ({ rules }: Club, { start_time }: EventCard, now: Date): void => {
  const { allowAnnouncementsDaysBeforeEvent: days } = rules.eventAnnouncements
  if (days !== null && now.getTime() < Date.parse(start_time) - days * dayMs)
    fail({ ...TooEarly, message: `Announcements are allowed from ${days} days before the event` })
}

/** Nobody announces where the school or the organization has turned it off, or while the organization waits. */
const requireAnnouncer = (club: Club): void => {
  const { rules, settings, pending } = club
  if (!rules.enabled || !settings.enabled) fail(MessagingOff)
  if (!rules.eventAnnouncements.enabled) fail(AnnouncementsOff)
  if (pending) fail(OrgPending)
}

/** Ways that were asked for, as far as the school allows them. */
const channelsOf = ({ channels: { inApp, email } }: Wish, { rules }: Club): Announcement['channels'] => {
  if (!inApp && !email) fail(NoChannel, { field: 'channels' })
  const { notifyOnEventAnnouncement, eventAnnouncementEmail } = rules.notificationSettings
  return { inApp: inApp && notifyOnEventAnnouncement, email: email && eventAnnouncementEmail }
}

const checkedWords = async ({ content, subject }: Wish, { rules, settings }: Club) => {
  const checked = await checkedText(content, rules, limitsOf(rules, settings.characterLimit, false))
  if (subject !== undefined && rules.requireProfanityFilter && (await isProfane(subject)))
    fail(ContentProfane, { field: 'subject' })
  return { ...checked, ...(subject === undefined ? {} : { subject }) }
}

/** The announcer's own copy in the membership says what readers see; who is inside without one is looked up. */
const authorsFor = async ({ table, caller }: Context<OrgAccess>, userId: string): Promise<Authors> => {
  const { member, roles } = caller.org
  return member ? new Map([[userId, authorOf(member, roles)]]) : authorsOf(table, roles, [userId])
}

/** With a seat or waiting for one, guests included; who is left out of a mail counts all the same. */
const peopleOf = ({ registrationCount, waitlistCount }: EventCard): number =>
  registrationCount + waitlistCount

type Asked = Input<(typeof contract)['rows']['announce']>

/**
 * Stores an announcement and lets it be told, in one transaction after one round trip of reads and those of the budgets. Nothing
 * is kept of one that is refused: everything is judged first.
 */
export const announce = async ({ orgId, eventId, files, ...body }: Asked, context: Context<OrgAccess>) => {
  const { caller, table, tenant, now } = context
  if (!isMember(caller)) return fail(NotAMember)
  const scope = { orgId, eventId }
  const wish = wishOf(body)
  const [card, club, authors] = await allInOrder([
    requireCardOf(table, orgId, eventId),
    clubOf(context, orgId),
    authorsFor(context, caller.tenantUserId),
    requireProvenAddress(context),
  ])
  requireAnnouncer(club)
  refuseTooEarly(club, card, now())
  const channels = channelsOf(wish, club)
  const words = await checkedWords(wish, club)
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
      attachments,
      createdAt: now().toISOString(),
    }
    const limit = spending(context, 'announcement', announcingLimits.announcement, `${tenant.key} ${orgId}`)
    const deed = { action: 'announcement.send', actor: caller, targetType: 'event', targetId: eventId }
    const detail = { orgId, announcementId: id }
    const { ok } = await table.write([
      put(announcement, sent, { absent: true }),
      limit.write,
      audit(context, { ...deed, detail }),
      ...tellingWrites({ ...context, caller }, { card, club, sent, author, wish }),
    ])
    return ok ? viewOf(sent, author) : limit.refuse()
  })
}
