import { conflicting, forbidden } from './failure.ts'

/** What the school's rules for organizations refuse, whichever domain meets them (organizations.md section 2). */
export const FeatureRestricted = forbidden(
  'The school allows this to verified or approved organizations only',
  'FEATURE_RESTRICTED',
)
export const OrgFull = conflicting('This organization has as many members as the school allows', 'ORG_FULL')

/** What anybody meets who brings an organization new members. */
export const admissionFails = [FeatureRestricted, OrgFull] as const
