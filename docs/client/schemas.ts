// Made by `npm run derive` from the route table; changes belong there.

export type ActionOutcome = { readonly type: 'api_call'; readonly success: boolean; readonly data?: unknown | undefined } | { readonly type: 'redirect'; readonly url: string } | { readonly type: 'form'; readonly action: NotificationAction }

export type AdminUser = {
  readonly _id: string
  readonly username: string
  readonly name: string
  readonly picture?: string | undefined
  readonly email: string
  readonly roles: readonly string[]
  readonly accessSuspended: boolean
  readonly accessSuspendedAt?: string | undefined
  readonly createdAt: string
}

export type Delivery = {
  readonly status: 'pending' | 'sent' | 'delivered' | 'failed'
  readonly attempts: number
  readonly lastAttempt?: string | undefined
}

export type FormChange = {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly questions?: readonly ({
    readonly _id?: string | undefined
    readonly type: 'short' | 'long' | 'multiple_choice' | 'select_multiple' | 'rating_scale'
    readonly question: string
    readonly required?: boolean | undefined
    readonly options?: readonly string[] | undefined
  })[] | undefined
  readonly allowAnonymous?: boolean | undefined
  readonly collectGuestDetails?: boolean | undefined
  readonly allowMultipleResponses?: boolean | undefined
  readonly acceptingResponses?: boolean | undefined
  readonly headerColor?: string | null | undefined
}

export type FormDraft = {
  readonly title: string
  readonly description?: string | undefined
  readonly questions: readonly ({
    readonly _id?: string | undefined
    readonly type: 'short' | 'long' | 'multiple_choice' | 'select_multiple' | 'rating_scale'
    readonly question: string
    readonly required?: boolean | undefined
    readonly options?: readonly string[] | undefined
  })[]
  readonly allowAnonymous?: boolean | undefined
  readonly collectGuestDetails?: boolean | undefined
  readonly allowMultipleResponses?: boolean | undefined
  readonly acceptingResponses?: boolean | undefined
  readonly headerColor?: string | null | undefined
}

export type FormSnapshot = {
  readonly _id: string
  readonly title: string
  readonly description: string
  readonly questions: readonly Question[]
}

export type FormView = {
  readonly _id: string
  readonly title: string
  readonly description: string
  readonly questions: readonly Question[]
  readonly allowAnonymous: boolean
  readonly collectGuestDetails: boolean
  readonly allowMultipleResponses: boolean
  readonly acceptingResponses: boolean
  readonly headerColor: string | null
  readonly requireAuth: boolean
  readonly createdBy: string
  readonly createdType: 'User' | 'Org'
  readonly formOwner: string
  readonly formOwnerType: 'User' | 'Org'
  readonly removedQuestions: readonly Question[]
  readonly createdAt: string
  readonly updatedAt: string
}

export type Health = {
  readonly ok: boolean
  readonly latencyMs: number
  readonly problem?: 'missing' | 'differs' | undefined
}

export type Integer64 = number

export type MailDomain = {
  readonly domain: string
  readonly status: 'verified' | 'pending'
  readonly record?: { readonly type: 'TXT'; readonly name: string; readonly value: string } | undefined
  readonly expiresAt?: string | undefined
}

export type ManagedTenant = {
  readonly tenantKey: string
  readonly name: string
  readonly subdomain: string
  readonly location: string
  readonly status: Status
  readonly statusMessage: string
  readonly tenantType: string
  readonly emailDomains: readonly string[]
  readonly subdomainUrl: string
  readonly createdAt: string
  readonly updatedAt: string
}

