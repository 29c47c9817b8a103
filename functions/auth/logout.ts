import type { Context } from '../../lib/context.ts'
import { answer } from '../../lib/contract/reply.ts'
import { session } from '../../lib/identity/person/records.ts'
import { hasMixedCookies } from '../../lib/identity/session/renewal.ts'
import type { Operation } from '../../lib/operation.ts'
import { providerLogout } from '../saml/index/provider-logout.ts'
import type { contract } from './contract.ts'

type Rows = (typeof contract)['rows']

type LogoutContext = Context<'optional'>
type SessionKey = { readonly globalUserId: string; readonly sid: string }

/**
 * The session of the refresh token. If the cookies belong to two sessions, the session of the access token (rules/auth
 * 27).
 */
const findRequestSession = async ({
  caller,
  device,
  issuer,
  now,
}: LogoutContext): Promise<SessionKey | undefined> => {
  const verdict = device.refreshToken ? await issuer.refreshClaims(device.refreshToken, now()) : 'invalid'
  const accessSids = caller?.sid ? [caller.sid] : (device.accessSids ?? [])
  const refreshClaims = typeof verdict === 'object' ? verdict.claims : undefined
  const { globalUserId, sid } =
    (refreshClaims && !hasMixedCookies({ ...device, accessSids }, refreshClaims.sid)
      ? refreshClaims
      : caller) ?? {}
  return globalUserId && sid ? { globalUserId, sid } : undefined
}

/**
 * Ends the session of the request. Returns the logout address of the identity provider, if the provider opened the session
 * and the school has configured a logout (rules/saml 61).
 */
export const endSession = async (context: LogoutContext): Promise<string | undefined> => {
  const { table, tenant } = context
  const named = await findRequestSession(context)
  if (!named) return undefined
  const removed = await table.remove(session, { globalUserId: named.globalUserId, id: named.sid })
  const endedSession = removed.ok ? removed.before : undefined
  // A session that has already ended may come from a logout that failed half-way.
  const isOfProvider = endedSession === undefined || endedSession.authMethod === 'saml'
  if (tenant.platform || !isOfProvider) return undefined
  return providerLogout(context, named)
}

export const logout: Operation<Rows['logout']> = async (_, context) => {
  const redirectUrl = await endSession(context)
  return answer(redirectUrl === undefined ? {} : { redirectUrl }, { clearCookies: true })
}
