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
 * One notification of one person. Names are short and what is usual is left out: a page of twenty is read with every
 * look at the inbox. The id begins with the time of the cause, so it also says when the notification was made.
 */
export const Notification = z.object({
  id: text,
  /** The tenant user. */
  to: text,
  type: NotificationType,
  title: text,
  message: text,
  /** How often everything of this type had been read when it came; absent for never. */
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
  metadata: maybe(z.record(text, z.unknown())),
  actions: maybe(z.array(NotificationAction)),
  actionResult: maybe(z.unknown()),
  /** Since when somebody carries out an action of it. */
  actingSince: maybe(text),
  sender: maybe(Sender),
  /** For words of people. */
  origin: maybe(MessageOrigin),
  batchId: maybe(text),
  /** Not in the inbox: it goes out by mail or push alone. */
  hidden: maybe(z.boolean()),
  email: maybe(Sending),
  emailTries: maybe(z.number()),
  emailAt: maybe(text),
  push: maybe(Sending),
  pushTries: maybe(z.number()),
  pushAt: maybe(text),
  /** The claim in the inbox by which it was counted there. */
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
 * Counters of one inbox, and what its owner wants. Per type: how many are unread, and the era, which counts how often
 * all of them were read at once. Whatever came in an earlier era is read.
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
  /** What the person does not want, as `type:channel`. */
  muted: maybe(z.array(text)),
  /** Signs the links of mails that unsubscribe this person. */
  unsubscribeKey: maybe(text),
  /** Notifications that are counted and may not stand yet: their claims by id. */
  claims: maybe(z.record(text, text)),
})
export type Inbox = z.infer<typeof Inbox>
export const inbox = entity('Inbox', Inbox, { scope: 'tenant', pk: 'U#{owner}', sk: 'INBOX' })

/** A push message whose receipt is still to be asked for. */
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

/** An entry on the page of an organization. */
export const OrganizationEntry = z.object({
  id: text,
  orgId: text,
  type: NotificationType,
  title: text,
  message: text,
  metadata: maybe(z.record(text, z.unknown())),
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

/** A notification with the inbox that says whether it is read. One round trip. */
export const findNotification = (table: Table, to: string, id: string) =>
  table.batchGet([key(notification, { to, id }), key(inbox, { owner: to })], { strong: true })

export const findInbox = (table: Table, owner: string, strong = false): Promise<Inbox | undefined> =>
  table.get(inbox, { owner }, { strong })

/** The last key before that of `id`: ranges of the table hold both their ends. */
const justBelow = (id: string): string =>
  `${id.slice(0, -1)}${String.fromCharCode(id.charCodeAt(id.length - 1) - 1)}\u{10FFFF}`

/** Newest first, older than `before`. */
export const listNotifications = (
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

/** What the organization's page shows, newest first. */
export const listOrganizationEntries = (
  table: Table,
  orgId: string,
  limit: number,
  cursor?: string,
): Promise<Page<OrganizationEntry>> =>
  table.list(organizationEntry, { keyParams: { orgId }, limit, cursor, descending: true })
