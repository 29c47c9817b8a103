import * as z from 'zod/mini'

/** The subject of a notification. Preferences are stored per kind; `security` cannot be muted. */
export const notificationTypes = [
  'system',
  'user',
  'org',
  'event',
  'membership',
  'approval',
  'reminder',
  'achievement',
  'security',
  'custom',
] as const
export const NotificationType = z.enum(notificationTypes)
export type NotificationType = z.infer<typeof NotificationType>

/** The sender of a message to many people. `orgName` is the organization; without it the school is the sender. */
export const MessageOrigin = z.object({ orgName: z.optional(z.string()) })
export type MessageOrigin = z.infer<typeof MessageOrigin>

export const Priority = z.enum(['low', 'normal', 'high', 'urgent'])
export type Priority = z.infer<typeof Priority>

/** Channels to a person: inbox, mail, phone. */
export const personalChannels = ['in_app', 'email', 'push'] as const
export const PersonalChannel = z.enum(personalChannels)
export type PersonalChannel = z.infer<typeof PersonalChannel>

/** `organization` is an entry on the page of organization `metadata.orgId`. */
export const Channel = z.enum([...personalChannels, 'organization'])
export type Channel = z.infer<typeof Channel>

/**
 * A notification's button. Clients follow `link` and `form`; `api_call` names an operation that a domain has
 * registered. The platform never fetches an address.
 */
export const NotificationAction = z.object({
  id: z.string(),
  label: z.string(),
  type: z.enum(['link', 'form', 'api_call']),
  url: z.optional(z.string()),
  operation: z.optional(z.string()),
  payload: z.optional(z.record(z.string(), z.string())),
  style: z.optional(z.enum(['primary', 'secondary', 'success', 'danger', 'warning', 'info'])),
  order: z.optional(z.number()),
  icon: z.optional(z.string()),
})
export type NotificationAction = z.infer<typeof NotificationAction>

/** A notification's sender, as clients show it. */
export const Sender = z.object({
  _id: z.string(),
  name: z.string(),
  username: z.string(),
  picture: z.optional(z.string()),
})
export type Sender = z.infer<typeof Sender>
