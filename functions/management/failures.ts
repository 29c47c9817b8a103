import { conflict, forbidden, invalid, notFound } from '../../lib/contract/failure.ts'

export const BasicTierStays = invalid('The basic tier cannot be removed', 'BASIC_TIER_STAYS')
export const CustomTiersOff = invalid('Custom tiers are turned off', 'CUSTOM_TIERS_OFF')
export const TierInUse = conflict(
  'Organizations have this tier or have requested it, so it cannot be removed. Change these first.',
  'TIER_IN_USE',
)
export const ConfigOutdated = conflict(
  'The configuration was changed since you read it. Read it again and retry.',
  'CONCURRENT_CHANGE',
)

export const NotPending = invalid('Organization is not pending approval', 'NOT_PENDING')
export const NotRefused = invalid('Organization is not refused', 'NOT_REFUSED')
export const UnknownOrgType = invalid(
  "Unknown organization type. Choose one from the school's configuration.",
  'UNKNOWN_ORG_TYPE',
)
export const NotALifecycleMove = invalid(
  'The organization cannot change from its current state to this one. Reload it, because it may have changed.',
  'LIFECYCLE_MOVE_REFUSED',
)
export const LifecycleForbidden = forbidden('Only administrators can set this state', 'LIFECYCLE_FORBIDDEN')
export const NoOpenRenewal = notFound(
  'There is no renewal that this organization could confirm. The school has started none, or the organization is not approved.',
  'RENEWAL_NOT_FOUND',
)
export const RenewalTooSoon = invalid('The renewal must end at least one day from now', 'RENEWAL_TOO_SOON')
export const CharterRequired = invalid('This renewal requires the address of the charter', 'CHARTER_REQUIRED')
export const NewOwnerRequired = invalid('newOwnerId is required', 'VALIDATION_ERROR')
