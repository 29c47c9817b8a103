import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { AccountSuspended, NoRefreshToken } from '../../lib/contract/failures.ts'
import { answer } from '../../lib/contract/reply.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { failRateLimited, maxOf } from '../../lib/identity/limit/limits.ts'
import { type Access, type Session, session } from '../../lib/identity/person/records.ts'
import { isTrusted } from '../../lib/identity/school/provider-trust.ts'
import { earliestValidTimes, isExpiredAtSchool } from '../../lib/identity/school/session-limits.ts'
import { failSignInPolicy, satisfiesSignInPolicy } from '../../lib/identity/school/sign-in-policy.ts'
import { hasMixedCookies, rotation } from '../../lib/identity/session/renewal.ts'
import { isEndedBySuspension, isLive, tokensFor } from '../../lib/identity/session/sessions.ts'
import { exchangeOf, refreshStateOf } from '../../lib/identity/token/refresh-reuse.ts'
import type { RefreshClaims } from '../../lib/identity/token/tokens.ts'
import type { Operation } from '../../lib/operation.ts'
import { mailDue } from '../../lib/outbox.ts'
import type { Condition } from '../../lib/table/condition.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { remove } from '../../lib/table/write.ts'
import type { contract } from './contract.ts'
import { InvalidRefreshToken, RefreshTokenExpired, refreshLimits } from './contract.ts'
import { findRights } from './repository.ts'

type Rows = (typeof contract)['rows']

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

/** Counts one more refresh within the minute of `last` (milliseconds), or the first of a new minute. */
const refreshCountChange = ({ settings }: Context, last: number, at: Date) =>
  minuteOf(last) === minuteOf(at.getTime())
    ? {
        set: {},
        add: { refreshes: 1 },
        condition: { below: { refreshes: maxOf(refreshLimits.session, settings) } },
      }
    : { set: { refreshes: 1 }, add: {}, condition: {} }

/** The next refresh token, signed before the table is called. */
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

/** Only one token of this generation was issued, so there is no reuse to judge. */
const issuedOnce: Condition<Session> = { below: { again: 1 } }

/** The session has not changed since it was judged. */
const unchangedSince = ({ again = 0, seen }: Session): Condition<Session> => {
  if (again === 0) return issuedOnce
  return seen === undefined ? { equals: { again }, without: ['seen'] } : { equals: { again, seen } }
}

/**
 * Moves the session to its next generation if the token is of the newest one, in one conditional write. The same write
 * counts the rotations of the minute.
 */
const rotate = async (
  context: Context,
  { globalUserId, sid: id, generation }: RefreshClaims,
  { at, next, token }: Successor,
  last: number,
  required: Condition<Session>,
): Promise<RenewedSession | { readonly found: Session | undefined }> => {
  const { set, add, condition } = refreshCountChange(context, last, at)
  const change = rotation(next)
  const outcome = await context.table.update(
    session,
    { globalUserId, id },
    { ...change, set: { ...change.set, ...set }, add },
    {
      ...required,
      equals: { generation, ...required.equals },
      below: { ...required.below, ...condition.below },
    },
  )
  if (outcome.ok && outcome.after) return { current: outcome.after, token, issue: 0 }
  return { found: outcome.ok ? undefined : outcome.found }
}

/**
 * For a parallel tab or a lost response: issues one more token of the newest generation. Only one of these tokens can
 * be exchanged.
 */
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

/**
 * Two clients hold copies of one token, and the owner cannot be told from the thief. Ends the session and notifies the
 * owner.
 */
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

/**
 * Ends a session that exceeds the school's limits. A session that began at another school continues there, with its
 * cookies.
 */
const endExpiredSession = async ({ table, tenant }: Context, found: Session): Promise<never> => {
  if (found.tenantKey !== tenant.key) fail(RefreshTokenExpired)
  const { globalUserId, id } = found
  await table.remove(session, { globalUserId, id })
  return fail(RefreshTokenExpired, clearingCookies)
}

type RightsRead = Promise<{ readonly rights?: Access | undefined }>

/**
 * Parallel requests of several tabs change the session under each other; each is judged by the session's current state.
 * The school's limits are a condition of the first write, so that a check for idleness does not count as use.
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

/**
 * Lifting a suspension does not restore a session. A session that began at another school continues there, with its
 * cookies.
 */
const requireNotEnded = ({ tenant }: Context, current: Session, rights: Access): void => {
  if (!isEndedBySuspension(current, rights, tenant.key)) return
  fail(InvalidRefreshToken, current.tenantKey === tenant.key ? clearingCookies : {})
}

/**
 * A session that the sign-in policy refuses gets no further tokens at this school; elsewhere it continues.
 * Impersonation sessions are judged with each request.
 */
const enforceSignInPolicy = (context: Context, current: Session, rights: Access | undefined): void => {
  if (!rights || !isMemberHere(context, rights) || current.impersonatorSid !== undefined) return
  const { school } = context
  if (!satisfiesSignInPolicy(school, rights, current)) failSignInPolicy(school)
}

/**
 * Rotates the tokens of the same session in one round trip. A refresh never extends the session. If two clients use
 * copies of one token, the second exchange by either ends the session. Tabs of one browser and lost responses do not
 * end it.
 */
export const refreshToken: Operation<Rows['refreshToken']> = async (_, context) => {
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
  return answer(undefined, { tokens: await tokensFor(context, current, activeRights, token, issue) })
}
