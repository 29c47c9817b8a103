import * as z from 'zod/mini'
import { errorCodeOf, noteFault } from '../table/fault.ts'
import { type Account, callAws, ownAccount, type Site } from './aws.ts'
import type { Secrets } from './gateways.ts'
import { issuedIn, ringOf } from './secrets.ts'

type CacheTimes = { readonly fresh: number; readonly retry: number }

const nameOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')

/**
 * Caches a loaded value for `fresh` milliseconds. If a reload fails, the old value stays and the next try follows
 * `retry` milliseconds later. Parallel calls share one load; a failed first load is not cached.
 */
export const cachedFor = <T>(
  times: CacheTimes,
  load: () => Promise<T>,
  now: () => number,
): (() => Promise<T>) => {
  let cached: { value: T; until: number } | undefined
  let loading: Promise<T> | undefined

  const refresh = async (): Promise<T> => {
    try {
      const value = await load()
      cached = { value, until: now() + times.fresh }
      return value
    } catch (error) {
      if (!cached) throw error
      process.emitWarning(`An old value stays in use: ${nameOf(error)}`)
      cached = { value: cached.value, until: now() + times.retry }
      return cached.value
    } finally {
      loading = undefined
    }
  }

  return async () => {
    if (cached && now() < cached.until) return cached.value
    loading ??= refresh()
    return await loading
  }
}

const site: Site = { service: 'secretsmanager', hostOf: (region) => `secretsmanager.${region}.amazonaws.com` }

const headers = {
  'content-type': 'application/x-amz-json-1.1',
  'x-amz-target': 'secretsmanager.GetSecretValue',
}

const SecretValue = z.object({ SecretString: z.string() })

const Refusal = z.object({ __type: z.string() })

/** The name of AWS's refusal, such as `ResourceNotFoundException`, without its text. */
const refusalOf = (body: Buffer): string | undefined => {
  try {
    return z.parse(Refusal, JSON.parse(body.toString('utf8'))).__type.replace(/^.*#/, '')
  } catch {
    return undefined
  }
}

type ReadSecret = { readonly ring: readonly string[]; readonly text: string }

const askSecret = async (account: Account, secretId: string): Promise<ReadSecret> => {
  const body = Buffer.from(JSON.stringify({ SecretId: secretId }))
  const answer = await callAws(account, site, { method: 'POST', path: '/', headers, body })
  if (answer.status !== 200) {
    const error = new Error(`Secrets Manager responded with ${answer.status} for SECRET_ID.`)
    throw Object.assign(error, { name: refusalOf(answer.body) ?? error.name })
  }
  const { SecretString } = z.parse(SecretValue, JSON.parse(answer.body.toString('utf8')))
  return { ring: ringOf(SecretString, 'The secret that SECRET_ID names'), text: SecretString }
}

/** Reads the secret. The log names a failure with the fault `no secret`. */
const readSecret = async (account: Account, secretId: string): Promise<ReadSecret> => {
  try {
    return await askSecret(account, secretId)
  } catch (error) {
    noteFault(error, { cause: 'no secret', error: errorCodeOf(error), call: 'GetSecretValue', attempts: 1 })
    throw error
  }
}

/**
 * Secrets from a Secrets Manager secret string `{"current": "…", "previous": "…"}`, by name or ARN, including secrets
 * issued by identity providers. Cached for five minutes; if a reload fails, the last value stays valid. Rejects until
 * a first read has succeeded.
 */
export const awsSecrets = (
  secretId: string,
  account: Account = ownAccount('SECRETS_MANAGER'),
  now = Date.now,
): Secrets => {
  const read = cachedFor({ fresh: 300_000, retry: 30_000 }, () => readSecret(account, secretId), now)
  return {
    ring: async () => (await read()).ring,
    issued: async (name) => issuedIn((await read()).text, name),
  }
}