export type MessageView = {
  readonly _id: string
  readonly orgId: string
  readonly authorId: PublicUser
  readonly authorRole?: string | undefined
  readonly authorRoleDisplayName?: string | undefined
  readonly content: string
  readonly visibility: Visibility
  readonly mentionedEvents: readonly ({
    readonly _id: string
    readonly name: string
    readonly start_time?: string | undefined
    readonly location?: string | undefined
    readonly image?: string | undefined
    readonly previewImage?: string | undefined
    readonly type?: string | undefined
  })[]
  readonly links: readonly string[]
  readonly sendAsOrg: boolean
  readonly likes: readonly string[]
  readonly likedByMe: boolean
  readonly likeCount: number
  readonly replyCount: number
  readonly parentMessageId: string | null
  readonly isDeleted: false
  readonly createdAt: string
  readonly updatedAt: string
  readonly editedAt?: string | undefined
}

export type NewBatch = {
  readonly recipients: readonly string[]
  readonly title?: string | undefined
  readonly message?: string | undefined
  readonly template?: {
    readonly name: 'event_created' | 'approval_required' | 'event_approved' | 'event_rejected' | 'event_reminder' | 'org_message_new' | 'org_message_reply' | 'org_invite' | 'system' | 'custom'
    readonly variables?: Readonly<Record<string, string>> | undefined
  } | undefined
  readonly category?: string | undefined
  readonly priority?: Priority | undefined
  readonly channels?: readonly PersonalChannel[] | undefined
  readonly actions?: readonly ({
    readonly id: string
    readonly label: string
    readonly type: 'link' | 'form' | 'api_call'
    readonly url?: string | undefined
    readonly operation?: string | undefined
    readonly payload?: Readonly<Record<string, string>> | undefined
    readonly style?: 'primary' | 'secondary' | 'success' | 'danger' | 'warning' | 'info' | undefined
    readonly order?: number | undefined
    readonly icon?: string | undefined
  })[] | undefined
  readonly metadata?: Readonly<Record<string, string | boolean | null | number | Readonly<Record<string, string | boolean | null | number>>>> | undefined
  readonly type?: NotificationType | undefined
}

export type NewNotification = {
  readonly recipient: string
  readonly title?: string | undefined
  readonly message?: string | undefined
  readonly template?: {
    readonly name: 'event_created' | 'approval_required' | 'event_approved' | 'event_rejected' | 'event_reminder' | 'org_message_new' | 'org_message_reply' | 'org_invite' | 'system' | 'custom'
    readonly variables?: Readonly<Record<string, string>> | undefined
  } | undefined
  readonly category?: string | undefined
  readonly priority?: Priority | undefined
  readonly channels?: readonly PersonalChannel[] | undefined
  readonly actions?: readonly ({
    readonly id: string
    readonly label: string
    readonly type: 'link' | 'form' | 'api_call'
    readonly url?: string | undefined
    readonly operation?: string | undefined
    readonly payload?: Readonly<Record<string, string>> | undefined
    readonly style?: 'primary' | 'secondary' | 'success' | 'danger' | 'warning' | 'info' | undefined
    readonly order?: number | undefined
    readonly icon?: string | undefined
  })[] | undefined
  readonly metadata?: Readonly<Record<string, string | boolean | null | number | Readonly<Record<string, string | boolean | null | number>>>> | undefined
  readonly type?: NotificationType | undefined
}

export type NewPlant = { readonly id: Integer64; readonly name: string; readonly tag?: string | undefined }

export type NewSystemNotification = {
  readonly title?: string | undefined
  readonly message?: string | undefined
  readonly template?: {
    readonly name: 'event_created' | 'approval_required' | 'event_approved' | 'event_rejected' | 'event_reminder' | 'org_message_new' | 'org_message_reply' | 'org_invite' | 'system' | 'custom'
    readonly variables?: Readonly<Record<string, string>> | undefined
  } | undefined
  readonly category?: string | undefined
  readonly priority?: Priority | undefined
  readonly channels?: readonly PersonalChannel[] | undefined
  readonly actions?: readonly ({
    readonly id: string
    readonly label: string
    readonly type: 'link' | 'form' | 'api_call'
    readonly url?: string | undefined
    readonly operation?: string | undefined
    readonly payload?: Readonly<Record<string, string>> | undefined
    readonly style?: 'primary' | 'secondary' | 'success' | 'danger' | 'warning' | 'info' | undefined
    readonly order?: number | undefined
    readonly icon?: string | undefined
  })[] | undefined
  readonly metadata?: Readonly<Record<string, string | boolean | null | number | Readonly<Record<string, string | boolean | null | number>>>> | undefined
}

