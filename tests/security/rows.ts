import { isDeepStrictEqual } from 'node:util'
import { BatchWriteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { World } from '../support/world.ts'

export type StoredRow = Readonly<Record<string, unknown>> & { readonly pk: string; readonly entity: string }

/** Items of one request at most, as DynamoDB has it. */
const together = 25

/** Every row that belongs to the schools of a world or to one of its people, as the table keeps it. */
export const rowsOf = async (w: World, ...people: string[]): Promise<StoredRow[]> => {
  const marks = [`T#${w.home}#`, `T#${w.sister}#`, ...people]
  const rows: StoredRow[] = []
  let start: Record<string, unknown> | undefined
  do {
    const page = await w.runtime.client.documents.send(
      new ScanCommand({
        TableName: w.runtime.client.name,
        ConsistentRead: true,
        ...(start ? { ExclusiveStartKey: start } : {}),
      }),
    )
    rows.push(...((page.Items ?? []) as StoredRow[]))
    start = page.LastEvaluatedKey
  } while (start)
  return rows.filter((row) => marks.some((mark) => JSON.stringify(row).includes(mark)))
}

const addressOf = ({ pk, sk }: StoredRow): string => `${pk}\n${sk}`

/** Makes a table hold what it held: `before` are all its rows as they were, `after` all that it holds now. */
export const putBack = async (
  w: World,
  before: readonly StoredRow[],
  after: readonly StoredRow[],
): Promise<void> => {
  const [then, now] = [before, after].map((rows) => new Map(rows.map((row) => [addressOf(row), row])))
  const wanted = [...(then ?? [])].filter(([at, row]) => !isDeepStrictEqual(now?.get(at), row))
  const gone = [...(now ?? [])].filter(([at]) => !then?.has(at))
  const requests = [
    ...wanted.map(([, Item]) => ({ PutRequest: { Item } })),
    ...gone.map(([, { pk, sk }]) => ({ DeleteRequest: { Key: { pk, sk } } })),
  ]
  const { documents, name } = w.runtime.client
  for (let at = 0; at < requests.length; at += together)
    await documents.send(
      new BatchWriteCommand({ RequestItems: { [name]: requests.slice(at, at + together) } }),
    )
}
