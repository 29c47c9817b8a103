import { key } from '../../table/entity.ts'
import type { Table } from '../../table/table.ts'
import {
  type Access,
  type Membership,
  type Session,
  type TenantRecord,
  tenantListing,
} from '../person/records.ts'

/** The number that sessions opened by a school's identity provider have to carry. */
export const trustOf = (school: Pick<TenantRecord, 'trust'> | undefined): number => school?.trust ?? 0

/** A change of a school that ends every session which its identity provider opened so far. */
export const endTrust = (school: Pick<TenantRecord, 'trust'>) => ({ trust: trustOf(school) + 1 })

/** The row that tells whether sessions proven by a school still count, for a read of several items. */
export const proofSchoolKey = (tenantKey: string) => key(tenantListing, { tenantKey })

/** A session, or what one has made. */
type OpenedSession = Pick<Session, 'proof'> & Partial<Pick<Session, 'authMethod'>>

/**
 * Whether what opened a session still counts, by the row of the school that its token names. A session by a school's
 * provider that does not say which one is over. A row with a lower number than the session's was read before the session was
 * opened: what it does not know of yet ended earlier sessions, not this one.
 */
export const isTrusted = (
  { proof, authMethod }: OpenedSession,
  provenBy: string | undefined,
  school: TenantRecord | undefined,
): boolean =>
  proof === undefined ? authMethod !== 'saml' : proof.school === provenBy && proof.trust >= trustOf(school)

/** Those of some sessions, or of what they have made, whose proof still counts. One strong round trip, none where no school's provider opened any. */
export const filterTrusted = async <S extends OpenedSession | undefined>(
  table: Table,
  sessions: readonly S[],
): Promise<S[]> => {
  const keys = [...new Set(sessions.flatMap((one) => one?.proof?.school ?? []))]
  const rows = keys.length > 0 ? await table.batchGet(keys.map(proofSchoolKey), { strong: true }) : []
  const schools = new Map(keys.map((school, at) => [school, rows[at]]))
  return sessions.filter((one) => {
    const school = one?.proof?.school
    return one !== undefined && isTrusted(one, school, school === undefined ? undefined : schools.get(school))
  })
}

/** What a session makes of its person at one school. */
export type SessionStrength = {
  readonly membership: Membership | undefined
  readonly authority: readonly string[]
  readonly platformRoles: readonly string[]
  /** Nothing counts here but what any member may do. */
  readonly plain: boolean
}

const plainRoles: readonly string[] = ['user']

/** What is left of the roles of a school for who is but a plain member. */
export const plainRolesIn = (roles: readonly string[]): string[] =>
  roles.filter((role) => plainRoles.includes(role))

/**
 * Rights follow what proved the person: a school's identity provider stands for the roles at that school, elsewhere for
 * a plain member's, and never for a platform role.
 */
export const sessionStrengthAt = (
  { memberships, platformRoles }: Pick<Access, 'memberships' | 'platformRoles'>,
  { proof }: Pick<Session, 'proof'>,
  tenantKey: string,
): SessionStrength => {
  const stored = memberships[tenantKey]
  const membership = stored?.status === 'active' ? stored : undefined
  const plain = proof !== undefined && proof.school !== tenantKey
  const roles = membership?.roles ?? []
  return {
    membership,
    authority: plain ? plainRolesIn(roles) : roles,
    platformRoles: proof === undefined ? platformRoles : [],
    plain,
  }
}
