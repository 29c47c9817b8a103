import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'

export const Visibility = z.enum(['members_only', 'members_and_followers', 'public'])
export type Visibility = z.infer<typeof Visibility>

/** What a school says about messages of organizations. Lengths are in characters. */
export const MessagingRules = z.object({
  enabled: z.boolean(),
  defaultCharacterLimit: z.number(),
  minCharacterLimit: z.number(),
  maxCharacterLimit: z.number(),
  defaultVisibility: Visibility,
  requireProfanityFilter: z.boolean(),
  allowEventMentions: z.boolean(),
  allowLinks: z.boolean(),
  notificationSettings: z.object({
    notifyOnNewMessage: z.boolean(),
    notifyOnMention: z.boolean(),
    notifyOnReply: z.boolean(),
  }),
})
export type MessagingRules = z.infer<typeof MessagingRules>

/** What a school that has set nothing gets (organizations.md section 2, rulings). */
export const defaultMessagingRules: MessagingRules = {
  enabled: true,
  defaultCharacterLimit: 500,
  minCharacterLimit: 1,
  maxCharacterLimit: 2000,
  defaultVisibility: 'members_and_followers',
  requireProfanityFilter: true,
  allowEventMentions: true,
  allowLinks: true,
  notificationSettings: { notifyOnNewMessage: true, notifyOnMention: true, notifyOnReply: true },
}

/** What an organization that waits for approval may already do. */
export const PendingAction = z.enum([
  'view_page',
  'edit_profile',
  'manage_members',
  'create_events',
  'post_messages',
])
export type PendingAction = z.infer<typeof PendingAction>

export const defaultPendingActions: readonly PendingAction[] = ['view_page', 'edit_profile']

/** The management configuration of a school: only what was set; everything else has its default. */
export const ManagementConfig = z.object({
  messaging: z.optional(
    z.object({
      ...z.partial(MessagingRules).shape,
      notificationSettings: z.optional(z.partial(MessagingRules.shape.notificationSettings)),
    }),
  ),
  pendingActions: z.optional(z.array(PendingAction)),
  version: z.number(),
})
export type ManagementConfig = z.infer<typeof ManagementConfig>
export const managementConfig = entity('ManagementConfig', ManagementConfig, {
  scope: 'tenant',
  pk: 'MANAGEMENT',
  sk: 'CONFIG',
})

/** The rules of a stored configuration, for who has read it with something else. */
export const messagingRulesOf = (config: ManagementConfig | undefined): MessagingRules => {
  const { notificationSettings = {}, ...set } = config?.messaging ?? {}
  const { notificationSettings: notified, ...rest } = defaultMessagingRules
  return { ...rest, ...set, notificationSettings: { ...notified, ...notificationSettings } }
}

export const findMessagingRules = async (table: Table): Promise<MessagingRules> =>
  messagingRulesOf(await table.get(managementConfig, {}))

export const pendingActionsOf = (config: ManagementConfig | undefined): readonly PendingAction[] =>
  config?.pendingActions ?? defaultPendingActions