export type NewTenant = {
  readonly name: string
  readonly location: string
  readonly statusMessage?: string | undefined
  readonly status?: Status | undefined
  readonly tenantType?: 'campus' | undefined
  readonly subdomain?: string | undefined
  readonly emailDomains?: readonly string[] | undefined
  readonly tenantKey: string
}

export type NotificationAction = {
  readonly id: string
  readonly label: string
  readonly type: 'link' | 'form' | 'api_call'
  readonly url?: string | undefined
  readonly operation?: string | undefined
  readonly payload?: Readonly<Record<string, string>> | undefined
  readonly style?: 'primary' | 'secondary' | 'success' | 'danger' | 'warning' | 'info' | undefined
  readonly order?: number | undefined
  readonly icon?: string | undefined
}

export type NotificationQuery = {
  readonly status?: 'unread' | 'read' | 'acknowledged' | 'archived' | undefined
  readonly type?: NotificationType | undefined
  readonly priority?: Priority | undefined
  readonly category?: string | undefined
  readonly limit?: string | undefined
  readonly skip?: string | undefined
  readonly cursor?: string | undefined
}

export type NotificationType = 'system' | 'user' | 'org' | 'event' | 'membership' | 'approval' | 'reminder' | 'achievement' | 'security' | 'custom'

export type NotificationView = {
  readonly _id: string
  readonly id: string
  readonly recipient: string
  readonly recipientModel: 'User'
  readonly sender?: Sender | undefined
  readonly senderModel?: 'User' | undefined
  readonly title: string
  readonly message: string
  readonly type: NotificationType
  readonly category?: string | undefined
  readonly priority: Priority
  readonly status: 'unread' | 'read' | 'acknowledged' | 'archived' | 'deleted'
  readonly readAt?: string | undefined
  readonly acknowledgedAt?: string | undefined
  readonly archivedAt?: string | undefined
  readonly deletedAt?: string | undefined
  readonly actions: readonly NotificationAction[]
  readonly actionResult?: unknown | undefined
  readonly metadata: Readonly<Record<string, unknown>>
  readonly channels: readonly ('in_app' | 'email' | 'push')[]
  readonly deliveryStatus: 'pending' | 'sent' | 'delivered' | 'failed'
  readonly deliveryAttempts: number
  readonly lastDeliveryAttempt?: string | undefined
  readonly deliveries: Readonly<Record<string, Delivery>>
  readonly template?: { readonly name: string } | undefined
  readonly batchId?: string | undefined
  readonly createdAt: string
  readonly expiresAt: string
}

export type OneClick = { readonly 'List-Unsubscribe'?: string | undefined }

export type Pagination = {
  readonly limit: number
  readonly skip: number
  readonly hasMore: boolean
  readonly nextCursor?: string | undefined
}

export type PendingInvite = {
  readonly _id: string
  readonly org: { readonly _id: string; readonly org_name: string; readonly org_profile_image: string }
  readonly role: string
  readonly roles: readonly string[]
  readonly invitedBy: { readonly name: string; readonly username: string }
}

export type PersonalChannel = 'in_app' | 'email' | 'push'

export type Plant = { readonly name: string; readonly tag?: string | undefined }

