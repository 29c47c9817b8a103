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
const singleConflict = () =>
  Object.assign(new Error('conflict'), {
    name: 'TransactionConflictException',
    $metadata: { httpStatusCode: 400 },
  })
const writing = ['TransactWriteCommand', 'UpdateCommand', 'PutCommand', 'DeleteCommand', 'BatchWriteCommand']
const timeout = () => Object.assign(new Error('silence'), { name: 'TimeoutError' })

/**
 * An engine that now and then refuses a write, falls silent before the deed, or after it. `end` makes it whole
 * again. The share of writes that suffer is `rate` for each of the three.
 */
export const troubled = ({ runtime }: World, seed: number, rate = 0.06): { count(): number; end(): void } => {
  const { documents } = runtime.client
  const random = seeded(seed)
  const send = documents.send.bind(documents) as unknown as Send
  let troubles = 0
  const troubling: Send = async (command) => {
    const { name } = command.constructor
    if (!writing.includes(name)) return send(command)
    const dice = random.next()
    if (dice >= 3 * rate) return send(command)
    troubles += 1
    if (dice < rate) throw name === 'TransactWriteCommand' ? conflict() : singleConflict()
    if (dice < 2 * rate) throw timeout()
    await send(command)
    throw timeout()
  }
  Object.assign(documents, { send: troubling })
  return { count: () => troubles, end: () => Object.assign(documents, { send }) }
}

/**
 * A process that ends at its call number `call` of the table, or at the first of a kind: before the call reaches the table,
 * or once it is carried out. `end` tells whether it came so far.
 */
export const dying = (
  { runtime }: World,
  call: number | 'PutCommand' | 'TransactWriteCommand',
  before: boolean,
): { end(): boolean } => {
  const { documents } = runtime.client
  const send = documents.send.bind(documents) as unknown as Send
  const underWay = new Set<Promise<unknown>>()
  let calls = 0
  let died = false
  const carriedOut: Send = async (command) => {
    const sending = send(command)
    underWay.add(sending)
    return sending.finally(() => underWay.delete(sending))
  }
  // What went beside it ends first, so that whoever looks afterwards finds nothing in between.
  const silence = async (): Promise<never> => {
    await Promise.allSettled(underWay)
    throw timeout()
  }
  const last: Send = async (command) => {
    calls += 1
    if (died) return silence()
    if (call !== (typeof call === 'number' ? calls : command.constructor.name)) return carriedOut(command)
    died = true
    if (!before) await carriedOut(command)
    return silence()
  }
  Object.assign(documents, { send: last })
  return {
    end: () => {
      Object.assign(documents, { send })
      return died
    },
  }
}

/** Something else happens, from beginning to end, before call number `call` of `act` reaches the table. */
export const meanwhileAt = async <V>(
  { runtime }: World,
  call: number,
  act: () => Promise<V>,
  deed: () => Promise<unknown>,
): Promise<V> => {
  const { documents } = runtime.client
  const send = documents.send.bind(documents) as unknown as Send
  let calls = 0
  const interrupting: Send = async (command) => {
    calls += 1
    if (calls !== call) return send(command)
    Object.assign(documents, { send })
    await deed()
    return (documents.send as unknown as Send)(command)
  }
  Object.assign(documents, { send: interrupting })
  try {
    return await act()
  } finally {
    Object.assign(documents, { send })
  }
}

/** Something else happens before the next call of each kind, one after the other. */
export const meanwhileNamed = async <V>(
  { runtime }: World,
  act: () => Promise<V>,
  deeds: readonly (readonly [string, () => Promise<unknown>])[],
): Promise<V> => {
  const { documents } = runtime.client
  const send = documents.send.bind(documents) as unknown as Send
  const left = [...deeds]
  const interrupting: Send = async (command) => {
    const [next] = left
    if (next?.[0] !== command.constructor.name) return send(command)
    left.shift()
    Object.assign(documents, { send })
    await next[1]()
    Object.assign(documents, { send: interrupting })
    return send(command)
  }
  Object.assign(documents, { send: interrupting })
  try {
    return await act()
  } finally {
    Object.assign(documents, { send })
  }
}

/** The answer to the next call of a kind is lost on the way, after `deed`; the SDK may send it again. */
export const unanswered = async <V>(
  { runtime }: World,
  name: 'PutItemCommand',
  act: () => Promise<V>,
  deed: () => Promise<unknown> = async () => undefined,
): Promise<V> => {
  const { middlewareStack } = runtime.client.documents
  const step = 'lostAnswer'
  let isLost = false
  middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const answer = await next(args)
        if (isLost || commandName !== name) return answer
        isLost = true
        await deed()
        throw timeout()
      },
    { name: step, step: 'deserialize', priority: 'high' },
  )
  const outcome = await act().finally(() => middlewareStack.remove(step))
  if (!isLost) throw new Error(`no answer to ${name} was lost`)
  return outcome
}
