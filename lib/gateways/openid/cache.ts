const fresh = 3600_000
/** How long a value stays good while it cannot be loaded again. */
const stale = 24 * fresh
const pauseWith = 60_000
const pauseWithout = 5000

/**
 * Keeps what a provider publishes, in milliseconds: an hour, and a day while the provider is out of reach. A reader who
 * doubts the value has it loaded anew, once a minute at most, whoever doubts; calls at the same time share one load.
 * A load that yields undefined has failed.
 */
export const kept = <T>(load: () => Promise<T | undefined>, now: () => number) => {
  let value: { readonly of: T; readonly at: number } | undefined
  let tried = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | undefined

  const reload = async (): Promise<void> => {
    tried = now()
    const loaded = await load()
    if (loaded !== undefined) value = { of: loaded, at: now() }
    loading = undefined
  }

  const current = (): T | undefined => (value && now() - value.at < stale ? value.of : undefined)

  return async (doubts: (known: T) => boolean = () => false): Promise<T | undefined> => {
    const known = current()
    const wanted = known === undefined || now() - (value?.at ?? 0) >= fresh || doubts(known)
    const pause = known === undefined ? pauseWithout : pauseWith
    if (wanted && !loading && now() - tried >= pause) loading = reload()
    if (wanted) await loading
    return current()
  }
}