export type PreferenceChange = {
  readonly preferences: {
    readonly system?: {
      readonly in_app?: boolean | undefined
      readonly email?: boolean | undefined
      readonly push?: boolean | undefined
    } | undefined
    readonly user?: {
      readonly in_app?: boolean | undefined
      readonly email?: boolean | undefined
      readonly push?: boolean | undefined
    } | undefined
    readonly org?: {
      readonly in_app?: boolean | undefined
      readonly email?: boolean | undefined
      readonly push?: boolean | undefined
    } | undefined
    readonly event?: {
      readonly in_app?: boolean | undefined
      readonly email?: boolean | undefined
      readonly push?: boolean | undefined
    } | undefined
    readonly membership?: {
      readonly in_app?: boolean | undefined
      readonly email?: boolean | undefined
      readonly push?: boolean | undefined
    } | undefined
    readonly approval?: {
      readonly in_app?: boolean | undefined
      readonly email?: boolean | undefined
      readonly push?: boolean | undefined
    } | undefined
    readonly reminder?: {
      readonly in_app?: boolean | undefined
      readonly email?: boolean | undefined
      readonly push?: boolean | undefined
    } | undefined
    readonly achievement?: {
      readonly in_app?: boolean | undefined
      readonly email?: boolean | undefined
      readonly push?: boolean | undefined
    } | undefined
    readonly security?: {
      readonly in_app?: boolean | undefined
      readonly email?: boolean | undefined
      readonly push?: boolean | undefined
    } | undefined
    readonly custom?: {
      readonly in_app?: boolean | undefined
      readonly email?: boolean | undefined
      readonly push?: boolean | undefined
    } | undefined
  }
}

export type Preferences = {
  readonly system: { readonly in_app: boolean; readonly email: boolean; readonly push: boolean }
  readonly user: { readonly in_app: boolean; readonly email: boolean; readonly push: boolean }
  readonly org: { readonly in_app: boolean; readonly email: boolean; readonly push: boolean }
  readonly event: { readonly in_app: boolean; readonly email: boolean; readonly push: boolean }
  readonly membership: { readonly in_app: boolean; readonly email: boolean; readonly push: boolean }
  readonly approval: { readonly in_app: boolean; readonly email: boolean; readonly push: boolean }
  readonly reminder: { readonly in_app: boolean; readonly email: boolean; readonly push: boolean }
  readonly achievement: { readonly in_app: boolean; readonly email: boolean; readonly push: boolean }
  readonly security: { readonly in_app: boolean; readonly email: boolean; readonly push: boolean }
  readonly custom: { readonly in_app: boolean; readonly email: boolean; readonly push: boolean }
}

export type Priority = 'low' | 'normal' | 'high' | 'urgent'

export type ProvisionedTenant = {
  readonly tenantKey: string
  readonly name: string
  readonly subdomain: string
  readonly location: string
  readonly status: Status
  readonly statusMessage: string
  readonly tenantType: string
  readonly emailDomains: readonly string[]
  readonly subdomainUrl: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly health: Health
  readonly manualSteps: readonly string[]
  readonly provisioningComplete: boolean
}

export type PublicTenant = {
  readonly tenantKey: string
  readonly name: string
  readonly subdomain: string
  readonly location: string
  readonly status: Status
  readonly statusMessage: string
  readonly tenantType: string
}

export type PublicUser = {
  readonly _id: string
  readonly username: string
  readonly name: string
  readonly picture?: string | undefined
}

export type PushRegistration = { readonly pushToken?: string | undefined; readonly appEdition?: 'campus' | 'pivot' | undefined }

export type Question = {
  readonly _id: string
  readonly type: 'short' | 'long' | 'multiple_choice' | 'select_multiple' | 'rating_scale'
  readonly question: string
  readonly required: boolean
  readonly options: readonly string[]
}

export type ResponseView = {
  readonly _id: string
  readonly form: string
  readonly formSnapshot: FormSnapshot
  readonly answers: readonly (string | readonly string[] | null)[]
  readonly submittedBy: {
    readonly _id: string
    readonly username: string
    readonly name: string
    readonly picture?: string | undefined
    readonly email: string
  } | string | null
  readonly globalSubmittedBy?: string | undefined
  readonly guestName?: string | undefined
  readonly guestEmail?: string | undefined
  readonly event?: string | undefined
  readonly submittedAt: string
}

