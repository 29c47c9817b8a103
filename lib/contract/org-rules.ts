import { conflict, forbidden } from './failure.ts'

/** Refusals by the school's rules for organizations, shared by all domains. */
export const FeatureRestricted = forbidden(
  'The school allows this to verified or approved organizations only',
  'FEATURE_RESTRICTED',
)
export const OrgFull = conflict('This organization has as many members as the school allows', 'ORG_FULL')
export const OrgPendingApproval = forbidden(
  'This organization is waiting for approval. Until the school approves it, it takes no new members',
  'ORG_PENDING_APPROVAL',
)
export const OrgInactive = forbidden(
  'This organization is inactive. It can be read, left and wound up, and begins nothing new',
  'ORG_INACTIVE',
)

/** Failures of every operation that adds members to an organization. */
export const admissionFails = [FeatureRestricted, OrgFull, OrgPendingApproval, OrgInactive] as const

type Living = { readonly lifecycleStatus: string }

/** The state in which an organization starts nothing new. Only this constant defines the effect of `inactive`. */
export const dormantStatus = 'inactive'
export const isDormant = ({ lifecycleStatus }: Living): boolean => lifecycleStatus === dormantStatus
