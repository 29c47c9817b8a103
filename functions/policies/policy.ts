import { fail } from '../../lib/contract/failure.ts'
import {
  dormantStatus,
  FeatureRestricted,
  isDormant,
  OrgFull,
  OrgInactive,
  OrgPendingApproval,
  refusedStatus,
} from '../../lib/contract/org-rules.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { type Organization, organization } from '../../lib/identity/org/records.ts'
import { notificationDue } from '../../lib/outbox.ts'
import type { Table } from '../../lib/table/table.ts'
import type { Write } from '../../lib/table/write.ts'
import type { FeatureLevel, ManagementSettings, PendingAction } from './contract.ts'
import { findSettings, type ManagementConfig, settingsOf } from './settings.ts'

type Feature = keyof ManagementSettings['featureAccess']
type ApprovalState = Pick<Organization, 'verified' | 'approvalStatus'>

/** Where verification is required, features for all organizations need a verified one. */
const levelOf = (
  { featureAccess, verificationRequired }: ManagementSettings,
  feature: Feature,
): FeatureLevel =>
  verificationRequired && featureAccess[feature] === 'all' ? 'verified_only' : featureAccess[feature]

const meetsLevel = (level: FeatureLevel, { verified, approvalStatus }: ApprovalState): boolean => {
  if (level === 'verified_only') return verified
  return level === 'all' || approvalStatus === 'approved'
}

/** Fails when the school does not let this organization use a feature (rules/management 12). */
export const refuseWithoutFeature = (
  settings: ManagementSettings,
  feature: Feature,
  card: ApprovalState,
): void => {
  if (!meetsLevel(levelOf(settings, feature), card)) fail(FeatureRestricted)
}

/**
 * Whether an organization that is not approved may do an action. A pending one may do what the school allows, a refused
 * one may only be viewed and edited (rules/management 32).
 */
export const isAllowedWhilePending = (
  { orgApproval }: ManagementSettings,
  action: PendingAction,
  { approvalStatus }: Pick<Organization, 'approvalStatus'>,
): boolean => {
  if (approvalStatus === refusedStatus) return action === 'view_page' || action === 'edit_profile'
  return approvalStatus !== 'pending' || orgApproval.pendingOrgLimits.allowedActions.includes(action)
}

/**
 * Whether an organization has to wait for its approval before it may do an action, by the school's stored
 * configuration. It says nothing about a refused one.
 */
export const isHeldBack = (
  config: ManagementConfig | undefined,
  action: PendingAction,
  org: Partial<Pick<Organization, 'approvalStatus'>> | undefined,
): boolean =>
  org?.approvalStatus === 'pending' &&
  !isAllowedWhilePending(settingsOf(config), action, { approvalStatus: 'pending' })

/** Whether the organization's lifecycle status blocks new events. */
export const blocksEvents = (
  { atlasPolicy: { events } }: ManagementSettings,
  { lifecycleStatus }: Pick<Organization, 'lifecycleStatus'>,
): boolean =>
  events.inactiveOrgBlocksEventCreation &&
  events.blockedLifecycleStatuses.some((status) => status === lifecycleStatus)

/** Whether the organization's lifecycle status hides it from the directory. */
export const isHiddenFromDirectory = (
  { atlasPolicy: { directory } }: ManagementSettings,
  { lifecycleStatus }: Pick<Organization, 'lifecycleStatus'>,
): boolean =>
  directory.hideNonActiveFromPublicList &&
  directory.nonActiveStatuses.some((status) => status === lifecycleStatus)

const conditionFor = (level: FeatureLevel): Partial<ApprovalState> => {
  if (level === 'verified_only') return { verified: true }
  return level === 'approved_only' ? { approvalStatus: 'approved' } : {}
}

/** A pending, refused or inactive organization admits no members (rules/members 2). */
const admissionCondition = (
  settings: ManagementSettings,
): { equals: Partial<Organization>; unequal: Partial<Organization> } => ({
  equals: {
    ...conditionFor(levelOf(settings, 'memberManagement')),
    ...(isAllowedWhilePending(settings, 'manage_members', { approvalStatus: 'pending' })
      ? {}
      : { approvalStatus: 'approved' as const }),
  },
  unequal: { lifecycleStatus: dormantStatus, approvalStatus: refusedStatus },
})

