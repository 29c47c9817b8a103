import * as z from 'zod/mini'
import { type Account, ownAccount } from '../aws/account.ts'
import { callAws, type Site } from '../aws/call.ts'
import type { Secrets } from '../gateways.ts'
import { keepFor } from '../keep.ts'
import { issuedIn, ringOf } from './ring.ts'

const site: Site = { service: 'secretsmanager', hostOf: (region) => `secretsmanager.${region}.amazonaws.com` }

const headers = {
  'content-type': 'application/x-amz-json-1.1',
  'x-amz-target': 'secretsmanager.GetSecretValue',
}

const SecretValue = z.object({ SecretString: z.string() })

const readSecret = async (
  account: Account,
  secretId: string,
): Promise<{ ring: readonly string[]; text: string }> => {
  const body = Buffer.from(JSON.stringify({ SecretId: secretId }))
  const answer = await callAws(account, site, { method: 'POST', path: '/', headers, body })
  if (answer.status !== 200) throw new Error(`Secrets Manager answered ${answer.status} for SECRET_ID.`)
  const { SecretString } = z.parse(SecretValue, JSON.parse(answer.body.toString('utf8')))
  return { ring: ringOf(SecretString, 'The secret that SECRET_ID names'), text: SecretString }
}

/**
 * Secrets from a Secrets Manager secret string `{"current": "…", "previous": "…"}`, given by name or ARN, with what
 * identity providers have issued beside them. Kept for five minutes; while it cannot be read anew, what was read last stays
 * good. Rejects while nothing has ever been read.
 */
export const awsSecrets = (
  secretId: string,
  account: Account = ownAccount('SECRETS_MANAGER'),
  now = Date.now,
): Secrets => {
  const read = keepFor({ fresh: 300_000, retry: 30_000 }, () => readSecret(account, secretId), now)
  return {
    ring: async () => (await read()).ring,
    issued: async (name) => issuedIn((await read()).text, name),
  }
}
