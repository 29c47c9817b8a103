import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { ttlAttribute } from '../../../lib/table/schema.ts'
import { clientConfiguration } from './table.ts'

/**
 * Removes expired items, as DynamoDB's time to live does on AWS. No local engine does so for a table with indexes.
 * Reads already ignore expired items. Returns the number removed. An item that was renewed meanwhile stays.
 */
export const sweepExpired = async (endpoint: string, table: string, now: Date): Promise<number> => {
  const base = new DynamoDBClient(clientConfiguration(endpoint))
  const client = DynamoDBDocumentClient.from(base)
  const passed = { ':now': Math.floor(now.getTime() / 1000) }
  const names = { '#ttl': ttlAttribute }
  let start: Record<string, unknown> | undefined
  let removed = 0
  try {
    do {
      const page = await client.send(
        new ScanCommand({
          TableName: table,
          FilterExpression: '#ttl <= :now',
          ExpressionAttributeNames: names,
          ExpressionAttributeValues: passed,
          ...(start ? { ExclusiveStartKey: start } : {}),
        }),
      )
      for (const { pk, sk } of page.Items ?? []) {
        removed += await removeIfPassed(client, table, { pk, sk }, names, passed)
      }
      start = page.LastEvaluatedKey
    } while (start)
  } finally {
    base.destroy()
  }
  return removed
}

const removeIfPassed = async (
  client: DynamoDBDocumentClient,
  TableName: string,
  Key: Record<string, unknown>,
  names: Record<string, string>,
  passed: Record<string, number>,
): Promise<number> => {
  try {
    await client.send(
      new DeleteCommand({
        TableName,
        Key,
        ConditionExpression: '#ttl <= :now',
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: passed,
      }),
    )
    return 1
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return 0
    throw error
  }
}
