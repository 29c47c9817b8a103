import { BatchGetItemCommand, BatchWriteItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import type { engineConnections } from '../../../infra/local/handlers/engine-connection.ts'
import { localAuthorization, type TableClient } from '../../../lib/table/client.ts'
import { inRound } from './logical-rounds.ts'

type Json = Readonly<Record<string, unknown>>
type Args = { readonly input: Json }
type Step = (args: Args) => Promise<{ readonly output: unknown }>
type Middleware = (next: Step, context: { readonly commandName: string }) => Step
type Where = { readonly step?: string; readonly name?: string }
type Send = (command: unknown) => Promise<unknown>
type Translate = (item: never) => unknown

/** Parts of a request or an answer that are items, or values of one. */
const one = new Set(
  'Attributes ExclusiveStartKey ExpressionAttributeValues Item Key LastEvaluatedKey'.split(' '),
)
const several = new Set(['Items', 'Keys'])

/** The same request or answer, with its items in the other notation. */
const translated = (value: unknown, translate: Translate): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((part) => translated(part, translate))
  const result: Record<string, unknown> = {}
  for (const name in value) {
    const part = value[name as keyof typeof value] as unknown
    if (part === undefined) continue
    if (one.has(name)) result[name] = translate(part as never)
    else if (several.has(name)) result[name] = (part as never[]).map(translate)
    else result[name] = translated(part, translate)
  }
  return result
}

const written: Translate = (item) => marshall(item, { removeUndefinedValues: true })
const read: Translate = (item) => unmarshall(item)

const requestOf = (input: Json): Json => translated(input, written) as Json

/** What several keys found stands below the name of the table. */
const answerOf = ({ Responses, ...rest }: Json): Json => {
  const answer = translated(rest, read) as Json
  if (!Responses) return answer
  const found = Object.entries(Responses).map(([name, items]) => [name, items.map(read)])
  return { ...answer, Responses: Object.fromEntries(found) }
}

type Kind = {
  readonly target: string
  readonly requestOf: (input: Json) => Json
  readonly answerOf: (answer: Json) => Json
}
const asDocuments = (target: string): Kind => ({ target, requestOf, answerOf })
const asTheyAre = (target: string): Kind => ({ target, requestOf: (same) => same, answerOf: (same) => same })

/** What is sent without the SDK, and what the engine calls it. */
const kinds = new Map<unknown, Kind>([
  [BatchGetCommand, asDocuments('BatchGetItem')],
  [BatchWriteCommand, asDocuments('BatchWriteItem')],
  [DeleteCommand, asDocuments('DeleteItem')],
  [GetCommand, asDocuments('GetItem')],
  [PutCommand, asDocuments('PutItem')],
  [QueryCommand, asDocuments('Query')],
  [TransactWriteCommand, asDocuments('TransactWriteItems')],
  [UpdateCommand, asDocuments('UpdateItem')],
  [BatchGetItemCommand, asTheyAre('BatchGetItem')],
  [BatchWriteItemCommand, asTheyAre('BatchWriteItem')],
  [ScanCommand, asTheyAre('Scan')],
])

/** What the engine refused, in the form that the SDK gives to it. */
const refusalOf = (statusCode: number, { message, Message, ...more }: Json): Error =>
  Object.assign(new Error(String(message ?? Message ?? '')), {
    ...more,
    name: String(more.__type).replace(/.*#/, ''),
    $fault: 'client',
    $metadata: { httpStatusCode: statusCode, attempts: 1, totalRetryDelay: 0 },
  })

type Connections = ReturnType<typeof engineConnections>

const call = (endpoint: string, { handle }: Connections) => {
  const { hostname, port, host } = new URL(endpoint)
  const always = { host, 'content-type': 'application/x-amz-json-1.0', ...localAuthorization }
  return async (target: string, input: Json): Promise<{ statusCode: number; answer: Json }> => {
    const body = Buffer.from(JSON.stringify(input))
    const headers = {
      ...always,
      'x-amz-target': `DynamoDB_20120810.${target}`,
      'content-length': String(body.length),
    }
    const { response } = await handle({
      method: 'POST',
      hostname,
      port: Number(port),
      path: '/',
      headers,
      body,
    })
    return { statusCode: response.statusCode, answer: JSON.parse(String(response.body)) }
  }
}

/**
 * Lets a table client ask the engine at `endpoint` for items without the SDK, which is half of what a call costs a test:
 * its steps are made anew for each call, and every value is looked up in a schema. What the engine answers and refuses is
 * the same, `tests/table/engine-client.test.ts` says. All else goes the SDK's way: other commands, what the engine could
 * not do or was not there for, and everything once a test adds a step to the SDK that is none of the first.
 */
export const askDirectly = ({ documents }: TableClient, endpoint: string, connections: Connections): void => {
  const ask = call(endpoint, connections)
  const real = documents.send.bind(documents) as unknown as Send
  const stack = documents.middlewareStack
  const { add, remove } = stack
  let first: { readonly middleware: Middleware; readonly name: string | undefined }[] = []
  let others = false
  Object.assign(stack, {
    add(middleware: Middleware, where: Where = {}) {
      if (where.step === 'initialize') first.push({ middleware, name: where.name })
      else others = true
      return add(middleware as never, where as never)
    },
    remove(name: string) {
      first = first.filter((step) => step.name !== name)
      return remove(name)
    },
  })
  const sendNow = async (command: {
    readonly constructor: unknown
    readonly input: Json
  }): Promise<unknown> => {
    const kind = others ? undefined : kinds.get(command.constructor)
    if (!kind) return real(command)
    const perform: Step = async ({ input }) => {
      const asked = await ask(kind.target, kind.requestOf(input)).catch(() => undefined)
      if (!asked || asked.statusCode >= 500) return { output: await real(command) }
      if (asked.statusCode !== 200) throw refusalOf(asked.statusCode, asked.answer)
      const $metadata = { httpStatusCode: 200, attempts: 1, totalRetryDelay: 0 }
      return { output: { $metadata, ...kind.answerOf(asked.answer) } }
    }
    const context = { commandName: `${kind.target}Command` }
    const step = first.reduceRight<Step>((next, { middleware }) => middleware(next, context), perform)
    return (await step({ input: command.input })).output
  }
  const nameOf = (command: Parameters<typeof sendNow>[0]): string =>
    `${kinds.get(command.constructor)?.target} ${JSON.stringify(command.input)}`
  const send = (command: Parameters<typeof sendNow>[0]) =>
    inRound(
      () => sendNow(command),
      () => nameOf(command),
    )
  Object.assign(documents, { send })
}
