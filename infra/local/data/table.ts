import { setTimeout as pause } from 'node:timers/promises'
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { tableDefinition, ttlAttribute } from '../../../lib/table/schema.ts'
import { messageOf, problem } from '../problem.ts'

const placeholders = { accessKeyId: 'local', secretAccessKey: 'local' }

/** Settings of every engine client. For an engine on AWS the user's own region and credentials apply. */
export const clientConfiguration = (endpoint: string) =>
  endpoint.includes('.amazonaws.com')
    ? { endpoint }
    : { endpoint, region: 'local', credentials: placeholders, maxAttempts: 3 }

const untilActive = async (client: DynamoDBClient, name: string): Promise<void> => {
  for (;;) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }))
    if (Table?.TableStatus === 'ACTIVE') return
    await pause(200)
  }
}

const create = async (client: DynamoDBClient, name: string): Promise<boolean> => {
  try {
    await client.send(new CreateTableCommand(tableDefinition(name)))
  } catch (error) {
    if (error instanceof ResourceInUseException) return false
    throw error
  }
  await untilActive(client, name)
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: name,
      TimeToLiveSpecification: { Enabled: true, AttributeName: ttlAttribute },
    }),
  )
  return true
}

/** Creates the table of lib/table/schema.ts if it does not exist. Returns whether it is new. */
export const createTable = async (endpoint: string, name: string): Promise<boolean> => {
  const client = new DynamoDBClient(clientConfiguration(endpoint))
  try {
    return await create(client, name)
  } catch (error) {
    throw problem(`The table ${name} could not be made at ${endpoint}: ${messageOf(error)}`)
  } finally {
    client.destroy()
  }
}
