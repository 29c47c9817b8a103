import { sender } from '../../infra/client/send.ts'

const silence = (signal: AbortSignal | null | undefined): Promise<Response> =>
  new Promise((_, reject) => {
    if (signal?.aborted) reject(new Error('aborted'))
    signal?.addEventListener('abort', () => reject(new Error('aborted')))
  })

export const renewal = {
  method: 'POST',
  path: '/refresh-token',
  body: true,
  reads: 'done',
  open: true,
  renews: true,
} as const
export const create = { method: 'POST', path: '/things', body: true, reads: 'data', keyed: true } as const

/** A sender whose answers come from a list, and what it sent. */
export const scripted = (...answers: readonly (() => Response | Promise<Response>)[]) => {
  const sent: { path: string; key: string | null }[] = []
  const queue = [...answers]
  const reach: typeof fetch = async (input, init) => {
    sent.push({
      path: new URL(String(input)).pathname,
      key: new Headers(init?.headers).get('idempotency-key'),
    })
    const next = queue.shift() ?? (() => silence(init?.signal))
    return next()
  }
  const waited: number[] = []
  const pause = async (ms: number): Promise<void> => void waited.push(ms)
  // Silence ends soon; an answer of the list is never too late, however busy the machine is.
  const timeout = answers.length === 0 ? 5 : 60_000
  const settings = { origin: 'http://school.test', fetch: reach, timeout, pause }
  return { sent, waited, send: sender(settings, renewal) }
}
export const json =
  (status: number, body: object, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), { status, headers })

export const look = { method: 'GET', path: '/open', reads: 'data', optional: true } as const
