import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { AccountSuspended, NoRefreshToken } from '../../lib/contract/failures.ts'
import type { Tokens } from '../../lib/contract/reply.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { failRateLimited, maxOf } from '../../lib/identity/limit/limits.ts'
import { type Access, type Session, session } from '../../lib/identity/person/records.ts'
import { earliestValidTimes, isExpiredAtSchool } from '../../lib/identity/school/session-limits.ts'
import { failSignInPolicy, satisfiesSignInPolicy } from '../../lib/identity/school/sign-in-policy.ts'
import { isTrusted } from '../../lib/identity/school/trust.ts'
import { hasMixedCookies, rotation } from '../../lib/identity/session/renewal.ts'
import { isEndedBySuspension, isLive, tokensFor } from '../../lib/identity/session/sessions.ts'
import { exchangeOf, refreshStateOf } from '../../lib/identity/token/refresh-reuse.ts'
import type { RefreshClaims } from '../../lib/identity/token/tokens.ts'
import { mailDue } from '../../lib/outbox.ts'
import type { Condition } from '../../lib/table/condition.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { remove } from '../../lib/table/write.ts'
import { InvalidRefreshToken, RefreshTokenExpired, refreshLimits } from './contract.ts'
import { findRights } from './repository.ts'

const clearingCookies = { clearCookies: true } as const

const requireRefreshClaims = async ({ device, issuer, now }: Context): Promise<RefreshClaims> => {
  const token = device.refreshToken ?? fail(NoRefreshToken)
  const verdict = await issuer.refreshClaims(token, now())
  if (verdict === 'expired') fail(RefreshTokenExpired, clearingCookies)
  if (verdict === 'invalid' || hasMixedCookies(device, verdict.claims.sid))
    return fail(InvalidRefreshToken, clearingCookies)
  return verdict.claims
}

const minute = refreshLimits.session.seconds * 1000

const minuteOf = (moment: number): number => Math.floor(moment / minute)

/** One more refresh of a session within the minute of `last` (milliseconds), or the first of a new minute. */
const refreshCountChange = ({ settings }: Context, last: number, at: Date) =>
  minuteOf(last) === minuteOf(at.getTime())
    ? {
        set: {},
        add: { refreshes: 1 },
        condition: { below: { refreshes: maxOf(refreshLimits.session, settings) } },
      }
    : { set: { refreshes: 1 }, add: {}, condition: {} }

/** The refresh token that comes next, signed before the table is asked for anything. */
const successorOf = async ({ issuer, now }: Context, claims: RefreshClaims) => {
  const at = now()
  const next = {
    id: claims.sid,
    globalUserId: claims.globalUserId,
    generation: claims.generation + 1,
    rotatedAt: at.toISOString(),
    expiresAt: claims.sessionEnds,
    proof: claims.provenBy === undefined ? undefined : { school: claims.provenBy },
    ...exchangeOf(claims, at),
  }
  return { at, next, token: await issuer.refreshToken(next) }
}
type Successor = Awaited<ReturnType<typeof successorOf>>

type RenewedSession = { readonly current: Session; readonly token: string; readonly issue: number }

/** Nobody else was given a token of this generation, so that there is nothing to judge. */
const issuedOnce: Condition<Session> = { below: { again: 1 } }

/** The session is still as it was judged. */
const unchangedSince = ({ again = 0, seen }: Session): Condition<Session> => {
  if (again === 0) return issuedOnce
  return seen === undefined ? { equals: { again }, without: ['seen'] } : { equals: { again, seen } }
}

/**
 * Moves the session on to its next generation, if the token at hand is of its newest: one conditional write. How often a
 * session rotated within the minute is counted in the same write.
 */
const rotate = async (
  context: Context,
  { globalUserId, sid: id, generation }: RefreshClaims,
  { at, next, token }: Successor,
  last: number,
  wanted: Condition<Session>,
): Promise<RenewedSession | { readonly found: Session | undefined }> => {
  const { set, add, condition } = refreshCountChange(context, last, at)
  const change = rotation(next)
  const outcome = await context.table.update(
    session,
    { globalUserId, id },
    { ...change, set: { ...change.set, ...set }, add },
    {
      ...wanted,
      equals: { generation, ...wanted.equals },
      below: { ...wanted.below, ...condition.below },
    },
  )
  if (outcome.ok && outcome.after) return { current: outcome.after, token, issue: 0 }
  return { found: outcome.ok ? undefined : outcome.found }
}

/** A parallel tab, or a lost answer: one more token of the newest generation, and only one of them is ever exchanged. */
const issueAgain = async (
  context: Context,
  found: Session,
  late: boolean,
): Promise<RenewedSession | { readonly found: Session | undefined }> => {
  const { table, issuer, now } = context
  const { globalUserId, id, generation, seen } = found
  const at = now()
  const { set, add, condition } = refreshCountChange(context, Date.parse(found.lastUsed), at)
  const outcome = await table.update(
    session,
    { globalUserId, id },
    { set: { lastUsed: at.toISOString(), ...set }, add: { again: 1, ...add } },
    { equals: { generation }, ...(seen === undefined ? { without: ['seen'] } : {}), ...condition },
  )
  if (!outcome.ok || !outcome.after) return { found: outcome.ok ? undefined : outcome.found }
  const { again: issue = 1 } = outcome.after
  return {
    current: outcome.after,
    token: await issuer.refreshToken(outcome.after, { issue, at, late }),
    issue,
  }
}

