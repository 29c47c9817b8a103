import type { Person } from '../../lib/identity/person/person.ts'
import type { TenantUser } from '../../lib/identity/person/records.ts'
import type { PersonalData } from '../../lib/personal-data.ts'

/**
 * Every field of a person's record, and whether the export shows it. False for keys, and for data that other fields
 * express.
 */
const exportedFields: Readonly<Record<keyof TenantUser, boolean>> = {
  id: true,
  globalUserId: true,
  email: true,
  username: true,
  usernameKey: false,
  name: true,
  picture: true,
  googleId: false,
  appleId: false,
  samlId: false,
  samlProvider: true,
  samlAttributes: true,
  roles: true,
  clubAssociations: true,
  tags: true,
  onboarded: true,
  onboardingResponses: true,
  onboardingCompletedSteps: true,
  approvalRoles: true,
  darkModePreference: true,
  affiliatedEmail: true,
  affiliatedEmailVerified: true,
  affiliatedEmailAt: true,
  pushToken: false,
  pushAppEdition: true,
  pushSession: false,
  accessSuspended: true,
  accessSuspendedAt: true,
  refreshToken: false,
  createdAt: true,
  updatedAt: true,
  version: false,
}

const recordOf = (user: TenantUser, { sessions }: Person): object => ({
  ...Object.fromEntries(Object.entries(user).filter(([field]) => exportedFields[field as keyof TenantUser])),
  pushRegistered: user.pushToken !== undefined && sessions.some(({ id }) => id === user.pushSession),
})

export const personalData: readonly PersonalData[] = [
  {
    name: 'account',
    of: 'person',
    entities: ['GlobalUser', 'EmailPointer'],
    holds: 'E-mail address and whether it is verified, name, picture, creation and last change',
    removed: 'At once',
    async collect({ person }) {
      const { id, email, emailVerified, name, picture, createdAt, updatedAt } = person.user
      return { rows: [{ id, email, emailVerified, name, picture, createdAt, updatedAt }] }
    },
  },
  {
    name: 'waysToSignIn',
    of: 'person',
    entities: ['ProviderLink', 'ProviderPointer', 'Credential'],
    holds:
      'Linked providers and since when. The password is stored as a hash, which is never returned and so is not in the export.',
    removed: 'At once',
    async collect({ person }) {
      return { rows: person.links.map(({ issuer, linkedAt }) => ({ issuer, linkedAt })) }
    },
  },
  {
    name: 'memberships',
    of: 'person',
    entities: ['Access', 'PlatformAdmin', 'AdminGrant'],
    holds: 'Your schools, with status, roles and start, and your rights on the whole platform',
    removed: 'At once with the last school. Until then, a school that you left stays listed as left.',
    kept: {
      why: 'The deployment’s list of administrators grants a right to an address only once, so the grant stays. The address is in that list anyway.',
      entities: { AdminGrant: 'words' },
    },
    async collect({ person: { rights } }) {
      const schools = Object.entries(rights.memberships)
        .map(([school, membership]) => ({ school, ...membership }))
        .sort((a, b) => a.school.localeCompare(b.school))
      const { platformRoles } = rights
      return { rows: platformRoles.length > 0 ? [...schools, { platformRoles }] : schools }
    },
  },
  {
    name: 'record',
    of: 'school',
    entities: ['TenantUser', 'UsernameGuard', 'AffiliatedGuard', 'WordRow'],
    holds:
      'Your record at the school: username, name, address, linked school address, picture, roles, tags, onboarding answers, preferences, attributes from the school’s identity provider, whether a phone is registered for push notifications (not its token), and search words from your name and username',
    removed: 'At once, with an uploaded picture. The search words within seconds.',
    async collect({ user, person }) {
      return { rows: user ? [recordOf(user, person)] : [] }
    },
  },
]
