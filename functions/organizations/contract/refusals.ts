import { ConcurrentChange } from '../../../lib/contract/failures.ts'
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
import {
  BadCustomRoles,
  BadMeeting,
  BadMemberForm,
  BadMessageSettings,
  BadPositions,
  BadSocialLinks,
  BadSocialLinkType,
  DescriptionProfane,
  EditForbidden,
  NameAndDescriptionRequired,
  NameExists,
  NameProfane,
  NameTaken,
  OrgIdRequired,
  OrgNotFound,
  OrgPendingApproval,
  SocialWithoutName,
  TooManyLinks,
  UnsupportedImage,
  WebsiteIncomplete,
} from './failures.ts'

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
