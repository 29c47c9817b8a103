import { BatchWriteItemCommand, CreateTableCommand, DeleteTableCommand } from '@aws-sdk/client-dynamodb'
import type { TableClient } from '../../../lib/table/client.ts'
import { tableDefinition } from '../../../lib/table/schema.ts'
import { everyImage } from './whole-table.ts'

type Asked = { readonly ConsistentRead?: boolean }
type Input = Asked & {
  readonly TableName?: string
  readonly RequestItems?: Readonly<Record<string, Asked>>
}
type Output = { readonly Responses?: Readonly<Record<string, unknown>>; readonly UnprocessedKeys?: object }

const single = /^(?:Get|Query|Scan)(?:Item)?Command$/
const most = 25

/** A table with the same items, which no write reaches. */
const copyOf = async (client: TableClient, name: string): Promise<void> => {
  const { StreamSpecification: _, ...definition } = tableDefinition(name)
  await client.documents.send(new CreateTableCommand(definition) as never)
  const images = await everyImage(client)
  for (let from = 0; from < images.length; from += most) {
    const puts = images.slice(from, from + most).map((Item) => ({ PutRequest: { Item } }))
    await client.documents.send(new BatchWriteItemCommand({ RequestItems: { [name]: puts } }) as never)
  }
}

/**
 * From now on reads that may be late are answered with what the table is now, whatever is written: as late as a read can
 * be. `caughtUp` ends that for what is read while it runs; `end` for good.
 */
export const keepReadsBehind = async (client: TableClient) => {
  const { documents, name } = client
  const behind = `${name}-behind`
  await copyOf(client, behind)
  let late = true
  let answered = 0
  const step = 'readsBehind'
  documents.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const input = args.input as Input
        if (!late) return next(args)
        if (single.test(commandName) && !input.ConsistentRead) {
          answered += 1
          return next({ ...args, input: { ...input, TableName: behind } as never })
        }
        const wanted = input.RequestItems?.[name]
        if (!/^BatchGet/.test(commandName) || wanted?.ConsistentRead) return next(args)
        answered += 1
        const answer = await next({
          ...args,
          input: { ...input, RequestItems: { [behind]: wanted } } as never,
        })
        const output = answer.output as Output
        const Responses = { [name]: output.Responses?.[behind] ?? [] }
        return { ...answer, output: { ...output, Responses } as never }
      },
    { step: 'initialize', name: step, priority: 'low' },
  )
  return {
    /** How many reads were answered late. */
    late: (): number => answered,
    async caughtUp<V>(act: () => Promise<V>): Promise<V> {
      late = false
      try {
        return await act()
      } finally {
        late = true
      }
    },
    async end(): Promise<void> {
      documents.middlewareStack.remove(step)
      await documents.send(new DeleteTableCommand({ TableName: behind }) as never)
    },
  }
}
