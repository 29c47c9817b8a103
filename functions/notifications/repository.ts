import * as z from 'zod/mini'
import { entity, key } from '../../lib/table/entity.ts'
import type { Page } from '../../lib/table/lists/list.ts'
import type { Table } from '../../lib/table/table.ts'
import {
  MessageOrigin,
  NotificationAction,
  NotificationType,
  notificationTypes,
  Priority,
  Sender,
} from './contract/kinds.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)
const Sending = z.enum(['pending', 'claimed', 'sent', 'delivered', 'failed'])
export type Sending = z.infer<typeof Sending>

/**
 * One notification of one person. Names are short and defaults are left out, because every view of the inbox reads a
 * page of twenty. The id starts with the time of the cause, so it also gives the creation time.
 */
export const Notification = z.object({
  id: text,
  /** The tenant user. */
  to: text,
  type: NotificationType,
  title: text,
  message: text,
  /** The type's era when it came; absent for none. */
  era: maybe(z.number()),
  /** Absent: unread, or read together with all others of its era. */
  status: maybe(z.enum(['read', 'acknowledged', 'archived', 'deleted'])),
  readAt: maybe(text),
  acknowledgedAt: maybe(text),
  archivedAt: maybe(text),
  deletedAt: maybe(text),
  priority: maybe(Priority),
  category: maybe(text),
  template: maybe(text),
  /** Values of the template, for readers of other languages. Absent for text that people wrote. */
  params: maybe(z.record(text, text)),
  metadata: maybe(z.record(text, z.unknown())),
  actions: maybe(z.array(NotificationAction)),
  actionResult: maybe(z.unknown()),
  /** Start of an action that is running. */
  actingSince: maybe(text),
  sender: maybe(Sender),
  /** Names in title and message, by tenant user. */
  namedPeople: maybe(z.record(text, text)),
  /** For text that a person wrote. */
  origin: maybe(MessageOrigin),
  batchId: maybe(text),
  /** Not in the inbox: sent by mail or push only. */
  hidden: maybe(z.boolean()),
  email: maybe(Sending),
  emailTries: maybe(z.number()),
  emailAt: maybe(text),
  push: maybe(Sending),
  pushTries: maybe(z.number()),
  pushAt: maybe(text),
  /** The claim in the inbox that counted it. */
  claim: maybe(text),
  expiresAt: text,
})
export type Notification = z.infer<typeof Notification>
export const notification = entity('Notification', Notification, {
  scope: 'tenant',
  pk: 'U#{to}#N',
  sk: '{id}',
  ttl: 'expiresAt',
})

type PerType<K extends string> = `${K}_${NotificationType}`
const numbers = <K extends string>(name: K) =>
  Object.fromEntries(notificationTypes.map((type) => [`${name}_${type}`, maybe(z.number())])) as {
    [F in PerType<K>]: z.ZodMiniOptional<z.ZodMiniNumber>
  }

/**
 * Counters and preferences of one inbox. For each type: the number unread, and the era, which counts how often all were
 * marked as read. All notifications of an earlier era are read.
 */
export const Inbox = z.object({
  owner: text,
  /** Everything that is not deleted. */
  total: maybe(z.number()),
  acknowledged: maybe(z.number()),
  archived: maybe(z.number()),
  ...numbers('unread'),
  ...numbers('era'),
  readAllAt: maybe(text),
  /** Muted channels, as `type:channel`. */
  muted: maybe(z.array(text)),
  /** Signs unsubscribe links in this person's mails. */
  unsubscribeKey: maybe(text),
  /** Claims by notification id. These notifications are counted and may not exist yet. */
  claims: maybe(z.record(text, text)),
})
export type Inbox = z.infer<typeof Inbox>
export const inbox = entity('Inbox', Inbox, { scope: 'tenant', pk: 'U#{owner}', sk: 'INBOX' })

/** A push message whose receipt has not been collected. */
export const PushReceiptDue = z.object({
  id: text,
  ticket: text,
  token: text,
  to: text,
  notificationId: text,
  expiresAt: text,
})
export type PushReceiptDue = z.infer<typeof PushReceiptDue>
export const pushReceiptDue = entity('PushReceiptDue', PushReceiptDue, {
  scope: 'tenant',
  pk: 'PUSHED',
  sk: '{id}',
  ttl: 'expiresAt',
})

/** An entry on an organization's page. */
export const OrganizationEntry = z.object({
  id: text,
  orgId: text,
  type: NotificationType,
  title: text,
  message: text,
  template: maybe(text),
  params: maybe(z.record(text, text)),
  metadata: maybe(z.record(text, z.unknown())),
  /** Names in title and message, by tenant user. */
  namedPeople: maybe(z.record(text, text)),
  createdAt: text,
  expiresAt: text,
})
export type OrganizationEntry = z.infer<typeof OrganizationEntry>
export const organizationEntry = entity('OrganizationEntry', OrganizationEntry, {
  scope: 'tenant',
  pk: 'ORG#{orgId}#FEED',
  sk: '{id}',
  ttl: 'expiresAt',
})

/** A notification with the inbox, which says whether it is read. One round trip. */
export const findNotification = (table: Table, to: string, id: string) =>
  table.batchGet([key(notification, { to, id }), key(inbox, { owner: to })], { strong: true })

export const findInbox = (table: Table, owner: string, strong = false): Promise<Inbox | undefined> =>
  table.get(inbox, { owner }, { strong })

/** The last key before `id`, because ranges of the table include both ends. */
const justBelow = (id: string): string =>
  `${id.slice(0, -1)}${String.fromCharCode(id.charCodeAt(id.length - 1) - 1)}\u{10FFFF}`

/** Newest first, older than `before`. */
export const findNotifications = (
  table: Table,
  to: string,
  limit: number,
  before: string | undefined,
): Promise<Page<Notification>> =>
  table.list(notification, {
    keyParams: { to },
    limit,
    descending: true,
    ...(before ? { to: justBelow(before) } : {}),
  })

/** Entries on the organization's page, newest first. */
export const findOrganizationEntries = (
  table: Table,
  orgId: string,
  limit: number,
  cursor?: string,
): Promise<Page<OrganizationEntry>> =>
  table.list(organizationEntry, { keyParams: { orgId }, limit, cursor, descending: true })