/** Where the school limits members, the write that adds a member also counts them under the limit. */
const withAdmissionCondition = (write: Write, settings: ManagementSettings, most: number): Write => {
  if (write.does === 'put' && write.entity.name === orgMember.name)
    return { ...write, value: { ...(write.value as object), counted: true } }
  if (write.does !== 'update' || write.entity.name !== organization.name) return write
  const { equals, unequal } = admissionCondition(settings)
  const condition = {
    ...write.condition,
    unequal: unequal as never,
    ...(Object.keys(equals).length > 0 ? { equals: equals as never } : {}),
    below: { memberCount: most } as never,
  }
  return { ...write, condition }
}

type AdmissionStep = { readonly of: string; readonly write: Write }

/** The school's conditions for an organization that admits a member. */
export type Admission = {
  /** Returns the steps with the admission conditions on their writes. Fails when a step is not allowed. */
  steps<S extends AdmissionStep>(steps: readonly S[]): readonly S[]
  /** Fails with the condition that the organization did not meet. Does nothing when the organization is gone. */
  refuse(found: Partial<Organization> | undefined): void
}

const refuseClosedTo = (
  settings: ManagementSettings,
  { verified = false, approvalStatus = 'approved', lifecycleStatus = '' }: Partial<Organization>,
): void => {
  if (isDormant({ lifecycleStatus, approvalStatus })) fail(OrgInactive)
  if (!isAllowedWhilePending(settings, 'manage_members', { approvalStatus })) fail(OrgPendingApproval)
  refuseWithoutFeature(settings, 'memberManagement', { verified, approvalStatus })
}

/**
 * Reads the school's rules for new members. Where the school limits members, the limit is a condition of the write that
 * counts them. Of two people who join at once, one gets the last place (rules/management 11). Elsewhere a join does not
 * write the organization, which was read strongly. Two parallel reads.
 */
export const findAdmission = async (table: Table, orgId: string): Promise<Admission> => {
  const [settings, card] = await Promise.all([
    findSettings(table),
    table.get(organization, { orgId }, { strong: true }),
  ])
  const { maxMembersPerOrg: most } = settings.policies
  return {
    steps: (steps) => {
      if (!steps.some(({ of }) => of === 'organization')) return steps
      if (!card || card.deletedAt !== undefined) return fail(OrganizationNotFound)
      refuseClosedTo(settings, card)
      if (most === null) return steps.filter(({ of }) => of !== 'organization')
      return steps.map((step) => ({ ...step, write: withAdmissionCondition(step.write, settings, most) }))
    },
    refuse: (found) => {
      if (!found || found.deletedAt !== undefined) return
      refuseClosedTo(settings, found)
      fail(OrgFull)
    },
  }
}

/**
 * The initial state of an organization: approved where no approval is required, with the school's first lifecycle
 * status and first type.
 */
export const firstApprovalState = ({
  orgApproval,
  atlasPolicy,
}: ManagementSettings): Pick<Organization, 'lifecycleStatus' | 'orgTypeKey'> & Partial<Organization> => ({
  ...(orgApproval.mode === 'none' ? {} : { approvalStatus: 'pending' as const, approvedAt: undefined }),
  lifecycleStatus: atlasPolicy.lifecycle.defaultStatus,
  orgTypeKey: atlasPolicy.defaultOrgTypeKey,
})

/** Notifies the administrators of a new organization that needs approval, unless the school turned that off. */
export const newOrgWrites = (
  { orgApproval: { mode }, notifications }: ManagementSettings,
  { orgId, org_name: orgName }: Organization,
  context: { now(): Date; newId(): string },
): readonly Write[] =>
  notifications.newOrgRequest && (mode === 'manual' || mode === 'both')
    ? [
        notificationDue(context, {
          cause: `${orgId}#pending`,
          template: 'org_pending_approval',
          to: { kind: 'administrators' },
          params: { orgName },
          metadata: { orgId },
        }),
      ]
    : []
