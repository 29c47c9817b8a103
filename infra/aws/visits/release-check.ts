// The check of new code before it gets traffic. It is deployed as text in the template, so it must stay small.
import { edgeHeaders } from '../../../lib/contract/edge.ts'
import { type Account, callAws, type Site } from '../../../lib/gateways/aws.ts'
import { invocationOf } from '../../invocation.ts'
import { credentialsOf, headersOf, sendTo } from './send.ts'
import { readVisitSettings, type VisitSettings } from './settings.ts'
import { type Sample, type SendVisit, signIn, type VisitRequest } from './visit.ts'

/** Samples of all functions. The bundler puts them here. */
declare const SAMPLES: readonly Sample[]

/** What CodeDeploy passes to a hook. */
export type HookInvocation = {
  readonly DeploymentId: string
  readonly LifecycleEventHookExecutionId: string
}

/** New code of one function: its name, its new version, and the domain that it serves. */
export type NewVersion = { readonly name: string; readonly version: string; readonly domain: string }

/** The parts of AWS that the check uses. */
export type ReleaseGateway = {
  findNewVersion(deployment: string): Promise<NewVersion>
  invoke(version: NewVersion, payload: object): Promise<unknown>
  report(invocation: HookInvocation, status: 'Succeeded' | 'Failed'): Promise<void>
}

export type CheckOptions = {
  readonly settings: VisitSettings
  readonly samples: readonly Sample[]
  /** The key that the edge sends, where the stage has one. */
  readonly edgeKey?: string | undefined
  readonly gateway: ReleaseGateway
  readonly send: SendVisit
}

/** A clock run for a past minute changes nothing (rules/clock 1). */
const backgroundSamples: Readonly<Record<string, object>> = {
  stream: { Records: [] },
  clock: { schedule: 'minute', time: '2020-01-01T00:00:00Z' },
}

const requestFor = (
  domain: string,
  { settings, samples }: CheckOptions,
  token: string | undefined,
): VisitRequest => {
  const sample = samples.find((one) => one.domain === domain)
  if (domain === 'auth' && settings.key)
    return { method: 'POST', path: '/login', body: credentialsOf(settings) }
  if (!sample) throw new Error(`${domain}: no sample`)
  const { method, path } = sample
  return { method, path, token, ...(method === 'GET' ? {} : { body: {} }) }
}

const payloadOf = (request: VisitRequest, { settings, edgeKey }: CheckOptions): object => {
  const { method, path, body } = request
  const { host } = new URL(settings.school)
  const edge: Readonly<Record<string, string>> = edgeKey
    ? { [edgeHeaders.key]: edgeKey, [edgeHeaders.host]: host, [edgeHeaders.address]: '192.0.2.1' }
    : {}
  return invocationOf({
    method,
    path,
    host,
    headers: { ...headersOf(settings, request), ...edge },
    ...(body ? { body: JSON.stringify(body) } : {}),
    requestId: 'release-check',
    at: new Date(),
  })
}

type FunctionResult = {
  readonly statusCode?: number
  readonly errorType?: string
  readonly batchItemFailures?: readonly unknown[]
} | null

/** The reason to refuse the release, if there is one. */
const problemOf = (result: FunctionResult, isRequest: boolean): string | undefined => {
  if (result?.errorType !== undefined) return result.errorType
  if (!isRequest) return (result?.batchItemFailures ?? []).length > 0 ? 'failed records' : undefined
  const { statusCode = 0 } = result ?? {}
  return statusCode >= 200 && statusCode < 500 ? undefined : `status ${statusCode}`
}

/**
 * Without the synthetic student, or while nobody can sign in, the sample goes without a session. So a fix of sign-in can
 * be released.
 */
const tokenOf = async ({ settings, send }: CheckOptions): Promise<string | undefined> =>
  settings.key === undefined
    ? undefined
    : (await signIn(send, credentialsOf(settings)).catch(() => undefined))?.accessToken

const checkVersion = async (version: NewVersion, options: CheckOptions): Promise<string | undefined> => {
  const { domain } = version
  const background = backgroundSamples[domain]
  const token = background || domain === 'auth' ? undefined : await tokenOf(options)
  const payload = background ?? payloadOf(requestFor(domain, options, token), options)
  return problemOf((await options.gateway.invoke(version, payload)) as FunctionResult, !background)
}

