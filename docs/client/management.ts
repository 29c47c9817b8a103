// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { ApplicationView, Assignment, BudgetTemplate, ExportFormat, FeatureLevel, LifecycleChange, LifecycleMove, LifecycleStatus, MemberView, OrgChange, OrgPagination, OrgProfile, OrgQuery, PendingAction, RequestType, StaffOrg, StaffOrgPage, UserOnboarding, VerificationTier, Visibility, WorkflowPreset } from './schemas.ts'
import { operation } from './send.ts'

export type GetManagementConfigInput = Readonly<Record<string, never>>
export type GetManagementConfigData = {
  readonly verificationEnabled: boolean
  readonly verificationRequired: boolean
  readonly allowedRequestTypes: readonly RequestType[]
  readonly verificationTiers: Readonly<Record<string, VerificationTier>>
  readonly defaultVerificationType: string
  readonly enableCustomVerificationTypes: boolean
  readonly autoUpgradeThreshold: 90
  readonly orgApproval: {
    readonly mode: 'none' | 'manual' | 'auto' | 'both'
    readonly autoApproveMemberThreshold: number
    readonly pendingOrgLimits: { readonly discoverable: false; readonly allowedActions: readonly PendingAction[] }
  }
  readonly autoApproveNewOrgs: false
  readonly autoApproveThreshold: 0
  readonly autoClaimEnabled: false
  readonly featureAccess: {
    readonly eventCreation: FeatureLevel
    readonly memberManagement: FeatureLevel
    readonly fundingRequests: FeatureLevel
    readonly spaceReservation: FeatureLevel
  }
  readonly reviewWorkflow: {
    readonly requireMultipleApprovers: boolean
    readonly minApprovers: number
    readonly autoEscalateAfterDays: number
  }
  readonly notifications: {
    readonly newOrgRequest: boolean
    readonly verificationRequest: boolean
    readonly fundingRequest: boolean
    readonly spaceRequest: boolean
  }
  readonly reporting: {
    readonly enableAnalytics: boolean
    readonly retentionDays: 365
    readonly exportFormats: readonly ExportFormat[]
  }
  readonly policies: {
    readonly maxMembersPerOrg: number | null
    readonly maxEventsPerMonth: null
    readonly requireFacultyAdvisor: false
    readonly minMeetingFrequency: null
  }
  readonly messaging: {
    readonly enabled: boolean
    readonly defaultCharacterLimit: number
    readonly minCharacterLimit: number
    readonly maxCharacterLimit: number
    readonly defaultVisibility: Visibility
    readonly moderationEnabled: false
    readonly requireProfanityFilter: boolean
    readonly allowEventMentions: boolean
    readonly allowLinks: boolean
    readonly eventAnnouncements: {
      readonly enabled: boolean
      readonly allowAnnouncementsDaysBeforeEvent: number | null
      readonly includeCheckedIn: boolean
      readonly includeAnonymousInEmail: boolean
    }
    readonly notificationSettings: {
      readonly notifyOnNewMessage: boolean
      readonly notifyOnMention: boolean
      readonly notifyOnReply: boolean
      readonly notifyOnEventAnnouncement: boolean
      readonly eventAnnouncementEmail: boolean
    }
  }
  readonly atlasPolicy: {
    readonly lifecycle: {
      readonly statuses: readonly LifecycleStatus[]
      readonly defaultStatus: 'active'
      readonly transitions: readonly LifecycleMove[]
    }
    readonly orgTypes: readonly {
      readonly key: string
      readonly displayName: string
      readonly requiredGovernanceKeys: readonly string[]
    }[]
    readonly defaultOrgTypeKey: string
    readonly terminology: Readonly<Record<string, unknown>>
    readonly directory: {
      readonly hideNonActiveFromPublicList: boolean
      readonly nonActiveStatuses: readonly LifecycleStatus[]
    }
    readonly budgets: {
      readonly lineItemMode: 'template_only' | 'template_plus_custom'
      readonly maxCustomLineItems: number
    }
    readonly events: {
      readonly inactiveOrgBlocksEventCreation: boolean
      readonly blockedLifecycleStatuses: readonly LifecycleStatus[]
    }
  }
  readonly userOnboarding: UserOnboarding
  readonly budgetTemplates: readonly BudgetTemplate[]
  readonly workflowPresets: readonly WorkflowPreset[]
  readonly _id: string
  readonly version: number
  readonly createdAt?: string | undefined
  readonly updatedAt?: string | undefined
}
export type GetManagementConfigFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UpdateManagementConfigInput = { readonly version?: number | undefined } & Readonly<Record<string, unknown>>
export type UpdateManagementConfigData = {
  readonly verificationEnabled: boolean
  readonly verificationRequired: boolean
  readonly allowedRequestTypes: readonly RequestType[]
  readonly verificationTiers: Readonly<Record<string, VerificationTier>>
  readonly defaultVerificationType: string
  readonly enableCustomVerificationTypes: boolean
  readonly autoUpgradeThreshold: 90
  readonly orgApproval: {
    readonly mode: 'none' | 'manual' | 'auto' | 'both'
    readonly autoApproveMemberThreshold: number
    readonly pendingOrgLimits: { readonly discoverable: false; readonly allowedActions: readonly PendingAction[] }
  }
  readonly autoApproveNewOrgs: false
  readonly autoApproveThreshold: 0
  readonly autoClaimEnabled: false
  readonly featureAccess: {
    readonly eventCreation: FeatureLevel
    readonly memberManagement: FeatureLevel
    readonly fundingRequests: FeatureLevel
    readonly spaceReservation: FeatureLevel
  }
  readonly reviewWorkflow: {
    readonly requireMultipleApprovers: boolean
    readonly minApprovers: number
    readonly autoEscalateAfterDays: number
  }
  readonly notifications: {
    readonly newOrgRequest: boolean
    readonly verificationRequest: boolean
    readonly fundingRequest: boolean
    readonly spaceRequest: boolean
  }
  readonly reporting: {
    readonly enableAnalytics: boolean
    readonly retentionDays: 365
    readonly exportFormats: readonly ExportFormat[]
  }
  readonly policies: {
    readonly maxMembersPerOrg: number | null
    readonly maxEventsPerMonth: null
    readonly requireFacultyAdvisor: false
    readonly minMeetingFrequency: null
  }
  readonly messaging: {
    readonly enabled: boolean
    readonly defaultCharacterLimit: number
    readonly minCharacterLimit: number
    readonly maxCharacterLimit: number
    readonly defaultVisibility: Visibility
    readonly moderationEnabled: false
    readonly requireProfanityFilter: boolean
    readonly allowEventMentions: boolean
    readonly allowLinks: boolean
    readonly eventAnnouncements: {
      readonly enabled: boolean
      readonly allowAnnouncementsDaysBeforeEvent: number | null
      readonly includeCheckedIn: boolean
      readonly includeAnonymousInEmail: boolean
    }
    readonly notificationSettings: {
      readonly notifyOnNewMessage: boolean
      readonly notifyOnMention: boolean
      readonly notifyOnReply: boolean
      readonly notifyOnEventAnnouncement: boolean
      readonly eventAnnouncementEmail: boolean
    }
  }
  readonly atlasPolicy: {
    readonly lifecycle: {
      readonly statuses: readonly LifecycleStatus[]
      readonly defaultStatus: 'active'
      readonly transitions: readonly LifecycleMove[]
    }
    readonly orgTypes: readonly {
      readonly key: string
      readonly displayName: string
      readonly requiredGovernanceKeys: readonly string[]
    }[]
    readonly defaultOrgTypeKey: string
    readonly terminology: Readonly<Record<string, unknown>>
    readonly directory: {
      readonly hideNonActiveFromPublicList: boolean
      readonly nonActiveStatuses: readonly LifecycleStatus[]
    }
    readonly budgets: {
      readonly lineItemMode: 'template_only' | 'template_plus_custom'
      readonly maxCustomLineItems: number
    }
    readonly events: {
      readonly inactiveOrgBlocksEventCreation: boolean
      readonly blockedLifecycleStatuses: readonly LifecycleStatus[]
    }
  }
  readonly userOnboarding: UserOnboarding
  readonly budgetTemplates: readonly BudgetTemplate[]
  readonly workflowPresets: readonly WorkflowPreset[]
  readonly _id: string
  readonly version: number
  readonly createdAt?: string | undefined
  readonly updatedAt?: string | undefined
}
export type UpdateManagementConfigFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'BASIC_TIER_STAYS' | 'CUSTOM_TIERS_OFF' | 'KEYS_NOT_UNIQUE' | 'WORKFLOW_PRESET_UNKNOWN' | 'FINANCE_CONFIG_TOO_LARGE'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<409, 'TIER_IN_USE' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetOnboardingConfigInput = Readonly<Record<string, never>>
export type GetOnboardingConfigData = UserOnboarding
export type GetOnboardingConfigFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetOrganizationAnalyticsInput = { readonly timeRange?: '7d' | '30d' | '90d' | undefined }
export type GetOrganizationAnalyticsData = {
  readonly overview: {
    readonly totalOrgs: number
    readonly verifiedOrgs: number
    readonly newOrgs: number
    readonly totalMembers: number
    readonly newMembers: number
    readonly uniqueUsers: number
    readonly totalEvents: number
    readonly activeOrgs: number
  }
  readonly verificationRequests: Readonly<Record<string, number>>
  readonly topOrganizations: readonly { readonly _id: string; readonly orgName: string; readonly memberCount: number }[]
  readonly timeRange: string
}
export type GetOrganizationAnalyticsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'ANALYTICS_OFF'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListManagedOrganizationsInput = OrgQuery
export type ListManagedOrganizationsData = {
  readonly data: readonly StaffOrg[]
  readonly pagination: OrgPagination
  readonly nextCursor?: string | undefined
}
export type ListManagedOrganizationsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListPendingOrganizationsInput = OrgQuery
export type ListPendingOrganizationsData = {
  readonly data: readonly StaffOrg[]
  readonly pagination: OrgPagination
  readonly nextCursor?: string | undefined
}
export type ListPendingOrganizationsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetManagedOrganizationInput = { readonly orgId: string }
export type GetManagedOrganizationData = StaffOrgPage
export type GetManagedOrganizationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type EditManagedOrganizationInput = { readonly orgId: string } & OrgProfile & { readonly image?: Blob | undefined } & { readonly bannerImage?: Blob | undefined }
export type EditManagedOrganizationData = StaffOrgPage
export type EditManagedOrganizationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined | 'ORG_NAME_PROFANE' | 'ORG_DESCRIPTION_PROFANE' | 'UNSUPPORTED_IMAGE'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'ORG_NAME_TAKEN' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ChangeManagedOrganizationInput = { readonly orgId: string } & OrgChange
export type ChangeManagedOrganizationData = StaffOrgPage
export type ChangeManagedOrganizationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'UNKNOWN_ORG_TYPE'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ApproveManagedOrganizationInput = { readonly orgId: string }
export type ApproveManagedOrganizationData = StaffOrgPage
export type ApproveManagedOrganizationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'NOT_PENDING'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type MoveManagedOrganizationInput = { readonly orgId: string } & LifecycleChange
export type MoveManagedOrganizationData = StaffOrgPage
export type MoveManagedOrganizationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'LIFECYCLE_MOVE_REFUSED'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'LIFECYCLE_FORBIDDEN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type MoveOrganizationLifecycleInput = { readonly orgId: string } & LifecycleChange
export type MoveOrganizationLifecycleData = { readonly _id: string; readonly lifecycleStatus: string }
export type MoveOrganizationLifecycleFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'LIFECYCLE_MOVE_REFUSED'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'LIFECYCLE_FORBIDDEN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ExportOrganizationsInput = { readonly format?: 'json' | 'csv' | undefined; readonly cursor?: string | undefined }
export type ExportOrganizationsData = {
  readonly data: readonly {
    readonly _id: string
    readonly org_name: string
    readonly org_description: string
    readonly owner: string
    readonly verified: boolean
    readonly verificationType: string
    readonly approvalStatus: string
    readonly lifecycleStatus: string
    readonly orgTypeKey: string
    readonly memberCount: number
    readonly totalEventCount: number
    readonly createdAt: string
  }[]
  readonly nextCursor?: string | undefined
}
export type ExportOrganizationsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'EXPORT_FORMAT_OFF'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type TransferManagedOrganizationInput = { readonly orgId: string } & { readonly newOwnerId?: string | undefined }
export type TransferManagedOrganizationData = { readonly member: MemberView }
export type TransferManagedOrganizationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'ALREADY_OWNER' | 'NOT_AN_ORG_MEMBER'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListManagedMembersInput = { readonly orgId: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
  readonly search?: string | undefined
  readonly role?: string | undefined
}
export type ListManagedMembersData = {
  readonly members: readonly MemberView[]
  readonly count: number
  readonly applications: readonly ApplicationView[]
  readonly nextCursor?: string | undefined
}
export type ListManagedMembersFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'ROLE_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type AddManagedMemberInput = { readonly orgId: string } & { readonly userId: string; readonly role?: string | undefined }
export type AddManagedMemberData = { readonly member: MemberView }
export type AddManagedMemberFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'ROLE_REQUIRED' | 'OWNER_STAYS'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'OWNER_BY_TRANSFER_ONLY' | 'FEATURE_RESTRICTED' | 'ORG_PENDING_APPROVAL' | 'ORG_INACTIVE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'ROLE_NOT_FOUND' | 'USER_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'TOO_MANY_MEMBERSHIPS' | 'MEMBERSHIP_REFUSED' | 'ORG_FULL' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type AssignManagedRoleInput = { readonly orgId: string; readonly userId: string } & Assignment
export type AssignManagedRoleData = { readonly member: MemberView }
export type AssignManagedRoleFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'ROLE_REQUIRED' | 'OWNER_STAYS'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'OWNER_BY_TRANSFER_ONLY' | 'FEATURE_RESTRICTED' | 'ORG_PENDING_APPROVAL' | 'ORG_INACTIVE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'ROLE_NOT_FOUND' | 'USER_NOT_FOUND'>
  | Failed<409, 'TOO_MANY_MEMBERSHIPS' | 'MEMBERSHIP_REFUSED' | 'ORG_FULL' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RemoveManagedMemberInput = { readonly orgId: string; readonly userId: string } & { readonly reason?: string | undefined }
