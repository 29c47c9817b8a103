import * as z from 'zod/mini'
import { Id, isWellEscaped, jsonOfAtMost, LanguageTag, line, text } from '../../../lib/contract/fields.ts'
import {
  NotificationAction,
  type NotificationKind,
  NotificationType,
  notificationKinds,
  notificationTypes,
  type OrganizationKind,
  organizationKinds,
  PersonalChannel,
  Priority,
  Sender,
  templateNames,
} from './kinds.ts'

const Count = z.string().check(z.regex(/^\d{1,9}$/, 'Expected a number'))

export const NotificationQuery = z.strictObject({
  status: z.optional(z.enum(['unread', 'read', 'acknowledged', 'archived'])),
  type: z.optional(NotificationType),
  priority: z.optional(Priority),
  category: z.optional(line(100)),
  /** 1 to 100, default 20. */
  limit: z.optional(Count),
  /** At most 1000; use a cursor beyond that. */
  skip: z.optional(Count),
  cursor: z.optional(z.string().check(z.maxLength(64))),
  /** The platform's texts in this language, instead of the school's. */
  locale: z.optional(LanguageTag),
})

export const SeveralIds = z.strictObject({
  notificationIds: z.array(Id).check(z.minLength(1), z.maxLength(100)),
})

export const ReadAll = z.optional(z.strictObject({ type: z.optional(NotificationType) }))

const key = z.string().check(z.minLength(1), z.maxLength(100))
const Plain = z.union([z.string().check(z.maxLength(1000)), z.boolean(), z.null(), z.int()])

const Metadata = z.record(key, z.union([Plain, z.record(key, Plain)])).check(
  jsonOfAtMost(2),
  z.refine(({ mailLink, navigation }) => {
    const deepLink = navigation !== null && typeof navigation === 'object' ? navigation.deepLink : ''
    return [mailLink, deepLink].every((link) => typeof link !== 'string' || isWellEscaped(link))
  }, 'Expected a link with valid percent-encoding'),
)

// Clients follow these links. They must lead to a page of the school or to another site over TLS, and run no script.
const Link = z
  .string()
  .check(z.maxLength(500), z.regex(/^(?:\/(?![/\\])|https:\/\/)[^\s\\]*$/, 'Expected a link'))

const NewAction = z.strictObject({
  id: text(50),
  label: line(50),
  type: z.enum(['link', 'form', 'api_call']),
  url: z.optional(Link),
  /** For `api_call`: the registered operation to run. */
  operation: z.optional(text(100)),
  payload: z.optional(z.record(key, z.string().check(z.maxLength(200)))),
  style: z.optional(z.enum(['primary', 'secondary', 'success', 'danger', 'warning', 'info'])),
  order: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
  icon: z.optional(text(50)),
})

const words = {
  title: z.optional(line(200)),
  message: z.optional(text(1000)),
  /** Replaces `title` and `message`. */
  template: z.optional(
    z.strictObject({
      name: z.enum(templateNames),
      variables: z.optional(z.record(key, z.string().check(z.maxLength(500)))),
    }),
  ),
  category: z.optional(line(100)),
  priority: z.optional(Priority),
  channels: z.optional(z.array(PersonalChannel).check(z.minLength(1), z.maxLength(3))),
  actions: z.optional(z.array(NewAction).check(z.maxLength(5))),
  metadata: z.optional(Metadata),
}

const typed = { ...words, type: z.optional(NotificationType) }

export const NewNotification = z.strictObject({ recipient: Id, ...typed })
export const NewBatch = z.strictObject({
  recipients: z.array(Id).check(z.minLength(1), z.maxLength(1000)),
  ...typed,
})
export const NewSystemNotification = z.strictObject(words)
export type NotificationText = z.infer<typeof NewSystemNotification> & {
  readonly type?: NotificationType | undefined
}

/** Topics of an organization's notifications. It cannot send platform or account notifications. */
const OrganizationTopic = z.enum(['org', 'event', 'membership', 'reminder', 'achievement', 'custom'])

export const NewOrganizationNotification = z.strictObject({
  title: line(200),
  message: text(1000),
  type: OrganizationTopic,
  /** Role names or ids; all active members when absent. */
  roles: z.optional(z.array(text(64)).check(z.minLength(1), z.maxLength(20))),
  priority: z.optional(Priority),
  channels: words.channels,
})
export type NewOrganizationNotification = z.infer<typeof NewOrganizationNotification>

/** Clients send an action's payload back. The stored one is used. */
export const ActionCall = z.optional(
  z.strictObject({
    additionalData: z.optional(z.record(key, Plain)),
    orgId: z.optional(Id),
    eventId: z.optional(Id),
    inviteId: z.optional(Id),
    applicationId: z.optional(Id),
    type: z.optional(text(100)),
  }),
)

const Wish = z.strictObject({
  in_app: z.optional(z.boolean()),
  email: z.optional(z.boolean()),
  push: z.optional(z.boolean()),
})

// The message never repeats the request, not even an unknown name.
const unknownName = {
  error: ({ code }: { readonly code?: string }) =>
    code === 'unrecognized_keys' ? 'Unknown kind' : undefined,
}

const isPreferenceName = (name: string): boolean =>
  notificationTypes.some((type) => type === name) || /^org:[\w-]{1,64}$/.test(name)

/** Limit of organizations that one request names. */
const maxOrganizations = 100

