import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { SignJWT } from 'jose'
import { contract as samlContract } from '../../functions/saml/contract.ts'
import { operations as saml } from '../../functions/saml/service.ts'
import { invocationOf } from '../../infra/invocation.ts'
import { demoCampus, demoTokens } from '../../infra/local/demo.ts'
import { serve } from '../../lib/http/serve.ts'
import { processRuntime } from '../../lib/runtime.ts'
import { idp } from '../saml/idp.ts'
import { secretOfCommonStack } from './common-stack.ts'

/** Below it lie the schools of the deployment that is measured. */
export const coldDomain = 'campus.example'

const reading = (path: string, token: string, method = 'GET', body?: string) =>
  invocationOf({
    method,
    path,
    host: `demo.${coldDomain}`,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body } : {}),
    requestId: 'cold-start',
    at: new Date(),
  })

const tokenOf = async (person: string): Promise<string> => {
  const tokens = await demoTokens(person)
  if (!tokens) throw new Error(`${person} cannot sign in.`)
  return tokens.accessToken
}

const configure = async (token: string): Promise<void> => {
  const runtime = { ...processRuntime(), log: () => undefined }
  const door = serve(samlContract, saml, () => runtime)
  const { entityId, ssoUrl, certificate } = idp()
  const wanted = { idp: { entityId, ssoUrl, x509Cert: certificate }, isActive: true }
  const reply = await door(reading('/auth/saml/config', token, 'POST', JSON.stringify(wanted)))
  if (reply.statusCode !== 201) throw new Error(`The school's configuration: ${reply.body}`)
}

/**
 * Fills the table of this process's settings with the demo campus, and tells for each function the first request that
 * it is measured with: an authenticated one with all its calls to the table. `common` is the other stack's.
 */
export const coldRequests = async () => {
  await demoCampus({ dataDir: '', origin: '', tableName: '' })
  const [ada, dean] = await Promise.all([tokenOf('ada'), tokenOf('dean')])
  await configure(dean)
  const { client } = processRuntime()
  const Item = { pk: 'cold-user', sk: 'USER', name: 'Ada', roles: ['user'] }
  await client.documents.send(new PutCommand({ TableName: client.name, Item }))
  const foreign = await new SignJWT({ roles: ['user'] })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('cold-user')
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secretOfCommonStack))
  return {
    common: reading('/users/me', foreign),
    domains: {
      auth: reading('/validate-token', ada),
      sessions: reading('/sessions', ada),
      organizations: reading('/get-org-by-name/Chess Club', ada),
      members: reading('/org-roles/demo-org-chess/members', ada),
      saml: reading('/auth/saml/config', dean),
    },
  }
}
