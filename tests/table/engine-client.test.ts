import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BatchGetItemCommand, BatchWriteItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { engineConnections } from '../../infra/local/handlers/engine-connection.ts'
import { connect, type TableClient } from '../../lib/table/client.ts'
import { askDirectly } from '../support/table/engine-client.ts'
import { isLate } from '../support/table/late-lists.ts'
import { world } from '../support/world.ts'

let clients: { sdk: TableClient; direct: TableClient }

/** However busy the machine is. */
const withoutEnd = { most: Number.POSITIVE_INFINITY, patience: Number.POSITIVE_INFINITY }

beforeAll(async () => {
  const w = await world({ ownTable: true })
  const client = () => connect({ TABLE_NAME: w.runtime.client.name, DYNAMODB_ENDPOINT: inject('engine') })
  const direct = client()
  askDirectly(direct, inject('engine'), engineConnections(withoutEnd))
  clients = { sdk: client(), direct }
})

const first = { pk: 'T#x#A', sk: 'one' }
const second = { pk: 'T#x#A', sk: 'two' }
const value = {
  text: 'é "quoted"\n',
  none: undefined,
  nothing: null,
  yes: true,
  count: 3,
  share: -0.25,
  list: ['a', 1, { deep: [] }],
  map: { Item: { Key: 'k' }, Items: ['i'] },
  set: new Set(['a', 'b']),
  empty: '',
}

/** One of each kind, in an order that fills and empties the table, with what is refused of each. */
const commands = (TableName: string): [string, () => unknown][] => {
  const total = { TableName, ReturnConsumedCapacity: 'TOTAL' } as const
  const absent = {
    ConditionExpression: 'attribute_not_exists(#k)',
    ExpressionAttributeNames: { '#k': 'pk' },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const
  const Item = { ...first, ...value }
  const update = {
    Key: first,
    UpdateExpression: 'SET #m.#e = :v ADD #c :one',
    ExpressionAttributeNames: { '#m': 'map', '#e': 'Item', '#c': 'count' },
    ExpressionAttributeValues: { ':v': { Item: 1, gone: undefined }, ':one': 1 },
  }
  const page = { KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': first.pk } }
  const raw = { pk: { S: 'T#x#A' }, sk: { S: 'raw' }, n: { N: '1' } }
  const keys = [first, second, { pk: 'none', sk: 'none' }]
  const twice = [{ Put: { TableName, Item, ...absent } }, { Delete: { TableName, Key: second } }]
  return [
    ['a put', () => new PutCommand({ ...total, Item, ReturnValues: 'ALL_OLD' })],
    ['a put over something', () => new PutCommand({ ...total, Item, ReturnValues: 'ALL_OLD' })],
    ['a put that is refused', () => new PutCommand({ ...total, Item, ...absent })],
    ['a put of no key', () => new PutCommand({ TableName, Item: value })],
    ['a put into no table', () => new PutCommand({ TableName: 'none-such', Item })],
    ['an update', () => new UpdateCommand({ ...total, ...update, ReturnValues: 'ALL_NEW' })],
    ['an update of nothing', () => new UpdateCommand({ ...total, ...update, Key: second })],
    ['a get', () => new GetCommand({ ...total, Key: first, ConsistentRead: true })],
    ['a get of nothing', () => new GetCommand({ TableName, Key: second })],
    [
      'a transaction',
      () =>
        new TransactWriteCommand({ TransactItems: [{ Put: { TableName, Item: { ...second, ...value } } }] }),
    ],
    ['a transaction that is refused', () => new TransactWriteCommand({ TransactItems: twice })],
    [
      'a read of several',
      () =>
        new BatchGetCommand({
          RequestItems: { [TableName]: { Keys: keys } },
          ReturnConsumedCapacity: 'TOTAL',
        }),
    ],
    ['a page', () => new QueryCommand({ ...total, ...page, Limit: 1 })],
    ['the next page', () => new QueryCommand({ ...total, ...page, ExclusiveStartKey: first })],
    ['a query that is none', () => new QueryCommand({ ...total, KeyConditionExpression: 'pk > :p' })],
    [
      'a write of several',
      () => new BatchWriteItemCommand({ RequestItems: { [TableName]: [{ PutRequest: { Item: raw } }] } }),
    ],
    [
      'a raw read of several',
      () =>
        new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [{ pk: raw.pk, sk: raw.sk }] } } }),
    ],
    ['a scan', () => new ScanCommand({ TableName })],
    ['a removal', () => new DeleteCommand({ ...total, Key: first, ReturnValues: 'ALL_OLD' })],
    [
      'the other removals',
      () =>
        new TransactWriteCommand({
          TransactItems: [second, { pk: 'T#x#A', sk: 'raw' }].map((Key) => ({ Delete: { TableName, Key } })),
        }),
    ],
  ]
}

