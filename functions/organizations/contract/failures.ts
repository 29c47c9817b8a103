import { conflict, forbidden, invalid, notFound } from '../../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { OrgInactive, OrgPendingApproval } from '../../../lib/contract/org-rules.ts'
import { unsupportedPicture } from '../../../lib/contract/picture.ts'
import {
  DuplicateRoles,
  RoleIncomplete,
  RoleInUse,
  RoleNameReserved,
  SystemRolesMissing,
  TooManyMemberships,
  TooManyRoles,
  UnknownPermission,
} from '../../members/contract.ts'

export const OrgNotFound = notFound('Org not found', 'ORGANIZATION_NOT_FOUND')
export const OrgIdRequired = invalid('Org ID is required', 'ORG_ID_REQUIRED', 'header')
export const EditForbidden = forbidden('You are not authorized to edit this org', 'OWNER_ONLY')

export const NameAndDescriptionRequired = invalid(
  'Organization name and description are required',
  'NAME_AND_DESCRIPTION_REQUIRED',
  'header',
)
export const NameRequired = invalid('Org name is required', 'ORG_NAME_REQUIRED', 'header')
export const NameProfane = invalid(
  'Organization name contains inappropriate language. Choose another name.',
  'ORG_NAME_PROFANE',
)
export const DescriptionProfane = invalid(
  'Organization description contains inappropriate language. Change the wording.',
  'ORG_DESCRIPTION_PROFANE',
)
export const NameExists = conflict('Org name already exists', 'ORG_NAME_TAKEN')
export const NameTaken = conflict('Org name already taken', 'ORG_NAME_TAKEN')

export const BadCustomRoles = invalid('custom_roles must be a JSON array of roles', 'INVALID_ROLES')
export const BadPositions = invalid('Invalid positions data format', 'INVALID_POSITIONS')
export const BadMeeting = invalid(
  'Invalid weekly meeting data format. Send it as a JSON object.',
  'INVALID_WEEKLY_MEETING',
)
export const BadMemberForm = invalid(
  'Invalid member form data format. Send it as a JSON object.',
  'INVALID_MEMBER_FORM',
)
export const BadMessageSettings = invalid(
  'Invalid message settings data format. Send them as a JSON object.',
  'INVALID_MESSAGE_SETTINGS',
)
export const BadSocialLinks = invalid(
  'Invalid social links data format. Send them as a JSON array.',
  'INVALID_SOCIAL_LINKS',
)
export const BadSocialLinkType = invalid('Invalid social link type', 'INVALID_SOCIAL_LINK_TYPE')
export const WebsiteIncomplete = invalid('Website links must have both url and title', 'WEBSITE_INCOMPLETE')
export const SocialWithoutName = invalid('Social media links must have a username', 'SOCIAL_LINK_INCOMPLETE')
export const TooManyLinks = invalid(
  'Too many social links. Keep one for each social network and at most three websites.',
  'TOO_MANY_LINKS',
)
export const UnsupportedImage = invalid(unsupportedPicture, 'UNSUPPORTED_IMAGE')
export const UploadNotFound = notFound('Upload not found. Upload the file first.', 'UPLOAD_NOT_FOUND')

export { OrgInactive, OrgPendingApproval }
export const FormResponseRequired = invalid(
  'This organization requires an application form. Send your answers with the request.',
  'FORM_RESPONSE_REQUIRED',
)
export const NotAnApprovalGroup = invalid(
  'This organization is not an approval group. Ask a school administrator to make it one.',
  'NOT_AN_APPROVAL_GROUP',
)
export const ApprovalTypeFixed = invalid(
  'Only administrators can change whether an organization is an approval group. Ask a school administrator.',
  'APPROVAL_TYPE_FIXED',
)
export const BannerNotAFile = invalid('Send a new banner as a file', 'BANNER_NOT_A_FILE')
export const AlreadyFollowing = invalid('You are already following this org', 'ALREADY_FOLLOWING')
export const NotFollowing = invalid('You are not following this org', 'NOT_FOLLOWING')

export const NotRestorable = conflict(
  'Only an organization that was deleted within the last 30 days can be restored',
  'NOT_RESTORABLE',
)
export const RestorationTooSoon = conflict(
  'The deletion of this organization is not finished yet. Try again in a minute.',
  'DELETION_IN_PROGRESS',
)
export const RestoredOwnerGone = conflict(
  'The owner is no longer a user of this school. Send the id of another user as newOwnerId.',
  'OWNER_GONE',
)

const profileFails = [
  NameAndDescriptionRequired,
  NameProfane,
  DescriptionProfane,
  BadMeeting,
  BadMemberForm,
  BadSocialLinks,
  BadSocialLinkType,
  WebsiteIncomplete,
  SocialWithoutName,
  TooManyLinks,
  UnsupportedImage,
  UnknownPermission,
  DuplicateRoles,
  RoleNameReserved,
  TooManyRoles,
  ConcurrentChange,
] as const

export const creationFails = [...profileFails, NameExists, BadCustomRoles, TooManyMemberships] as const

export const changeFails = [
  BannerNotAFile,
  ...profileFails,
  OrgIdRequired,
  OrgNotFound,
  OrgPendingApproval,
  EditForbidden,
  NameTaken,
  BadPositions,
  BadMessageSettings,
  SystemRolesMissing,
  RoleInUse,
  RoleIncomplete,
] as const
