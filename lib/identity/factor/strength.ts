import { freshProofOf } from '../../contract/consequence.ts'
import { type FailureKind, fail } from '../../contract/failure.ts'
import { SecondFactorRequired, StrongProofRequired } from '../../contract/failures.ts'
import { type Row, requiresFactorInSession, requiresRecentFactor } from '../../contract/row.ts'
import { minuteMs } from '../../contract/time.ts'
import type { Settings } from '../../settings.ts'
import { type Authority, type Caller, isAdmin, isPlatformAdmin } from '../person/caller.ts'
import type { Access, Session, TenantRecord } from '../person/records.ts'

/** Minutes for which a shown second factor counts for privileged operations. */
export const factorMinutes = 15

/** Seconds allowed for the second step of a sign-in. */
export const secondStepSeconds = 600

/** Whether a session has recently shown a second factor, at a time in ISO 8601. */
export const hasRecentFactor = (
  strong: Pick<NonNullable<Session['strong']>, 'at'> | undefined,
  at: string,
): boolean => strong !== undefined && Date.parse(at) - Date.parse(strong.at) <= factorMinutes * minuteMs

/**
 * Whether the school's own identity provider opened the session and recently required a second factor, in the school's
 * current context. It counts only at that school, and not where an own proof is required.
 */
const isConfirmed = (caller: Caller, school: TenantRecord | undefined): boolean =>
  hasRecentFactor(caller.confirmed, caller.at ?? '') && isConfirmedBySchool(caller, school)

/** The same, at any time in this session. */
const isConfirmedBySchool = ({ proof, confirmed }: Caller, school: TenantRecord | undefined): boolean =>
  confirmed !== undefined &&
  proof !== undefined &&
  proof.school === school?.tenantKey &&
  confirmed.context === school?.providerContext

/**
 * Whether a person must have a second factor here. Platform administrators must, except on a developer's machine. The
 * school decides whether its administrators must, alone or together with its staff (rules/mfa 12).
 */
export const needsSecondFactor = (
  authority: Authority,
  school: Pick<TenantRecord, 'secondFactor'> | undefined,
  { STAGE }: Pick<Settings, 'STAGE'>,
): boolean =>
  (STAGE !== 'local' && isPlatformAdmin(authority)) ||
  (school?.secondFactor !== undefined && isAdmin(authority))

/** Whether the school's identity provider can provide the second factor; not for platform operators. */
const isProviderProofOffered = (caller: Caller, school: TenantRecord | undefined): boolean =>
  school?.providerContext !== undefined && !isPlatformAdmin(caller)

/**
 * Whether the session has shown the proof that the row requires. A sign-in with a factor is no proof `again`
 * (rules/mfa 31).
 */
const hasFreshProof = (
  row: Pick<Row, 'consequence'>,
  caller: Caller,
  school: TenantRecord | undefined,
): boolean => {
  if (isConfirmed(caller, school)) return true
  const isRecent = hasRecentFactor(caller.strong, caller.at ?? '')
  return isRecent && (freshProofOf(row) !== 'again' || caller.strong?.afterSignIn === true)
}

const refusalFor = (
  row: Pick<Row, 'consequence'>,
  caller: Caller,
  school: TenantRecord | undefined,
  settings: Pick<Settings, 'STAGE'>,
): FailureKind | undefined => {
  if (hasFreshProof(row, caller, school)) return undefined
  // A legacy token has no global user whose factors could be checked.
  if (caller.globalUserId === undefined || caller.factors.length > 0) return StrongProofRequired
  if (!needsSecondFactor(caller, school, settings)) return undefined
  return caller.proof && isProviderProofOffered(caller, school) ? StrongProofRequired : SecondFactorRequired
}

/** Refuses a privileged operation without a recent second factor, and explains what to do (rules/mfa 11). */
export const requireRecentFactor = (
  row: Row,
  caller: Caller | undefined,
  school: TenantRecord | undefined,
  settings: Pick<Settings, 'STAGE'>,
): void => {
  const refusal = caller && requiresRecentFactor(row) ? refusalFor(row, caller, school, settings) : undefined
  if (caller && refusal) failWithMethods(refusal, caller, school)
}

/**
 * An own proof without the second factor is incomplete. A session from before the first factor that has shown none
 * since is refused. It can change no sign-in method and obtain nothing lasting (rules/mfa 26). Sessions of a school's
 * provider are exempt.
 */
export const requireFactorInSession = (
  row: Row,
  caller: Caller | undefined,
  school: TenantRecord | undefined,
): void => {
  if (!caller || caller.proof || caller.actor !== undefined || !requiresFactorInSession(row)) return
  if (caller.factors.length > 0 && caller.strong === undefined)
    failWithMethods(StrongProofRequired, caller, school)
}

/** Whether a person with a factor would have to show it for an operation of this consequence. */
export const mustShowFactor = (
  row: Required<Pick<Row, 'consequence'>>,
  caller: Caller | undefined,
  school: TenantRecord | undefined,
): boolean => caller !== undefined && caller.factors.length > 0 && !hasFreshProof(row, caller, school)

const failWithMethods = (kind: FailureKind, caller: Caller, school: TenantRecord | undefined): never =>
  fail(kind, {
    details: { methods: [...caller.factors, ...(isProviderProofOffered(caller, school) ? ['saml'] : [])] },
  })

/** Whether the school requires a second factor for decisions by one of its roles (rules/mfa 22). */
export const isFactorRequiredForRole = (
  school: Pick<TenantRecord, 'secondFactor' | 'secondFactorRoles'> | undefined,
  role: string,
): boolean =>
  school?.secondFactor === 'staff' &&
  (school.secondFactorRoles === undefined || school.secondFactorRoles.includes(role))

/**
 * Refuses a decision in the school's name by a caller who must have a second factor, but has shown none in this
 * session or no longer has one. Once per session is enough: fifteen minutes would interrupt everyday decisions several
 * times a morning, and each of them is logged and can be reversed. In an impersonation session none was shown
 * (rules/mfa 22).
 */
export const requireRoleFactor = (caller: Caller, school: TenantRecord | undefined): void => {
  const has = caller.factors.length > 0
  if ((has && caller.strong !== undefined) || isConfirmedBySchool(caller, school)) return
  const goesOn =
    has || caller.globalUserId === undefined || (caller.proof && isProviderProofOffered(caller, school))
  failWithMethods(goesOn ? StrongProofRequired : SecondFactorRequired, caller, school)
}

/**
 * Refuses to add a factor or a sign-in method without a recent factor, if the person has one. A stolen session could
 * otherwise add one that outlives it (rules/mfa 27). Recent means within fifteen minutes, in this session.
 */
export const requireFactorShown = (
  { factors = [] }: Pick<Access, 'factors'>,
  { strong }: Pick<Session, 'strong'>,
  at: Date,
): void => {
  if (factors.length === 0 || hasRecentFactor(strong, at.toISOString())) return
  fail(StrongProofRequired, { details: { methods: factors } })
}

/**
 * Refuses a caller without a recent second factor of their own, whether or not they must have one. An identity
 * provider's report does not count (rules/mfa 21, 24).
 */
export const requireOwnRecentFactor = ({ strong, factors }: Caller, at: Date): void => {
  if (factors.length > 0 && hasRecentFactor(strong, at.toISOString())) return
  fail(factors.length > 0 ? StrongProofRequired : SecondFactorRequired, { details: { methods: factors } })
}
