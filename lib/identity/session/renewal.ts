import type { Device } from '../../context.ts'
import { key } from '../../table/entity.ts'
import type { Table } from '../../table/table.ts'
import { type Change, update, type Write } from '../../table/write.ts'
import { type Caller, callerOf } from '../person/caller.ts'
import { access, type Session, session, signingKey, type TenantRecord } from '../person/records.ts'
import { isTrusted, proofSchoolKey } from '../school/provider-trust.ts'
import { isExpiredAtSchool } from '../school/session-limits.ts'
import { satisfiesSignInPolicy } from '../school/sign-in-policy.ts'
import { isUsable, refreshStateOf, rotationSeen } from '../token/refresh-reuse.ts'
import { decodeUnverified } from '../token/tokens.ts'
import type { Verifier } from '../token/verifier.ts'
import type { Issuer } from './issuer.ts'
import { isEndedBySuspension, isLive } from './sessions.ts'

type RotationContext = { readonly issuer: Issuer; now(): Date }

type RotatedFields = Pick<Session, 'generation' | 'rotatedAt' | 'exchanged' | 'exchangedBefore'>

/** The fields that move a session to its next generation. */
export const rotation = ({ exchangedBefore, rotatedAt, generation, exchanged }: RotatedFields) => ({
  set: { generation, rotatedAt, lastUsed: rotatedAt, again: 0, exchanged, exchangedBefore },
  remove: exchangedBefore === undefined ? (['seen', 'exchangedBefore'] as const) : (['seen'] as const),
})

/**
 * A session with its next refresh token, for the holder of its newest access token. If the previous refresh token is
 * kept, it stays valid as long as after any exchange whose response may be lost.
 */
export const rotateSession = async (
  { issuer, now }: RotationContext,
  own: Session,
): Promise<{ next: Session; token: string }> => {
  const at = now().toISOString()
  const next: Session = {
    ...own,
    generation: own.generation + 1,
    rotatedAt: at,
    lastUsed: at,
    exchanged: Math.max(own.seen ?? 0, 0),
    exchangedBefore: undefined,
  }
  return { next, token: await issuer.refreshToken(next) }
}

/** Moves a session to its next refresh token, unless it has moved meanwhile. */
export const rotationWrite = (own: Session, next: Session, more: Change<Session> = {}): Write => {
  const { set, remove } = rotation(next)
  return update(
    session,
    { globalUserId: own.globalUserId, id: own.id },
    { ...more, set: { ...set, ...more.set }, remove: [...remove, ...(more.remove ?? [])] },
    { equals: { generation: own.generation, epoch: own.epoch } },
  )
}

/**
 * Whether a request's cookies belong to two sessions. One of them was planted or left over, and it is unknown which.
 * So the session of the refresh token stays untouched.
 */
export const hasMixedCookies = (
  { accessSids = [], refreshShown }: Pick<Device, 'accessSids' | 'refreshShown'>,
  sid: string,
): boolean => !refreshShown && accessSids.some((other) => other !== sid)

type RenewalContext = { readonly table: Table; readonly verifier: Verifier; now(): Date }

/**
 * The optional-verification variant (rules/auth 24): with an expired access token, the refresh cookie names the
 * session. It rotates nothing; a new cookie comes from the refresh operation.
 */
export const callerByRefreshToken = async (
  { table, verifier, now }: RenewalContext,
  device: Device,
  tenant: { readonly key: string },
  policySchool: TenantRecord | undefined,
): Promise<Caller | undefined> => {
  const { refreshToken: token } = device
  const unproven = token === undefined ? undefined : decodeUnverified(token)
  if (!token || !unproven?.kid || !unproven.globalUserId || !unproven.sid) return undefined
  if (hasMixedCookies(device, unproven.sid)) return undefined
  const keyParams = { globalUserId: unproven.globalUserId, id: unproven.sid }
  const { provenBy } = unproven
  const [current, rights, signing, school] = await table.batchGet(
    [
      key(session, keyParams),
      key(access, keyParams),
      key(signingKey, { kid: unproven.kid }),
      ...(provenBy === undefined ? [] : [proofSchoolKey(provenBy)]),
    ],
    { strong: true },
  )
  if (signing) verifier.learn(signing, now())
  const verdict = await verifier.refresh(token, unproven.kid, now())
  if (typeof verdict === 'string' || !current || !rights) return undefined
  if (!isLive(current, rights) || current.impersonatorGlobalUserId !== undefined) return undefined
  if (!isTrusted(current, verdict.claims.provenBy, school)) return undefined
  if (!isUsable(refreshStateOf(current, verdict.claims, now()))) return undefined
  const isMember = rights.memberships[tenant.key]?.status === 'active'
  if (isEndedBySuspension(current, rights, tenant.key)) return undefined
  if (
    isMember &&
    (!satisfiesSignInPolicy(policySchool, rights, current) || isExpiredAtSchool(policySchool, current, now()))
  )
    return undefined
  const { generation, issue = 0 } = verdict.claims
  const seen = rotationSeen(current, { pair: [generation, issue] }, now())
  const noted = seen === undefined ? {} : { seen }
  const { ok } = await table.update(session, keyParams, { set: { lastUsed: now().toISOString(), ...noted } })
  if (!ok) return undefined
  const claims = { globalUserId: current.globalUserId, roles: [], sid: current.id, school: current.tenantKey }
  const { suspended, ...caller } = callerOf(claims, current, rights, tenant.key, 'cookie')
  return suspended ? undefined : caller
}
