/** How a process waits, in milliseconds. Tests have one of their own. */
export type Wait = (milliseconds: number) => Promise<void>

export const systemWait: Wait = (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds))

const maxPauseMs = 400

const lengthOf = (attempt: number): number => Math.random() * Math.min(maxPauseMs, 25 * 2 ** attempt)

/**
 * Waits a random time before the next try, so that those who met each other meet no more: at most 25 ms after the first
 * one, twice that after each further one, never more than 400 ms.
 */
export const pause = (wait: Wait, attempt: number): Promise<void> => wait(lengthOf(attempt))

/** What a call that is turned away for now waits in all, in milliseconds. Three of them end before the function does. */
const maxWaitMs = 6000
/** Draws may come out short. */
const maxPauses = 200

/**
 * The pauses of one call that is turned away for now, by others under way or by a partition that is used up: false once
 * it has waited long enough, with what the client has waited by itself. An item stays in a transaction for some 10 ms,
 * so that fifty who want the same one are through in about a second, and two hundred in time.
 */
export const retryPauses = (wait: Wait): ((ofClient?: number) => Promise<boolean>) => {
  let pauses = 0
  let waited = 0
  return async (sdkDelay = 0) => {
    waited += sdkDelay
    // The client is going to wait as long once more.
    if (waited + sdkDelay >= maxWaitMs || pauses >= maxPauses) return false
    const length = lengthOf(pauses)
    pauses += 1
    waited += length
    await wait(length)
    return true
  }
}
