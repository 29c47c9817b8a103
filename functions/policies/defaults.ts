import { exportFormats, type ManagementSettings, namedStatuses, type VerificationTier } from './contract.ts'

const tier = (name: string, description: string, color: string): VerificationTier => ({
  name,
  description,
  color,
  icon: null,
  requirements: { minMembers: 0, minAge: 0, requiredDocuments: [] },
  benefits: [],
})

/** Defaults of a new tier. It has no default name. */
export const blankTier = {
  description: '',
  color: null,
  icon: null,
  requirements: { minMembers: 0, minAge: 0, requiredDocuments: [] },
  benefits: [],
} as const satisfies Omit<VerificationTier, 'name'>

/** Every organization starts with this tier. It cannot be removed. */
export const basicTier = 'basic'

/** Settings of a school that has changed none (rules/management 2). */
export const defaultSettings: ManagementSettings = {
  verificationEnabled: true,
  verificationRequired: false,
  allowedRequestTypes: ['verification'],
  verificationTiers: {
    [basicTier]: tier('Basic', 'Confirmed by the school', '#6b7280'),
    premium: tier('Premium', 'Active for a long time', '#2563eb'),
    gold: tier('Gold', 'Outstanding', '#ca8a04'),
    platinum: tier('Platinum', 'Exemplary', '#475569'),
    official: tier('Official', 'Belongs to the school', '#dc2626'),
    academic: tier('Academic', 'Of a department', '#7c3aed'),
    cultural: tier('Cultural', 'Keeps a culture alive', '#db2777'),
    sports: tier('Sports', 'Plays for the school', '#16a34a'),
    professional: tier('Professional', 'Prepares for a profession', '#0891b2'),
  },
  defaultVerificationType: basicTier,
  enableCustomVerificationTypes: true,
  autoUpgradeThreshold: 90,
  orgApproval: {
    mode: 'none',
    autoApproveMemberThreshold: 5,
    pendingOrgLimits: { discoverable: false, allowedActions: ['view_page', 'edit_profile'] },
  },
  autoApproveNewOrgs: false,
  autoApproveThreshold: 0,
  autoClaimEnabled: false,
  featureAccess: {
    eventCreation: 'all',
    memberManagement: 'all',
    fundingRequests: 'verified_only',
    spaceReservation: 'verified_only',
  },
  reviewWorkflow: { requireMultipleApprovers: false, minApprovers: 1, autoEscalateAfterDays: 7 },
  notifications: {
    newOrgRequest: true,
    verificationRequest: true,
    fundingRequest: true,
    spaceRequest: true,
  },
  reporting: { enableAnalytics: true, retentionDays: 365, exportFormats: [...exportFormats] },
  policies: {
    maxMembersPerOrg: null,
    maxEventsPerMonth: null,
    requireFacultyAdvisor: false,
    minMeetingFrequency: null,
  },
  messaging: {
    enabled: true,
    defaultCharacterLimit: 500,
    minCharacterLimit: 1,
    maxCharacterLimit: 2000,
    defaultVisibility: 'members_and_followers',
    moderationEnabled: false,
    requireProfanityFilter: true,
    allowEventMentions: true,
    allowLinks: true,
    eventAnnouncements: {
      enabled: true,
      allowAnnouncementsDaysBeforeEvent: null,
      includeCheckedIn: true,
      includeAnonymousInEmail: true,
    },
    notificationSettings: {
      notifyOnNewMessage: true,
      notifyOnMention: true,
      notifyOnReply: true,
      notifyOnEventAnnouncement: true,
      eventAnnouncementEmail: true,
    },
  },
  atlasPolicy: {
    lifecycle: {
      statuses: namedStatuses,
      defaultStatus: 'active',
      transitions: [
        { from: 'active', to: 'sunset', actors: ['officer', 'admin'] },
        { from: 'sunset', to: 'active', actors: ['officer', 'admin'] },
        { from: 'sunset', to: 'inactive', actors: ['admin'] },
        { from: 'inactive', to: 'active', actors: ['admin'] },
      ],
    },
    orgTypes: [
      { key: 'default', displayName: 'Organization', requiredGovernanceKeys: [] },
      { key: 'club', displayName: 'Club', requiredGovernanceKeys: [] },
    ],
    defaultOrgTypeKey: 'default',
    terminology: {},
    directory: { hideNonActiveFromPublicList: false, nonActiveStatuses: ['inactive'] },
    budgets: { lineItemMode: 'template_only', maxCustomLineItems: 20 },
    events: { inactiveOrgBlocksEventCreation: true, blockedLifecycleStatuses: ['inactive', 'sunset'] },
  },
  userOnboarding: {
    enabled: false,
    welcomeTitle: '',
    welcomeSubtitle: '',
    collectName: true,
    collectUsername: true,
    collectInterests: false,
    enforceMinInterests: false,
    enforceMaxInterests: false,
    minInterests: 0,
    maxInterests: 10,
    customSteps: [],
  },
}
