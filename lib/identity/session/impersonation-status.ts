import { isAdminRole, isPlatformRole } from '../person/caller.ts'
import type { Access, Session } from '../person/records.ts'
import { sessionStrengthAt } from '../school/provider-trust.ts'
import type { AccessClaims } from '../token/tokens.ts'
import { isLive } from './sessions.ts'

/** Longest duration of one impersonation, in seconds. */
export const impersonationSeconds = 3600

/** Whether a person in this session administers the platform, or the school with this key. */
export const canAdminister = (rights: Access, session: Session, tenantKey: string): boolean => {
  const { membership, authority, platformRoles } = sessionStrengthAt(rights, session, tenantKey)
  return platformRoles.some(isPlatformRole) || (membership?.suspended !== true && authority.some(isAdminRole))
}

/** Whether a person administers anything: such people cannot be impersonated. */
export const isAdministrator = ({ platformRoles, memberships }: Access): boolean =>
  platformRoles.some(isPlatformRole) ||
  Object.values(memberships).some(({ roles }) => roles.some(isAdminRole))

/** The table's records of both people in an impersonation. */
export type Impersonation = {
  readonly session: Session
  readonly access: Access
  /** The administrator's own session and access item. */
  readonly lender: { readonly session: Session | undefined; readonly access: Access | undefined }
}

/**
 * The state of an impersonation. It `holds` at the school where it began, as long as the administrator is signed in
 * there and still an administrator. It ends when the impersonated person becomes an administrator. `elsewhere` is
 * another school.
 */
export const impersonationStatus = (
  { impersonatedBy, impersonatorSid }: AccessClaims,
  { session, access, lender }: Impersonation,
  tenantKey: string,
): 'none' | 'holds' | 'over' | 'elsewhere' => {
  const { impersonatorGlobalUserId: administrator } = session
  if (administrator === undefined && impersonatedBy === undefined) return 'none'
  if (administrator !== impersonatedBy || session.impersonatorSid !== impersonatorSid) return 'over'
  if (session.tenantKey !== tenantKey) return 'elsewhere'
  if (!lender.access || !lender.session || !isLive(lender.session, lender.access)) return 'over'
  return canAdminister(lender.access, lender.session, tenantKey) && !isAdministrator(access)
    ? 'holds'
    : 'over'
}
