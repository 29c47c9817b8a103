import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { SignJWT } from 'jose'
import { routes } from '../../../functions/routes.ts'
import { contract as samlContract } from '../../../functions/saml/contract.ts'
import { operations as saml } from '../../../functions/saml/operations.ts'
import { sampleOf } from '../../../infra/derive/samples.ts'
import { invocationOf } from '../../../infra/invocation.ts'
import { demoCampus, demoTokens } from '../../../infra/local/demo.ts'
import { demoPeople } from '../../../infra/local/demo-people.ts'
import type { DescribedRow } from '../../../lib/contract/row.ts'
import { serve } from '../../../lib/http/serve.ts'
import { processRuntime } from '../../../lib/runtime.ts'
import { idp } from '../../saml/idp.ts'
import { hashesHeader, readsHeader, secretOfCommonStack } from './common-stack.ts'

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

/** Rows of a function that are tried until one succeeds. */
const mostTried = 8

/** Who a sample is tried as, when the person it names may not: some stand behind rights that a test gives first. */
const others = ['dean', 'root']

/** The samples of one function that need nobody's secret, what reads first: those of somebody before those of anybody. */
const samplesOf = ({ rows }: (typeof routes)[number], tokens: ReadonlyMap<string, string>) => {
  const sorted = Object.entries(rows)
    .sort(([, one], [, other]) => weightOf(one) - weightOf(other))
    .slice(0, mostTried)
  return [undefined, ...others].flatMap((other) =>
    sorted.map(([operation, row]) => {
      const text = JSON.stringify(sampleOf(operation, row)).replaceAll('.localhost', `.${coldDomain}`)
      const signed = text.replace(/Bearer demo:(\w+)/, (_, who) => `Bearer ${tokens.get(other ?? who)}`)
      return { operation, invocation: JSON.parse(signed) }
    }),
  )
}

const weightOf = ({ method, example }: DescribedRow): number =>
  (method === 'GET' ? 0 : 2) + (example.as ? 0 : 1)

const tokensOfAll = async (): Promise<ReadonlyMap<string, string>> => {
  const all = new Map<string, string>()
  for (const { key } of demoPeople) all.set(key, await tokenOf(key))
  return all
}

/**
 * Work that the measured request of a function is about, and that the other stack does beside it: a changed password is
 * hashed twice, the old one and the new one; what is known about a person lies in so many places.
 */
const workOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  passwords: { [hashesHeader]: '2' },
  privacy: { [readsHeader]: '24' },
}

/**
 * Fills the table of this process's settings with the demo campus, and gives for each function with routes the requests
 * that it may be measured with, best first: authenticated ones, with all their calls to the table. `commonFor` is what the
 * other stack is asked beside it.
 */
export const coldRequests = async () => {
  await demoCampus({ dataDir: '', origin: '', tableName: '' })
  const tokens = await tokensOfAll()
  await configure(tokens.get('dean') ?? '')
  const { client } = processRuntime()
  const Item = { pk: 'cold-user', sk: 'USER', name: 'Ada', roles: ['user'] }
  await client.documents.send(new PutCommand({ TableName: client.name, Item }))
  const foreign = await new SignJWT({ roles: ['user'] })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('cold-user')
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secretOfCommonStack))
  const samples = routes.map((contract) => [contract.domain, samplesOf(contract, tokens)] as const)
  const common = reading('/users/me', foreign)
  return {
    commonFor: (name: string) => ({
      common: { ...common, headers: { ...common.headers, ...workOf[name] } },
      work: Object.entries(workOf[name] ?? {})
        .map(([what, times]) => `${times} ${what}`)
        .join(),
    }),
    samples: new Map(samples),
  }
}
