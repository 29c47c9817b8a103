import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ModelClock, realClock, slowed } from './clock.ts'
import { dropCopies, isCopy, makeCopies } from './copies/copied-table.ts'
import { openCopies } from './copies/copies.ts'
import { type Answer, contentType, engineCalls } from './engine-calls.ts'
import type { Figures } from './figures.ts'
import { openHolds } from './holds.ts'
import type { Model } from './model.ts'
import { readBatch, readOne } from './reads.ts'
import { refusal } from './refusals.ts'
import { openTables } from './tables.ts'
import { openThroughput } from './throughput.ts'
import { type Tokens, transactGet, transactWrite } from './transactions.ts'
import { openUnreliableLink } from './unreliable-link.ts'
import { writeBatch, writeOne } from './writes.ts'

/** A running front. `stop` leaves the engine running. */
export type ModelServer = { readonly endpoint: string; readonly stop: () => Promise<void> }

/** A front in this process, whose copies a test can wait for. */
export type InProcessModel = ModelServer & { readonly caughtUp: () => Promise<void> }

export type ModelServerOptions = {
  /** Address of the engine behind it. */
  readonly engine: string
  readonly figures: Figures
  readonly clock?: ModelClock
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

const withoutCopies = ({ status, text }: Answer): Answer => {
  const listed = JSON.parse(text) as { TableNames?: string[] }
  const TableNames = listed.TableNames?.filter((name) => !isCopy(name))
  return { status, text: JSON.stringify({ ...listed, ...(TableNames ? { TableNames } : {}) }) }
}

const operationPrefix = 'DynamoDB_20120810.'

/** A request that the real service does not have. It returns once all copies of a table have the writes until then. */
export const catchUp = 'CatchUp'

/** The model's handler for each operation that it knows. All others are passed on. */
const operationsOf = (model: Model): Record<string, (body: never) => Promise<Answer>> => {
  const tokens: Tokens = new Map()
  return {
    PutItem: (body) => writeOne(model, 'PutItem', body),
    UpdateItem: (body) => writeOne(model, 'UpdateItem', body),
    DeleteItem: (body) => writeOne(model, 'DeleteItem', body),
    BatchWriteItem: (body) => writeBatch(model, body),
    TransactWriteItems: (body) => transactWrite(model, tokens, body),
    TransactGetItems: (body) => transactGet(model, body),
    GetItem: (body) => readOne(model, 'GetItem', body),
    Query: (body) => readOne(model, 'Query', body),
    Scan: (body) => readOne(model, 'Scan', body),
    BatchGetItem: (body) => readBatch(model, body),
    [catchUp]: async ({ TableName }: { TableName: string }) => {
      await model.copies?.caughtUpWith(TableName)
      return { status: 200, text: '{}' }
    },
    ListTables: async (body) => withoutCopies(await model.ask('ListTables', body)),
    DeleteTable: async (body: { TableName: string }) => {
      model.tables.forget(body.TableName)
      await dropCopies(model.ask, body.TableName, model.copies ? model.figures.copies : 0)
      return model.ask('DeleteTable', body)
    },
  }
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const send = (reply: ServerResponse, { status, text }: Answer): void => {
  const bytes = Buffer.from(text)
  reply.writeHead(status, { 'content-type': contentType, 'content-length': bytes.length }).end(bytes)
}

/** Starts a front on a free port of 127.0.0.1 that behaves as DynamoDB does. */
export const startModelServer = async (place: ModelServerOptions): Promise<InProcessModel> => {
  const { engine, figures } = place
  const clock = slowed(place.clock ?? realClock, Math.max(1, figures.slower))
  const calls = engineCalls(engine)
  const copies = figures.copies > 0 ? openCopies(figures, clock, calls.ask) : undefined
  const tables = openTables(calls.ask, async (table) => {
    if (copies) await makeCopies(calls.ask, table, figures.copies)
  })
  const model: Model = {
    figures,
    clock,
    ask: calls.ask,
    tables,
    holds: openHolds(),
    copies,
    throughput: openThroughput(figures, clock),
    seesWrites: copies !== undefined || figures.writeUnits > 0 || figures.tableWriteUnits > 0,
  }
  const link = openUnreliableLink(figures, clock)

  const operations = operationsOf(model)
  const answer = async (request: IncomingMessage): Promise<Answer | 'lost'> => {
    const target = String(request.headers['x-amz-target'] ?? '')
    const text = await bodyOf(request)
    const own = target.startsWith(operationPrefix)
      ? operations[target.slice(operationPrefix.length)]
      : undefined
    const body = own && jsonIn(text)
    return own && body ? link(() => own(body as never)) : calls.pass(target, text)
  }
  const server = createServer((request, reply) => {
    answer(request).then(
      (said) => (said === 'lost' ? reply.destroy() : send(reply, said)),
      () => send(reply, refusal('InternalServerError', 'The engine does not answer.', 500)),
    )
  })
  // Idle connections stay open: closing one as the next request arrives would lose a response.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    caughtUp: async () => copies?.caughtUp(),
    endpoint: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          calls.close()
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}
