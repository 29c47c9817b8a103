import type { CallResult } from './call.ts'
import { seenVersion, versionOf } from './layout/forms.ts'

type Form = Parameters<typeof seenVersion>[0]

type ListChange<V> = {
  readonly read: () => Promise<CallResult<V>>
  /** Whether the list has the change already. */
  readonly isSaved: (current: V) => boolean
  readonly save: (current: V, version: number) => Promise<CallResult<unknown>>
}

/**
 * Saves a change of a list under the version that the form's reader saw. A button that was pressed twice finds its
 * change made: it succeeds and changes nothing.
 */
export const saveOnce = async <V extends { readonly version: number }>(
  form: Form,
  { read, isSaved, save }: ListChange<V>,
): Promise<CallResult<unknown>> => {
  const current = await read()
  if (!current.ok) return current
  if (seenVersion(form) !== current.value.version && isSaved(current.value)) return current
  const result = await save(current.value, versionOf(form, current.value))
  if (result.ok || result.refusal.status !== 409) return result
  // The other press may have been saved meanwhile.
  const latest = await read()
  return latest.ok && isSaved(latest.value) ? latest : result
}
