import * as z from 'zod/mini'
import {
  NotificationAction,
  NotificationType,
  notificationTypes,
  PersonalChannel,
  Priority,
  Sender,
} from './kinds.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

const DeliveryStatus = z.enum(['pending', 'sent', 'delivered', 'failed'])

/** What became of one channel. */
export const Delivery = z.object({
  status: DeliveryStatus,
  attempts: z.number(),
  lastAttempt: maybe(text),
})
export type Delivery = z.infer<typeof Delivery>

/** A notification as its reader sees it (rules/notifications 5). */
export const NotificationView = z.object({
  _id: text,
  id: text,
  recipient: text,
  recipientModel: z.literal('User'),
  sender: maybe(Sender),
  senderModel: maybe(z.literal('User')),
  title: text,
  message: text,
  type: NotificationType,
  category: maybe(text),
  priority: Priority,
  status: z.enum(['unread', 'read', 'acknowledged', 'archived', 'deleted']),
  readAt: maybe(text),
  acknowledgedAt: maybe(text),
  archivedAt: maybe(text),
  deletedAt: maybe(text),
  actions: z.array(NotificationAction),
  actionResult: maybe(z.unknown()),
  metadata: z.record(text, z.unknown()),
  channels: z.array(PersonalChannel),
  /** The least that its channels have come to, with the attempts of all and the last of them. */
  deliveryStatus: DeliveryStatus,
  deliveryAttempts: z.number(),
  lastDeliveryAttempt: maybe(text),
  /** By channel. */
  deliveries: z.record(text, Delivery),
  template: maybe(z.object({ name: text })),
  batchId: maybe(text),
  createdAt: text,
  expiresAt: text,
})
export type NotificationView = z.infer<typeof NotificationView>

/** An entry on the page of an organization. `metadata` names what it is about. */
export const OrganizationEntryView = z.object({
  _id: text,
  orgId: text,
  type: NotificationType,
  title: text,
  message: text,
  metadata: z.record(text, z.unknown()),
  createdAt: text,
})

export const Pagination = z.object({
  limit: z.number(),
  skip: z.number(),
  hasMore: z.boolean(),
  nextCursor: maybe(text),
})

export const Statistics = z.object({
  total: z.number(),
  unread: z.number(),
  read: z.number(),
  acknowledged: z.number(),
  archived: z.number(),
})

const Wanted = z.object({ in_app: z.boolean(), email: z.boolean(), push: z.boolean() })

/** Which kinds of notifications reach a person by which channels. Everything does until it is turned off. */
export const Preferences = z.object(
  Object.fromEntries(notificationTypes.map((type) => [type, Wanted])) as {
    [T in NotificationType]: typeof Wanted
  },
)
export type Preferences = z.infer<typeof Preferences>

const ActionTaken = z.object({ type: z.literal('api_call'), success: z.boolean(), data: maybe(z.unknown()) })
const Redirect = z.object({ type: z.literal('redirect'), url: text })
const FormShown = z.object({ type: z.literal('form'), action: NotificationAction })

export const ActionOutcome = z.union([ActionTaken, Redirect, FormShown])
