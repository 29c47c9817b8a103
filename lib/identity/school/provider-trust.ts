import { key } from '../../table/entity.ts'
import type { Table } from '../../table/table.ts'
import {
  type Access,
  type Membership,
  type Session,
  type TenantRecord,
  tenantListing,
} from '../person/records.ts'

/** The trust number that sessions of a school's identity provider must carry. */
export const trustOf = (school: Pick<TenantRecord, 'trust'> | undefined): number => school?.trust ?? 0

/** A change of a school that ends every session of its identity provider. */
export const endTrust = (school: Pick<TenantRecord, 'trust'>) => ({ trust: trustOf(school) + 1 })

/** The row that decides whether sessions proven by a school are valid, for a batch read. */
export const proofSchoolKey = (tenantKey: string) => key(tenantListing, { tenantKey })

/** A session, or a record derived from one. */
type OpenedSession = Pick<Session, 'proof'> & Partial<Pick<Session, 'authMethod'>>

/**
 * Whether a session's proof is still valid, according to the row of the school that its token names. A session by a
 * school's provider without that name is over. A row with a lower number than the session's was read before the
 * session began. What it misses ended earlier sessions, not this one.
 */
export const isTrusted = (
  { proof, authMethod }: OpenedSession,
  provenBy: string | undefined,
  school: TenantRecord | undefined,
): boolean =>
  proof === undefined ? authMethod !== 'saml' : proof.school === provenBy && proof.trust >= trustOf(school)

/**
 * Those sessions, or records derived from them, whose proof is still valid. One strongly consistent round trip, none
 * if no school's provider opened any.
 */
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

/** A person's rights at one school in this session. */
export type SessionStrength = {
  readonly membership: Membership | undefined
  readonly authority: readonly string[]
  readonly platformRoles: readonly string[]
  /** Only a plain member's rights count here. */
  readonly plain: boolean
}

const plainRoles: readonly string[] = ['user']

/** The school roles that remain for a plain member. */
export const plainRolesIn = (roles: readonly string[]): string[] =>
  roles.filter((role) => plainRoles.includes(role))

/**
 * Rights depend on the proof. A school's identity provider proves roles at that school, only a plain membership
 * elsewhere, and never a platform role.
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
