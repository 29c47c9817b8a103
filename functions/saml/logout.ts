import { answer } from '../../lib/contract/reply.ts'
import { session } from '../../lib/identity/person/records.ts'
import type { Operation } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { providerLogout } from './index/provider-logout.ts'

type Rows = (typeof contract)['rows']

const logouts = () => import('./logout-messages.ts')

export const startSamlLogout: Operation<Rows['startSamlLogout']> = async (_, context) => {
  const { globalUserId, sid } = context.caller
  if (globalUserId === undefined || sid === undefined) return answer({}, { clearCookies: true })
  const redirectUrl = await providerLogout(context, { globalUserId, sid })
  if (redirectUrl === undefined) await context.table.remove(session, { globalUserId, id: sid })
  return answer(redirectUrl === undefined ? {} : { redirectUrl }, { clearCookies: true })
}

export const receiveSamlLogout: Operation<Rows['receiveSamlLogout']> = async (_, context) => {
  // The signature covers the query as it was sent, so the raw query decides.
  const part = /(?:^|&)SAMLRequest=/.test(context.device.rawQuery ?? '') ? 'SAMLRequest' : 'SAMLResponse'
  const { receiveLogoutMessage: takeLogoutMessage } = await logouts()
  return takeLogoutMessage(context, { part, by: 'redirect', text: undefined, relay: undefined })
}

export const receivePostedSamlLogout: Operation<Rows['receivePostedSamlLogout']> = async (
  { SAMLRequest, SAMLResponse, RelayState },
  context,
) => {
  const part = SAMLRequest === undefined ? 'SAMLResponse' : 'SAMLRequest'
  const { receiveLogoutMessage: takeLogoutMessage } = await logouts()
  return takeLogoutMessage(context, {
    part,
    by: 'post',
    text: SAMLRequest ?? SAMLResponse,
    relay: RelayState,
  })
}
