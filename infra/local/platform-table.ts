import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { platformKey } from '../../lib/identity/school/schools.ts'
import { processSettings } from '../../lib/settings.ts'
import { connect, type TableClient } from '../../lib/table/client.ts'
import { meter } from '../../lib/table/meter.ts'
import { systemWait } from '../../lib/table/pause.ts'
import { openTable, type Table } from '../../lib/table/table.ts'
import { adoptEngine } from './data/engine.ts'
import { problem } from './problem.ts'

/** `DYNAMODB_ENDPOINT`, else the engine of a platform that runs here, else AWS with the environment's credentials. */
const endpointOf = async (given: string | undefined, dataDir: string): Promise<string | undefined> => {
  if (given) return given
  if (process.env.AWS_REGION) return undefined
  const running = await adoptEngine(dataDir)
  return running?.endpoint
}

/** An AWS emulator distinguishes accounts and regions by the signature. This platform's engine does not read it. */
const clientOf = (TABLE_NAME: string, endpoint: string | undefined): TableClient => {
  const { AWS_REGION, AWS_ACCESS_KEY_ID } = process.env
  if (!endpoint || !AWS_REGION || !AWS_ACCESS_KEY_ID)
    return connect({ TABLE_NAME, DYNAMODB_ENDPOINT: endpoint })
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }))
  return { name: TABLE_NAME, documents, wait: systemWait }
}

/** The table for a terminal program, opened for the platform. Throws a problem when there is none. */
export const openPlatformTable = async (now: () => Date, name?: string): Promise<Table> => {
  const { DATA_DIR, DYNAMODB_ENDPOINT, TABLE_NAME } = processSettings()
  const endpoint = await endpointOf(DYNAMODB_ENDPOINT, DATA_DIR)
  if (!endpoint && !process.env.AWS_REGION)
    throw problem(
      'No table: start the platform, or name one by DYNAMODB_ENDPOINT, or by AWS_REGION and TABLE_NAME.',
    )
  return openTable({
    client: clientOf(name ?? TABLE_NAME, endpoint),
    tenant: platformKey,
    now,
    meter: meter(),
  })
}
