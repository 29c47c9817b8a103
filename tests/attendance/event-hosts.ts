import { type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import { put, type Write } from '../../lib/table/write.ts'

const at = '2026-01-01T00:00:00.000Z'

/** Who holds the events that tests make without a host: events of somebody who is gone can be joined by nobody. */
const nobody: TenantUser = {
  id: 'nobody',
  globalUserId: 'nobody',
  email: 'nobody@nowhere.example.edu',
  username: 'nobody',
  usernameKey: 'nobody',
  name: 'Nobody',
  roles: [],
  clubAssociations: [],
  tags: [],
  onboarded: false,
  onboardingResponses: {},
  onboardingCompletedSteps: [],
  approvalRoles: [],
  darkModePreference: false,
  affiliatedEmailVerified: false,
  accessSuspended: false,
  createdAt: at,
  updatedAt: at,
  version: 1,
}

export const hostOf = ({ hostingId }: { readonly hostingId: string }): readonly Write[] =>
  hostingId === nobody.id ? [put(tenantUser, nobody)] : []
