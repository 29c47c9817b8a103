import { createHash } from 'node:crypto'
import { signInMethods } from '../../lib/contract/people.ts'
import type { TenantRecord } from '../../lib/identity/person/records.ts'
import type { SignInMethod } from '../../lib/identity/school/sign-in-policy.ts'
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

const limitText = (minutes: number): string =>
  minutes === unlimited ? 'as everywhere' : `${Math.floor(minutes / 60)} h ${minutes % 60} min`

const newMemberTexts = {
  anybody: 'anybody',
  domains: 'proven addresses of its mail domains',
  rostered: 'proven addresses of its roster',
  invited: 'people whom an organization has invited by mail',
}

/** One sentence per part, for the mail to all administrators. */
export const describePolicy = (policy: SchoolSignInPolicy): string => {
  const { ways, newMembers, publishers, otherSchools, campusNetworks, longestSession, idleTime } =
    policyView(policy)
  return [
    `People come in by: ${ways.join(' ')}.`,
    `New members: ${newMemberTexts[newMembers]}.`,
    `What others see is published by: ${publishers === 'proven' ? 'proven addresses' : 'anybody'}.`,
    `People of other schools: ${otherSchools === null ? 'of any' : otherSchools.join(' ') || 'of none'}.`,
    `Campus networks: ${campusNetworks.join(' ') || 'none'}.`,
    `Longest session: ${limitText(longestSession)}.`,
    `Longest idle time: ${limitText(idleTime)}.`,
  ].join(' ')
}