const requireRefreshRate = ({ now, settings }: Context, { lastUsed, refreshes }: Session): void => {
  const at = now()
  const most = maxOf(refreshLimits.session, settings)
  if (minuteOf(Date.parse(lastUsed)) !== minuteOf(at.getTime()) || refreshes < most) return
  const expiresAt = new Date((minuteOf(at.getTime()) + 1) * minute).toISOString()
  failRateLimited(most, { expiresAt }, at)
}

/** Two hold copies of one token, and nobody can tell which is the owner. The session ends and the owner is told. */
const endStolenSession = async (
  context: Context,
  { globalUserId, id, deviceInfo }: Session,
): Promise<never> => {
  await context.table.write([
    remove(session, { globalUserId, id }, { exists: true }),
    mailDue(context, {
      template: 'session_ended',
      to: `user:${globalUserId}`,
      params: { device: deviceInfo },
    }),
    audit(context, {
      action: 'session.reuse',
      actor: 'system',
      targetType: 'session',
      targetId: id,
      detail: { globalUserId },
    }),
  ])
  return fail(InvalidRefreshToken, clearingCookies)
}

const isMemberHere = ({ tenant }: Context, rights: Access | undefined): boolean =>
  rights?.memberships[tenant.key]?.status === 'active'

/** Ends a session that the school limits. One that began at another school goes on there, with its cookies. */
const endExpiredSession = async ({ table, tenant }: Context, found: Session): Promise<never> => {
  if (found.tenantKey !== tenant.key) fail(RefreshTokenExpired)
  const { globalUserId, id } = found
  await table.remove(session, { globalUserId, id })
  return fail(RefreshTokenExpired, clearingCookies)
}

type RightsRead = Promise<{ readonly rights?: Access | undefined }>

/**
 * Tabs that ask at the same moment change the session under each other; each of them is judged by what it is then. What a
 * school limits is a condition of the first write, so that no session is used by asking whether it has been idle.
 */
const renewSession = async (
  context: Context,
  claims: RefreshClaims,
  successor: Successor,
  reading: RightsRead,
): Promise<RenewedSession> => {
  const { school, now } = context
  const since = earliestValidTimes(school, now())
  const limited = since === undefined ? issuedOnce : { ...issuedOnce, atLeast: since }
  let outcome = await rotate(context, claims, successor, (claims.iat ?? 0) * 1000, limited)
  return context.table.retryOnConflict(async () => {
    if ('token' in outcome) return outcome
    const { found } = outcome
    if (!found) return fail(InvalidRefreshToken, clearingCookies)
    const tokenState = refreshStateOf(found, claims, context.now())
    if (tokenState === 'stolen') return endStolenSession(context, found)
    if (tokenState === 'unknown') return fail(InvalidRefreshToken, clearingCookies)
    const over = isExpiredAtSchool(school, found, now())
    if (over && isMemberHere(context, (await reading).rights)) return endExpiredSession(context, found)
    requireRefreshRate(context, found)
    outcome =
      tokenState === 'newest'
        ? await rotate(context, claims, successor, Date.parse(found.lastUsed), unchangedSince(found))
        : await issueAgain(context, found, tokenState === 'late')
    return conflicted
  })
}

const requireNotSuspended = (rights: Access | undefined, { tenant }: Context): Access => {
  if (!rights) return fail(InvalidRefreshToken, clearingCookies)
  const membership = rights.memberships[tenant.key]
  if (membership?.status === 'active' && membership.suspended) fail(AccountSuspended)
  return rights
}

/** A suspension that was lifted brings no session back. One that began at another school goes on there, with its cookies. */
const requireNotEnded = ({ tenant }: Context, current: Session, rights: Access): void => {
  if (!isEndedBySuspension(current, rights, tenant.key)) return
  fail(InvalidRefreshToken, current.tenantKey === tenant.key ? clearingCookies : {})
}

/** A session that the door refuses gets no further tokens there; elsewhere it goes on. Lent ones are judged with each request. */
const enforceSignInPolicy = (context: Context, current: Session, rights: Access | undefined): void => {
  if (!rights || !isMemberHere(context, rights) || current.impersonatorSid !== undefined) return
  const { school } = context
  if (!satisfiesSignInPolicy(school, rights, current)) failSignInPolicy(school)
}

/**
 * Refresh: rotation in place on the same session, one round trip; nothing extends the session. Of two who use copies of
 * one token the second exchange of either ends the session, while tabs of one browser and answers that get lost end none.
 */
export const refreshToken = async (context: Context): Promise<Tokens> => {
  const claims = await requireRefreshClaims(context)
  const successor = await successorOf(context, claims)
  const reading = findRights(context.table, claims.globalUserId, claims.provenBy)
  const [{ current, token, issue }, { rights, school }] = await Promise.all([
    renewSession(context, claims, successor, reading),
    reading,
  ])
  const trusted = isTrusted(current, claims.provenBy, school)
  if (!isLive(current, rights) || !trusted) fail(InvalidRefreshToken, clearingCookies)
  enforceSignInPolicy(context, current, rights)
  const activeRights = requireNotSuspended(rights, context)
  requireNotEnded(context, current, activeRights)
  return tokensFor(context, current, activeRights, token, issue)
}
