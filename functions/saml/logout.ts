import { SamlLib } from 'samlify'
import type { Context } from '../../lib/context.ts'
import { answer } from '../../lib/contract/reply.ts'
import { session } from '../../lib/identity/person/records.ts'
import { key } from '../../lib/table/entity.ts'
import { put, remove, type Write } from '../../lib/table/write.ts'
import { placesFor } from './addresses.ts'
import { ownKey } from './own-keys.ts'
import { formPage } from './pages.ts'
import {
  type SamlConfig,
  type SamlRequest,
  type SamlSession,
  samlConfig,
  samlName,
  samlRequest,
  samlSession,
} from './repository.ts'
import { nameHash } from './sign-in/provisioning.ts'
import { requestSeconds, unguessable } from './sign-in/request.ts'
import { redirectAddress } from './xml/redirect-binding.ts'
import { withSignature } from './xml/signature.ts'

/** Everything that is known of one session: gone after signing out, wherever that began. */
export const sessionRemoved = (name: string, sid: string, globalUserId: string): Write[] => [
  remove(session, { globalUserId, id: sid }),
  remove(samlSession, { sid }),
  remove(samlName, { name, sid }),
]

const logoutRequest = (config: SamlConfig, known: SamlSession, id: string, at: Date): string =>
  SamlLib.replaceTagsByValue(SamlLib.defaultLogoutRequestTemplate.context, {
    ID: id,
    IssueInstant: at.toISOString(),
    Destination: config.sloUrl ?? '',
    Issuer: placesFor(config).entityId,
    NameIDFormat: known.nameFormat,
    NameID: known.nameId,
    SessionIndex: known.sessionIndex,
  } as never)

/**
 * Ends the session of the caller. Where it began at the identity provider, and that one signs people out, the address to
 * go on to; otherwise nothing.
 */
export const startSamlLogout = async (context: Context<'caller'>): Promise<string | undefined> => {
  const { table, caller, now } = context
  const { globalUserId, sid } = caller
  if (globalUserId === undefined || sid === undefined) return undefined
  const [config, known] = await table.batchGet([key(samlConfig, {}), key(samlSession, { sid })], {
    strong: true,
  })
  if (!config?.isActive || config.sloUrl === undefined || !known) {
    await table.remove(session, { globalUserId, id: sid })
    return undefined
  }
  const request: SamlRequest = {
    relay: unguessable('r'),
    requestId: unguessable('_'),
    kind: 'logout',
    idpEntityId: config.idpEntityId,
    expiresAt: new Date(now().getTime() + requestSeconds * 1000).toISOString(),
  }
  const [own] = await Promise.all([
    ownKey(context),
    table.write([
      ...sessionRemoved(nameHash(config.idpEntityId, known.nameId), sid, globalUserId),
      put(samlRequest, request, { absent: true }),
    ]),
  ])
  const xml = logoutRequest(config, known, request.requestId, now())
  const message = { part: 'SAMLRequest', xml, relay: request.relay } as const
  return redirectAddress(config.sloUrl, message, own, config.signatureAlgorithm)
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
  const to = config.sloResponseUrl ?? config.sloUrl
  if (to === undefined) return answer(undefined)
  const own = await ownKey(context)
  const xml = response(config, to, id, context.now())
  if (by === 'redirect') {
    const message = { part: 'SAMLResponse', xml, relay } as const
    const location = redirectAddress(to, message, own, config.signatureAlgorithm)
    return answer(undefined, { status: 302, headers: { location } })
  }
  const SAMLResponse = Buffer.from(withSignature(xml, own, config)).toString('base64')
  const fields = { SAMLResponse, ...(relay === undefined ? {} : { RelayState: relay }) }
  return answer(undefined, formPage(to, fields))
}
