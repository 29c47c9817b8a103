import { key } from '../table/entity.ts'
import type { Table } from '../table/table.ts'
import { type Caller, callerOf } from './caller.ts'
import { access, type Session, session, signingKey } from './records.ts'
import { isLive } from './sessions.ts'
import { peek } from './tokens.ts'
import type { Verifier } from './verifier.ts'

/** A superseded token stays good this long after the next one was used: parallel tabs, lost replies. */
const graceSeconds = 30

export type Standing = 'newest' | 'previous' | 'graced' | 'stolen' | 'unknown'

/**
 * How a refresh token of `generation` stands to its session:
 * `newest` rotates; `previous` gets the same successor again; `graced` gets the newest; anything older was stolen.
 * `unknown` is a token of a future that a restored table has forgotten.
 */
export const standing = (current: Session, generation: number, now: Date): Standing => {
  const behind = current.generation - generation
  if (behind < 0) return 'unknown'
  if (behind === 0) return 'newest'
  if (behind === 1) return 'previous'
  const sinceRotation = now.getTime() - Date.parse(current.rotatedAt)
  return behind === 2 && sinceRotation <= graceSeconds * 1000 ? 'graced' : 'stolen'
}

const usable = new Set<Standing>(['newest', 'previous', 'graced'])

type World = { readonly table: Table; readonly verifier: Verifier; now(): Date }

/**
 * The optional-verification variant (specification, Authentication 5): with an expired access token the refresh cookie
 * names the session to act for. It does not rotate anything; a fresh cookie comes from the refresh operation.
 */
export const renewingCaller = async (
  { table, verifier, now }: World,
  token: string | undefined,
  tenant: { readonly key: string },
): Promise<Caller | undefined> => {
  const unproven = token === undefined ? undefined : peek(token)
  if (!token || !unproven?.kid || !unproven.globalUserId || !unproven.sid) return undefined
  const holes = { globalUserId: unproven.globalUserId, id: unproven.sid }
  const [current, rights, signing] = await table.batchGet(
    [key(session, holes), key(access, holes), key(signingKey, { kid: unproven.kid })],
    { strong: true },
  )
  if (signing) verifier.learn(signing, now())
  const verdict = await verifier.refresh(token, unproven.kid, now())
  if (typeof verdict === 'string' || !current || !rights) return undefined
  if (!isLive(current, rights) || current.impersonatorGlobalUserId !== undefined) return undefined
  if (!usable.has(standing(current, verdict.claims.generation, now()))) return undefined
  const { ok } = await table.update(session, holes, { set: { lastUsed: now().toISOString() } })
  if (!ok) return undefined
  const claims = { globalUserId: current.globalUserId, roles: [], sid: current.id, school: current.tenantKey }
  const { suspended, ...caller } = callerOf(claims, rights, tenant.key, 'cookie')
  return suspended ? undefined : caller
}
