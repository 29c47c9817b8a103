import { inflateRawSync } from 'node:zlib'
import { contract } from '../../functions/saml/contract.ts'
import { operations } from '../../functions/saml/operations.ts'
import { type Call, invocationOf } from '../../infra/invocation.ts'
import { startEngine } from '../../infra/local/data/engine.ts'
import { createTable } from '../../infra/local/data/table.ts'
import { serve } from '../../lib/http/serve.ts'
import { answerOf, facts, idp, packed, type Sealing } from './idp.ts'

export const provider = idp()
const host = 'demo.localhost'

/** A campus in this process whose school has an identity provider. Nothing of it outlives the process. */
export const loadedCampus = async (dataDir: string) => {
  const { endpoint } = await startEngine({ memory: true })
  await createTable(endpoint, 'saml')
  const settings = { RATE_LIMIT_SCALE: '1000000', DYNAMODB_ENDPOINT: endpoint }
  Object.assign(process.env, { ...settings, TABLE_NAME: 'saml', DATA_DIR: dataDir })
  const [{ demoCampus, demoTokens }, { processRuntime }] = await Promise.all([
    import('../../infra/local/demo.ts'),
    import('../../lib/runtime.ts'),
  ])
  await demoCampus({ dataDir, origin: '', tableName: 'saml' })
  const runtime = { ...processRuntime(), log: () => undefined }
  const door = serve(contract, operations, () => runtime)
  const ask = (call: Pick<Call, 'method' | 'path' | 'headers' | 'body'>) =>
    door(invocationOf({ host, requestId: 'load', at: new Date(), ...call }))

  const tokens = await demoTokens('dean')
  const { entityId, ssoUrl, certificate } = provider
  const wanted = { idp: { entityId, ssoUrl, x509Cert: certificate }, isActive: true }
  const headers = { authorization: `Bearer ${tokens?.accessToken}`, 'content-type': 'application/json' }
  await ask({ method: 'POST', path: '/auth/saml/config', headers, body: JSON.stringify(wanted) })
  const { body: metadata = '' } = await ask({ method: 'GET', path: '/auth/saml/metadata' })
  const own = /<ds:X509Certificate>([^<]+)/.exec(metadata)?.[1] ?? ''

  /** An answer about somebody else each time, to a request of its own, ready to be posted. */
  let people = 0
  const prepared = async (edit: (xml: string) => string = (xml) => xml, seal?: Sealing) => {
    const { body = '' } = await ask({ method: 'GET', path: '/auth/saml/login' })
    const address = new URL(JSON.parse(body).redirectUrl)
    const request = Buffer.from(address.searchParams.get('SAMLRequest') ?? '', 'base64')
    const [, requestId] = /\bID="([^"]+)"/.exec(inflateRawSync(request).toString()) ?? []
    const origin = `http://${host}`
    const places = {
      entityId: `${origin}/auth/saml/metadata`,
      callback: `${origin}/auth/saml/callback`,
      requestId,
    }
    people += 1
    const email = `person${people}@students.example.edu`
    const usual = facts(provider, places, new Date())
    const xml = edit(
      answerOf(
        provider,
        { ...usual, nameId: email, attributes: { ...usual.attributes, email: [email] } },
        seal,
      ),
    )
    const RelayState = address.searchParams.get('RelayState') ?? ''
    return new URLSearchParams({ SAMLResponse: packed(xml), RelayState }).toString()
  }

  const post = (body: string) =>
    ask({
      method: 'POST',
      path: '/auth/saml/callback',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
  return {
    prepared,
    post,
    ask,
    certificate: `-----BEGIN CERTIFICATE-----\n${own}\n-----END CERTIFICATE-----`,
  }
}
