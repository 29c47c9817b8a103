import { setTimeout as passed } from 'node:timers/promises'

let last: Promise<void> = Promise.resolve()

/**
 * Messages are checked one after the other, with a look at what else there is to do between them: fifty that come at once
 * keep nobody waiting for more than one of them.
 */
export const ownTurn = (): Promise<void> => {
  last = last.then(() => new Promise((resume) => setImmediate(resume)))
  return last
}

const leastMs = 100

/**
 * Waits until a message has been here for a tenth of a second. Every refusal of a sealed one takes that long, whether it
 * opened or not: who changes it and looks at the time learns nothing of what is inside (a padding oracle).
 */
export const evenly = async (began: number): Promise<void> => {
  const left = leastMs - (performance.now() - began)
  if (left > 0) await passed(left)
}
