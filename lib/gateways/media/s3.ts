import { type Account, ownAccount } from '../aws/account.ts'
import { type Call, callAws, presign, type Site } from '../aws/call.ts'
import type { Answer } from '../aws/exchange.ts'
import type { MediaStore } from '../gateways.ts'
import { addressUnder, checkMediaKey } from './key.ts'

// A key is written once: another picture comes under another key.
const forEver = 'public, max-age=31536000, immutable'

const week = 7 * 24 * 3600

const refusal = (method: string, { status, body }: Answer): Error => {
  const code = /<Code>(\w+)<\/Code>/.exec(body.toString('utf8'))?.[1] ?? ''
  return new Error(`S3 answered ${method} with ${status} ${code}`.trimEnd())
}

const secondsUntil = (expires: Date): number =>
  Math.min(week, Math.max(1, Math.floor((expires.getTime() - Date.now()) / 1000)))

/**
 * Media in an S3 bucket that `origin` serves. Rejects when S3 refuses, or is unreachable after three attempts.
 * `read` needs the right to list the bucket: without it S3 answers 403 for a key that is not there.
 */
export const s3Media = (bucket: string, origin: string, account: Account = ownAccount('S3')): MediaStore => {
  const site: Site = { service: 's3', hostOf: (region) => `${bucket}.s3.${region}.amazonaws.com` }
  const pathOf = (key: string): string => `/${checkMediaKey(key)}`
  const call = async (one: Call, ...fine: number[]): Promise<Answer> => {
    const answer = await callAws(account, site, one)
    if (fine.includes(answer.status)) return answer
    throw refusal(one.method, answer)
  }
  return {
    async put(key, body, type) {
      const headers = { 'content-type': type, 'cache-control': forEver }
      await call({ method: 'PUT', path: pathOf(key), headers, body }, 200)
    },
    async read(key) {
      const { status, body } = await call({ method: 'GET', path: pathOf(key) }, 200, 404)
      return status === 404 ? undefined : body
    },
    async remove(key) {
      await call({ method: 'DELETE', path: pathOf(key) }, 204, 200, 404)
    },
    async uploadAddress(key, { type, maxBytes, expires }) {
      const headers = { 'content-type': type, 'content-length': String(maxBytes) }
      return await presign(
        account,
        site,
        { method: 'PUT', path: pathOf(key), headers },
        secondsUntil(expires),
      )
    },
    addressOf: (key) => addressUnder(origin, key),
  }
}
