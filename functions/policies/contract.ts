import * as z from 'zod/mini'
import { line, text } from '../../lib/contract/fields.ts'

/** An object without further fields. Its error message does not repeat unknown field names. */
const closed = <const S extends z.core.$ZodShape>(shape: S) =>
  z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? 'Unknown field' : undefined),
  })

const flag = z.boolean()
/** A setting that no code reads accepts only its default value (rules/management 4). */
const off = z.literal(false)
const nothing = z.null()
const none = z.array(z.string()).check(z.maxLength(0, 'This setting is not used. Leave it empty.'))
const count = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most))

/** Keys of maps and lists of the configuration. */
export const ConfigKey = z.string().check(z.regex(/^[a-z][a-z0-9_-]{0,39}$/))

export const Visibility = z.enum(['members_only', 'members_and_followers', 'public'])
export type Visibility = z.infer<typeof Visibility>

/** File formats of exports. A school may disable some. */
export const exportFormats = ['csv', 'json'] as const
export const ExportFormat = z.enum(exportFormats)
export type ExportFormat = z.infer<typeof ExportFormat>

/** Actions that an organization may do while it waits for approval. */
export const PendingAction = z.enum([
  'view_page',
  'edit_profile',
  'manage_members',
  'create_events',
  'post_messages',
])
export type PendingAction = z.infer<typeof PendingAction>

export const RequestType = z.enum([
  'verification',
  'feature_access',
  'funding',
  'space_reservation',
  'event_approval',
  'status_upgrade',
])
export type RequestType = z.infer<typeof RequestType>

/** Organizations that may use a feature: all, verified ones, or approved ones. */
export const FeatureLevel = z.enum(['all', 'verified_only', 'approved_only'])
export type FeatureLevel = z.infer<typeof FeatureLevel>

/** `minAge` is in days since creation; `minMembers` counts active members. */
export const VerificationTier = closed({
  name: line(80),
  description: text(500, 0),
  color: z.nullable(z.string().check(z.regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i))),
  icon: z.nullable(text(200)),
  requirements: closed({
    minMembers: count(0, 1_000_000),
    minAge: count(0, 36_500),
    requiredDocuments: none,
  }),
  benefits: z.array(line(200)).check(z.maxLength(20)),
})
export type VerificationTier = z.infer<typeof VerificationTier>

const OrgApproval = closed({
  mode: z.enum(['none', 'manual', 'auto', 'both']),
  autoApproveMemberThreshold: count(1, 100_000),
  pendingOrgLimits: closed({
    discoverable: off,
    allowedActions: z.array(PendingAction).check(
      z.maxLength(5),
      z.refine(
        (actions) => actions.includes('view_page'),
        'Organization pages can always be viewed, so this cannot be turned off',
      ),
    ),
  }),
})

const Messaging = closed({
  enabled: flag,
  defaultCharacterLimit: count(1, 2000),
  minCharacterLimit: count(1, 2000),
  maxCharacterLimit: count(1, 2000),
  defaultVisibility: Visibility,
  moderationEnabled: off,
  requireProfanityFilter: flag,
  allowEventMentions: flag,
  allowLinks: flag,
  eventAnnouncements: closed({
    enabled: flag,
    allowAnnouncementsDaysBeforeEvent: z.nullable(count(0, 365)),
    includeCheckedIn: flag,
    includeAnonymousInEmail: flag,
  }),
  notificationSettings: closed({
    notifyOnNewMessage: flag,
    notifyOnMention: flag,
    notifyOnReply: flag,
    notifyOnEventAnnouncement: flag,
    eventAnnouncementEmail: flag,
  }),
})

export const lifecycleStatuses = ['active', 'sunset', 'inactive'] as const
export const LifecycleStatus = z.enum(lifecycleStatuses)
export type LifecycleStatus = z.infer<typeof LifecycleStatus>

/** A status with its label. */
const NamedStatus = closed({ key: LifecycleStatus, label: line(40) })
const labels = { active: 'Active', sunset: 'Sunset', inactive: 'Inactive' } as const

/** A bare status name is also accepted. */
const namedStatus = (given: LifecycleStatus | z.infer<typeof NamedStatus>) =>
  typeof given === 'string' ? { key: given, label: labels[given] } : given
