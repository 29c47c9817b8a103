/** Does under one name what several ask for together, such as the notices of one batch: all get what the first one gets. */
export type Once = <V>(what: string, work: () => Promise<V>) => Promise<V>

/** A failure is not kept: whoever asks next tries again. */
export const onceEach = (): Once => {
  const done = new Map<string, Promise<unknown>>()
  return <V>(what: string, work: () => Promise<V>): Promise<V> => {
    const known = done.get(what) ?? work()
    done.set(what, known)
    known.catch(() => done.delete(what))
    return known as Promise<V>
  }
}

type Asker = { readonly once?: Once; readonly table: { readonly tenant: string | undefined } }

/** Does something once for all the notices of a batch; for who asks alone, each time. */
export const oncePerBatch = <V>({ once, table }: Asker, what: string, work: () => Promise<V>): Promise<V> =>
  once ? once(`${table.tenant} ${what}`, work) : work()
