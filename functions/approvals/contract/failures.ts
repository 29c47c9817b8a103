import { conflicting, forbidden, invalid, missing } from '../../../lib/contract/failure.ts'

/** Clients know these words. */
export const NoEvent = missing('Event not found.', 'EVENT_NOT_FOUND')
export const NoInstance = missing('Approval instance not found.', 'APPROVAL_NOT_FOUND')
export const NotAuthorized = forbidden('You are not authorized to approve this event.', 'NOT_AN_APPROVER')
export const OwnEvent = forbidden('You cannot decide on your own event.', 'OWN_EVENT')
export const ApprovalDecided = conflicting('Approval is already decided', 'APPROVAL_DECIDED')
export const DecidedOtherwise = conflicting('You have already decided otherwise', 'DECIDED_OTHERWISE')
export const StepNotFound = missing('Approval step not found.', 'APPROVAL_STEP_NOT_FOUND')
export const StepRequired = invalid(
  'Name the step: more than one waits for you, and one asks questions',
  'APPROVAL_STEP_REQUIRED',
)
export const NotABackup = invalid('This person is no active backup of the role', 'NOT_A_BACKUP')
export const RoleNotYours = forbidden('You do not hold this role', 'ROLE_NOT_HELD')
export const NoComment = missing('Comment not found.', 'COMMENT_NOT_FOUND')
export const NoParentComment = missing('Parent comment not found.', 'PARENT_COMMENT_NOT_FOUND')
export const NotYourComment = forbidden('You are not authorized to delete this comment.', 'FORBIDDEN')
export const NotInvolved = forbidden('You are not involved in this approval.', 'NOT_INVOLVED')
