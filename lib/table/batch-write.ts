import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { endOfTurn, forEachGroup } from './batch.ts'
import { type CallContext, failUnavailable, isUnavailable, sendCommand } from './call.ts'
import { retryPauses } from './pause.ts'
import { addressOf, requestOf, type Write } from './write.ts'

/** A put or removal without a condition, as BatchWriteItem takes it. */
export type UnconditionalWrite = { readonly entity: string } & (
  | { readonly PutRequest: { readonly Item: Record<string, unknown> } }
  | { readonly DeleteRequest: { readonly Key: Record<string, unknown> } }
)
type WritesByPlace = ReadonlyMap<string, UnconditionalWrite>
type Failures = ReadonlyMap<string, unknown>

/** DynamoDB accepts at most 25 writes per call. */
const groupSize = 25

const sendGroup = async (ports: CallContext, group: readonly UnconditionalWrite[]): Promise<void> => {
  const { name, documents, wait } = ports.client
  const entity = [...new Set(group.map((write) => write.entity))].join(' ')
  const call = { does: 'write', call: 'BatchWriteItem', entity } as const
  const pauseBeforeRetry = retryPauses(wait)
  let requests = group.map(({ entity: _, ...request }) => request) as object[]
  for (let attempts = 1; ; attempts += 1) {
    const command = new BatchWriteCommand({
      RequestItems: { [name]: requests },
      ReturnConsumedCapacity: 'TOTAL',
    })
    const result = await sendCommand(ports, call, () => documents.send(command), pauseBeforeRetry)
    requests = result.UnprocessedItems?.[name] ?? []
    if (requests.length === 0) return
    // A transaction holds these items, or their partition is throttled.
    if (!(await pauseBeforeRetry()))
      failUnavailable({ cause: 'throttled', error: 'UnprocessedItems', call: call.call, entity, attempts })
  }
}

/**
 * Sends a group, and its writes one by one if the engine refuses the call: one write that it never takes fails alone.
 * Repeating the others changes nothing.
 */
const writeGroup = async (
  ports: CallContext,
  group: readonly (readonly [string, UnconditionalWrite])[],
  failures: Map<string, unknown>,
): Promise<void> => {
  try {
    await sendGroup(
      ports,
      group.map(([, write]) => write),
    )
  } catch (error) {
    if (group.length > 1 && !isUnavailable(error))
      await Promise.all(group.map((one) => writeGroup(ports, [one], failures)))
    else for (const [place] of group) failures.set(place, error)
  }
}

/** Writes of any number, 25 in a call. Returns the failures by place. */
export const writeBatch = async (ports: CallContext, writes: WritesByPlace): Promise<Failures> => {
  const failures = new Map<string, unknown>()
  await forEachGroup([...writes], groupSize, (group) => writeGroup(ports, group, failures))
  return failures
}

const requestIn = (ports: CallContext, write: Write): UnconditionalWrite => {
  const isUnconditional = Object.keys(write.condition).length === 0
  if (!isUnconditional || (write.does !== 'put' && write.does !== 'remove'))
    throw new Error(`a batch cannot ${write.does} ${write.entity.name} or check a condition`)
  const { Item, Key } = requestOf(write, { tenant: ports.tenant, nowSeconds: 0 }) as {
    readonly [K in 'Item' | 'Key']: Record<string, unknown>
  }
  const entity = write.entity.name
  return write.does === 'put' ? { entity, PutRequest: { Item } } : { entity, DeleteRequest: { Key } }
}

const placeOf = (write: Write, tenant: string | undefined): string => {
  const keyParams = write.does === 'put' ? (write.value as Record<string, string>) : write.keyParams
  const { pk, sk } = addressOf({ entity: write.entity, keyParams }, tenant)
  return `${pk}\n${sk}`
}

type OpenBatch = { readonly writes: Map<string, UnconditionalWrite>; readonly failures: Promise<Failures> }

/**
 * Writes everything requested in the same turn together: a call costs more than the items that it writes. Of several
 * writes of one item the last one counts.
 */
export const batchingWriter = (ports: CallContext) => {
  let open: OpenBatch | undefined
  const begin = (): OpenBatch => {
    const writes = new Map<string, UnconditionalWrite>()
    const send = () => {
      open = undefined
      return writeBatch(ports, writes)
    }
    return { writes, failures: endOfTurn().then(send) }
  }
  return async (requested: readonly Write[]): Promise<void> => {
    if (requested.length === 0) return
    const own = requested.map((write) => [placeOf(write, ports.tenant), requestIn(ports, write)] as const)
    open ??= begin()
    const { writes, failures } = open
    for (const [place, request] of own) writes.set(place, request)
    const failed = await failures
    const [first] = own.filter(([place]) => failed.has(place))
    if (first) throw failed.get(first[0])
  }
}
