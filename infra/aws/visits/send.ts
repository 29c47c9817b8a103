import { createHash } from 'node:crypto'
import { visitHeader } from '../../../lib/contract/edge.ts'
import type { VisitSettings } from './settings.ts'
import type { Credentials, SendVisit, VisitRequest } from './visit.ts'

const timeoutMs = 8000

/** The student's password follows from the visit key, so that no second secret is needed. */
export const credentialsOf = ({ email, key = '' }: VisitSettings): Credentials => ({
  email,
  password: createHash('sha256').update(`student ${key}`).digest('base64url'),
})

/** Headers of an app with the visit key, which gets its tokens in bodies. */
export const headersOf = (
  { key }: VisitSettings,
  { token, renewal, body }: VisitRequest,
): Record<string, string> => ({
  'user-agent': 'quad-visit',
  'x-client': 'mobile',
  ...(key ? { [visitHeader]: key } : {}),
  ...(body ? { 'content-type': 'application/json' } : {}),
  ...(token ? { authorization: `Bearer ${token}` } : {}),
  ...(renewal ? { 'x-refresh-token': renewal } : {}),
})

/** Sends requests to the school over the internet, as every client does. Status 0 means that no response came in time. */
export const sendTo =
  (settings: VisitSettings): SendVisit =>
  async (request) => {
    const { method, path, body } = request
    try {
      const response = await fetch(`${settings.school}${path}`, {
        method,
        headers: headersOf(settings, request),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const text = await response.text()
      const isJson = /json/.test(response.headers.get('content-type') ?? '')
      return { status: response.status, ...(isJson ? { body: JSON.parse(text) } : {}) }
    } catch {
      return { status: 0 }
    }
  }
