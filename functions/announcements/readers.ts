import { createHash } from 'node:crypto'
import type { Context } from '../../lib/context.ts'
import { fail, settleInOrder } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { type Organization, organization } from '../../lib/identity/org/records.ts'
import { publicUserOf } from '../../lib/identity/person/people.ts'
import { type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import type { Input } from '../../lib/operation.ts'
import { key, type Ref } from '../../lib/table/entity.ts'
import { listNumbered } from '../../lib/table/lists/numbered.ts'
import type { Table } from '../../lib/table/table.ts'
import { attendeeKeysOf, isRecipient, readRegistration } from '../attendance/index.ts'
import {
  type Attendee,
  canSeeEvent,
  type EventCard,
  filterAffiliated,
  isOrganizer,
  isShownToRegistrant,
  viewerOf,
} from '../events/index.ts'
import { type Club, formerMember } from '../messages/index.ts'
import { type contract, EventNotFound, NotPermitted } from './contract.ts'
import type { AnnouncementOptions } from './draft.ts'
import { type Announcement, announcement } from './repository.ts'
import type { AnnouncementForReader } from './shapes.ts'

/** A digest that shows whether a known person was excluded, without naming any person. */
const digestOf = (announcementId: string, name: string): string =>
  createHash('sha256').update(`${announcementId} ${name}`).digest('base64url').slice(0, 22)

/** The stored exclusions of an announcement. */
export const audienceOf = (
  id: string,
  { except, exceptAddresses }: Pick<AnnouncementOptions, 'except' | 'exceptAddresses'>,
  { eventAnnouncements }: Club['rules'],
): Pick<Announcement, 'leftOut' | 'checkedIn' | 'guests'> => {
  const names = [...except, ...exceptAddresses]
  return {
    ...(names.length > 0 ? { leftOut: names.map((name) => digestOf(id, name)) } : {}),
    ...(eventAnnouncements.includeCheckedIn ? {} : { checkedIn: false as const }),
    ...(eventAnnouncements.includeAnonymousInEmail ? {} : { guests: false as const }),
  }
}

/** Whether an announcement is for an attendee. Guests get mails only. */
const isFor = (
  { kind, personId, globalUserId, email, checkedIn, checkedInAt = '' }: Attendee,
  { id, channels, leftOut = [], createdAt, ...school }: Announcement,
): boolean => {
  const reached = kind === 'u' ? channels.inApp || channels.email : channels.email && school.guests !== false
  if (!reached) return false
  if (school.checkedIn === false && checkedIn && checkedInAt <= createdAt) return false
  const names = [personId, globalUserId, email?.toLowerCase()].flatMap((name) => name ?? [])
  return !names.some((name) => leftOut.includes(digestOf(id, name)))
}

/** Whether a person is a current attendee who receives event news. */
const isCurrentAttendee = async (table: Table, card: EventCard, row: Attendee): Promise<boolean> =>
  isRecipient(row, {}) &&
  isShownToRegistrant(card, undefined) &&
  (await filterAffiliated(table, card, [row])).length > 0

/**
 * Which announcements of an event the caller reads: those for them, or all for organizers. Fails with 404 for callers
 * who may not see the event, otherwise with 403.
 */
const readFilterFor = async (
  card: EventCard,
  row: Attendee | undefined,
  context: Context<'caller'>,
): Promise<(sent: Announcement) => boolean> => {
  if (row && (await isCurrentAttendee(context.table, card, row))) return (sent) => isFor(row, sent)
  const viewer = await viewerOf(context, [card], { all: true })
  if (isOrganizer(card, viewer)) return () => true
  return fail((await canSeeEvent(card, viewer, context)) ? NotPermitted : EventNotFound)
}

/** Reads the senders of announcements by id. One round trip; none without ids. */
const sendersOf = async (table: Table, items: readonly Announcement[]) => {
  const ids = (of: (one: Announcement) => string, when: boolean): string[] => [
    ...new Set(items.filter(({ sendAsOrg }) => sendAsOrg === when).map(of)),
  ]
  const orgs = ids(({ orgId }) => orgId, true)
  const users = ids(({ authorId }) => authorId, false)
  const refs: Ref[] = [
    ...orgs.map((orgId) => key(organization, { orgId })),
    ...users.map((id) => key(tenantUser, { id })),
  ]
  const rows = refs.length > 0 ? await table.batchGet(refs) : []
  const found = new Map<string, AnnouncementForReader['authorId']>()
  for (const row of rows.slice(0, orgs.length) as (Organization | undefined)[])
    if (row)
      found.set(row.orgId, {
        _id: row.orgId,
        name: row.org_name,
        username: '',
        ...(row.org_profile_image ? { picture: row.org_profile_image } : {}),
      })
  for (const row of rows.slice(orgs.length) as (TenantUser | undefined)[])
    if (row) found.set(row.id, publicUserOf(row))
  return found
}

type Row = (typeof contract)['rows']['listEventAnnouncements']

/**
 * Lists announcements to the caller as an attendee, newest first (rules/announcements 22). A page reads as many
 * announcements as it may show, so it may be short and continue.
 */
export const listEventAnnouncements = async (
  { eventId, ...query }: Input<Row>,
  context: Context<'caller'>,
) => {
  const { table, caller } = context
  const listing = { index: 'gsi1', keyParams: { eventId }, descending: true } as const
  const [{ card, row }, { items, cursor }] = await settleInOrder([
    readRegistration(table, eventId, attendeeKeysOf(caller)),
    listNumbered(table, announcement, listing, pageOf(query)),
  ])
  const [isRead, senders] = await settleInOrder([readFilterFor(card, row, context), sendersOf(table, items)])
  return {
    announcements: items.filter(isRead).map((one) => {
      const { id: _id, orgId, subject, content, links, sendAsOrg, attachments, createdAt } = one
      const sender = sendAsOrg ? orgId : one.authorId
      return {
        _id,
        orgId,
        eventId,
        authorId: senders.get(sender) ?? formerMember(sender),
        ...(subject === undefined ? {} : { subject }),
        content,
        links,
        sendAsOrg,
        attachments,
        createdAt,
      }
    }),
    nextCursor: cursor,
  }
}
