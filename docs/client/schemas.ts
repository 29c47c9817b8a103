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

export type AppleAnswer = {
  readonly state?: string | undefined
  readonly code?: string | undefined
  readonly id_token?: string | undefined
  readonly user?: string | undefined
  readonly error?: string | undefined
}

export type AppleProof = {
  readonly idToken?: string | undefined
  readonly user?: AppleUser | null | undefined
  readonly state?: string | undefined
  readonly school?: string | undefined
}

export type AppleUser = {
  readonly email?: string | null | undefined
  readonly name?: { readonly firstName?: string | null | undefined; readonly lastName?: string | null | undefined } | null | undefined
}

export type ApplicationView = {
  readonly _id: string
  readonly org_id: string
  readonly user_id: Summary
  readonly status: 'pending' | 'approved' | 'rejected'
  readonly reason: string
  readonly formResponse?: unknown | undefined
  readonly approvedBy?: string | undefined
  readonly approvedAt?: string | undefined
  readonly createdAt: string
}

export type Assignment = {
  readonly role?: string | undefined
  readonly roles?: readonly string[] | undefined
  readonly reason?: string | undefined
  readonly roleTermStart?: string | null | undefined
  readonly roleTermEnd?: string | null | undefined
}

export type Begun = {
  readonly authorizationUrl?: string | undefined
  readonly state: string
  readonly nonce: string
  readonly expiresAt: string
}

export type CertificateView = {
  readonly fingerprint: string
  readonly subject: string
  readonly validFrom: string
  readonly validTo: string
  readonly daysLeft: number
}

export type CheckView = {
  readonly name: string
  readonly ok: boolean
  readonly message?: string | undefined
  readonly side?: 'identity provider' | 'school' | 'person' | 'platform' | undefined
}

export type ConfigBody = {
  readonly entityId?: string | undefined
  readonly idp?: {
    readonly entityId?: string | undefined
    readonly ssoUrl?: string | undefined
    readonly sloUrl?: string | null | undefined
    readonly x509Cert?: string | readonly string[] | null | undefined
    readonly certificate?: string | readonly string[] | null | undefined
    readonly x509Certificate?: string | readonly string[] | null | undefined
    readonly additionalCerts?: string | readonly string[] | null | undefined
    readonly certificates?: unknown | undefined
    readonly caCert?: string | readonly string[] | null | undefined
  } & Readonly<Record<string, unknown>> | undefined
  readonly certificate?: string | readonly string[] | null | undefined
  readonly x509Certificate?: string | readonly string[] | null | undefined
  readonly attributeMapping?: unknown | undefined
  readonly attributePreset?: 'eduperson' | 'entra' | 'okta' | 'google' | 'adfs' | undefined
  readonly userProvisioning?: {
    readonly autoCreateUsers?: boolean | undefined
    readonly autoUpdateUsers?: boolean | undefined
    readonly defaultRoles?: readonly string[] | undefined
    readonly usernameGeneration?: 'email_prefix' | 'student_id' | 'custom' | undefined
    readonly customUsernameField?: string | null | undefined
  } & Readonly<Record<string, unknown>> | undefined
  readonly isActive?: boolean | undefined
  readonly wantAssertionsSigned?: boolean | undefined
  readonly wantMessageSigned?: boolean | undefined
  readonly wantNameId?: boolean | undefined
  readonly wantAssertionsEncrypted?: boolean | undefined
  readonly signatureAlgorithm?: 'sha256' | 'sha384' | 'sha512' | undefined
  readonly digestAlgorithm?: 'sha256' | 'sha384' | 'sha512' | undefined
  readonly allowIdpInitiated?: boolean | undefined
  readonly settings?: {
    readonly wantAssertionsSigned?: boolean | undefined
    readonly wantMessageSigned?: boolean | undefined
    readonly wantNameId?: boolean | undefined
    readonly wantAssertionsEncrypted?: boolean | undefined
    readonly signatureAlgorithm?: 'sha256' | 'sha384' | 'sha512' | undefined
    readonly digestAlgorithm?: 'sha256' | 'sha384' | 'sha512' | undefined
    readonly allowIdpInitiated?: boolean | undefined
  } & Readonly<Record<string, unknown>> | undefined
  readonly metadataUrl?: string | null | undefined
  readonly school?: string | undefined
  readonly id?: string | undefined
  readonly _id?: string | undefined
  readonly sp?: unknown | undefined
  readonly createdAt?: string | undefined
  readonly updatedAt?: string | undefined
}

