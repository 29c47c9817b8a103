import { marshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import { streamConsumers } from '../../functions/notifications/stream-consumers.ts'
import { consume } from '../../functions/stream/handler.ts'
import type { AudiencePager } from '../../lib/audience.ts'
import { notificationRow } from '../../lib/outbox.ts'
import type { Runtime } from '../../lib/runtime.ts'

type Item = Readonly<Record<string, unknown>>
type Put = { readonly Item?: Item }
type Input = Put & { readonly TransactItems?: readonly { readonly Put?: Put }[] }

const putsOf = (input: Input): readonly Item[] => {
  const all: readonly Put[] = [input, ...(input.TransactItems ?? []).map(({ Put = {} }) => Put)]
  return all.flatMap(({ Item }) => (Item === undefined ? [] : [Item]))
}

/** Side by side, as the shards of a stream are: pages of one notification still come one after the other. */
const shards = 4

/**
 * A runtime whose writes are listened to, and the stream of the notifications that fall due in them. Without reading the
 * whole table again and again, as a look from outside would have to.
 */
export const listening = (runtime: Runtime, pagers: readonly AudiencePager[]) => {
  const fresh: DynamoDBRecord[] = []
  let number = 0
  const documents = new Proxy(runtime.client.documents, {
    get: (target, name) =>
      name !== 'send'
        ? Reflect.get(target, name)
        : async (command: { input: Input }) => {
            const answer = await target.send(command as never)
            for (const item of putsOf(command.input)) {
              if (item.entity !== notificationRow.name) continue
              number += 1
              const NewImage = marshall(item, { removeUndefinedValues: true }) as never
              fresh.push({ eventName: 'INSERT', dynamodb: { SequenceNumber: String(number), NewImage } })
            }
            return answer
          },
  })
  const heard: Runtime = { ...runtime, client: { ...runtime.client, documents } }
  const carried = consume(streamConsumers(pagers), () => heard)
  const carryShard = async (): Promise<void> => {
    for (let record = fresh.shift(); record; record = fresh.shift()) {
      const { batchItemFailures } = await carried({ Records: [record] })
      if (batchItemFailures.length > 0) throw new Error('a notice was not carried out')
    }
  }
  const carry = async (): Promise<void> => {
    while (fresh.length > 0) await Promise.all(Array.from({ length: shards }, carryShard))
  }
  return { runtime: heard, carry }
}
