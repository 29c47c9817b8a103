import { type FailureKind, fail } from '../../contract/failure.ts'
import { SecondFactorRequired, StrongProofRequired } from '../../contract/failures.ts'
import { type Row, wantsStrength } from '../../contract/row.ts'
import { minuteMs } from '../../contract/time.ts'
import type { Settings } from '../../settings.ts'
import { type Authority, type Caller, isAdmin, isPlatformAdmin } from '../person/caller.ts'
import type { Session, TenantRecord } from '../person/records.ts'

/** A second factor that was shown counts for privileged operations so long. */
export const strongMinutes = 15

/** How long the second step of a sign-in may take. */
export const secondStepSeconds = 600

/** Whether a session has shown a second factor within the last minutes, at a moment in ISO 8601. */
export const isStrong = (
  strong: Pick<NonNullable<Session['strong']>, 'at'> | undefined,
  at: string,
): boolean => strong !== undefined && Date.parse(at) - Date.parse(strong.at) <= strongMinutes * minuteMs

/**
 * Whether the school's own identity provider, which opened the session, has asked for a second factor within the last
 * minutes, as the school wants it named by now. It counts at that school, and for nothing that wants an own proof.
 */
const isConfirmed = ({ proof, confirmed, at = '' }: Caller, school: TenantRecord | undefined): boolean =>
  isStrong(confirmed, at) &&
  proof !== undefined &&
  proof.school === school?.tenantKey &&
  confirmed?.context === school?.providerContext

/**
 * Whether somebody has to have a second factor here: administrators of the platform everywhere but on one's own machine,
 * administrators of a school where the school says so (rules/mfa 12).
 */
export const needsSecondFactor = (
  who: Authority,
  school: Pick<TenantRecord, 'secondFactor'> | undefined,
  { STAGE }: Pick<Settings, 'STAGE'>,
): boolean =>
  (STAGE !== 'local' && isPlatformAdmin(who)) || (school?.secondFactor === 'administrators' && isAdmin(who))

/** Whether the school's identity provider can be asked; for who runs the platform its word is not enough. */
const isOffered = (caller: Caller, school: TenantRecord | undefined): boolean =>
  school?.providerContext !== undefined && !isPlatformAdmin(caller)

const refusalFor = (
  caller: Caller,
  school: TenantRecord | undefined,
  settings: Pick<Settings, 'STAGE'>,
): FailureKind | undefined => {
  if (isStrong(caller.strong, caller.at ?? '') || isConfirmed(caller, school)) return undefined
  // A token of the time before sessions names nobody whose factors could be asked for.
  if (caller.globalUserId === undefined || caller.factors.length > 0) return StrongProofRequired
  if (!needsSecondFactor(caller, school, settings)) return undefined
  return caller.proof && isOffered(caller, school) ? StrongProofRequired : SecondFactorRequired
}

/** Refuses a privileged operation to who has not shown a second factor lately, and says what to do (rules/mfa 11). */
export const refuseWithoutStrength = (
  row: Row,
  caller: Caller | undefined,
  school: TenantRecord | undefined,
  settings: Pick<Settings, 'STAGE'>,
): void => {
  const refusal = caller && wantsStrength(row) ? refusalFor(caller, school, settings) : undefined
  if (!caller || !refusal) return
  const methods = [...caller.factors, ...(isOffered(caller, school) ? ['saml'] : [])]
  fail(refusal, { details: { methods } })
}
