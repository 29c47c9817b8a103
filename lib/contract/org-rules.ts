import { conflict, forbidden } from './failure.ts'

/** Refusals by the school's rules for organizations, shared by all domains. */
export const FeatureRestricted = forbidden(
  'Only verified or approved organizations can do this at this school',
  'FEATURE_RESTRICTED',
)
export const OrgFull = conflict("This organization has reached the school's member limit", 'ORG_FULL')
export const OrgPendingApproval = forbidden(
  'This organization is pending approval and does not accept new members yet',
  'ORG_PENDING_APPROVAL',
)
export const OrgInactive = forbidden(
  'This organization is inactive. You can read or leave it, but not start anything new. Ask the school to reactivate it.',
  'ORG_INACTIVE',
)

/** Failures of every operation that adds members to an organization. */
export const admissionFails = [FeatureRestricted, OrgFull, OrgPendingApproval, OrgInactive] as const

type Statuses = { readonly lifecycleStatus: string; readonly approvalStatus: string }

/** The states in which an organization starts nothing new. Only these constants define their effect. */
export const dormantStatus = 'inactive'
export const refusedStatus = 'rejected'
export const isDormant = ({ lifecycleStatus, approvalStatus }: Statuses): boolean =>
  lifecycleStatus === dormantStatus || approvalStatus === refusedStatus

/** Whether an organization holds no events: it is deleted, inactive or refused (rules/organizations 42). */
export const isClosed = (org: Statuses & { readonly deletedAt?: string | undefined }): boolean =>
  org.deletedAt !== undefined || isDormant(org)
