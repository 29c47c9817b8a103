import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import type { TableClient } from '../../../lib/table/client.ts'
import { requestOf, type Write } from '../../../lib/table/write.ts'

/** Items of one request at most, as DynamoDB has it. */
const together = 25
/** Requests at once. */
const atOnce = 8
/** Milliseconds before what the table had no room for is asked of it again. */
const again = 20

/** Puts rows without conditions, many at once, until the table has taken all of them. */
export const putAll = async (
  { documents, name, wait }: TableClient,
  place: { readonly tenant: string | undefined; readonly nowSeconds: number },
  writes: Iterable<Write>,
): Promise<void> => {
  const puts = [...writes].map((write) => ({ PutRequest: { Item: requestOf(write, place).Item } }))
  const pages = Array.from({ length: Math.ceil(puts.length / together) }, (_, at) =>
    puts.slice(at * together, (at + 1) * together),
  )
  const work = async (): Promise<void> => {
    for (let page = pages.shift(); page; page = pages.shift()) {
      const asked = new BatchWriteCommand({ RequestItems: { [name]: page } } as never)
      const left = (await documents.send(asked)).UnprocessedItems?.[name] ?? []
      if (left.length === 0) continue
      pages.push(left as typeof page)
      await wait(again)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