export type SearchPagination = {
  readonly total: number
  readonly limit: number
  readonly skip: number
  readonly totalIsLowerBound: boolean
  readonly orderIsPartial: boolean
  readonly cursor?: string | undefined
}

export type SelfUser = {
  readonly _id: string
  readonly username: string
  readonly name: string
  readonly picture?: string | undefined
  readonly id: string
  readonly globalUserId: string
  readonly email: string
  readonly emailVerified?: boolean | undefined
  readonly roles: readonly string[]
  readonly clubAssociations: readonly ({
    readonly _id: string
    readonly org_name: string
    readonly org_profile_image?: string | undefined
  })[]
  readonly tags: readonly string[]
  readonly onboarded: boolean
  readonly onboardingResponses: Readonly<Record<string, unknown>>
  readonly onboardingCompletedSteps: readonly string[]
  readonly approvalRoles: readonly string[]
  readonly affiliatedEmail?: string | undefined
  readonly affiliatedEmailVerified: boolean
  readonly darkModePreference: boolean
  readonly samlProvider?: string | undefined
  readonly googleId: boolean
  readonly appleId: boolean
  readonly createdAt: string
}

export type Sender = {
  readonly _id: string
  readonly name: string
  readonly username: string
  readonly picture?: string | undefined
}

export type Session = {
  readonly id: string
  readonly deviceInfo: string
  readonly clientType: 'web' | 'mobile' | 'ios' | 'android'
  readonly ipAddress: string
  readonly lastUsed: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly isCurrent: boolean
}

export type SeveralIds = { readonly notificationIds: readonly string[] }

export type Statistics = {
  readonly total: number
  readonly unread: number
  readonly read: number
  readonly acknowledged: number
  readonly archived: number
}

export type Status = 'active' | 'coming_soon' | 'maintenance' | 'hidden'

export type StatusChanges = {
  readonly tenants?: readonly ({
    readonly tenantKey: string
    readonly status?: Status | undefined
    readonly statusMessage?: string | undefined
  })[] | undefined
}

export type TenantChange = {
  readonly name?: string | undefined
  readonly location?: string | undefined
  readonly statusMessage?: string | undefined
  readonly status?: Status | undefined
  readonly tenantType?: 'campus' | undefined
  readonly subdomain?: string | undefined
  readonly emailDomains?: readonly string[] | undefined
  readonly newTenantKey?: string | undefined
}

export type UnsubscribeQuery = { readonly token: string }

export type UserChange = {
  readonly name?: string | undefined
  readonly username?: string | undefined
  readonly email?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly onboarded?: boolean | undefined
  readonly onboardingResponses?: Readonly<Record<string, string | number | boolean | null | readonly (string | number | boolean | null)[] | Readonly<Record<string, string | number | boolean | null>>>> | undefined
  readonly onboardingCompletedSteps?: readonly string[] | undefined
  readonly darkModePreference?: boolean | undefined
  readonly classroom?: unknown | undefined
  readonly recommendation?: unknown | undefined
}

export type UserIds = { readonly userIds?: string | undefined; readonly 'userIds[]'?: string | undefined }

export type UserSearch = {
  readonly query?: string | undefined
  readonly roles?: string | undefined
  readonly tags?: string | undefined
  readonly excludeIds?: string | undefined
  readonly limit?: string | undefined
  readonly skip?: string | undefined
  readonly sortBy?: 'username' | 'name' | 'createdAt' | undefined
  readonly sortOrder?: 'asc' | 'desc' | undefined
  readonly cursor?: string | undefined
}

export type UsernameQuestion = { readonly username?: string | undefined }

export type Visibility = 'members_only' | 'members_and_followers' | 'public'