export type ConfigView = {
  readonly id: string
  readonly school: string
  readonly entityId: string
  readonly idp: {
    readonly entityId: string
    readonly ssoUrl: string
    readonly sloUrl?: string | undefined
    readonly x509Cert: string
    readonly additionalCerts: readonly string[]
    readonly caCert: readonly string[]
    readonly certificates: readonly CertificateView[]
  }
  readonly attributeMapping: Readonly<Record<string, string>>
  readonly userProvisioning: {
    readonly autoCreateUsers: boolean
    readonly autoUpdateUsers: boolean
    readonly defaultRoles: readonly string[]
    readonly usernameGeneration: 'email_prefix' | 'student_id' | 'custom'
    readonly customUsernameField?: string | undefined
  }
  readonly isActive: boolean
  readonly wantAssertionsSigned: boolean
  readonly wantMessageSigned: boolean
  readonly wantNameId: boolean
  readonly wantAssertionsEncrypted: boolean
  readonly signatureAlgorithm: 'sha256' | 'sha384' | 'sha512'
  readonly digestAlgorithm: 'sha256' | 'sha384' | 'sha512'
  readonly allowIdpInitiated: boolean
  readonly metadataUrl?: string | undefined
  readonly sp: {
    readonly entityId: string
    readonly assertionConsumerService: string
    readonly singleLogoutService: string
    readonly singleLogoutServicePost: string
  }
  readonly createdAt: string
  readonly updatedAt: string
}

export type Delivery = {
  readonly status: 'pending' | 'sent' | 'delivered' | 'failed'
  readonly attempts: number
  readonly lastAttempt?: string | undefined
}

export type EventSummary = {
  readonly _id: string
  readonly name: string
  readonly type: string
  readonly description?: string | undefined
  readonly location?: string | undefined
  readonly image?: string | undefined
  readonly start_time: string
  readonly end_time: string
  readonly visibility: string
  readonly status: string
  readonly hostingId: string
  readonly hostingType: string
}

