import { createSign } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { startTrace, traceWrite } from '../../functions/saml/config/checks.ts'
import { defaultsAt } from '../../functions/saml/config/settings.ts'
import { samlConfig, samlMigration, samlTrace } from '../../functions/saml/repository.ts'
import { schoolAt } from '../../lib/identity/school/schools.ts'
import type { Campus } from '../support/replay.ts'
import { metadataOf } from './config/idp-metadata.ts'
import { idp, packed } from './idp.ts'
import { answerTo, begin, shareKey } from './school.ts'
import { signed, uris } from './signing.ts'

type Stage = (campus: Campus) => Promise<Readonly<Record<string, string>>>

const provider = idp()

/** The home school with an identity provider. */
const configured: Stage = async ({ w }) => {
  await shareKey(w)
  const at = w.clock.now().toISOString()
  await w.table().put(samlConfig, {
    ...defaultsAt(schoolAt(w.runtime.settings, w.home), 'demo-config', at),
    idpEntityId: provider.entityId,
    ssoUrl: provider.ssoUrl,
    certificates: [provider.certificate],
    isActive: true,
    version: 1,
  })
  return {}
}

const placesOf = ({ w }: Campus) => {
  const origin = `http://${w.home}.localhost`
  return { entityId: `${origin}/auth/saml/metadata`, callback: `${origin}/auth/saml/callback` }
}

const logoutRequest = ({ w }: Campus, path: string): string =>
  `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ` +
  `Destination="http://${w.home}.localhost/auth/saml/${path}" ID="_demo" ` +
  `IssueInstant="${w.clock.now().toISOString()}" Version="2.0"><saml:Issuer ` +
  `xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${provider.entityId}</saml:Issuer><saml:NameID ` +
  `xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">ada</saml:NameID></samlp:LogoutRequest>`

const answered: Stage = async (campus) => {
  const { w } = campus
  await configured(campus)
  const begun = await begin({ w })
  const xml = answerTo({ w, dean: w.device(), provider, places: placesOf(campus) }, begun)
  return { 'demo-saml-response': packed(xml), 'demo-relay-state': begun.relay }
}

const asked: Stage = async (campus) => {
  await configured(campus)
  const request = encodeURIComponent(deflateRawSync(logoutRequest(campus, 'logout')).toString('base64'))
  const algorithm = encodeURIComponent(uris.rsaSha256)
  const text = `SAMLRequest=${request}&SigAlg=${algorithm}`
  const signature = createSign('RSA-SHA256').update(text).sign(provider.key, 'base64')
  return {
    'demo-request': request,
    'demo-algorithm': algorithm,
    'demo-signature': encodeURIComponent(signature),
  }
}

const askedByForm: Stage = async (campus) => {
  await configured(campus)
  return { 'demo-posted-request': packed(signed(logoutRequest(campus, 'slo'), provider)) }
}

const traced: Stage = async ({ w }) => {
  const device = { address: '192.0.2.9', userAgent: '', native: false, requestId: 'request' }
  const { value } = traceWrite({ ...w.runtime, device }, startTrace({ ...w.runtime, device }, 'sign-in'))
  await w.table().put(samlTrace, value)
  return { 'demo-trace': value.id }
}

const daysAhead = ({ w }: Campus, days: number): string =>
  new Date(w.clock.now().getTime() + days * 86_400_000).toISOString()

const endsLater: Stage = async (campus) => {
  await configured(campus)
  return { 'demo-migration-end': daysAhead(campus, 10) }
}

/** A migration window that is open. */
const migrating: Stage = async (campus) => {
  const { w } = campus
  await configured(campus)
  const openedAt = w.clock.now().toISOString()
  const rest = { idpEntityId: provider.entityId, openedBy: 'root', openedAt, people: 0 }
  await w.table().put(samlMigration, { id: 'demo-migration', ...rest, endsAt: daysAhead(campus, 10) })
  return {}
}

const keyed: Stage = async ({ w }) => {
  await shareKey(w)
  return {}
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** A body is JSON in the JSON of its invocation. */
const described: Stage = async () => ({ 'demo-metadata': inJson(inJson(metadataOf(provider))) })

/** What has to have happened before a sample of single sign-on can succeed. */
export const samlFixtures: Readonly<Record<string, Stage>> = {
  startSamlLogin: configured,
  startSamlLink: configured,
  receiveSamlResponse: answered,
  getSamlConfig: configured,
  changeSamlConfig: configured,
  testSamlConfig: configured,
  getSamlTestLogin: configured,
  getSamlMetadata: keyed,
  importSamlMetadata: described,
  previewSamlIdentity: configured,
  getSamlMigration: migrating,
  openSamlMigration: endsLater,
  closeSamlMigration: migrating,
  listSamlTraces: traced,
  getSamlTrace: traced,
  redactSamlTrace: traced,
  startSamlLogout: configured,
  receiveSamlLogout: asked,
  receivePostedSamlLogout: askedByForm,
}
