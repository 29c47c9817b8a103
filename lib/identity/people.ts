import type { AdminUser, PublicUser, SelfUser } from '../contract/people.ts'
import type { TenantUser } from './records.ts'

export const publicUserOf = ({ id, username, name, picture }: TenantUser): PublicUser => ({
  _id: id,
  username,
  name,
  picture,
})

/** A person's own record. Organizations come with their domain; until somebody joins one the list is empty. */
export const selfUserOf = (user: TenantUser): SelfUser => ({
  ...publicUserOf(user),
  id: user.id,
  globalUserId: user.globalUserId,
  email: user.email,
  roles: user.roles,
  clubAssociations: [],
  tags: user.tags,
  onboarded: user.onboarded,
  onboardingResponses: user.onboardingResponses,
  onboardingCompletedSteps: user.onboardingCompletedSteps,
  approvalRoles: user.approvalRoles,
  affiliatedEmail: user.affiliatedEmail,
  affiliatedEmailVerified: user.affiliatedEmailVerified,
  darkModePreference: user.darkModePreference,
  samlProvider: user.samlProvider,
  googleId: user.googleId !== undefined,
  appleId: user.appleId !== undefined,
  createdAt: user.createdAt,
})

export const adminUserOf = (user: TenantUser): AdminUser => ({
  ...publicUserOf(user),
  email: user.email,
  roles: user.roles,
  accessSuspended: user.accessSuspended,
  accessSuspendedAt: user.accessSuspendedAt,
  createdAt: user.createdAt,
})
