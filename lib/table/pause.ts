/** How a process waits, in milliseconds. Tests replace it. */
export type Wait = (milliseconds: number) => Promise<void>

export const systemWait: Wait = (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds))

const maxPauseMs = 400

const lengthOf = (attempt: number): number => Math.random() * Math.min(maxPauseMs, 25 * 2 ** attempt)

/**
 * Waits a random time before the next try, so that conflicting writers spread out. The limit is 25 ms after the first
 * try, doubles with each further one and ends at 400 ms.
 */
export const pause = (wait: Wait, attempt: number): Promise<void> => wait(lengthOf(attempt))

/**
 * Total wait of a call that is refused for now, in milliseconds. Three such calls end before the function's timeout.
 */
const maxWaitMs = 6000
/** Random pauses may be short. */
const maxPauses = 200

/**
 * The pauses of one call that conflicts with another transaction or is throttled. False once the total wait, including
 * the client's own, is used up. A transaction locks an item for some 10 ms. Fifty writers of one item therefore finish
 * in about a second, and two hundred within the limit.
 */
export const retryPauses = (wait: Wait): ((ofClient?: number) => Promise<boolean>) => {
  let pauses = 0
  let waited = 0
  return async (sdkDelay = 0) => {
    waited += sdkDelay
    // The client is going to wait that long again.
    if (waited + sdkDelay >= maxWaitMs || pauses >= maxPauses) return false
    const length = lengthOf(pauses)
    pauses += 1
    waited += length
    await wait(length)
    return true
  }
}
