import * as z from 'zod/mini'
import { Id, jsonWithin, line, text } from '../../../lib/contract/fields.ts'
import { NotificationType, notificationTypes, PersonalChannel, Priority } from './kinds.ts'
import { templateNames } from './template-names.ts'

const Count = z.string().check(z.regex(/^\d{1,9}$/, 'Expected a number'))

export const NotificationQuery = z.strictObject({
  status: z.optional(z.enum(['unread', 'read', 'acknowledged', 'archived'])),
  type: z.optional(NotificationType),
  priority: z.optional(Priority),
  category: z.optional(line(100)),
  /** 1 to 100, 20 without it. */
  limit: z.optional(Count),
  /** At most 1000; a cursor goes further. */
  skip: z.optional(Count),
  cursor: z.optional(z.string().check(z.maxLength(64))),
})

export const SeveralIds = z.strictObject({
  notificationIds: z.array(Id).check(z.minLength(1), z.maxLength(100)),
})

export const ReadAll = z.optional(z.strictObject({ type: z.optional(NotificationType) }))

const key = z.string().check(z.minLength(1), z.maxLength(100))
const Plain = z.union([z.string().check(z.maxLength(1000)), z.boolean(), z.null(), z.int()])

const Metadata = z.record(key, z.union([Plain, z.record(key, Plain)])).check(jsonWithin(2))

// Clients follow these, so they lead to a page of the school or to another site over TLS, and run nothing.
const Link = z
  .string()
  .check(z.maxLength(500), z.regex(/^(?:\/(?![/\\])|https:\/\/)[^\s\\]*$/, 'Expected a link'))

const NewAction = z.strictObject({
  id: text(50),
  label: line(50),
  type: z.enum(['link', 'form', 'api_call']),
  url: z.optional(Link),
  /** For `api_call`: the registered operation that it runs. */
  operation: z.optional(text(100)),
  payload: z.optional(z.record(key, z.string().check(z.maxLength(200)))),
  style: z.optional(z.enum(['primary', 'secondary', 'success', 'danger', 'warning', 'info'])),
  order: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
  icon: z.optional(text(50)),
})

const words = {
  title: z.optional(line(200)),
  message: z.optional(text(1000)),
  /** Instead of words of one's own. */
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
export type Words = z.infer<typeof NewSystemNotification> & { readonly type?: NotificationType | undefined }

/** What an organization may speak of to its people: neither of the platform nor of anybody's account. */
const OrganizationTopic = z.enum(['org', 'event', 'membership', 'reminder', 'achievement', 'custom'])

export const NewOrganizationNotification = z.strictObject({
  title: line(200),
  message: text(1000),
  type: OrganizationTopic,
  /** Names or ids of roles; every active member without them. */
  roles: z.optional(z.array(text(64)).check(z.minLength(1), z.maxLength(20))),
  priority: z.optional(Priority),
  channels: words.channels,
})
export type NewOrganizationNotification = z.infer<typeof NewOrganizationNotification>

/** Clients send an action's payload back; what counts is the one that is stored. */
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

const Wishes = z.strictObject(
  Object.fromEntries(notificationTypes.map((type) => [type, z.optional(Wish)])) as {
    [T in NotificationType]: z.ZodMiniOptional<typeof Wish>
  },
  // What was sent is never repeated, not even the name of a kind that there is not.
  { error: ({ code }) => (code === 'unrecognized_keys' ? 'There is no such kind' : undefined) },
)

/** What is not named stays as it is. */
export const PreferenceChange = z.strictObject({ preferences: Wishes })

/** The address of a mail carries the token; mail programs post `List-Unsubscribe=One-Click` to it (RFC 8058). */
export const UnsubscribeQuery = z.object({ token: z.string().check(z.minLength(1), z.maxLength(300)) })
export const OneClick = z.object({ 'List-Unsubscribe': z.optional(z.string().check(z.maxLength(100))) })
