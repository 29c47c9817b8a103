import type { Answer, Call, Row, Settings } from './outcome.ts'

/** Longer than this nobody waits for a repetition: the refusal says when to come back. */
const longestSeconds = 20

/** Whether sending a call again could do nothing twice. */
const isHarmless = ({ method }: Row, key: string | undefined): boolean =>
  method === 'GET' || key !== undefined

/** Seconds until a call is worth another try; nothing where it is not. `tried` counts from 1. */
const pauseFor = (row: Row, answer: Answer, key: string | undefined, tried: number): number | undefined => {
  if (answer.ok) return undefined
  const { status, code, retryAfter } = answer
  const refusedUndone = status === 429 || code === 'IDEMPOTENCY_IN_FLIGHT'
  const broken = code === 'NETWORK' || status === 502 || status === 503 || status === 504
  if (!refusedUndone && !(broken && isHarmless(row, key))) return undefined
  // Clients that were cut off together do not come back together.
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
 * Sends again what was refused undone (429), and what got lost or found the platform busy where a repetition does nothing
 * twice: reads, and what carries an `Idempotency-Key`. A call that ran out of its time is not sent again.
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
