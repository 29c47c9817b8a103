import type { Device, Tenant } from '../../context.ts'
import type { Tokens } from '../../contract/reply.ts'
import { sessionSeconds } from '../../contract/session-lifetime.ts'
import type { Settings } from '../../settings.ts'
import type { Table } from '../../table/table.ts'
import type { Access, Session } from '../person/records.ts'
import { sessionStrengthAt } from '../school/provider-trust.ts'
import type { AccessClaims } from '../token/tokens.ts'
import { type Issuer, refreshExpiry } from './issuer.ts'

/** Limit for a person's devices. A new session replaces the one unused for longest. */
export const maxSessions = 30

type SessionsContext = {
  readonly table: Table
  readonly tenant: Tenant
  readonly device: Device
  readonly issuer: Issuer
  readonly settings: Settings
  now(): Date
  newId(): string
}

const devices: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android Device'],
  [/Chrome/, 'Chrome Browser'],
  [/Firefox/, 'Firefox Browser'],
  [/Safari/, 'Safari Browser'],
]

/** The first matching name by which a person recognises the device. */
export const deviceInfoOf = (userAgent: string): string =>
  devices.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Unknown'

/** The kind of client that a device is. */
export const clientTypeOf = ({ userAgent, native }: Device): Session['clientType'] => {
  if (/iPhone|iPad/.test(userAgent)) return 'ios'
  if (/Android/.test(userAgent)) return 'android'
  return native || /Mobile/.test(userAgent) ? 'mobile' : 'web'
}

/**
 * Whether a session belongs to the current epoch. A new epoch ends all earlier sessions, whichever row was written
 * first.
 */
export const isLive = (session: Session | undefined, rights: Access | undefined): boolean =>
  session !== undefined && rights !== undefined && session.epoch === rights.epoch

/** Whether a suspension at a school has ended a session there. Lifting it restores no session (rules/auth 47). */
export const isEndedBySuspension = (
  { accessVersion = 0 }: Session,
  { memberships }: Access,
  tenantKey: string,
): boolean => accessVersion < (memberships[tenantKey]?.suspendedVersion ?? 0)

const later = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000)

type SessionDuration = {
  /** Absent: the lifetime of the device's kind of client. */
  readonly seconds?: number
  /** An earlier end of the session (ISO 8601). */
  readonly until?: string | undefined
}

/** A new session of this device, and its first refresh token. Not stored yet. */
export const newSession = async (
  context: SessionsContext,
  { globalUserId, epoch, version: accessVersion }: Access,
  authMethod: Session['authMethod'],
  { seconds, until, ...more }: Partial<Session> & SessionDuration = {},
): Promise<{ session: Session; refreshToken: string }> => {
  const { device, now, newId, tenant, issuer } = context
  const moment = now()
  const at = moment.toISOString()
  const clientType = clientTypeOf(device)
  // Nothing extends a session (rules/identity 1).
  const ends = later(moment, seconds ?? sessionSeconds[clientType]).toISOString()
  const bare: Session = {
    id: newId(),
    globalUserId,
    generation: 1,
    rotatedAt: at,
    refreshes: 0,
    deviceInfo: deviceInfoOf(device.userAgent),
    userAgent: device.userAgent,
    ipAddress: device.address,
    clientType,
    authMethod,
    tenantKey: tenant.key,
    epoch,
    accessVersion,
    lastUsed: at,
    createdAt: at,
    expiresAt: until !== undefined && until < ends ? until : ends,
    ...more,
  }
  return { session: bare, refreshToken: await issuer.refreshToken(bare) }
}

const accessClaimsOf = (session: Session, rights: Access, tenant: Tenant): AccessClaims => {
  const { membership, authority, platformRoles } = sessionStrengthAt(rights, session, tenant.key)
  const { impersonatorGlobalUserId: impersonatedBy, impersonatorSid, proof } = session
  const isImpersonated = impersonatedBy !== undefined
  return {
    globalUserId: session.globalUserId,
    ...(membership?.tenantUserId === undefined ? {} : { tenantUserId: membership.tenantUserId }),
    ...(platformRoles.length > 0 && !isImpersonated ? { platformRoles } : {}),
    roles: authority,
    sid: session.id,
    school: tenant.key,
    ...(isImpersonated ? { impersonatedBy } : {}),
    ...(impersonatorSid === undefined ? {} : { impersonatorSid }),
    ...(proof === undefined ? {} : { provenBy: proof.school }),
  }
}

/**
 * A new access token for a session, with its refresh token if one was just issued. All expiry times count from the
 * session's own time (`lastUsed`), so that no token and no cookie is a second off.
 */
export const tokensFor = async (
  context: SessionsContext,
  session: Session,
  rights: Access,
  refreshToken?: string,
  issue = 0,
): Promise<Tokens> => {
  const { table, tenant, issuer, settings, now, newId } = context
  const issued = refreshToken === undefined ? now() : new Date(session.lastUsed)
  const left = Math.floor((Date.parse(session.expiresAt) - issued.getTime()) / 1000)
  const accessSeconds = Math.min(settings.ACCESS_TOKEN_TTL, left)
  const pair = refreshToken === undefined ? {} : { pair: [session.generation, issue] as const }
  const claims = { ...accessClaimsOf(session, rights, tenant), ...pair }
  const accessToken = await issuer.accessToken(table, claims, issued, later(issued, accessSeconds), newId())
  if (refreshToken === undefined) return { accessToken, accessSeconds }
  const refreshEnds = refreshExpiry(session, settings.REFRESH_TOKEN_TTL).getTime()
  return {
    accessToken,
    accessSeconds,
    refreshToken,
    refreshSeconds: Math.floor((refreshEnds - issued.getTime()) / 1000),
  }
}