export const namedStatuses = lifecycleStatuses.map(namedStatus)

/**
 * A permitted move and the roles that may make it. `officer` is any member who manages the organization's roles or
 * settings.
 */
export const LifecycleMove = closed({
  from: LifecycleStatus,
  to: LifecycleStatus,
  actors: z.array(z.enum(['officer', 'admin'])).check(z.minLength(1), z.maxLength(2)),
})
export type LifecycleMove = z.infer<typeof LifecycleMove>

const AtlasPolicy = closed({
  lifecycle: closed({
    statuses: z.array(z.union([LifecycleStatus, NamedStatus])).check(
      z.overwrite((given) => given.map(namedStatus)),
      z.refine(
        (given) => JSON.stringify(given) === JSON.stringify(namedStatuses),
        'The statuses are active, sunset and inactive',
      ),
    ),
    defaultStatus: z.literal('active'),
    transitions: z.array(LifecycleMove).check(z.maxLength(6)),
  }),
  orgTypes: z
    .array(closed({ key: ConfigKey, displayName: line(80), requiredGovernanceKeys: none }))
    .check(z.minLength(1), z.maxLength(30)),
  defaultOrgTypeKey: ConfigKey,
  terminology: closed({}),
  directory: closed({
    hideNonActiveFromPublicList: flag,
    nonActiveStatuses: z.array(LifecycleStatus).check(z.maxLength(3)),
  }),
  budgets: closed({
    lineItemMode: z.enum(['template_only', 'template_plus_custom']),
    maxCustomLineItems: count(0, 100),
  }),
  events: closed({
    inactiveOrgBlocksEventCreation: flag,
    blockedLifecycleStatuses: z.array(LifecycleStatus).check(z.maxLength(3)),
  }),
})

/** Onboarding texts and questions for new users. Clients show them; answers are optional. */
export const UserOnboarding = closed({
  enabled: flag,
  welcomeTitle: text(120, 0),
  welcomeSubtitle: text(300, 0),
  collectName: flag,
  collectUsername: flag,
  collectInterests: flag,
  enforceMinInterests: flag,
  enforceMaxInterests: flag,
  minInterests: count(0, 50),
  maxInterests: count(1, 50),
  customSteps: none,
})

/** The school's settings for organizations. */
export const ManagementSettings = closed({
  verificationEnabled: flag,
  verificationRequired: flag,
  allowedRequestTypes: z.array(RequestType).check(z.maxLength(6)),
  verificationTiers: z
    .record(ConfigKey, VerificationTier)
    .check(z.refine((tiers) => Object.keys(tiers).length <= 30, 'At most 30 tiers')),
  defaultVerificationType: ConfigKey,
  enableCustomVerificationTypes: flag,
  autoUpgradeThreshold: z.literal(90),
  orgApproval: OrgApproval,
  autoApproveNewOrgs: off,
  autoApproveThreshold: z.literal(0),
  autoClaimEnabled: off,
  featureAccess: closed({
    eventCreation: FeatureLevel,
    memberManagement: FeatureLevel,
    fundingRequests: FeatureLevel,
    spaceReservation: FeatureLevel,
  }),
  reviewWorkflow: closed({
    requireMultipleApprovers: flag,
    minApprovers: count(1, 10),
    autoEscalateAfterDays: count(1, 365),
  }),
  notifications: closed({
    newOrgRequest: flag,
    verificationRequest: flag,
    fundingRequest: flag,
    spaceRequest: flag,
  }),
  reporting: closed({
    enableAnalytics: flag,
    retentionDays: z.literal(365),
    exportFormats: z.array(ExportFormat).check(z.maxLength(exportFormats.length)),
  }),
  policies: closed({
    maxMembersPerOrg: z.nullable(count(1, 1_000_000)),
    maxEventsPerMonth: nothing,
    requireFacultyAdvisor: off,
    minMeetingFrequency: nothing,
  }),
  messaging: Messaging,
  atlasPolicy: AtlasPolicy,
  userOnboarding: UserOnboarding,
})
export type ManagementSettings = z.infer<typeof ManagementSettings>