/**
 * Invokes the new version with its sample at the synthetic school, and tells CodeDeploy whether it may get traffic. Any
 * doubt refuses it: the old version keeps serving. Returns the line for the log.
 */
export const checkRelease = async (invocation: HookInvocation, options: CheckOptions): Promise<object> => {
  let checked: NewVersion | undefined
  let problem: string | undefined
  try {
    checked = await options.gateway.findNewVersion(invocation.DeploymentId)
    problem = await checkVersion(checked, options)
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error)
  }
  await options.gateway.report(invocation, problem === undefined ? 'Succeeded' : 'Failed')
  return { operation: 'release.check', level: problem ? 'error' : 'info', ...checked, problem }
}

const { AWS_REGION = '', AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', AWS_SESSION_TOKEN } = process.env

const account: Account = {
  region: async () => AWS_REGION,
  credentials: async () => ({
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    sessionToken: AWS_SESSION_TOKEN,
  }),
}

const siteOf = (service: 'lambda' | 'codedeploy'): Site => ({
  service,
  hostOf: (region) => `${service}.${region}.amazonaws.com`,
})

const bytesOf = (value: object): Buffer => Buffer.from(JSON.stringify(value))

const askLambda = async (
  method: 'GET' | 'POST',
  name: string,
  path: string,
  version: string,
  body?: object,
) => {
  const call = { method, path: `/2015-03-31/functions/${name}/${path}`, query: { Qualifier: version } }
  const answer = await callAws(account, siteOf('lambda'), {
    ...call,
    ...(body ? { body: bytesOf(body) } : {}),
  })
  const text = answer.body.toString('utf8')
  if (answer.status !== 200) throw new Error(`Lambda: ${answer.status}`)
  return JSON.parse(text || 'null')
}

const askCodeDeploy = async (action: string, body: object) => {
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': `CodeDeploy_20141006.${action}`,
  }
  const answer = await callAws(account, siteOf('codedeploy'), {
    method: 'POST',
    path: '/',
    headers,
    body: bytesOf(body),
  })
  if (answer.status !== 200) throw new Error(`CodeDeploy ${action}: ${answer.status}`)
  return JSON.parse(answer.body.toString('utf8') || '{}')
}

type Revision = {
  readonly string?: { readonly content?: string }
  readonly appSpecContent?: { content?: string }
}

const contentOf = ({ string, appSpecContent }: Revision): string | undefined =>
  appSpecContent?.content ?? string?.content

/** The function and its new version in an AppSpec, which is JSON or YAML. */
export const versionIn = (appSpec: string): { readonly name: string; readonly version: string } => {
  const fieldOf = (field: string): string | undefined =>
    new RegExp(`\\b${field}"?\\s*:\\s*"?([\\w-]+)`).exec(appSpec)?.[1]
  const [name, version] = [fieldOf('Name'), fieldOf('TargetVersion')]
  if (name === undefined || version === undefined) throw new Error('The deployment names no new version.')
  return { name, version }
}

const onAws: ReleaseGateway = {
  async findNewVersion(deploymentId) {
    const { deploymentInfo } = await askCodeDeploy('GetDeployment', { deploymentId })
    const { applicationName, revision } = deploymentInfo
    // Some answers contain only the hash of the revision.
    const content =
      contentOf(revision) ??
      contentOf((await askCodeDeploy('GetApplicationRevision', { applicationName, revision })).revision)
    const { name, version } = versionIn(content ?? '')
    const { Description } = await askLambda('GET', name, 'configuration', version)
    return { name, version, domain: String(Description).replace(/^.*: /, '') }
  },
  invoke: ({ name, version }, payload) => askLambda('POST', name, 'invocations', version, payload),
  async report({ DeploymentId: deploymentId, LifecycleEventHookExecutionId }, status) {
    const lifecycleEventHookExecutionId = LifecycleEventHookExecutionId
    await askCodeDeploy('PutLifecycleEventHookExecutionStatus', {
      deploymentId,
      lifecycleEventHookExecutionId,
      status,
    })
  },
}

export const handler = async (invocation: HookInvocation): Promise<void> => {
  const settings = readVisitSettings(process.env.VISITS)
  const edgeKey = process.env.EDGE_KEYS?.split(',', 1)[0]
  const options = { settings, samples: SAMPLES, edgeKey, gateway: onAws, send: sendTo(settings) }
  const line = await checkRelease(invocation, options)
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
