import { type SamlKey, samlKey } from '../../functions/saml/repository.ts'
import { schoolAdmin } from '../support/administrators.ts'
import type { Agent, Reply } from '../support/agent.ts'
import { type World, world } from '../support/world.ts'
import { answerOf, type Facts, facts, type Idp, idp, packed, type Sealing } from './idp.ts'

/** A school with a configured identity provider and an administrator. */
export type SamlSchool = {
  readonly w: World
  readonly dean: Agent
  readonly provider: Idp
  readonly places: { readonly entityId: string; readonly callback: string }
}

export const configOf = (provider: Idp, more: object = {}) => ({
  idp: { entityId: provider.entityId, ssoUrl: provider.ssoUrl, x509Cert: provider.certificate },
  isActive: true,
  ...more,
})

let ownKey: SamlKey | undefined

/** Making a key pair takes a while, so that the schools of one test file share theirs. */
export const shareKey = async (w: World): Promise<void> => {
  if (ownKey) await w.table().put(samlKey, ownKey)
  else {
    await w.device().getSamlMetadata()
    ownKey = await w.table().get(samlKey, {}, { strong: true })
  }
}

export const samlSchool = async (more: object = {}, provider: Idp = idp()): Promise<SamlSchool> => {
  const w = await world({ settings: { RATE_LIMIT_SCALE: '1000' } })
  const { device: dean } = await schoolAdmin(w)
  await shareKey(w)
  const saved = await dean.saveSamlConfig(configOf(provider, more))
  if (saved.status !== 201) throw new Error(JSON.stringify(saved.body))
  const origin = `http://${w.home}.localhost`
  const places = { entityId: `${origin}/auth/saml/metadata`, callback: `${origin}/auth/saml/callback` }
  return { w, dean, provider, places }
}

export type Begun = { readonly relay: string; readonly requestId: string; readonly address: URL }

const inflate = async (packedRequest: string): Promise<string> =>
  (await import('node:zlib')).inflateRawSync(Buffer.from(packedRequest, 'base64')).toString('utf8')

/** The request that an address for the identity provider carries. */
export const requestIn = async (redirectUrl: string): Promise<Begun & { xml: string }> => {
  const address = new URL(redirectUrl)
  const xml = await inflate(address.searchParams.get('SAMLRequest') ?? '')
  return {
    address,
    xml,
    relay: address.searchParams.get('RelayState') ?? '',
    requestId: /\bID="([^"]+)"/.exec(xml)?.[1] ?? '',
  }
}

export const begin = async ({ w }: Pick<SamlSchool, 'w'>, device: Agent = w.device(), query: object = {}) => {
  const { status, body } = await device.startSamlLogin(query)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return requestIn(body.redirectUrl)
}

export type Change = { readonly facts?: Partial<Facts>; readonly seal?: Sealing; edit?(xml: string): string }

/** What the identity provider answers to a request, changed as a test wants it. */
export const answerTo = (
  { w, provider, places }: SamlSchool,
  begun: Pick<Begun, 'requestId'>,
  { facts: changed = {}, seal, edit = (xml) => xml }: Change = {},
): string => {
  const email = w.email('ada')
  const usual = facts(provider, { ...places, requestId: begun.requestId }, w.clock.now())
  const all = { ...usual, nameId: email, attributes: { ...usual.attributes, email: [email] }, ...changed }
  return edit(answerOf(provider, all, seal))
}

export const send = (
  device: Agent,
  xml: string,
  relay: string | undefined,
  more: object = {},
): Promise<Reply> => {
  const fields = { SAMLResponse: packed(xml), ...(relay === undefined ? {} : { RelayState: relay }) }
  return device.receiveSamlResponse(
    {},
    {
      raw: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      ...more,
    },
  )
}

/** A whole sign-in on a fresh device. */
export const signIn = async (school: SamlSchool, change: Change = {}, device: Agent = school.w.device()) => {
  const begun = await begin(school, device)
  const xml = answerTo(school, begun, change)
  return { device, begun, xml, reply: await send(device, xml, begun.relay) }
}