/** By type. `org:<organization id>` names everything that an organization sends. */
const Wishes = z
  .catchall(
    z.object(
      Object.fromEntries(notificationTypes.map((type) => [type, z.optional(Wish)])) as {
        [T in NotificationType]: z.ZodMiniOptional<typeof Wish>
      },
    ),
    Wish,
  )
  .check(
    z.refine((wishes) => Object.keys(wishes).every(isPreferenceName), 'Unknown kind'),
    z.refine((wishes) => Object.keys(wishes).length <= 2 * maxOrganizations, 'Too many organizations'),
  )

const KindWishes = z.strictObject(
  Object.fromEntries(notificationKinds.map((kind) => [kind, z.optional(Wish)])) as {
    [K in NotificationKind]: z.ZodMiniOptional<typeof Wish>
  },
  unknownName,
)

const OrganizationWishes = z.strictObject(
  Object.fromEntries(organizationKinds.map((kind) => [kind, z.optional(Wish)])) as {
    [K in OrganizationKind]: z.ZodMiniOptional<typeof Wish>
  },
  unknownName,
)

/** Absent fields stay as they are. */
export const PreferenceChange = z.strictObject({
  preferences: z.optional(Wishes),
  /** By kind, which is finer than a type. */
  kinds: z.optional(KindWishes),
  /** By organization id, at most 100. */
  organizations: z.optional(
    z
      .record(z.string().check(z.regex(/^[\w-]{1,64}$/)), OrganizationWishes)
      .check(z.refine((all) => Object.keys(all).length <= maxOrganizations, 'Too many organizations')),
  ),
})

/** The link in a mail contains the token; mail programs post `List-Unsubscribe=One-Click` to it (RFC 8058). */
export const UnsubscribeQuery = z.object({ token: z.string().check(z.minLength(1), z.maxLength(300)) })
export const OneClick = z.object({
  'List-Unsubscribe': z.optional(z.string().check(z.maxLength(100))),
  /** `resume` takes the unsubscription back. */
  action: z.optional(z.enum(['stop', 'resume'])),
})

const plain = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

const DeliveryStatus = z.enum(['pending', 'sent', 'delivered', 'failed'])

/** The state of one channel. */
export const Delivery = z.object({
  status: DeliveryStatus,
  attempts: z.number(),
  lastAttempt: maybe(plain),
})
export type Delivery = z.infer<typeof Delivery>

/** A notification as its reader sees it (rules/notifications 5). */
export const NotificationView = z.object({
  _id: plain,
  id: plain,
  recipient: plain,
  recipientModel: z.literal('User'),
  sender: maybe(Sender),
  senderModel: maybe(z.literal('User')),
  title: plain,
  message: plain,
  type: NotificationType,
  category: maybe(plain),
  priority: Priority,
  status: z.enum(['unread', 'read', 'acknowledged', 'archived', 'deleted']),
  readAt: maybe(plain),
  acknowledgedAt: maybe(plain),
  archivedAt: maybe(plain),
  deletedAt: maybe(plain),
  actions: z.array(NotificationAction),
  actionResult: maybe(z.unknown()),
  metadata: z.record(plain, z.unknown()),
  channels: z.array(PersonalChannel),
  /** The worst state of its channels, with all attempts and the time of the last. */
  deliveryStatus: DeliveryStatus,
  deliveryAttempts: z.number(),
  lastDeliveryAttempt: maybe(plain),
  /** By channel. */
  deliveries: z.record(plain, Delivery),
  template: maybe(z.object({ name: plain })),
  batchId: maybe(plain),
  createdAt: plain,
  expiresAt: plain,
})
export type NotificationView = z.infer<typeof NotificationView>

/** An entry on an organization's page. `metadata` names its subject. */
export const OrganizationEntryView = z.object({
  _id: plain,
  orgId: plain,
  type: NotificationType,
  title: plain,
  message: plain,
  metadata: z.record(plain, z.unknown()),
  createdAt: plain,
})

export const Pagination = z.object({
  limit: z.number(),
  skip: z.number(),
  hasMore: z.boolean(),
  nextCursor: maybe(plain),
})

export const Statistics = z.object({
  total: z.number(),
  unread: z.number(),
  read: z.number(),
  acknowledged: z.number(),
  archived: z.number(),
})

const channels = { in_app: z.boolean(), email: z.boolean(), push: z.boolean() }

const ChannelPreference = z.object(channels)
export type ChannelPreference = z.infer<typeof ChannelPreference>

const KindPreference = z.object({
  ...channels,
  /** Always on in the inbox and by mail. */
  essential: z.boolean(),
})

/** A person's channels by type. All are on by default. `org:<organization id>` is an organization with a mute. */
export const Preferences = z.catchall(
  z.object(
    Object.fromEntries(notificationTypes.map((type) => [type, ChannelPreference])) as {
      [T in NotificationType]: typeof ChannelPreference
    },
  ),
  ChannelPreference,
)

/** A person's channels. */
export const preferenceFields = {
  preferences: Preferences,
  /** By kind, which is finer than a type. */
  kinds: z.object(
    Object.fromEntries(notificationKinds.map((kind) => [kind, KindPreference])) as {
      [K in NotificationKind]: typeof KindPreference
    },
  ),
  /** By organization id, for organizations with a mute. */
  organizations: z.record(plain, z.object({ announcements: ChannelPreference, messages: ChannelPreference })),
}
const View = z.object(preferenceFields)
export type PreferenceView = z.infer<typeof View>

const ActionTaken = z.object({ type: z.literal('api_call'), success: z.boolean(), data: maybe(z.unknown()) })
const Redirect = z.object({ type: z.literal('redirect'), url: plain })
const FormShown = z.object({ type: z.literal('form'), action: NotificationAction })

export const ActionOutcome = z.union([ActionTaken, Redirect, FormShown])
