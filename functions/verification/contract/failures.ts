import { conflicting, forbidden, invalid, missing } from '../../../lib/contract/failure.ts'

export const VerificationOff = invalid(
  'Verification requests are currently disabled',
  'VERIFICATION_DISABLED',
)
export const SubmitForbidden = forbidden(
  'You must be an owner or admin of the organization to submit verification requests',
  'ORG_ADMIN_REQUIRED',
)
export const RequestTypeOff = invalid(
  'This request type is not currently allowed',
  'REQUEST_TYPE_NOT_ALLOWED',
)
/** The message goes on with the tiers that there are. */
export const InvalidTier = invalid('Invalid verification tier.', 'INVALID_VERIFICATION_TIER')
export const TierOutOfReach = invalid(
  'The organization does not meet the requirements of this tier yet',
  'TIER_REQUIREMENTS',
)
export const RequestOpen = conflicting(
  'The organization has an open request of this type already',
  'REQUEST_OPEN',
)
export const RequestDataTooLarge = invalid(
  'The data of a request has at most 20 KB',
  'REQUEST_DATA_TOO_LARGE',
)

export const RequestNotFound = missing('Verification request not found', 'REQUEST_NOT_FOUND')
export const RequestReviewed = invalid('Request has already been reviewed', 'REQUEST_REVIEWED')
export const ApprovedAlready = conflicting(
  'You have approved this request already: it waits for somebody else',
  'ALREADY_APPROVED',
)
