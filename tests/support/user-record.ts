import type { TenantUser } from '../../lib/identity/person/records.ts'

/** The record of a user whom nobody registered: one of many, where only their number matters. */
export const userRecord = (id: string): TenantUser => ({
  id,
  globalUserId: `g-${id}`,
  email: `${id}@x.edu`,
  username: id,
  usernameKey: id,
  name: id,
  roles: ['user'],
  clubAssociations: [],
  tags: [],
  onboarded: true,
  onboardingResponses: {},
  onboardingCompletedSteps: [],
  approvalRoles: [],
  darkModePreference: false,
  affiliatedEmailVerified: false,
  accessSuspended: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
})
