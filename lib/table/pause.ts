/** How a process waits, in milliseconds. Tests have one of their own. */
export type Wait = (milliseconds: number) => Promise<void>

export const realWait: Wait = (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds))

const longest = 400

/**
 * Waits a random time before the next try, so that those who met each other meet no more: at most 25 ms after the first
 * one, twice that after each further one, never more than 400 ms.
 */
export const pause = (wait: Wait, attempt: number): Promise<void> =>
  wait(Math.random() * Math.min(longest, 25 * 2 ** attempt))
