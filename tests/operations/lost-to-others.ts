import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import { vi } from 'vitest'
import type { World } from '../support/world.ts'

type Part = {
  readonly ConditionExpression?: string
  readonly Key?: Record<string, unknown>
  readonly Item?: Record<string, unknown>
}
type Command = { readonly input: Part & { readonly TransactItems?: readonly Record<string, Part>[] } }

const isLate = ({ ConditionExpression = '' }: Part): boolean =>
  /#(?:version|revision)\b/.test(ConditionExpression)

/**
 * From now on somebody else is always faster: a write under a version or revision is refused, with what stands there,
 * and nothing is written. `vi.restoreAllMocks()` ends it.
 */
export const loseEveryRace = ({ runtime: { client } }: World): void => {
  const { documents, name } = client
  const send = documents.send.bind(documents) as (command: unknown) => Promise<{ Item?: object }>
  const standing = async ({ Key, Item: { pk, sk } = {} }: Part) => {
    const { Item } = await send(new GetCommand({ TableName: name, Key: Key ?? { pk, sk } }))
    return Item ? { Item: marshall(Item) } : {}
  }
  const lose = async ({ input }: Command): Promise<never> => {
    if (!input.TransactItems)
      throw Object.assign(new Error(), {
        name: 'ConditionalCheckFailedException',
        ...(await standing(input)),
      })
    const parts = input.TransactItems.flatMap((item) => Object.values(item))
    const CancellationReasons = await Promise.all(
      parts.map(async (part) =>
        isLate(part) ? { Code: 'ConditionalCheckFailed', ...(await standing(part)) } : { Code: 'None' },
      ),
    )
    throw Object.assign(new Error(), { name: 'TransactionCanceledException', CancellationReasons })
  }
  vi.spyOn(documents, 'send').mockImplementation(((command: Command) => {
    const late = (command.input.TransactItems ?? []).flatMap((item) => Object.values(item)).some(isLate)
    return late || isLate(command.input) ? lose(command) : send(command)
  }) as never)
}

/** Lets `deed` happen after everything was read and before the first write that concerns `subject`. */
export const meanwhile = (
  { runtime: { client } }: World,
  subject: string,
  deed: () => Promise<unknown>,
): void => {
  const { documents } = client
  const send = documents.send.bind(documents) as (command: unknown) => Promise<unknown>
  let isTime = true
  vi.spyOn(documents, 'send').mockImplementation((async (command: Command) => {
    const { TransactItems, ConditionExpression } = command.input
    if (isTime && (TransactItems ?? ConditionExpression) && JSON.stringify(command.input).includes(subject)) {
      isTime = false
      await deed()
    }
    return send(command)
  }) as never)
}