export type FollowerView = {
  readonly _id: string
  readonly org_id: string
  readonly user_id: Summary
  readonly createdAt: string
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

export type GoogleProof = {
  readonly code?: string | undefined
  readonly idToken?: string | undefined
  readonly codeVerifier?: string | undefined
  readonly url?: string | undefined
  readonly state?: string | undefined
  readonly isRegister?: boolean | undefined
  readonly school?: string | undefined
}

export type GoogleStart = { readonly url?: string | undefined; readonly school?: string | undefined }

export type Health = {
  readonly ok: boolean
  readonly latencyMs: number
  readonly problem?: 'missing' | 'differs' | undefined
}

export type HistoryView = {
  readonly membershipHistory: readonly ({
    readonly at: string
    readonly action: string
    readonly fromStatus?: string | undefined
    readonly toStatus?: string | undefined
    readonly role: string
    readonly actorUserId: string
    readonly reason?: string | undefined
  })[]
  readonly roleHistory: readonly ({
    readonly role: string
    readonly assignedBy: string
    readonly assignedAt: string
    readonly reason?: string | undefined
  })[]
  readonly roleTermStart?: string | undefined
  readonly roleTermEnd?: string | undefined
  readonly removedAudits: readonly ({
    readonly at: string
    readonly action: string
    readonly fromStatus?: string | undefined
    readonly toStatus?: string | undefined
    readonly role: string
    readonly actorUserId: string
    readonly reason?: string | undefined
  })[]
}

export type Integer64 = number

export type LinkProof = {
  readonly state: string
  readonly code?: string | undefined
  readonly idToken?: string | undefined
}

export type LinkStart = {
  readonly provider: 'google' | 'apple'
  readonly url?: string | undefined
  readonly path?: string | undefined
}

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

export type MemberView = {
  readonly _id: string
  readonly org_id: string
  readonly user_id: Summary
  readonly role: string
  readonly roles: readonly string[]
  readonly status: 'active' | 'inactive' | 'pending' | 'suspended'
  readonly joinedAt: string
  readonly assignedBy?: {
    readonly _id: string
    readonly username?: string | undefined
    readonly name?: string | undefined
  } | undefined
  readonly assignedAt?: string | undefined
  readonly roleTermStart?: string | undefined
  readonly roleTermEnd?: string | undefined
}

export type MessageSettingsChange = {
  readonly enabled?: boolean | undefined
  readonly visibility?: 'members_only' | 'members_and_followers' | 'public' | undefined
  readonly postingPermissions?: readonly string[] | undefined
  readonly allowReplies?: boolean | undefined
  readonly allowLikes?: boolean | undefined
  readonly characterLimit?: number | undefined
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

export type MyData = {
  readonly exportedAt: string
  readonly person: Readonly<Record<string, Section>>
  readonly schools: readonly ({
    readonly school: string
    readonly status: 'active' | 'invited' | 'left'
    readonly data: Readonly<Record<string, Section>>
  })[]
  readonly platform: Readonly<Record<string, Section>>
  readonly withheld: readonly { readonly name: string; readonly holds: string; readonly why: string }[]
}

export type NameQuestion = { readonly orgName?: string | undefined }

export type NewBatch = {
  readonly recipients: readonly string[]
  readonly title?: string | undefined
  readonly message?: string | undefined
  readonly template?: {
    readonly name: 'event_created' | 'approval_required' | 'event_approved' | 'event_rejected' | 'event_reminder' | 'org_member_applied' | 'org_application_approved' | 'org_application_rejected' | 'org_message_new' | 'org_message_reply' | 'org_invite' | 'system' | 'custom'
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
    readonly name: 'event_created' | 'approval_required' | 'event_approved' | 'event_rejected' | 'event_reminder' | 'org_member_applied' | 'org_application_approved' | 'org_application_rejected' | 'org_message_new' | 'org_message_reply' | 'org_invite' | 'system' | 'custom'
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

export type NewOrganization = {
  readonly _id?: never | undefined
  readonly id?: never | undefined
  readonly owner?: never | undefined
  readonly verified?: never | undefined
  readonly verifiedAt?: never | undefined
  readonly verifiedBy?: never | undefined
  readonly verificationType?: never | undefined
  readonly verificationStatus?: never | undefined
  readonly approvalStatus?: never | undefined
  readonly approvedAt?: never | undefined
  readonly approvedBy?: never | undefined
  readonly lifecycleStatus?: never | undefined
  readonly orgTypeKey?: never | undefined
  readonly adminNotes?: never | undefined
  readonly memberCount?: never | undefined
  readonly followerCount?: never | undefined
  readonly eventCount?: never | undefined
  readonly isDeleted?: never | undefined
  readonly deletedAt?: never | undefined
  readonly deletedBy?: never | undefined
  readonly createdAt?: never | undefined
  readonly updatedAt?: never | undefined
  readonly version?: never | undefined
  readonly org_name?: string | undefined
  readonly org_description?: string | undefined
  readonly weekly_meeting?: WeeklyMeeting | undefined
  readonly requireApprovalForJoin?: boolean | 'true' | 'false' | undefined
  readonly socialLinks?: string | readonly SocialLinkDraft[] | undefined
  readonly memberForm?: string | FormChange | null | undefined
  readonly custom_roles?: string | readonly (string | NewRole)[] | undefined
}

export type NewOrganizationNotification = {
  readonly title: string
  readonly message: string
  readonly type: 'org' | 'event' | 'membership' | 'reminder' | 'achievement' | 'custom'
  readonly roles?: readonly string[] | undefined
  readonly priority?: Priority | undefined
  readonly channels?: readonly PersonalChannel[] | undefined
}

export type NewPlant = { readonly id: Integer64; readonly name: string; readonly tag?: string | undefined }

export type NewRole = {
  readonly name: string
  readonly displayName: string
  readonly permissions?: readonly string[] | undefined
  readonly color?: string | null | undefined
  readonly order?: number | undefined
}

export type NewSystemNotification = {
  readonly title?: string | undefined
  readonly message?: string | undefined
  readonly template?: {
    readonly name: 'event_created' | 'approval_required' | 'event_approved' | 'event_rejected' | 'event_reminder' | 'org_member_applied' | 'org_application_approved' | 'org_application_rejected' | 'org_message_new' | 'org_message_reply' | 'org_invite' | 'system' | 'custom'
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

export type OrganizationCard = {
  readonly _id: string
  readonly org_name: string
  readonly org_description: string
  readonly org_profile_image: string
  readonly owner: string
  readonly requireApprovalForJoin: boolean
  readonly memberForm: string | null
  readonly unlisted: boolean
  readonly verified: boolean
  readonly verifiedAt?: string | undefined
  readonly verificationType: string
  readonly verificationStatus: string
  readonly approvalStatus: 'pending' | 'approved'
  readonly approvedAt?: string | undefined
  readonly lifecycleStatus: string
  readonly orgTypeKey: string
  readonly createdAt: string
  readonly updatedAt: string
}

export type OrganizationChange = {
  readonly _id?: never | undefined
  readonly id?: never | undefined
  readonly owner?: never | undefined
  readonly verified?: never | undefined
  readonly verifiedAt?: never | undefined
  readonly verifiedBy?: never | undefined
  readonly verificationType?: never | undefined
  readonly verificationStatus?: never | undefined
  readonly approvalStatus?: never | undefined
  readonly approvedAt?: never | undefined
  readonly approvedBy?: never | undefined
  readonly lifecycleStatus?: never | undefined
  readonly orgTypeKey?: never | undefined
  readonly adminNotes?: never | undefined
  readonly memberCount?: never | undefined
  readonly followerCount?: never | undefined
  readonly eventCount?: never | undefined
  readonly isDeleted?: never | undefined
  readonly deletedAt?: never | undefined
  readonly deletedBy?: never | undefined
  readonly createdAt?: never | undefined
  readonly updatedAt?: never | undefined
  readonly version?: never | undefined
  readonly orgId?: string | undefined
  readonly org_name?: string | undefined
  readonly org_description?: string | undefined
  readonly weekly_meeting?: WeeklyMeeting | undefined
  readonly requireApprovalForJoin?: boolean | 'true' | 'false' | undefined
  readonly socialLinks?: string | readonly SocialLinkDraft[] | undefined
  readonly memberForm?: string | FormChange | null | undefined
  readonly positions?: string | readonly RoleDraft[] | undefined
  readonly unlisted?: boolean | 'true' | 'false' | undefined
  readonly org_banner_image?: '' | null | undefined
  readonly messageSettings?: string | MessageSettingsChange | undefined
}

export type OrganizationView = {
  readonly _id: string
  readonly org_name: string
  readonly org_description: string
  readonly org_profile_image: string
  readonly owner: string
  readonly requireApprovalForJoin: boolean
  readonly memberForm: string | null
  readonly unlisted: boolean
  readonly verified: boolean
  readonly verifiedAt?: string | undefined
  readonly verificationType: string
  readonly verificationStatus: string
  readonly approvalStatus: 'pending' | 'approved'
  readonly approvedAt?: string | undefined
  readonly lifecycleStatus: string
  readonly orgTypeKey: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly org_banner_image: string | null
  readonly positions: readonly RoleView[]
  readonly weekly_meeting: unknown
  readonly socialLinks: readonly SocialLink[]
  readonly messageSettings: {
    readonly enabled: boolean
    readonly visibility: string
    readonly postingPermissions: readonly string[]
    readonly allowReplies: boolean
    readonly allowLikes: boolean
    readonly characterLimit: number
  }
  readonly memberCount: number
  readonly followerCount: number
}

export type Overview = {
  readonly overview: {
    readonly _id: string
    readonly org_name: string
    readonly org_description: string
    readonly org_profile_image: string
    readonly owner: string
    readonly requireApprovalForJoin: boolean
    readonly memberForm: FormView | null
    readonly unlisted: boolean
    readonly verified: boolean
    readonly verifiedAt?: string | undefined
    readonly verificationType: string
    readonly verificationStatus: string
    readonly approvalStatus: 'pending' | 'approved'
    readonly approvedAt?: string | undefined
    readonly lifecycleStatus: string
    readonly orgTypeKey: string
    readonly createdAt: string
    readonly updatedAt: string
    readonly org_banner_image: string | null
    readonly positions: readonly RoleView[]
    readonly weekly_meeting: unknown
    readonly socialLinks: readonly SocialLink[]
    readonly messageSettings: {
      readonly enabled: boolean
      readonly visibility: string
      readonly postingPermissions: readonly string[]
      readonly allowReplies: boolean
      readonly allowLikes: boolean
      readonly characterLimit: number
    }
    readonly memberCount: number
    readonly followerCount: number
    readonly messagingLimits: { readonly minCharacterLimit: number; readonly maxCharacterLimit: number }
  }
  readonly members: readonly MemberView[]
  readonly followers: readonly FollowerView[]
  readonly isMember: boolean
  readonly isFollower: boolean
  readonly isPending: boolean
}

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

export type PresetView = {
  readonly name: 'eduperson' | 'entra' | 'okta' | 'google' | 'adfs'
  readonly about: string
  readonly attributeMapping: Readonly<Record<string, string>>
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

export type RoleChange = {
  readonly name?: string | undefined
  readonly displayName?: string | undefined
  readonly permissions?: readonly string[] | undefined
  readonly color?: string | null | undefined
  readonly order?: number | undefined
}

export type RoleDraft = {
  readonly _id?: string | undefined
  readonly name?: string | undefined
  readonly displayName?: string | undefined
  readonly permissions?: readonly string[] | undefined
  readonly color?: string | null | undefined
  readonly order?: number | undefined
}

export type RoleManagement = { readonly allowCustomRoles: boolean; readonly maxCustomRoles: number }

export type RoleView = {
  readonly _id: string
  readonly name: string
  readonly displayName: string
  readonly permissions: readonly string[]
  readonly isDefault: boolean
  readonly canManageMembers: boolean
  readonly canManageRoles: boolean
  readonly canManageEvents: boolean
  readonly canViewAnalytics: boolean
  readonly order: number
  readonly color: string | null
}

export type SearchPagination = {
  readonly total: number
  readonly limit: number
  readonly skip: number
  readonly totalIsLowerBound: boolean
  readonly orderIsPartial: boolean
  readonly cursor?: string | undefined
}

export type Section = {
  readonly holds: string
  readonly complete: boolean
  readonly rest?: string | undefined
  readonly rows: readonly Readonly<Record<string, unknown>>[]
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

export type SignedIn = { readonly user: SelfUser | null; readonly adminMfaSetupRequired: false }

export type SignedInUser = {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly name: string
  readonly roles: readonly string[]
}

export type SocialLink = {
  readonly type: string
  readonly username?: string | undefined
  readonly url?: string | undefined
  readonly title?: string | undefined
  readonly order: number
}

export type SocialLinkDraft = {
  readonly type: string
  readonly username?: string | undefined
  readonly url?: string | undefined
  readonly title?: string | undefined
  readonly order?: number | undefined
}

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

export type Summary = {
  readonly _id: string
  readonly username: string
  readonly name: string
  readonly picture?: string | undefined
  readonly email?: string | undefined
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

export type TraceView = {
  readonly id: string
  readonly at: string
  readonly kind: 'sign-in' | 'test' | 'idp-initiated' | 'logout'
  readonly outcome: 'ok' | 'refused'
  readonly message: string
  readonly code?: string | undefined
  readonly checks: readonly CheckView[]
  readonly received: Readonly<Record<string, readonly string[]>>
  readonly mapped: Readonly<Record<string, string>>
  readonly redacted: boolean
  readonly requestId: string
  readonly expiresAt: string
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

export type Way = {
  readonly id: string
  readonly kind: 'password' | 'google' | 'apple' | 'saml'
  readonly school?: string | undefined
  readonly since: string
  readonly removable: boolean
}

export type Ways = { readonly ways: readonly Way[] }

export type WeeklyMeeting = string | Readonly<Record<string, string | number | boolean | null | readonly (string | number | boolean | null)[]>> | null
