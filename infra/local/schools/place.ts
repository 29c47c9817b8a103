import { openGateways } from '../../../lib/gateways/open.ts'
import { ulid } from '../../../lib/id.ts'
import { platformKey } from '../../../lib/identity/school/schools.ts'
import { processSettings } from '../../../lib/settings.ts'
import { connect } from '../../../lib/table/client.ts'
import { meter } from '../../../lib/table/meter.ts'
import { openTable } from '../../../lib/table/table.ts'
import { adoptEngine } from '../data/engine.ts'
import { problem } from '../problem.ts'

/**
 * The installation for a terminal program: `DYNAMODB_ENDPOINT` if set, else the platform that runs on `DATA_DIR`, else
 * AWS with the credentials and settings of the environment. Throws a problem when there is none.
 */
export const openInstall = async () => {
  const settings = processSettings()
  const { DATA_DIR, DYNAMODB_ENDPOINT, TABLE_NAME } = settings
  const running = DYNAMODB_ENDPOINT || process.env.AWS_REGION ? undefined : await adoptEngine(DATA_DIR)
  const endpoint = DYNAMODB_ENDPOINT ?? running?.endpoint
  if (!endpoint && !process.env.AWS_REGION)
    throw problem(
      'No table: start the platform, or name one by DYNAMODB_ENDPOINT, or by AWS_REGION and TABLE_NAME.',
    )
  if (!endpoint && !settings.MEDIA_BUCKET)
    throw problem('Media of a school on AWS are in its bucket: name MEDIA_BUCKET and MEDIA_ORIGIN too.')
  const now = () => new Date()
  const client = connect({ TABLE_NAME, DYNAMODB_ENDPOINT: endpoint })
  const table = openTable({ client, tenant: platformKey, now, meter: meter() })
  return { table, media: openGateways(settings, now).media, now, newId: () => ulid(Date.now()) }
}
