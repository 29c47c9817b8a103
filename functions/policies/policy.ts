import { fail } from '../../lib/contract/failure.ts'
import {
  dormantStatus,
  FeatureRestricted,
  isDormant,
  OrgFull,
  OrgInactive,
  OrgPendingApproval,
} from '../../lib/contract/org-rules.ts'
import { type Organization, organization } from '../../lib/identity/org/records.ts'
import { notificationDue } from '../../lib/outbox.ts'
import type { Table } from '../../lib/table/table.ts'
import type { Write } from '../../lib/table/write.ts'
import type { FeatureLevel, ManagementSettings, PendingAction } from './contract.ts'
import { findSettings } from './settings.ts'

type Feature = keyof ManagementSettings['featureAccess']
type ApprovalState = Pick<Organization, 'verified' | 'approvalStatus'>

/** Where verification is required, what is open to all is open to verified organizations. */
const levelOf = (
  { featureAccess, verificationRequired }: ManagementSettings,
  feature: Feature,
): FeatureLevel =>
  verificationRequired && featureAccess[feature] === 'all' ? 'verified_only' : featureAccess[feature]

const fits = (level: FeatureLevel, { verified, approvalStatus }: ApprovalState): boolean => {
  if (level === 'verified_only') return verified
  return level === 'all' || approvalStatus === 'approved'
}

/** Refuses an organization that the school does not let use a feature (rules/management 12). */
export const refuseWithoutFeature = (
  settings: ManagementSettings,
  feature: Feature,
  card: ApprovalState,
): void => {
  if (!fits(levelOf(settings, feature), card)) fail(FeatureRestricted)
}

/** Whether an organization that waits for approval may do something; others may. */
export const mayWhilePending = (
  { orgApproval }: ManagementSettings,
  action: PendingAction,
  { approvalStatus }: Pick<Organization, 'approvalStatus'>,
): boolean => approvalStatus !== 'pending' || orgApproval.pendingOrgLimits.allowedActions.includes(action)

/** Whether the state of an organization keeps it from making events. */
export const blocksEvents = (
  { atlasPolicy: { events } }: ManagementSettings,
  { lifecycleStatus }: Pick<Organization, 'lifecycleStatus'>,
): boolean =>
  events.inactiveOrgBlocksEventCreation &&
  events.blockedLifecycleStatuses.some((status) => status === lifecycleStatus)

/** Whether the directory leaves an organization out because of its state. */
export const hiddenFromDirectory = (
  { atlasPolicy: { directory } }: ManagementSettings,
  { lifecycleStatus }: Pick<Organization, 'lifecycleStatus'>,
): boolean =>
  directory.hideNonActiveFromPublicList &&
  directory.nonActiveStatuses.some((status) => status === lifecycleStatus)

const conditionFor = (level: FeatureLevel): Partial<ApprovalState> => {
  if (level === 'verified_only') return { verified: true }
  return level === 'approved_only' ? { approvalStatus: 'approved' } : {}
}

/** Members that a write adds to an organization. */
const membersAdded = (write: Write): number =>
  write.does === 'update' && write.entity.name === organization.name
    ? Number((write.change.add as { memberCount?: number } | undefined)?.memberCount ?? 0)
    : 0

/** An organization that waits, or is inactive, takes in nobody, whoever brings them (rules/members 2). */
const takesIn = (
  settings: ManagementSettings,
): { equals: Partial<Organization>; unequal: Partial<Organization> } => ({
  equals: {
    ...conditionFor(levelOf(settings, 'memberManagement')),
    ...(mayWhilePending(settings, 'manage_members', { approvalStatus: 'pending' })
      ? {}
      : { approvalStatus: 'approved' as const }),
  },
  unequal: { lifecycleStatus: dormantStatus },
})

const guarded = (write: Write, settings: ManagementSettings): Write => {
  const added = membersAdded(write)
  if (added <= 0 || write.does !== 'update') return write
  const { maxMembersPerOrg: most } = settings.policies
  const { equals, unequal } = takesIn(settings)
  const condition = {
    ...write.condition,
    unequal: unequal as never,
    ...(Object.keys(equals).length > 0 ? { equals: equals as never } : {}),
    ...(most === null ? {} : { below: { memberCount: most - added + 1 } as never }),
  }
  return { ...write, condition }
}

/** What the school demands of an organization that gets members. */
export type Admission = {
  /** The write with what the school demands as its condition. */
  guard(write: Write): Write
  /** Refuses an organization that the demand refused; nothing when it is gone. */
  refuse(found: Partial<Organization> | undefined): void
}

/**
 * The school's rules for new members as conditions of the very write that counts them, so that of two who join at once
 * the last place goes to one (rules/management 11). One read.
 */
export const findAdmission = async (table: Table): Promise<Admission> => {
  const settings = await findSettings(table)
  return {
    guard: (write) => guarded(write, settings),
    refuse: (found) => {
      if (!found || found.deletedAt !== undefined) return
      const { verified = false, approvalStatus = 'approved', lifecycleStatus = '' } = found
      if (isDormant({ lifecycleStatus })) fail(OrgInactive)
      if (!mayWhilePending(settings, 'manage_members', { approvalStatus })) fail(OrgPendingApproval)
      refuseWithoutFeature(settings, 'memberManagement', { verified, approvalStatus })
      fail(OrgFull)
    },
  }
}

/** How an organization begins: approved where nobody is asked, in the school's first state and of its first type. */
export const firstApprovalState = ({
  orgApproval,
  atlasPolicy,
}: ManagementSettings): Pick<Organization, 'lifecycleStatus' | 'orgTypeKey'> & Partial<Organization> => ({
  ...(orgApproval.mode === 'none' ? {} : { approvalStatus: 'pending' as const, approvedAt: undefined }),
  lifecycleStatus: atlasPolicy.lifecycle.defaultStatus,
  orgTypeKey: atlasPolicy.defaultOrgTypeKey,
})

/** Tells the administrators of a new organization that waits for one of them, unless the school is told nothing. */
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
