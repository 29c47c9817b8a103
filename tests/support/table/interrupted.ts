import { expect } from 'vitest'
import type { World } from '../world.ts'

type Command = { readonly constructor: { readonly name: string } }
type Send = (command: Command) => Promise<unknown>

/** Something else happens between what `act` has read and the `nth` transaction, or other command, that it writes. */
export const interrupted = async <V>(
  { runtime }: World,
  act: () => Promise<V>,
  deed: () => Promise<unknown>,
  nth = 1,
  command: 'TransactWriteCommand' | 'UpdateCommand' | 'PutCommand' = 'TransactWriteCommand',
): Promise<V> => {
  const { documents } = runtime.client
  const send = documents.send.bind(documents) as unknown as Send
  let writes = 0
  const interrupting: Send = async (sent) => {
    if (sent.constructor.name === command) {
      writes += 1
      if (writes === nth) {
        Object.assign(documents, { send })
        await deed()
      }
    }
    return send(sent)
  }
  Object.assign(documents, { send: interrupting })
  try {
    return await act()
  } finally {
    Object.assign(documents, { send })
    expect(writes).toBeGreaterThanOrEqual(nth)
  }
}
