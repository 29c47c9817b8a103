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
  /** Marks the start of a call; the returned function marks its end. */
  start(): (units: { read?: number; write?: number }) => void
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
      start() {
        const depth = ended + 1
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
