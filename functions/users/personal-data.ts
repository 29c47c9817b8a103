import type { Person } from '../../lib/identity/person/person.ts'
import { TenantUser, tenantUserSecrets } from '../../lib/identity/person/records.ts'
import type { PersonalData } from '../../lib/personal-data.ts'

const isExported = (field: string): boolean => field in TenantUser.shape && !(field in tenantUserSecrets)

const recordOf = (user: TenantUser, { sessions }: Person): object => ({
  ...Object.fromEntries(Object.entries(user).filter(([field]) => isExported(field))),
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