const outcome = async ({ documents }: TableClient, command: unknown): Promise<unknown> => {
  const { $metadata, ...said } = await documents.send(command as never).then(
    (answer) => ({ ...(answer as object), $metadata: (answer as { $metadata: object }).$metadata }),
    (error) => ({ ...error, name: error.name, message: error.message, $response: undefined }),
  )
  return { ...said, $metadata: { ...$metadata, requestId: undefined } }
}

/** A client of an engine that breaks as often as it is told, and then finds nothing. */
const troubled = async (breaks: readonly ('answer' | 'connection')[]) => {
  const heard: string[] = []
  const server = createServer((request, response) => {
    const trouble = breaks[heard.length]
    heard.push(String(request.headers['user-agent'] ?? 'a test'))
    request.resume()
    if (trouble === 'connection') response.socket?.destroy()
    else response.writeHead(trouble ? 500 : 200).end(trouble ? '{"__type":"x#InternalServerError"}' : '{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close().closeAllConnections())
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = connect({ TABLE_NAME: 'any', DYNAMODB_ENDPOINT: endpoint })
  askDirectly(client, endpoint, engineConnections(withoutEnd))
  return { client, heard }
}

const get = () => new GetCommand({ TableName: 'any', Key: first })

describe("what a test's client hears of the engine", () => {
  it.skipIf(isLate)('is what the SDK hears, of every command and every refusal', async () => {
    const said: Record<keyof typeof clients, unknown[]> = { sdk: [], direct: [] }
    for (const way of ['sdk', 'direct'] as const)
      for (const [name, make] of commands(clients.sdk.name))
        said[way].push([name, await outcome(clients[way], make())])
    expect(said.direct).toEqual(said.sdk)
  })

  it.each(['answer', 'connection'] as const)(
    'is asked for again by the SDK after a broken %s',
    async (trouble) => {
      const { client, heard } = await troubled([trouble])
      expect((await client.documents.send(get())).Item).toBeUndefined()
      expect(heard).toHaveLength(2)
    },
  )

  it('is the end of the first steps that a test adds to the SDK', async () => {
    const { client, heard } = await troubled([])
    const seen: unknown[] = []
    const { middlewareStack } = client.documents
    middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const answer = await next({ ...args, input: { ...args.input, ConsistentRead: true } as never })
          seen.push(commandName, args.input, answer.output)
          return answer
        },
      { step: 'initialize', name: 'watch' },
    )
    await client.documents.send(get())
    expect(seen).toEqual([
      'GetItemCommand',
      get().input,
      expect.objectContaining({ $metadata: expect.anything() }),
    ])
    middlewareStack.remove('watch')
    await client.documents.send(get())
    expect([seen.length, heard.length]).toEqual([3, 2])
  })

  it('goes through the SDK once a test adds a later step', async () => {
    const { client } = await troubled([])
    let met = 0
    client.documents.middlewareStack.add(
      (next) => async (args) => {
        met += 1
        return next(args)
      },
      { step: 'deserialize', priority: 'low' },
    )
    await client.documents.send(get())
    expect(met).toBe(1)
  })
})
