import type { World } from '../world.ts'

/** A call of the table. */
export type Sent = {
  readonly constructor: { readonly name: string }
  readonly input: Readonly<Record<string, unknown>>
}

/** A runtime at whose table something happens instead of what is asked; `undefined` lets it happen. */
export const withTable = (
  { runtime }: World,
  instead: (sent: Sent) => Promise<unknown> | undefined,
): World['runtime'] => {
  const documents = new Proxy(runtime.client.documents, {
    get: (target, name) =>
      name === 'send'
        ? (sent: Sent) => instead(sent) ?? target.send(sent as never)
        : Reflect.get(target, name),
  })
  return { ...runtime, client: { ...runtime.client, documents } }
}

/** The runtime of a process that dies before the first call that `dies` tells. */
export const dyingAt = (w: World, dies: (sent: Sent) => boolean): World['runtime'] => {
  let isDead = false
  return withTable(w, (sent) => {
    isDead ||= dies(sent)
    return isDead ? Promise.reject(new Error('the process died')) : undefined
  })
}

/** Whether a call puts an item of this kind, by itself. */
export const isPutOf = ({ input }: Sent, name: string): boolean =>
  (input.Item as { readonly entity?: string } | undefined)?.entity === name

/** Whether a call is a transaction that says all of these words. */
export const isWriteOf =
  (...words: readonly string[]) =>
  (sent: Sent): boolean =>
    sent.constructor.name === 'TransactWriteCommand' &&
    words.every((word) => JSON.stringify(sent.input).includes(JSON.stringify(word)))

/** Lets something happen once, right before the first call of this world's requests that is the one. */
export const meanwhile = (w: World, isIt: (sent: Sent) => boolean, happens: () => Promise<unknown>): void => {
  const { documents } = w.runtime.client
  let held = false
  const { client } = withTable(w, (sent) => {
    if (held || !isIt(sent)) return undefined
    held = true
    return happens().then(() => documents.send(sent as never))
  })
  Object.assign(w.runtime, { client })
}
