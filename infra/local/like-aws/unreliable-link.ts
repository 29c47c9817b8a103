import { between, drawn } from './chance.ts'
import type { ModelClock } from './clock.ts'
import type { Answer } from './engine-calls.ts'
import type { Figures } from './figures.ts'

/** The connection to the service: it has latency, and loses some responses. */
export const openUnreliableLink = (figures: Figures, clock: ModelClock) => {
  const { seed, latencyFrom, latencyTo, lostRate } = figures
  let calls = 0
  return async (carryOut: () => Promise<Answer>): Promise<Answer | 'lost'> => {
    calls += 1
    const call = calls
    if (latencyTo > 0) await clock.wait(between(latencyFrom, latencyTo, drawn(seed, 'latency', call)))
    const answer = await carryOut()
    return drawn(seed, 'lost', call) < lostRate ? 'lost' : answer
  }
}
