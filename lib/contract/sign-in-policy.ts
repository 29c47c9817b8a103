import {
  AddressOfSchoolRequired,
  InvitationRequired,
  NotOnRoster,
  OtherSchoolRefused,
  OwnProviderRequired,
  RosterProofRequired,
  SchoolNotOpen,
  TenantUnavailable,
  WayNotAllowed,
} from './failures.ts'

/** Refusals of a sign-in or a session by a school's sign-in policy. */
export const signInPolicyRefusals = [OwnProviderRequired, WayNotAllowed] as const

/** Refusals of a new member by a school. */
export const admissionRefusals = [
  SchoolNotOpen,
  AddressOfSchoolRequired,
  RosterProofRequired,
  NotOnRoster,
  InvitationRequired,
  OtherSchoolRefused,
  TenantUnavailable,
] as const
