/**
 * The results of the same work for each item, in order, `atOnce` items at a time. A failure does not stop the others;
 * at the end the first one is thrown.
 */
export const mapConcurrently = async <T, R>(
  items: readonly T[],
  atOnce: number,
  act: (item: T) => Promise<R>,
): Promise<readonly R[]> => {
  const results: R[] = new Array(items.length)
  const left = [...items.entries()]
  const errors: unknown[] = []
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [at, item] = next
      try {
        results[at] = await act(item)
      } catch (error) {
        errors.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
  if (errors.length > 0) throw errors[0]
  return results
}

/** `mapConcurrently` without results. */
export const forEachConcurrently = async <T>(
  items: readonly T[],
  atOnce: number,
  act: (item: T) => Promise<void>,
): Promise<void> => void (await mapConcurrently(items, atOnce, act))
