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
    holds: 'E-mail address and whether it is proven, name, picture, when the account was made and changed',
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
      'Providers that are linked and since when; the password as a hash, which is never handed out, so it is not in the export',
    removed: 'At once',
    async collect({ person }) {
      return { rows: person.links.map(({ issuer, linkedAt }) => ({ issuer, linkedAt })) }
    },
  },
  {
    name: 'memberships',
    of: 'person',
    entities: ['Access', 'PlatformAdmin', 'AdminGrant'],
    holds: 'Schools, with status, roles and since when; rights on the whole platform',
    removed: 'At once with the last school; before that a school that was left stays listed as left',
    kept: {
      why: 'That a right of the deployment’s own list of administrators was handed out to an address stays, so that it is not handed out twice; the address stands in that list anyway',
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
      'The record at the school: username, name, address, linked school address, picture, roles, tags, answers of the onboarding, preferences, what the school’s identity provider said, that a phone is registered for push messages (not its token), and the words of name and username by which lists find it',
    removed: 'At once, with an uploaded picture; the words within seconds',
    async collect({ user, person }) {
      return { rows: user ? [recordOf(user, person)] : [] }
    },
  },
]
