import { SamlLib } from 'samlify'
import type { Context } from '../../../lib/context.ts'
import { answer } from '../../../lib/contract/reply.ts'
import { placesFor } from '../addresses.ts'
import { type OwnKey, ownKey } from '../certificates/own-keys.ts'
import { formPage } from '../pages.ts'
import type { SamlConfig } from '../repository.ts'
import { unguessable } from '../sign-in/request.ts'
import { digestAddress, enveloped, exclusive, signatureAddress } from '../xml/algorithm-names.ts'
import { signedXml } from '../xml/algorithms.ts'
import { redirectAddress } from '../xml/redirect-binding.ts'

/** A message with a signature of ours inside, as the POST binding wants it. */
export const signedMessage = (
  xml: string,
  { certificate, privateKey }: OwnKey,
  { signatureAlgorithm, digestAlgorithm }: Pick<SamlConfig, 'signatureAlgorithm' | 'digestAlgorithm'>,
): string => {
  const signer = signedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: signatureAddress(signatureAlgorithm),
    canonicalizationAlgorithm: exclusive,
  })
  signer.addReference({
    xpath: '/*',
    transforms: [enveloped, exclusive],
    digestAlgorithm: digestAddress(digestAlgorithm),
  })
  const reference = "/*/*[local-name(.)='Issuer']"
  signer.computeSignature(xml, { prefix: 'ds', location: { reference, action: 'after' } })
  return signer.getSignedXml()
}

const response = (config: SamlConfig, to: string, inResponseTo: string, at: Date): string =>
  SamlLib.replaceTagsByValue(SamlLib.defaultLogoutResponseTemplate.context, {
    ID: unguessable('_'),
    IssueInstant: at.toISOString(),
    Destination: to,
    Issuer: placesFor(config).entityId,
    InResponseTo: inResponseTo,
    StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
  } as never)

type Asked = { readonly id: string; readonly by: 'redirect' | 'post'; readonly relay: string | undefined }

/** Tells the identity provider that its logout was carried out, by the binding that it asked by. */
export const logoutReply = async (
  context: Context<'anyone'>,
  config: SamlConfig,
  { id, by, relay }: Asked,
) => {
  if (config.sloUrl === undefined) return answer(undefined)
  const own = await ownKey(context)
  const xml = response(config, config.sloUrl, id, context.now())
  if (by === 'redirect') {
    const message = { part: 'SAMLResponse', xml, relay } as const
    const location = redirectAddress(config.sloUrl, message, own, config.signatureAlgorithm)
    return answer(undefined, { status: 302, headers: { location } })
  }
  const SAMLResponse = Buffer.from(signedMessage(xml, own, config)).toString('base64')
  const fields = { SAMLResponse, ...(relay === undefined ? {} : { RelayState: relay }) }
  return answer(undefined, formPage(config.sloUrl, fields))
}
