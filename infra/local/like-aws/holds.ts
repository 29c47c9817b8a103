/** Items that transactions or writes hold now. */
export type Holds = {
  /** Whether a transaction holds it. */
  readonly isHeld: (id: string) => boolean
  /** A transaction holds these until `letGo`. */
  readonly hold: (ids: readonly string[]) => void
  readonly letGo: (ids: readonly string[]) => void
  /** Waits for earlier writes of these items. The returned function ends this turn. */
  readonly turn: (ids: readonly string[]) => Promise<() => void>
}

export const openHolds = (): Holds => {
  const heldIds = new Set<string>()
  const last = new Map<string, Promise<void>>()
  return {
    isHeld: (id) => heldIds.has(id),
    hold: (ids) => {
      for (const id of ids) heldIds.add(id)
    },
    letGo: (ids) => {
      for (const id of ids) heldIds.delete(id)
    },
    turn: async (ids) => {
      // All places in the queues are taken at once, so two writes of several items cannot deadlock.
      const earlier = ids.map((id) => last.get(id))
      const { promise, resolve } = Promise.withResolvers<void>()
      for (const id of ids) last.set(id, promise)
      await Promise.all(earlier)
      return () => {
        for (const id of ids) if (last.get(id) === promise) last.delete(id)
        resolve()
      }
    },
  }
}
