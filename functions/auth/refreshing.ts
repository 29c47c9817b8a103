import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { AccountSuspended } from '../../lib/contract/failures.ts'
import type { Tokens } from '../../lib/contract/reply.ts'
import { audit } from '../../lib/identity/audit.ts'
import { mostOf, refuseUntil } from '../../lib/identity/limits.ts'
import { type Access, type Session, session } from '../../lib/identity/records.ts'
import { standing } from '../../lib/identity/renewal.ts'
import { isLive, tokensFor } from '../../lib/identity/sessions.ts'
import type { RefreshClaims } from '../../lib/identity/tokens.ts'
import { mailDue } from '../../lib/outbox.ts'
import { remove } from '../../lib/table/write.ts'
import { InvalidRefreshToken, NoRefreshToken, RefreshTokenExpired, refreshLimits } from './contract.ts'
import { findRights } from './repository.ts'

const ended = { clearCookies: true } as const

const provenClaims = async ({ device, issuer, now }: Context): Promise<RefreshClaims> => {
  const token = device.refreshToken ?? fail(NoRefreshToken)
  const verdict = await issuer.refreshClaims(token, now())
  if (verdict === 'expired') fail(RefreshTokenExpired, ended)
  if (verdict === 'invalid') fail(InvalidRefreshToken, ended)
  return verdict.claims
}

const minute = refreshLimits.session.seconds * 1000

const minuteOf = (moment: number): number => Math.floor(moment / minute)

/** One more refresh of a session within the minute of `last` (milliseconds), or the first of a new minute. */
const counted = ({ settings }: Context, last: number, at: Date) =>
  minuteOf(last) === minuteOf(at.getTime())
    ? {
        set: {},
        add: { refreshes: 1 },
        condition: { below: { refreshes: mostOf(refreshLimits.session, settings) } },
      }
    : { set: { refreshes: 1 }, add: {}, condition: {} }

/** The refresh token that comes next, signed before the table is asked for anything. */
const successorOf = async ({ issuer, now }: Context, claims: RefreshClaims) => {
  const at = now()
  const next = {
    id: claims.sid,
    globalUserId: claims.globalUserId,
    generation: claims.generation + 1,
    kid: '',
    rotatedAt: at.toISOString(),
    expiresAt: claims.sessionEnds,
  }
  return { at, next, signed: await issuer.refreshToken(next) }
}
type Successor = Awaited<ReturnType<typeof successorOf>>

/**
 * Moves the session on to its next refresh token, if the token at hand is its newest: one conditional write. How often a
 * session rotated within the minute is counted in the same write; the token says when the last rotation was.
 */
const rotate = (context: Context, claims: RefreshClaims, { at, next, signed }: Successor) => {
  const { globalUserId, sid: id, generation, iat = 0 } = claims
  const { set, add, condition } = counted(context, iat * 1000, at)
  return context.table.update(
    session,
    { globalUserId, id },
    {
      set: {
        generation: next.generation,
        kid: signed.kid,
        refreshHash: signed.hash,
        rotatedAt: next.rotatedAt,
        lastUsed: next.rotatedAt,
        ...set,
      },
      add,
    },
    { equals: { generation }, ...condition },
  )
}

/** A lost reply, a parallel tab, or a native client that keeps its old token: the same successor again. Bounded like rotation. */
const handOutAgain = async (
  context: Context,
  current: Session,
): Promise<{ current: Session; token: string }> => {
  const { table, issuer, now } = context
  const { token, kid, hash } = await issuer.refreshToken(current)
  const at = now()
  const { set, add, condition } = counted(context, Date.parse(current.lastUsed), at)
  const outcome = await table.update(
    session,
    { globalUserId: current.globalUserId, id: current.id },
    { set: { lastUsed: at.toISOString(), kid, refreshHash: hash, ...set }, add },
    { equals: { generation: current.generation }, ...condition },
  )
  if (outcome.ok) return { current, token }
  return outcome.found ? tooOften(context) : fail(InvalidRefreshToken, ended)
}

const tooOften = ({ now, settings }: Context): never => {
  const at = now()
  const expiresAt = new Date((minuteOf(at.getTime()) + 1) * minute).toISOString()
  return refuseUntil(mostOf(refreshLimits.session, settings), { expiresAt }, at)
}

/** A token that was superseded long ago came back: somebody has a copy. The session ends and its owner is told. */
const endStolen = async (context: Context, stolen: Session): Promise<never> => {
  const { table } = context
  await table.write([
    remove(session, { globalUserId: stolen.globalUserId, id: stolen.id }),
    mailDue(context, {
      template: 'session_ended',
      to: `user:${stolen.globalUserId}`,
      params: { device: stolen.deviceInfo },
    }),
    audit(context, {
      action: 'session.reuse',
      actor: 'system',
      targetType: 'session',
      targetId: stolen.id,
      detail: { globalUserId: stolen.globalUserId },
    }),
  ])
  return fail(InvalidRefreshToken, ended)
}

const renewed = async (
  context: Context,
  claims: RefreshClaims,
  successor: Successor,
): Promise<{ current: Session; token: string }> => {
  const outcome = await rotate(context, claims, successor)
  if (outcome.ok && outcome.after) return { current: outcome.after, token: successor.signed.token }
  const found = outcome.ok ? undefined : outcome.found
  if (!found) return fail(InvalidRefreshToken, ended)
  switch (standing(found, claims.generation, context.now())) {
    case 'newest':
      return tooOften(context)
    case 'previous':
    case 'graced':
      return handOutAgain(context, found)
    case 'stolen':
      return endStolen(context, found)
    case 'unknown':
      return fail(InvalidRefreshToken, ended)
  }
}

const refuseSuspended = (rights: Access | undefined, { tenant }: Context): Access => {
  if (!rights) return fail(InvalidRefreshToken, ended)
  const membership = rights.memberships[tenant.key]
  if (membership?.status === 'active' && membership.suspended) fail(AccountSuspended)
  return rights
}

/**
 * Refresh (specification, Authentication 6; DESIGN section 5): rotation in place on the same session, one round trip.
 * Two refreshes at once get the same successor; nothing extends the session.
 */
export const refreshSession = async (context: Context): Promise<Tokens> => {
  const claims = await provenClaims(context)
  const successor = await successorOf(context, claims)
  const [{ current, token }, rights] = await Promise.all([
    renewed(context, claims, successor),
    findRights(context.table, claims.globalUserId),
  ])
  if (!isLive(current, rights)) fail(InvalidRefreshToken, ended)
  return tokensFor(context, current, refuseSuspended(rights, context), token)
}
