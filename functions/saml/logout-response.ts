import { SamlLib } from 'samlify'
import type { Context } from '../../lib/context.ts'
import { answer } from '../../lib/contract/reply.ts'
import { endpointsOf } from './addresses.ts'
import { randomName } from './name-hash.ts'
import { ownKey } from './own-keys.ts'
import { formPage } from './pages.ts'
import type { SamlConfig } from './repository.ts'
import { redirectAddress } from './xml/redirect-binding.ts'
import { withSignature } from './xml/signature.ts'

const logoutResponse = (config: SamlConfig, to: string, inResponseTo: string, at: Date): string =>
  SamlLib.replaceTagsByValue(SamlLib.defaultLogoutResponseTemplate.context, {
    ID: randomName('_'),
    IssueInstant: at.toISOString(),
    Destination: to,
    Issuer: endpointsOf(config).entityId,
    InResponseTo: inResponseTo,
    StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
  } as never)

type LogoutRequest = {
  readonly id: string
  readonly by: 'redirect' | 'post'
  readonly relay: string | undefined
}

/** Confirms a completed logout to the identity provider, by the binding of its request. */
export const logoutReply = async (
  context: Context<'anyone'>,
  config: SamlConfig,
  { id, by, relay }: LogoutRequest,
) => {
  const to = config.sloResponseUrl ?? config.sloUrl
  if (to === undefined) return answer(undefined)
  const own = await ownKey(context)
  const xml = logoutResponse(config, to, id, context.now())
  if (by === 'redirect') {
    const message = { part: 'SAMLResponse', xml, relay } as const
    const location = redirectAddress(to, message, own, config.signatureAlgorithm)
    return answer(undefined, { status: 302, headers: { location } })
  }
  const SAMLResponse = Buffer.from(withSignature(xml, own, config)).toString('base64')
  const fields = { SAMLResponse, ...(relay === undefined ? {} : { RelayState: relay }) }
  return answer(undefined, await formPage(context, to, fields))
}
