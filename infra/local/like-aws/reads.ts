import type { Answer } from './engine-calls.ts'
import type { Model } from './model.ts'

type Read = { readonly TableName: string; readonly ConsistentRead?: boolean; readonly IndexName?: string }

/** The answer of a copy as if it came from the table. */
const asOf = ({ status, text }: Answer, copies: ReadonlyMap<string, string>): Answer => {
  let said = text
  for (const [table, copy] of copies) said = said.replaceAll(`"${copy}"`, `"${table}"`)
  return { status, text: said }
}

/** GetItem, Query or Scan: from a copy that may lag, unless asked for a consistent read. */
export const readLate = async (model: Model, operation: string, body: Read): Promise<Answer> => {
  const { TableName, ConsistentRead, IndexName } = body
  if (!model.copies || ConsistentRead || !(await model.tables.of(TableName)))
    return model.ask(operation, body)
  const copy = model.copies.pick(TableName, IndexName !== undefined)
  const answer = await model.ask(operation, { ...body, TableName: copy })
  return asOf(answer, new Map([[TableName, copy]]))
}

type BatchRead = { readonly RequestItems: Readonly<Record<string, { readonly ConsistentRead?: boolean }>> }

/** BatchGetItem: each table consistently or from a copy, as asked. */
export const readBatch = async (model: Model, body: BatchRead): Promise<Answer> => {
  const copies = new Map<string, string>()
  const wanted: Record<string, unknown> = {}
  for (const [table, request] of Object.entries(body.RequestItems ?? {})) {
    const late = model.copies && !request.ConsistentRead && (await model.tables.of(table))
    if (late && model.copies) copies.set(table, model.copies.pick(table, false))
    wanted[copies.get(table) ?? table] = request
  }
  return asOf(await model.ask('BatchGetItem', { ...body, RequestItems: wanted }), copies)
}
