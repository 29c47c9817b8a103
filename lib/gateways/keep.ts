type Times = { readonly fresh: number; readonly retry: number }

const nameOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')

/**
 * Keeps a loaded value for `fresh` milliseconds. When it cannot be loaded again the old one stays, and the next try
 * comes `retry` milliseconds later. Calls at the same time share one load; a first load that fails is not kept.
 */
export const keepFor = <T>(times: Times, load: () => Promise<T>, now: () => number): (() => Promise<T>) => {
  let kept: { value: T; until: number } | undefined
  let loading: Promise<T> | undefined

  const refresh = async (): Promise<T> => {
    try {
      const value = await load()
      kept = { value, until: now() + times.fresh }
      return value
    } catch (error) {
      if (!kept) throw error
      process.emitWarning(`An old value stays in use: ${nameOf(error)}`)
      kept = { value: kept.value, until: now() + times.retry }
      return kept.value
    } finally {
      loading = undefined
    }
  }

  return async () => {
    if (kept && now() < kept.until) return kept.value
    loading ??= refresh()
    return await loading
  }
}
