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

/** How a sign-in, and a session, can be refused at the door of a school. */
export const signInPolicyRefusals = [OwnProviderRequired, WayNotAllowed] as const

/** How whoever would become a member can be refused there. */
export const admissionRefusals = [
  SchoolNotOpen,
  AddressOfSchoolRequired,
  RosterProofRequired,
  NotOnRoster,
  InvitationRequired,
  OtherSchoolRefused,
  TenantUnavailable,
] as const
