import { createHash } from 'node:crypto'
import { signInMethods } from '../../lib/contract/people.ts'
import type { TenantRecord } from '../../lib/identity/person/records.ts'
import type { SignInMethod } from '../../lib/identity/school/sign-in-policy.ts'
import { type PreparedText, preparedText } from '../../lib/prepared-text.ts'
import { unlimited } from './shapes.ts'

/** A school's sign-in policy as its row stores it. Parts without a restriction are undefined. */
export type SchoolSignInPolicy = Pick<
  TenantRecord,
  'door' | 'newMembers' | 'publishers' | 'otherSchools' | 'campusNetworks' | 'longestSession' | 'idleTime'
>

/**
 * Policy that an administrator requests. `breakGlass` are ids of people of the school. Omitted parts stay unchanged.
 */
export type SignInPolicyRequest = {
  readonly ways: readonly SignInMethod[]
  readonly breakGlass: readonly string[]
  readonly newMembers?: 'anybody' | 'domains' | 'rostered' | 'invited' | undefined
  readonly publishers?: 'anybody' | 'proven' | undefined
  /** Null accepts people of any school. */
  readonly otherSchools?: readonly string[] | null | undefined
  /** An empty list names none. */
  readonly campusNetworks?: readonly string[] | undefined
  readonly longestSession?: number | undefined
  readonly idleTime?: number | undefined
}

const minutesOf = (requested: number | undefined, before: number | undefined): number | undefined =>
  requested === unlimited ? undefined : (requested ?? before)

const schoolsOf = (
  requested: SignInPolicyRequest['otherSchools'],
  before: SchoolSignInPolicy['otherSchools'],
) => (requested === null ? undefined : requested === undefined ? before : [...new Set(requested)].sort())

const networksOf = (
  requested: SignInPolicyRequest['campusNetworks'],
  before: SchoolSignInPolicy['campusNetworks'],
) => {
  if (requested === undefined) return before
  const networks = new Set(requested.map((network) => network.toLowerCase()))
  return networks.size > 0 ? [...networks].sort() : undefined
}

/** The policy of a school's row, in a fixed order: the table keeps none. */
const policyFields = ({
  door,
  newMembers,
  publishers,
  otherSchools,
  campusNetworks,
  longestSession,
  idleTime,
}: SchoolSignInPolicy): SchoolSignInPolicy => ({
  door: door && { ways: door.ways, breakGlass: door.breakGlass },
  newMembers,
  publishers,
  otherSchools,
  campusNetworks,
  longestSession,
  idleTime,
})

/** The stored policy that follows from a request, apart from the ways in. */
export const policyOf = (
  before: SchoolSignInPolicy,
  request: SignInPolicyRequest,
  door: SchoolSignInPolicy['door'],
): SchoolSignInPolicy => ({
  door,
  newMembers: request.newMembers === 'anybody' ? undefined : (request.newMembers ?? before.newMembers),
  publishers: request.publishers === 'anybody' ? undefined : (request.publishers ?? before.publishers),
  otherSchools: schoolsOf(request.otherSchools, before.otherSchools),
  campusNetworks: networksOf(request.campusNetworks, before.campusNetworks),
  longestSession: minutesOf(request.longestSession, before.longestSession),
  idleTime: minutesOf(request.idleTime, before.idleTime),
})

/** The policy for people to read, without the break-glass accounts. */
export const policyView = ({
  door,
  newMembers,
  publishers,
  otherSchools,
  campusNetworks,
  longestSession,
  idleTime,
}: SchoolSignInPolicy) => ({
  ways: [...(door?.ways ?? signInMethods)],
  newMembers: newMembers ?? ('anybody' as const),
  publishers: publishers ?? ('anybody' as const),
  otherSchools: otherSchools ?? null,
  campusNetworks: campusNetworks ?? [],
  longestSession: longestSession ?? unlimited,
  idleTime: idleTime ?? unlimited,
})

/** Equal policies have equal hashes. New parts do not change the hash of a policy without restrictions. */
export const hashOfPolicy = (policy: SchoolSignInPolicy): string => {
  const parts = Object.entries(policyFields(policy)).filter(([, part]) => part !== undefined)
  const { door = null, ...further } = Object.fromEntries(parts)
  const content = Object.keys(further).length > 0 ? [door, further] : door
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url')
}

const limitText = (minutes: number): PreparedText =>
  minutes === unlimited
    ? preparedText('as everywhere')
    : preparedText('{hours} h {minutes} min', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })

const methodTexts: Readonly<Record<SignInMethod, string | PreparedText>> = {
  password: preparedText('password'),
  google: 'Google',
  apple: 'Apple',
  passkey: preparedText('passkey'),
  saml: preparedText('the identity provider of the school'),
}

const anybody = preparedText('anybody')

const newMemberTexts = {
  anybody,
  domains: preparedText('proven addresses of its mail domains'),
  rostered: preparedText('proven addresses of its roster'),
  invited: preparedText('people invited by an organization by mail'),
}

/** One sentence per part, for the mail to all administrators. */
export const describePolicy = (policy: SchoolSignInPolicy): readonly PreparedText[] => {
  const { ways, newMembers, publishers, otherSchools, campusNetworks, longestSession, idleTime } =
    policyView(policy)
  const none = preparedText('none')
  const schools =
    otherSchools === null
      ? preparedText('of any')
      : otherSchools.length > 0
        ? otherSchools
        : preparedText('of none')
  return [
    preparedText('People come in by: {methods}.', { methods: ways.map((way) => methodTexts[way]) }),
    preparedText('New members: {people}.', { people: newMemberTexts[newMembers] }),
    preparedText('What others see is published by: {people}.', {
      people: publishers === 'proven' ? preparedText('proven addresses') : anybody,
    }),
    preparedText('People of other schools: {schools}.', { schools }),
    preparedText('Campus networks: {networks}.', {
      networks: campusNetworks.length > 0 ? campusNetworks : none,
    }),
    preparedText('Longest session: {limit}.', { limit: limitText(longestSession) }),
    preparedText('Longest idle time: {limit}.', { limit: limitText(idleTime) }),
  ]
}
