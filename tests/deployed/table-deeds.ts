import type { Deed } from './policy.ts'
import { account, region } from './resolver.ts'
import type { Value } from './template.ts'

type Keys = { readonly table: string; readonly indexes: Readonly<Record<string, string>> }

const plainOf = (attribute: Value): string => String(Object.values(attribute ?? {})[0] ?? '')

/** The partition that a query names by an equation, read as the engine would read it. */
const queried = (body: Value, keys: Keys): string => {
  const hash = body.IndexName === undefined ? keys.table : keys.indexes[body.IndexName]
  for (const [, name = '', value = ''] of String(body.KeyConditionExpression).matchAll(
    /([#\w]+)\s*=\s*(:\w+)/g,
  ))
    if ((body.ExpressionAttributeNames?.[name] ?? name) === hash)
      return plainOf(body.ExpressionAttributeValues?.[value])
  return ''
}

const written: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
}

/**
 * What one request to the table does, in the words of policies: actions on the table or an index, with the partition keys
 * that they touch (`dynamodb:LeadingKeys`).
 */
export const deedsOf = (operation: string, body: Value, keys: Keys): readonly Deed[] => {
  const at = (table: string) => `arn:aws:dynamodb:${region}:${account}:table/${table}`
  const deed = (action: string, table: string, leading: readonly string[]): Deed => ({
    action: `dynamodb:${action}`,
    resource: at(table),
    facts: { 'dynamodb:LeadingKeys': leading },
  })
  const partition = (item: Value): string => plainOf(item?.[keys.table])
  if (operation === 'Query') {
    const place = body.IndexName === undefined ? body.TableName : `${body.TableName}/index/${body.IndexName}`
    return [deed('Query', place, [queried(body, keys)])]
  }
  if (operation === 'BatchGetItem')
    return Object.entries<Value>(body.RequestItems).map(([table, { Keys }]) =>
      deed('BatchGetItem', table, Keys.map(partition)),
    )
  if (operation === 'BatchWriteItem')
    return Object.entries<Value>(body.RequestItems).map(([table, writes]) =>
      deed(
        'BatchWriteItem',
        table,
        writes.map(({ PutRequest, DeleteRequest }: Value) =>
          partition(PutRequest?.Item ?? DeleteRequest.Key),
        ),
      ),
    )
  if (operation === 'TransactGetItems' || operation === 'TransactWriteItems')
    return body.TransactItems.map((one: Value) => {
      const [kind = '', inner] = Object.entries<Value>(one)[0] ?? []
      return deed(written[kind] ?? 'GetItem', inner.TableName, [partition(inner.Key ?? inner.Item)])
    })
  return [deed(operation, body.TableName ?? '', [partition(body.Key ?? body.Item)])]
}
