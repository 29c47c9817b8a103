/** Waits a random time that doubles with each attempt, from at most 25 ms on. */
export const pause = (attempt: number): Promise<void> =>
  new Promise((resume) => setTimeout(resume, Math.random() * 25 * 2 ** attempt))
