/**
 * Runs the same work for each item, `atOnce` at a time. A failure does not stop the others; at the end the first one
 * is thrown.
 */
export const forEachConcurrently = async <T>(
  items: readonly T[],
  atOnce: number,
  act: (item: T) => Promise<void>,
): Promise<void> => {
  const left = [...items]
  const errors: unknown[] = []
  const work = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift())
      await act(item).catch((error: unknown) => void errors.push(error))
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
  if (errors.length > 0) throw errors[0]
}
