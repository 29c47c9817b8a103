import { conflict, forbidden, invalid } from '../../lib/contract/failure.ts'

export const BasicTierStays = invalid('The basic tier cannot be removed', 'BASIC_TIER_STAYS')
export const CustomTiersOff = invalid('Custom tiers are turned off', 'CUSTOM_TIERS_OFF')
export const TierInUse = conflict(
  'Organizations have this tier, or requests ask for it: it cannot be removed',
  'TIER_IN_USE',
)
export const ConfigOutdated = conflict(
  'The configuration was changed since you read it. Read it again and retry.',
  'CONCURRENT_CHANGE',
)

export const NotPending = invalid('Organization is not pending approval', 'NOT_PENDING')
export const UnknownOrgType = invalid('There is no such type of organization', 'UNKNOWN_ORG_TYPE')
export const NotALifecycleMove = invalid(
  'The organization cannot go from its present state to this one. Read it again: it may have been changed',
  'LIFECYCLE_MOVE_REFUSED',
)
export const LifecycleForbidden = forbidden(
  'Only administrators may bring an organization into this state',
  'LIFECYCLE_FORBIDDEN',
)
export const NewOwnerRequired = invalid('newOwnerId is required', 'VALIDATION_ERROR')
