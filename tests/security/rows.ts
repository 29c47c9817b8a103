import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { World } from '../support/world.ts'

export type StoredRow = Readonly<Record<string, unknown>> & { readonly pk: string; readonly entity: string }

/** Every row that belongs to the schools of a world or to one of its people, as the table keeps it. */
export const rowsOf = async (w: World, ...people: string[]): Promise<StoredRow[]> => {
  const marks = [`T#${w.home}#`, `T#${w.sister}#`, ...people]
  const rows: StoredRow[] = []
  let start: Record<string, unknown> | undefined
  do {
    const page = await w.runtime.client.documents.send(
      new ScanCommand({ TableName: w.runtime.client.name, ...(start ? { ExclusiveStartKey: start } : {}) }),
    )
    rows.push(...((page.Items ?? []) as StoredRow[]))
    start = page.LastEvaluatedKey
  } while (start)
  return rows.filter((row) => marks.some((mark) => JSON.stringify(row).includes(mark)))
}
