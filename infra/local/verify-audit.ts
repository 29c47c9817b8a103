import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { type AuditProblem, auditedSchools, checkSchool } from '../../lib/identity/audit/check.ts'
import { processSettings } from '../../lib/settings.ts'
import { connect, type TableClient } from '../../lib/table/client.ts'
import { meter } from '../../lib/table/meter.ts'
import { systemWait } from '../../lib/table/pause.ts'
import { openTable } from '../../lib/table/table.ts'
import { adoptEngine } from './data/engine.ts'
import { problem, runProgram } from './problem.ts'

const line = ({ tenant, hour, what, row }: AuditProblem): string =>
  [tenant, `${hour}:00Z`, what, ...(row === undefined ? [] : [row])].join('  ')

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

/** Verifies the audit of all schools, or of the named ones. */
const verify = async (named: readonly string[]): Promise<boolean> => {
  const { DATA_DIR, DYNAMODB_ENDPOINT, TABLE_NAME } = processSettings()
  const endpoint = await endpointOf(DYNAMODB_ENDPOINT, DATA_DIR)
  if (!endpoint && !process.env.AWS_REGION)
    throw problem(
      'No table: start the platform, or name one by DYNAMODB_ENDPOINT, or by AWS_REGION and TABLE_NAME.',
    )
  const client = clientOf(TABLE_NAME, endpoint)
  const now = new Date()
  const table = openTable({ client, tenant: 'www', now: () => now, meter: meter() })
  let seals = 0
  let problems = 0
  for (const tenant of named.length > 0 ? named : await auditedSchools(table)) {
    const checked = await checkSchool(table, tenant, now)
    seals += checked.seals
    problems += checked.problems.length
    for (const each of checked.problems) console.log(line(each))
  }
  console.log(
    `${seals} sealed hours, ${problems === 0 ? 'every row as it was sealed' : `${problems} problems`}.`,
  )
  return problems === 0
}

await runProgram(() => verify(process.argv.slice(2)))
