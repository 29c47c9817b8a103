import { type Entry, type WordRow, wordIndex, wordWrites } from '../../search/rows.ts'
import { wordsOf } from '../../search/words.ts'
import type { Write } from '../../table/write.ts'
import { type OrgMember, orgMember } from '../org/organizations.ts'
import { type Organization, organization } from '../org/records.ts'
import { type TenantUser, tenantUser } from './records.ts'

/** Facts of an organization that lists narrow down by. */
export type OrgFacts = Pick<Organization, 'unlisted' | 'approvalStatus' | 'verified' | 'lifecycleStatus'>

/** What of the facts is not as usual. */
const unusual = ({ unlisted, approvalStatus, verified, lifecycleStatus }: OrgFacts): readonly string[] => [
  ...(unlisted ? ['unlisted'] : []),
  ...(approvalStatus === 'pending' ? ['pending'] : []),
  ...(verified ? ['verified'] : []),
  ...(lifecycleStatus === 'active' ? [] : [lifecycleStatus]),
]

export const orgFactsOf = ({ facts = '' }: WordRow): OrgFacts => {
  const all = facts.split(' ')
  const known = ['unlisted', 'pending', 'verified']
  return {
    unlisted: all.includes('unlisted'),
    approvalStatus: all.includes('pending') ? 'pending' : 'approved',
    verified: all.includes('verified'),
    lifecycleStatus: all.find((fact) => fact !== '' && !known.includes(fact)) ?? 'active',
  }
}

/** The list of those of which something is not as usual; undefined where everything that is asked for is. */
export const unusualLabel = ({ verified, approvalStatus, lifecycleStatus }: Partial<OrgFacts>) => {
  if (approvalStatus === 'pending') return '!pending'
  if (lifecycleStatus !== undefined && lifecycleStatus !== 'active') return `!${lifecycleStatus}`
  return verified ? '!verified' : undefined
}

const factsIn = (facts: readonly string[]) => (facts.length > 0 ? { facts: facts.join(' ') } : {})

export const orgWords = wordIndex('org', organization, (card): Entry | undefined => {
  if (card.deletedAt !== undefined) return undefined
  const facts = unusual(card)
  return {
    id: card.orgId,
    text: wordsOf(card.org_name).join(' '),
    at: Date.parse(card.createdAt),
    ...factsIn(facts),
    labels: facts.map((fact) => `!${fact}`),
  }
})

/** The username comes first, so that the text orders people by it. */
const textOf = ({ name, username }: Pick<TenantUser, 'name' | 'username'>): string =>
  [username.toLowerCase(), ...wordsOf(name)].join(' ')

/** The name alone, as lists are sorted by it. */
export const nameIn = ({ text }: WordRow): string => text.slice(text.indexOf(' ') + 1)

const isUsual = (roles: readonly string[]): boolean => roles.length === 1 && roles[0] === 'user'

export const rolesIn = ({ facts }: WordRow): readonly string[] => facts?.split(' ') ?? ['user']

export const personWords = wordIndex(
  'person',
  tenantUser,
  (user): Entry => ({
    id: user.id,
    text: textOf(user),
    at: Date.parse(user.createdAt),
    ...factsIn(isUsual(user.roles) ? [] : user.roles),
  }),
)

/** Many register in one moment: each word alone finds them at once, and several words when the stream has come by. */
export const personWrites = (after: TenantUser, before?: TenantUser): readonly Write[] =>
  wordWrites(personWords, after, { most: 4, ...(before ? { before } : {}) })

export const memberScope = (orgId: string): string => `${orgId}.`

/** Members stand in lists of their organization. The facts are the ids of their roles. */
export const memberWords = wordIndex(
  'member',
  orgMember,
  (member: OrgMember): Entry => ({
    id: member.userId,
    text: textOf(member),
    at: Date.parse(member.joinedAt),
    ...factsIn(member.roles),
    scopes: [memberScope(member.orgId)],
  }),
)
