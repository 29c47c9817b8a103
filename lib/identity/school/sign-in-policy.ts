import type { Context } from '../../context.ts'
import { type FailureKind, fail } from '../../contract/failure.ts'
import { OwnProviderRequired, WayNotAllowed } from '../../contract/failures.ts'
import { isAdminRole, isOperator } from '../person/caller.ts'
import type { Access, Session, TenantRecord } from '../person/records.ts'
import { sessionStrengthAt, trustOf } from './provider-trust.ts'

/** Sign-in methods that a school may allow. `saml` is only its own identity provider. */
export type SignInMethod = NonNullable<TenantRecord['door']>['ways'][number]

type OpenedSession = Pick<Session, 'authMethod'> &
  Partial<Pick<Session, 'proof' | 'came' | 'glass' | 'strong'>>
type School = Pick<TenantRecord, 'door' | 'trust' | 'tenantKey'> | undefined

/** This school's method that began a session; undefined for another school's identity provider. */
const methodOf = (
  school: Pick<TenantRecord, 'trust' | 'tenantKey'>,
  opened: OpenedSession,
): SignInMethod | undefined => {
  const { authMethod: method, proof, came = proof } = opened
  if (came !== undefined)
    return came.school === school.tenantKey && came.trust >= trustOf(school) ? 'saml' : undefined
  return method === 'saml' || method === 'email' || method === 'impersonation' ? undefined : method
}

/** Whether a school accepts the method that began a session. */
export const isMethodAllowed = (school: School, opened: OpenedSession): boolean => {
  if (!school?.door) return true
  const way = methodOf(school, opened)
  return way !== undefined && school.door.ways.includes(way)
}

/**
 * Whether a person qualifies as a break-glass account: an administrator of the school, not suspended, with a second
 * factor.
 */
export const canBeBreakGlass = (rights: Access, tenantKey: string): boolean => {
  const { membership, authority } = sessionStrengthAt(rights, {}, tenantKey)
  const hasFactor = (rights.factors ?? []).length > 0
  return hasFactor && membership?.suspended !== true && authority.some(isAdminRole)
}

/** Whether a person is currently a break-glass account of the school, which may use every method. */
export const isBreakGlass = (school: School, rights: Access): boolean =>
  school?.door?.breakGlass.includes(rights.globalUserId) === true && canBeBreakGlass(rights, school.tenantKey)

/** Whether this session is accepted only because of a break-glass account. */
export const usesBreakGlass = (school: School, rights: Access, opened: OpenedSession): boolean =>
  !isMethodAllowed(school, opened) && isBreakGlass(school, rights) && opened.strong !== undefined

/**
 * Whether a session counts at a school for its members (rules/auth 35). Platform operators are exempt, since their
 * rights are not the school's. A break-glass account needs a session that has shown a second factor, and of which the
 * administrators have been notified.
 */
export const satisfiesSignInPolicy = (school: School, rights: Access, opened: OpenedSession): boolean => {
  if (school === undefined || isMethodAllowed(school, opened)) return true
  if (isOperator(rights, opened, school.tenantKey)) return true
  return opened.glass === school.tenantKey && opened.strong !== undefined && isBreakGlass(school, rights)
}

const refusalOf = ({ ways }: NonNullable<TenantRecord['door']>): FailureKind =>
  ways.every((way) => way === 'saml') ? OwnProviderRequired : WayNotAllowed

/** Explains the policy and lists the accepted methods. */
export const failSignInPolicy = (school: School): never => {
  const door = school?.door
  if (!door) throw new Error('the school accepts every sign-in method')
  return fail(refusalOf(door), { details: { ways: door.ways } })
}

/**
 * Refuses a person with a method that the school does not accept, before any of their data changes. A break-glass
 * account must show a second factor: after an own proof a later step requires it, after a provider's proof no step
 * does (rules/auth 36).
 */
export const requireSignInPolicy = (
  { school }: Pick<Context, 'school'>,
  rights: Access,
  opened: OpenedSession,
): void => {
  const showsFactor = opened.strong !== undefined || opened.proof === undefined
  const breaks = showsFactor && isBreakGlass(school, rights)
  if (!satisfiesSignInPolicy(school, rights, opened) && !breaks) failSignInPolicy(school)
}
