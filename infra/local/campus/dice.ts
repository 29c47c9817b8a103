import { createHash } from 'node:crypto'

/** Repeatable random numbers: the same name gives the same numbers, whatever else was drawn before. */
export type Dice = {
  /** From 0 up to, but not including, 1. */
  roll(): number
  /** An integer; both bounds are included. */
  between(low: number, high: number): number
  chance(share: number): boolean
  pick<V>(from: readonly V[]): V
  /** A number of different values in any order; fewer where there are fewer. */
  some<V>(from: readonly V[], count: number): V[]
}

const word = 2 ** 32

/** Mulberry32, seeded with a hash of the name. */
export const dice = (name: string): Dice => {
  let state = createHash('sha256').update(name).digest().readUInt32BE(0)
  const roll = (): number => {
    state = (state + 0x6d2b79f5) % word
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / word
  }
  const between = (low: number, high: number): number => low + Math.floor(roll() * (high - low + 1))
  return {
    roll,
    between,
    chance: (share) => roll() < share,
    pick: (from) => from[between(0, from.length - 1)] as (typeof from)[number],
    some: (from, count) => {
      const left = [...from]
      const size = Math.min(count, left.length)
      return Array.from({ length: size }, () => left.splice(between(0, left.length - 1), 1)).flat()
    },
  }
}
