import { SamlLib } from 'samlify'
import type { Context } from '../../../lib/context.ts'
import { session } from '../../../lib/identity/person/records.ts'
import { key } from '../../../lib/table/entity.ts'
import { put, remove, type Write } from '../../../lib/table/write.ts'
import { placesFor } from '../addresses.ts'
import { ownKey } from '../certificates/own-keys.ts'
import {
  type SamlConfig,
  type SamlRequest,
  type SamlSession,
  samlConfig,
  samlName,
  samlRequest,
  samlSession,
} from '../repository.ts'
import { nameHash } from '../sign-in/provisioning.ts'
import { requestSeconds, unguessable } from '../sign-in/request.ts'
import { redirectAddress } from '../xml/redirect-binding.ts'

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
export const startLogout = async (context: Context<'caller'>): Promise<string | undefined> => {
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
