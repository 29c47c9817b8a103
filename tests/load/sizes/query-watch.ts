import type { TableClient } from '../../../lib/table/client.ts'
import type { IndexName } from '../../../lib/table/schema.ts'

/** One query, as it was sent: the part of the table or of an index that it may look at, and what came of it. */
export type Looked = {
  readonly index: IndexName | undefined
  readonly pk: string
  /** Sort keys from and to; undefined where it takes the whole partition. */
  readonly low: string | undefined
  readonly high: string | undefined
  readonly examined: number
}

export type Watched = {
  readonly queries: readonly Looked[]
  readonly scans: number
  /** Items that queries examined. */
  readonly examined: number
  /** Bytes of the largest answer of the engine, and of all of them. */
  readonly largest: number
  readonly bytes: number
}

export type Watch = {
  /** What was seen since the last time it was asked. */
  take(): Watched
}

const nothing = { queries: [] as Looked[], scans: 0, examined: 0, largest: 0, bytes: 0 }

type Sent = {
  readonly IndexName?: IndexName
  readonly KeyConditionExpression?: string
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Looks at everything that a client sends and receives from now on, past the platform. */
export const watchClient = ({ documents }: TableClient): Watch => {
  let seen = { ...nothing, queries: [] as Looked[] }
  documents.middlewareStack.add(
    (next, context) => async (args) => {
      const result = await next(args)
      const { ScannedCount = 0 } = result.output as { ScannedCount?: number }
      const { IndexName, KeyConditionExpression, ExpressionAttributeValues: values = {} } = args.input as Sent
      if (context.commandName === 'ScanCommand') seen.scans += 1
      if (KeyConditionExpression === undefined) return result
      seen.examined += ScannedCount
      seen.queries.push({
        index: IndexName,
        pk: String(values[':pk']),
        low: textOf(values[':low']),
        high: textOf(values[':high']),
        examined: ScannedCount,
      })
      return result
    },
    { step: 'initialize' },
  )
  documents.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      const { headers = {} } = result.response as { headers?: Readonly<Record<string, string>> }
      const length = Number(headers['content-length'] ?? 0)
      seen.bytes += length
      seen.largest = Math.max(seen.largest, length)
      return result
    },
    { step: 'deserialize', priority: 'low' },
  )
  return {
    take: () => {
      const taken = seen
      seen = { ...nothing, queries: [] }
      return taken
    },
  }
}
