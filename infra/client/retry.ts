import type { Answer, Call, Row, Settings } from './outcome.ts'

/** The client does not wait longer than this before a retry. The failure then says when to retry. */
const longestSeconds = 20

/** Whether a repeated call has no second effect. */
const isHarmless = ({ method }: Row, key: string | undefined): boolean =>
  method === 'GET' || key !== undefined

/** Seconds until the next attempt; undefined when there should be none. `tried` counts from 1. */
const pauseFor = (row: Row, answer: Answer, key: string | undefined, tried: number): number | undefined => {
  if (answer.ok) return undefined
  const { status, code, retryAfter } = answer
  const refusedUndone = status === 429 || code === 'IDEMPOTENCY_IN_FLIGHT'
  const broken = code === 'NETWORK' || status === 502 || status === 503 || status === 504
  if (!refusedUndone && !(broken && isHarmless(row, key))) return undefined
  // Random, so that clients that were cut off together do not return together.
  const seconds = retryAfter ?? 0.2 * 2 ** tried * (0.5 + Math.random() / 2)
  return seconds <= longestSeconds ? seconds : undefined
}

const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done)
    if (signal?.aborted) done()
  })

/**
 * Retries calls that were rejected without effect (429). Also retries lost calls and a busy platform, where a repeat
 * has no second effect: reads, and calls with an `Idempotency-Key`. A call that timed out is not retried.
 */
export const repeated = async (
  send: () => Promise<Answer>,
  row: Row,
  key: string | undefined,
  { retries: usual = 2, pause = wait }: Settings,
  { retries = usual, signal }: Call,
): Promise<Answer> => {
  for (let tried = 1; ; tried += 1) {
    const answer = await send()
    const seconds = tried > retries ? undefined : pauseFor(row, answer, key, tried)
    if (seconds === undefined || signal?.aborted) return answer
    await pause(seconds * 1000, signal)
    if (signal?.aborted) return answer
  }
}
