import { freshProofOf } from '../../contract/consequence.ts'
import { type FailureKind, fail } from '../../contract/failure.ts'
import { SecondFactorRequired, StrongProofRequired } from '../../contract/failures.ts'
import { type Row, requiresFactorInSession, requiresRecentFactor } from '../../contract/row.ts'
import { minuteMs } from '../../contract/time.ts'
import type { Settings } from '../../settings.ts'
import { type Authority, type Caller, isAdmin, isPlatformAdmin } from '../person/caller.ts'
import type { Access, Session, TenantRecord } from '../person/records.ts'

/** A second factor that was shown counts for privileged operations so long. */
export const factorMinutes = 15

/** How long the second step of a sign-in may take. */
export const secondStepSeconds = 600

/** Whether a session has shown a second factor within the last minutes, at a moment in ISO 8601. */
export const hasRecentFactor = (
  strong: Pick<NonNullable<Session['strong']>, 'at'> | undefined,
  at: string,
): boolean => strong !== undefined && Date.parse(at) - Date.parse(strong.at) <= factorMinutes * minuteMs

/**
 * Whether the school's own identity provider, which opened the session, has asked for a second factor within the last
 * minutes, as the school wants it named by now. It counts at that school, and for nothing that wants an own proof.
 */
const isConfirmed = (caller: Caller, school: TenantRecord | undefined): boolean =>
  hasRecentFactor(caller.confirmed, caller.at ?? '') && isConfirmedBySchool(caller, school)

/** The same, whenever in this session that was. */
const isConfirmedBySchool = ({ proof, confirmed }: Caller, school: TenantRecord | undefined): boolean =>
  confirmed !== undefined &&
  proof !== undefined &&
  proof.school === school?.tenantKey &&
  confirmed.context === school?.providerContext

/**
 * Whether somebody has to have a second factor here: administrators of the platform everywhere but on one's own machine,
 * administrators of a school where the school says so, of them alone or of its staff too (rules/mfa 12).
 */
export const needsSecondFactor = (
  authority: Authority,
  school: Pick<TenantRecord, 'secondFactor'> | undefined,
  { STAGE }: Pick<Settings, 'STAGE'>,
): boolean =>
  (STAGE !== 'local' && isPlatformAdmin(authority)) ||
  (school?.secondFactor !== undefined && isAdmin(authority))

/** Whether the school's identity provider can be asked; for who runs the platform its word is not enough. */
const isProviderProofOffered = (caller: Caller, school: TenantRecord | undefined): boolean =>
  school?.providerContext !== undefined && !isPlatformAdmin(caller)

/** Whether the session has shown what the row requires. A sign-in with a factor is no proof `again` (rules/mfa 31). */
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
  // A token of the time before sessions names nobody whose factors could be asked for.
  if (caller.globalUserId === undefined || caller.factors.length > 0) return StrongProofRequired
  if (!needsSecondFactor(caller, school, settings)) return undefined
  return caller.proof && isProviderProofOffered(caller, school) ? StrongProofRequired : SecondFactorRequired
}

/** Refuses a privileged operation to who has not shown a second factor lately, and says what to do (rules/mfa 11). */
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
 * An own proof without the second factor is no whole one: a session that began before the first factor, and has shown none
 * since, changes no way to sign in and takes nothing lasting with it (rules/mfa 26). A provider's session is asked for none.
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

/** Whether somebody who has a factor would have to show it for an operation of this consequence. */
export const mustShowFactor = (
  row: Required<Pick<Row, 'consequence'>>,
  caller: Caller | undefined,
  school: TenantRecord | undefined,
): boolean => caller !== undefined && caller.factors.length > 0 && !hasFreshProof(row, caller, school)

const failWithMethods = (kind: FailureKind, caller: Caller, school: TenantRecord | undefined): never =>
  fail(kind, {
    details: { methods: [...caller.factors, ...(isProviderProofOffered(caller, school) ? ['saml'] : [])] },
  })

/** Whether the school asks a second factor of who decides by one of its roles (rules/mfa 22). */
export const isFactorRequiredForRole = (
  school: Pick<TenantRecord, 'secondFactor' | 'secondFactorRoles'> | undefined,
  role: string,
): boolean =>
  school?.secondFactor === 'staff' &&
  (school.secondFactorRoles === undefined || school.secondFactorRoles.includes(role))

/**
 * Refuses who decides in the name of the school and has to have a second factor for it, but has shown none in this session,
 * or has none any more. Fifteen minutes would ask for it several times in a morning of everyday decisions, each of
 * which is in the log and can be taken back; in a session that somebody else made, none was shown (rules/mfa 22).
 */
export const requireRoleFactor = (caller: Caller, school: TenantRecord | undefined): void => {
  const has = caller.factors.length > 0
  if ((has && caller.strong !== undefined) || isConfirmedBySchool(caller, school)) return
  const goesOn =
    has || caller.globalUserId === undefined || (caller.proof && isProviderProofOffered(caller, school))
  failWithMethods(goesOn ? StrongProofRequired : SecondFactorRequired, caller, school)
}

/**
 * Refuses to add a factor or a way to sign in, where the person has a factor that this session has not shown within fifteen
 * minutes: a stolen session could otherwise add one that outlives it (rules/mfa 27).
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
 * Refuses who has not shown a factor of their own lately, whether they have to have one or not: the word of an identity
 * provider is none (rules/mfa 21, 24).
 */
export const requireOwnRecentFactor = ({ strong, factors }: Caller, at: Date): void => {
  if (factors.length > 0 && hasRecentFactor(strong, at.toISOString())) return
  fail(factors.length > 0 ? StrongProofRequired : SecondFactorRequired, { details: { methods: factors } })
}
