import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { minuteMs } from '../../lib/contract/time.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { type Factors, findFactors } from '../../lib/identity/factor/factors.ts'
import { recoveryCodes } from '../../lib/identity/factor/records.ts'
import { factorMinutes, hasRecentFactor, requireFactorShown } from '../../lib/identity/factor/strength.ts'
import { allowsUnverifiedAddress } from '../../lib/identity/person/addresses.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import { type Person, requireSelf } from '../../lib/identity/person/person.ts'
import { type Session, session } from '../../lib/identity/person/records.ts'
import { mailDue } from '../../lib/outbox.ts'
import { remove, update, type Write } from '../../lib/table/write.ts'
import { newRecoveryCodes, type ShownFactor } from './codes.ts'
import { OwnAddressUnproven, SignInAgain } from './shapes.ts'

type CallerContext = Context<'caller'>
type OwnFactors = { readonly person: Person; readonly own: Session; readonly factors: Factors }

export const readOwnFactors = async (context: CallerContext): Promise<OwnFactors> => {
  const id = identityOf(context.caller)
  const [self, factors] = await Promise.all([requireSelf(context, id), findFactors(context.table, id)])
  return { ...self, factors }
}

const isRecent = ({ createdAt }: Session, now: Date): boolean =>
  now.getTime() - Date.parse(createdAt) <= factorMinutes * minuteMs

/**
 * Fails unless the caller may add a factor (rules/mfa 7). The first factor needs a recent sign-in, later ones a
 * recently shown factor. A session that was left open or stolen may add none. Neither may a caller with an unproven
 * address: its owner would later sign in to an account that a stranger's passkey opens.
 */
export const requireFreshProof = ({ now, settings }: CallerContext, { person, own }: OwnFactors): void => {
  const at = now()
  if (!person.user.emailVerified && !allowsUnverifiedAddress(settings)) fail(OwnAddressUnproven)
  requireFactorShown(person.rights, own, at)
  if (!hasRecentFactor(own.strong, at.toISOString()) && !isRecent(own, at)) fail(SignInAgain)
}

type ChangedFactor = 'passkey' | 'totp' | 'recovery_codes'

/** Writes of every change of factors: an audit row, and a mail to the owner, who may not have made the change. */
export const recordFactorChange = (
  context: CallerContext,
  { user }: Person,
  did: 'added' | 'removed' | 'renewed',
  what: ChangedFactor,
): Write[] => [
  audit(context, {
    action: `factor.${did}`,
    actor: context.caller,
    targetType: 'globalUser',
    targetId: user.id,
    detail: { what },
  }),
  mailDue(context, { template: 'factor_changed', to: user.email, params: { did, what, owner: user.id } }),
]

/** Marks that the session has shown a factor now, after its sign-in. */
export const markFactorShown = (
  { now }: Pick<Context, 'now'>,
  own: Session,
  { by, since }: Pick<ShownFactor, 'by' | 'since'>,
) =>
  update(
    session,
    { globalUserId: own.globalUserId, id: own.id },
    { set: { strong: { at: now().toISOString(), by, since, afterSignIn: true } } },
    { exists: true },
  )

/** Sessions that one write ends. A person has thirty, or a few more. */
const mostEnded = 60

/**
 * Ends the other sessions that have shown the removed factor: a thief's session would otherwise outlive it. A session
 * opened by a passkey may have shown another factor since, so it stays only by a remaining passkey (`stays`, by date).
 */
export const shownSessionsEnded = (
  { person, own }: OwnFactors,
  by: ShownFactor['by'],
  stays: readonly { readonly createdAt: string }[] = [],
): Write[] => {
  const isOf = ({ strong, authMethod }: Session): boolean =>
    strong?.by === by || (by === 'passkey' && authMethod === 'passkey')
  const hasStaying = ({ strong }: Session): boolean =>
    strong?.by === by && stays.some(({ createdAt }) => createdAt === strong.since)
  return person.sessions
    .filter((one) => one.id !== own.id && isOf(one) && !hasStaying(one))
    .slice(0, mostEnded)
    .map(({ globalUserId, id }) => remove(session, { globalUserId, id }))
}

/** Until when a session that has just shown a factor may use privileged operations. */
export const strongUntil = ({ at }: Pick<NonNullable<Session['strong']>, 'at'>): string =>
  new Date(Date.parse(at) + factorMinutes * minuteMs).toISOString()

/** The first factor comes with ten recovery codes. A person who has codes keeps them. */
export const firstRecoveryCodes = (context: CallerContext, { person, factors }: OwnFactors) =>
  factors.recovery === undefined ? newRecoveryCodes(context, person.user.id) : undefined

/** Removes the recovery codes with the last factor: alone they open nothing. */
export const removeCodesWithLastFactor = (
  { passkeys, app, recovery }: Factors,
  globalUserId: string,
): Write[] =>
  passkeys.length === 0 && app === undefined && recovery ? [remove(recoveryCodes, { globalUserId })] : []
