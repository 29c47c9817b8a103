import { addressOf } from './address.ts'
import { answerOf, partsOf, tokensIn } from './message.ts'
import type { Answer, Call, Failed, Input, Row, Send, Settings, Tokens } from './outcome.ts'
import { repeated } from './retry.ts'

/**
 * Counts renewals, so that a call that started before one does not start another; `renewing` is the current one.
 * `written` is the recent write marker, which the client sends so that it reads its own writes.
 */
type Session = {
  renewals: number
  renewing?: Promise<boolean> | undefined
  written?: string | undefined
}

/** An access token's expiry in ms; undefined where it cannot be read. */
const expiryOf = (token: string | undefined): number | undefined => {
  try {
    const [, claims = ''] = token?.split('.') ?? []
    const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof exp === 'number' ? exp * 1000 : undefined
  } catch {
    return undefined
  }
}

const lost = (
  code: 'NETWORK' | 'TIMEOUT' | 'ABORTED',
  message: string,
  cause?: unknown,
): Failed<0, typeof code> => ({
  ok: false,
  status: 0,
  code,
  message,
  ...(cause === undefined ? {} : { cause }),
})

/** Describes a connection's error, because the message of `fetch` is always the same. */
const wordsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'No connection'
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

/** Runs one exchange under the caller's signal and a timeout. Reports which of them ended it. */
const bounded = async <T>(
  { signal, timeout = 30_000 }: Call,
  exchange: (signal: AbortSignal) => Promise<T>,
): Promise<T | ReturnType<typeof lost>> => {
  const control = new AbortController()
  const abort = (): void => control.abort()
  let late = false
  const timer = setTimeout(() => {
    late = true
    abort()
  }, timeout)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  try {
    return await exchange(control.signal)
  } catch (error) {
    if (late) return lost('TIMEOUT', `No answer within ${timeout} ms`, error)
    if (signal?.aborted) return lost('ABORTED', 'The call was ended')
    return lost('NETWORK', wordsOf(error), error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

const nativeHeaders = (row: Row, held: Tokens | undefined): Record<string, string> => {
  const bearer = row.renews ? undefined : held?.accessToken
  // Bodies contain tokens only when the request sends the refresh token.
  const refresh = row.tokens || row.ends ? held?.refreshToken : undefined
  return {
    'x-client': 'mobile',
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    ...(refresh === undefined ? {} : { 'x-refresh-token': refresh }),
  }
}

/** Codes of a 401 that a new access token may cure. Older platforms sent some without a code. */
const curable = new Set<string | undefined>([
  undefined,
  'NO_TOKEN',
  'TOKEN_EXPIRED',
  'INVALID_TOKEN',
  'SESSION_REVOKED',
])

/**
 * Sends rows to one school. A call that fails for its token renews the session, once for all concurrent calls. It is
 * then sent again with the same `Idempotency-Key`.
 */
export const sender = (settings: Settings, renewal: Row): Send => {
  const { native, timeout = 30_000, signedOut } = settings
  const { origin, headers: named } = addressOf(settings.origin)
  const reach = settings.fetch ?? fetch
  const session: Session = { renewals: 0 }

  const exchange = async (row: Row, input: Input, call: Call, key?: string): Promise<Answer> => {
    const { path, body } = partsOf(row, input)
    const held = await native?.read()
    return bounded({ timeout, ...call }, async (signal) => {
      const response = await reach(`${origin}${path}`, {
        method: row.method,
        headers: {
          ...named,
          ...settings.headers,
          ...(native ? nativeHeaders(row, held) : {}),
          ...(native && session.written ? { 'x-last-write': session.written } : {}),
          ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        credentials: native ? 'omit' : 'include',
        ...(body === undefined ? {} : { body }),
        signal,
      })
      session.written = response.headers.get('x-last-write') ?? session.written
      const { answer, body: read } = await answerOf(row, response)
      const tokens = tokensIn(row, read)
      if (answer.ok && tokens) await native?.write(tokens)
      if (answer.ok && row.ends) await native?.write(undefined)
      return answer
    })
  }

  const renew = async (): Promise<boolean> => {
    const answer = await exchange(renewal, {}, {})
    if (answer.ok) session.renewals += 1
    else if (answer.status === 401 || answer.status === 403) {
      await native?.write(undefined)
      signedOut?.()
    }
    return answer.ok
  }

  /**
   * Whether to renew tokens first, where the platform would silently ignore an expired one. It recognizes browsers by
   * their refresh cookie (rules/auth 24).
   */
  const isStale = async (): Promise<boolean> => {
    const now = Date.now()
    const held = await native?.read()
    return held?.refreshToken !== undefined && (expiryOf(held.accessToken) ?? now) <= now
  }

  const renewed = (): Promise<boolean> => {
    session.renewing ??= renew().finally(() => {
      session.renewing = undefined
    })
    return session.renewing
  }

  return async (row, input = {}, call = {}) => {
    const key = row.keyed ? (call.key ?? crypto.randomUUID()) : undefined
    if (row.optional && (await isStale())) await renewed()
    const before = session.renewals
    const sent = () => repeated(() => exchange(row, input, call, key), row, key, settings, call)
    const first = await sent()
    if (first.ok || row.open || first.status !== 401 || !curable.has(first.code)) return first
    const fresh = session.renewals > before || (await renewed())
    return fresh ? sent() : first
  }
}
