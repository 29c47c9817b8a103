/** Numbers that look random and are the same for the same seed (mulberry32). */
export type Seeded = {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
}

/** Every seed has a sequence of its own. */
export const seeded = (seed: number): Seeded => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, between: (low, high) => low + Math.floor(next() * (high - low + 1)) }
}
