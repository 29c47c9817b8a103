let holding = 0

/** How long an answer of the engine is held back just now, in milliseconds; undefined where it is not. */
export const held = (): number | undefined => (holding > 0 ? 20 : undefined)

/**
 * From here to the end of the block the engine takes its time, as a table far away does: `using _slow = slowAnswers()`.
 * Calls that are made side by side are counted as such then. Without it one of them can end before another begins, when
 * the machine is busy, a module is loaded or a password is hashed meanwhile, and it looks as if they followed each other.
 */
export const slowAnswers = (): Disposable => {
  holding += 1
  return {
    [Symbol.dispose]() {
      holding -= 1
    },
  }
}
