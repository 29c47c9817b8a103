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
  readonly administrator: { readonly session: Session | undefined; readonly access: Access | undefined }
}

/**
 * The state of an impersonation. It is `active` at the school where it began, as long as the administrator is signed in
 * there and still an administrator. It ends when the impersonated person becomes an administrator. `elsewhere` is
 * another school.
 */
export const impersonationStatus = (
  { impersonatedBy, impersonatorSid }: AccessClaims,
  { session, access, administrator }: Impersonation,
  tenantKey: string,
): 'none' | 'active' | 'ended' | 'elsewhere' => {
  const { impersonatorGlobalUserId: impersonatorId } = session
  if (impersonatorId === undefined && impersonatedBy === undefined) return 'none'
  if (impersonatorId !== impersonatedBy || session.impersonatorSid !== impersonatorSid) return 'ended'
  if (session.tenantKey !== tenantKey) return 'elsewhere'
  if (!administrator.access || !administrator.session || !isLive(administrator.session, administrator.access))
    return 'ended'
  return canAdminister(administrator.access, administrator.session, tenantKey) && !isAdministrator(access)
    ? 'active'
    : 'ended'
}
