import type { Device } from '../../context.ts'
import { key } from '../../table/entity.ts'
import type { Table } from '../../table/table.ts'
import { type Caller, callerOf } from '../person/caller.ts'
import { access, session, signingKey } from '../person/records.ts'
import { isTrusted, provingSchool } from '../school/trust.ts'
import { type Standing, seenAfter, standing } from '../token/token-copies.ts'
import { peek } from '../token/tokens.ts'
import type { Verifier } from '../token/verifier.ts'
import { isLive } from './sessions.ts'

const usable = new Set<Standing>(['newest', 'again'])

/**
 * Whether the cookies of a request are of two sessions: then one of them was planted or left over, nobody knows which, and
 * nothing is done for or to the session of the refresh token.
 */
export const isMixed = (
  { accessSids = [], refreshShown }: Pick<Device, 'accessSids' | 'refreshShown'>,
  sid: string,
): boolean => !refreshShown && accessSids.some((other) => other !== sid)

type World = { readonly table: Table; readonly verifier: Verifier; now(): Date }

/**
 * The optional-verification variant (rules/auth 24): with an expired access token the refresh cookie
 * names the session to act for. It does not rotate anything; a fresh cookie comes from the refresh operation.
 */
export const renewingCaller = async (
  { table, verifier, now }: World,
  device: Device,
  tenant: { readonly key: string },
): Promise<Caller | undefined> => {
  const { refreshToken: token } = device
  const unproven = token === undefined ? undefined : peek(token)
  if (!token || !unproven?.kid || !unproven.globalUserId || !unproven.sid) return undefined
  if (isMixed(device, unproven.sid)) return undefined
  const holes = { globalUserId: unproven.globalUserId, id: unproven.sid }
  const { provenBy } = unproven
  const [current, rights, signing, school] = await table.batchGet(
    [
      key(session, holes),
      key(access, holes),
      key(signingKey, { kid: unproven.kid }),
      ...(provenBy === undefined ? [] : [provingSchool(provenBy)]),
    ],
    { strong: true },
  )
  if (signing) verifier.learn(signing, now())
  const verdict = await verifier.refresh(token, unproven.kid, now())
  if (typeof verdict === 'string' || !current || !rights) return undefined
  if (!isLive(current, rights) || current.impersonatorGlobalUserId !== undefined) return undefined
  if (!isTrusted(current, verdict.claims.provenBy, school)) return undefined
  if (!usable.has(standing(current, verdict.claims, now()))) return undefined
  const { generation, issue = 0 } = verdict.claims
  const seen = seenAfter(current, { pair: [generation, issue] }, now())
  const noted = seen === undefined ? {} : { seen }
  const { ok } = await table.update(session, holes, { set: { lastUsed: now().toISOString(), ...noted } })
  if (!ok) return undefined
  const claims = { globalUserId: current.globalUserId, roles: [], sid: current.id, school: current.tenantKey }
  const { suspended, ...caller } = callerOf(claims, current, rights, tenant.key, 'cookie')
  return suspended ? undefined : caller
}
