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

type Living = { readonly lifecycleStatus: string }

/** The state in which an organization starts nothing new. Only this constant defines the effect of `inactive`. */
export const dormantStatus = 'inactive'
export const isDormant = ({ lifecycleStatus }: Living): boolean => lifecycleStatus === dormantStatus
