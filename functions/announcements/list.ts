import type { Context } from '../../lib/context.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import type { Input } from '../../lib/operation.ts'
import { listNumbered } from '../../lib/table/lists/numbered.ts'
import { attendeesPage, isRecipient } from '../attendance/index.ts'
import { filterAffiliated, requireCardOf } from '../events/index.ts'
import { type Author, authorsOf, writerOf } from '../messages/index.ts'
import { findMessagingRules } from '../policies/index.ts'
import type { contract } from './contract.ts'
import { type Announcement, announcement } from './repository.ts'
import type { AnnouncementView } from './shapes.ts'

type Rows = (typeof contract)['rows']

/** Lists the organization's own announcements to the people of an event, newest first. */
export const listAnnouncements = async (
  { orgId, eventId, ...query }: Input<Rows['listAnnouncements']>,
  { table, caller }: Context<OrgAccess>,
) => {
  const listing = { keyParams: { eventId, orgId }, descending: true }
  const [{ items, cursor }] = await Promise.all([
    listNumbered(table, announcement, listing, pageOf(query)),
    requireCardOf(table, orgId, eventId),
  ])
  const authors = await authorsOf(
    table,
    caller.org.roles,
    items.map(({ authorId }) => authorId),
  )
  return {
    announcements: items.map((one) => viewOf(one, writerOf(authors, one.authorId))),
    nextCursor: cursor,
  }
}

/** Lists the people that an announcement would reach under the school's rules (rules/announcements 21). */
export const listAnnouncementRecipients = async (
  { orgId, eventId, ...query }: Input<Rows['listAnnouncementRecipients']>,
  { table }: Context<OrgAccess>,
) => {
  const [card, { eventAnnouncements: rules, notificationSettings }] = await Promise.all([
    requireCardOf(table, orgId, eventId),
    findMessagingRules(table),
  ])
  const withGuests = rules.includeAnonymousInEmail && notificationSettings.eventAnnouncementEmail
  const whom = rules.includeCheckedIn ? {} : { checkedIn: false as const }
  const everybody = withGuests && rules.includeCheckedIn && card.waitlistCount === 0
  const { items, cursor } = await attendeesPage(
    table,
    card,
    pageOf(query),
    (row) => isRecipient(row, whom) && (withGuests || row.kind === 'u'),
    { share: everybody ? 1 : 0 },
  )
  const recipients = await filterAffiliated(table, card, items)
  return {
    recipients: recipients.map(({ personId, name, email, kind }) => ({
      userId: personId,
      name,
      email: email ?? null,
      ...(kind === 'g' ? { isAnonymous: true as const } : {}),
    })),
    anonymousWithNoEmailCount: recipients.filter(({ kind, email }) => kind === 'g' && !email).length,
    nextCursor: cursor,
  }
}

export const viewOf = (sent: Announcement, author: Author): AnnouncementView => {
  const { id: _id, authorId: _, leftOut: __, checkedIn: ___, guests: ____, ...told } = sent
  return { ...told, ...author, _id, visibility: 'members_only' }
}
