import type { Delivery } from '../context.ts'
import type { Row } from '../contract/row.ts'
import type { Caller } from '../identity/person/caller.ts'
import type { Session } from '../identity/person/records.ts'
import { isUsable, refreshStateOf } from '../identity/token/refresh-reuse.ts'
import type { Runtime } from '../runtime.ts'
import type { Request } from './request.ts'

/** Whether the request shows, beside its access token, the refresh token of the same session. */
const showsRefreshToken = async (
  { device }: Request,
  own: Session | undefined,
  { issuer, now }: Runtime,
): Promise<boolean> => {
  if (!own || !device.refreshShown || device.refreshToken === undefined) return false
  const verdict = await issuer.refreshClaims(device.refreshToken, now())
  if (typeof verdict === 'string' || verdict.claims.sid !== own.id) return false
  return (
    verdict.claims.globalUserId === own.globalUserId && isUsable(refreshStateOf(own, verdict.claims, now()))
  )
}

/**
 * How an operation delivers tokens. Every script of a page can read a body. Tokens in a body therefore require a proof
 * that no script can borrow from a browser: the refresh token itself in a header, or, in an app, the person's sign-in
 * credential. `own` is the session of the caller's access token.
 */
export const deliveryOf = async (
  request: Request,
  row: Row,
  caller: Caller | undefined,
  own: Session | undefined,
  runtime: Runtime,
): Promise<Delivery> => {
  const { device } = request
  if (row.reply.tokens === undefined) return 'cookies'
  if (row.refreshToken) return device.refreshShown ? 'body' : 'cookies'
  if (!caller) return device.native ? 'body' : 'cookies'
  if (caller.via === 'cookie') return 'cookies'
  if (await showsRefreshToken(request, own, runtime)) return 'body'
  return device.native ? 'nowhere' : 'cookies'
}
