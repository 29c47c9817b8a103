import type { Context } from '../../../lib/context.ts'
import { key } from '../../../lib/table/entity.ts'
import { put } from '../../../lib/table/write.ts'
import { endpointsOf } from '../addresses.ts'
import { nameHash, randomName } from '../name-hash.ts'
import { ownKey } from '../own-keys.ts'
import {
  removeSamlSession,
  requestSeconds,
  type SamlConfig,
  type SamlRequest,
  type SamlSession,
  samlConfig,
  samlRequest,
  samlSession,
} from '../repository.ts'
import { escaped } from '../xml/escape.ts'
import { redirectAddress } from '../xml/redirect-binding.ts'

type LogoutContext = Pick<Context, 'table' | 'gateways' | 'tenant' | 'now'>
type EndedSession = { readonly globalUserId: string; readonly sid: string }

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'
const assertion = 'urn:oasis:names:tc:SAML:2.0:assertion'

const element = (name: string, attributes: Readonly<Record<string, string | undefined>>, inside: string) => {
  const written = Object.entries(attributes).map(([attribute, value]) =>
    value === undefined ? '' : ` ${attribute}="${escaped(value)}"`,
  )
  return `<${name}${written.join('')}>${inside}</${name}>`
}

/** The request to sign a person out (SAML core 3.7.1), built without the libraries that read messages. */
const logoutRequest = (
  config: SamlConfig,
  { nameId, nameFormat, sessionIndex }: SamlSession,
  { requestId }: SamlRequest,
  at: Date,
): string => {
  const index = sessionIndex === undefined ? '' : element('samlp:SessionIndex', {}, escaped(sessionIndex))
  return element(
    'samlp:LogoutRequest',
    {
      'xmlns:samlp': protocol,
      'xmlns:saml': assertion,
      ID: requestId,
      Version: '2.0',
      IssueInstant: at.toISOString(),
      Destination: config.sloUrl,
    },
    element('saml:Issuer', {}, escaped(endpointsOf(config).entityId)) +
      element('saml:NameID', { Format: nameFormat }, escaped(nameId)) +
      index,
  )
}

/**
 * Returns the identity provider's logout address, for a session that the provider opened. The session ends in the same
 * transaction. For any other session, and where the school has configured no logout, it returns undefined and writes
 * nothing (rules/saml 37, 61).
 */
export const providerLogout = async (
  context: LogoutContext,
  { globalUserId, sid }: EndedSession,
): Promise<string | undefined> => {
  const { table, now } = context
  const [config, known] = await table.batchGet([key(samlConfig, {}), key(samlSession, { sid })], {
    strong: true,
  })
  if (!config?.isActive || config.sloUrl === undefined || known?.globalUserId !== globalUserId)
    return undefined
  const request: SamlRequest = {
    relay: randomName('r'),
    requestId: randomName('_'),
    kind: 'logout',
    idpEntityId: config.idpEntityId,
    expiresAt: new Date(now().getTime() + requestSeconds * 1000).toISOString(),
  }
  const [own] = await Promise.all([
    ownKey(context),
    table.write([
      ...removeSamlSession(nameHash(config.idpEntityId, known.nameId), sid, globalUserId),
      put(samlRequest, request, { absent: true }),
    ]),
  ])
  const xml = logoutRequest(config, known, request, now())
  const message = { part: 'SAMLRequest', xml, relay: request.relay } as const
  return redirectAddress(config.sloUrl, message, own, config.signatureAlgorithm)
}
