import { seeded } from '../load/seeded.ts'
import type { World } from '../support/world.ts'

type Command = { readonly constructor: { readonly name: string }; readonly input: unknown }
type Send = (command: Command) => Promise<unknown>

const conflict = () =>
  Object.assign(new Error('conflict'), {
    name: 'TransactionCanceledException',
    CancellationReasons: [{ Code: 'TransactionConflict' }],
    $metadata: { httpStatusCode: 400 },
  })
const timeout = () => Object.assign(new Error('silence'), { name: 'TimeoutError' })

/**
 * An engine that now and then cancels a transaction, falls silent before the deed, or after it. `end` makes it whole
 * again. The share of transactions that suffer is `rate` for each of the three.
 */
export const troubled = ({ runtime }: World, seed: number, rate = 0.06): { count(): number; end(): void } => {
  const { documents } = runtime.client
  const random = seeded(seed)
  const send = documents.send.bind(documents) as unknown as Send
  let troubles = 0
  const troubling: Send = async (command) => {
    if (command.constructor.name !== 'TransactWriteCommand') return send(command)
    const dice = random.next()
    if (dice >= 3 * rate) return send(command)
    troubles += 1
    if (dice < rate) throw conflict()
    if (dice < 2 * rate) throw timeout()
    await send(command)
    throw timeout()
  }
  Object.assign(documents, { send: troubling })
  return { count: () => troubles, end: () => Object.assign(documents, { send }) }
}