export type RemoveManagedMemberData = undefined
export type RemoveManagedMemberFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'OWNER_STAYS'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'MEMBER_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** What a school says about its organizations, and their administration. */
export const management = (send: Send) => ({
  /** The configuration of organizations, every part of it. `GET /org-management/config` */
  getManagementConfig: operation<GetManagementConfigInput, GetManagementConfigData, GetManagementConfigFailure>(
    send,
    { method: 'GET', path: '/org-management/config', reads: 'data' },
  ),
  /** Changes the parts of the configuration that are given, leaf by leaf; null removes a tier. `PUT /org-management/config` */
  updateManagementConfig: operation<UpdateManagementConfigInput, UpdateManagementConfigData, UpdateManagementConfigFailure>(
    send,
    { method: 'PUT', path: '/org-management/config', body: true, reads: 'data' },
  ),
  /** What the school welcomes newcomers with and asks them for, after each sign-in; off until the school turns it on. `GET /org-management/onboarding-config` */
  getOnboardingConfig: operation<GetOnboardingConfigInput, GetOnboardingConfigData, GetOnboardingConfigFailure>(
    send,
    { method: 'GET', path: '/org-management/onboarding-config', reads: 'data' },
  ),
  /** Numbers of organizations, members, events and requests. `GET /org-management/analytics` */
  getOrganizationAnalytics: operation<GetOrganizationAnalyticsInput, GetOrganizationAnalyticsData, GetOrganizationAnalyticsFailure>(
    send,
    { method: 'GET', path: '/org-management/analytics', query: ['timeRange'], reads: 'data' },
  ),
  /** Every organization of the school, newest first. `GET /org-management/organizations` */
  listManagedOrganizations: operation<ListManagedOrganizationsInput, ListManagedOrganizationsData, ListManagedOrganizationsFailure>(
    send,
    { method: 'GET', path: '/org-management/organizations', query: ['page','limit','cursor','search','verified','lifecycleStatus','status','sortBy','sortOrder'], reads: 'flat' },
  ),
  /** Organizations that wait for approval, newest first. `GET /org-management/pending-approvals` */
  listPendingOrganizations: operation<ListPendingOrganizationsInput, ListPendingOrganizationsData, ListPendingOrganizationsFailure>(
    send,
    { method: 'GET', path: '/org-management/pending-approvals', query: ['page','limit','cursor','search','verified','lifecycleStatus','status','sortBy','sortOrder'], reads: 'flat' },
  ),
  /** An organization, with what only administrators read. `GET /org-management/organizations/:orgId` */
  getManagedOrganization: operation<GetManagedOrganizationInput, GetManagedOrganizationData, GetManagedOrganizationFailure>(
    send,
    { method: 'GET', path: '/org-management/organizations/:orgId', reads: 'data' },
  ),
  /** Changes name, description and pictures of an organization. `POST /org-management/organizations/:orgId/edit` */
  editManagedOrganization: operation<EditManagedOrganizationInput, EditManagedOrganizationData, EditManagedOrganizationFailure>(
    send,
    { method: 'POST', path: '/org-management/organizations/:orgId/edit', body: true, files: ['image','bannerImage'], reads: 'data' },
  ),
  /** Sets whether an organization is verified, its type, and notes of administrators. `PUT /org-management/organizations/:orgId` */
  changeManagedOrganization: operation<ChangeManagedOrganizationInput, ChangeManagedOrganizationData, ChangeManagedOrganizationFailure>(
    send,
    { method: 'PUT', path: '/org-management/organizations/:orgId', body: true, reads: 'data' },
  ),
  /** Approves an organization that waits for it. `PUT /org-management/organizations/:orgId/approve` */
  approveManagedOrganization: operation<ApproveManagedOrganizationInput, ApproveManagedOrganizationData, ApproveManagedOrganizationFailure>(
    send,
    { method: 'PUT', path: '/org-management/organizations/:orgId/approve', reads: 'data' },
  ),
  /** Brings an organization into another state of its life. `PATCH /org-management/organizations/:orgId/lifecycle` */
  moveManagedOrganization: operation<MoveManagedOrganizationInput, MoveManagedOrganizationData, MoveManagedOrganizationFailure>(
    send,
    { method: 'PATCH', path: '/org-management/organizations/:orgId/lifecycle', body: true, reads: 'data' },
  ),
  /** The same by whoever manages roles or settings of the organization. `PATCH /org-roles/:orgId/lifecycle` */
  moveOrganizationLifecycle: operation<MoveOrganizationLifecycleInput, MoveOrganizationLifecycleData, MoveOrganizationLifecycleFailure>(
    send,
    { method: 'PATCH', path: '/org-roles/:orgId/lifecycle', body: true, reads: 'data' },
  ),
  /** Every organization as JSON or CSV, in parts of a few megabytes; a cursor goes on behind a part. `GET /org-management/organizations/export` */
  exportOrganizations: operation<ExportOrganizationsInput, ExportOrganizationsData, ExportOrganizationsFailure>(
    send,
    { method: 'GET', path: '/org-management/organizations/export', query: ['format','cursor'], reads: 'flat' },
  ),
  /** Makes another active member the owner. `PUT /org-management/organizations/:orgId/owner` */
  transferManagedOrganization: operation<TransferManagedOrganizationInput, TransferManagedOrganizationData, TransferManagedOrganizationFailure>(
    send,
    { method: 'PUT', path: '/org-management/organizations/:orgId/owner', body: true, reads: 'flat' },
  ),
  /** Members, newest first, and who wants to become one. `GET /org-management/organizations/:orgId/members` */
  listManagedMembers: operation<ListManagedMembersInput, ListManagedMembersData, ListManagedMembersFailure>(
    send,
    { method: 'GET', path: '/org-management/organizations/:orgId/members', query: ['page','limit','cursor','search','role'], reads: 'flat' },
  ),
  /** Makes somebody of the school a member. `POST /org-management/organizations/:orgId/members` */
  addManagedMember: operation<AddManagedMemberInput, AddManagedMemberData, AddManagedMemberFailure>(
    send,
    { method: 'POST', path: '/org-management/organizations/:orgId/members', body: true, reads: 'flat', keyed: true },
  ),
  /** Gives a member other roles. `PUT /org-management/organizations/:orgId/members/:userId/role` */
  assignManagedRole: operation<AssignManagedRoleInput, AssignManagedRoleData, AssignManagedRoleFailure>(
    send,
    { method: 'PUT', path: '/org-management/organizations/:orgId/members/:userId/role', body: true, reads: 'flat' },
  ),
  /** Removes a member; the owner stays. `DELETE /org-management/organizations/:orgId/members/:userId` */
  removeManagedMember: operation<RemoveManagedMemberInput, RemoveManagedMemberData, RemoveManagedMemberFailure>(
    send,
    { method: 'DELETE', path: '/org-management/organizations/:orgId/members/:userId', body: true, reads: 'done' },
  ),
})
