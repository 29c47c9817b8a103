/** Cost of one request's table calls: sequential round trips, read and write units, calls, retries. */
export type Cost = {
  depth: number
  calls: number
  readUnits: number
  writeUnits: number
  /** Tries that the engine throttled or did not answer. */
  throttles: number
  /** Tries that conflicted with another write on their item. */
  conflicts: number
}

export type Meter = {
  readonly cost: Readonly<Cost>
  /** Marks the start of a call, by default one deeper than those that have ended. The returned function marks its end. */
  start(depth?: number): (units: { read?: number; write?: number }) => void
  /** Depth of the deepest call that has ended. */
  ended(): number
  /** Marks the end of a call of this depth that another branch has counted. */
  end(depth: number): void
  note(what: 'throttles' | 'conflicts', tries?: number): void
  /** For one of several parallel tasks: the same cost, but only the branch's own calls count as earlier calls. */
  branch(): Meter
}

/** Counts sequential depth by logical time: a call is one deeper than the deepest call that ended before it started. */
export const meter = (): Meter => {
  const cost: Cost = { depth: 0, calls: 0, readUnits: 0, writeUnits: 0, throttles: 0, conflicts: 0 }
  const from = (before: number, onEnd: (depth: number) => void): Meter => {
    let ended = before
    const end = (depth: number): void => {
      ended = Math.max(ended, depth)
      onEnd(depth)
    }
    return {
      cost,
      note(what, tries = 1) {
        cost[what] += tries
      },
      ended: () => ended,
      end,
      start(depth = ended + 1) {
        cost.calls += 1
        cost.depth = Math.max(cost.depth, depth)
        return ({ read = 0, write = 0 }) => {
          end(depth)
          cost.readUnits += read
          cost.writeUnits += write
        }
      },
      branch: () => from(ended, end),
    }
  }
  return from(0, () => undefined)
}

/** For a call on behalf of several branches of one meter: it counts once, and in each of them as an earlier call. */
export const jointMeter = (first: Meter, others: readonly Meter[]): Meter => ({
  ...first,
  start() {
    const depth = Math.max(first.ended(), ...others.map((other) => other.ended())) + 1
    const end = first.start(depth)
    return (units) => {
      end(units)
      for (const other of others) other.end(depth)
    }
  },
})
