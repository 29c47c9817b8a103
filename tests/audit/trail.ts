import type { DynamoDBRecord } from 'aws-lambda'
import type { AuditAction } from '../../lib/identity/audit/actions.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { sealDue } from '../../lib/identity/audit/hourly-seal.ts'
import { everyImage, wantedOf } from '../support/table/whole-table.ts'
import type { World } from '../support/world.ts'

const device = { address: '127.0.0.1', userAgent: '', native: false, requestId: 'request-of-a-test' }

/** Writes audit rows of a school, one minute apart. */
export const deeds = async (
  w: World,
  count: number,
  { action = 'test.deed', actor = 'somebody', tenant = w.home } = {},
): Promise<void> => {
  for (let number = 0; number < count; number += 1) {
    const deed = { action: action as AuditAction, actor, targetType: 'test', targetId: String(number) }
    await w.table(tenant).write([audit({ device, now: w.clock.now, newId: w.runtime.newId }, deed)])
    w.clock.advance(60)
  }
}

/** What the stream says of every audit row of a school. */
export const auditNotices = async (w: World, tenant = w.home): Promise<DynamoDBRecord[]> => {
  const images = await everyImage(w.runtime.client, wantedOf(tenant))
  return images
    .filter(({ entity }) => entity?.S === 'AuditEntry')
    .map((image) => ({
      eventName: 'INSERT',
      dynamodb: { SequenceNumber: image.id?.S ?? '', NewImage: image as never },
    }))
}

/** Lets the stream tell of the rows, waits until the hour has settled, and seals. */
export const sealed = async (w: World): Promise<void> => {
  await w.deliver(await auditNotices(w))
  w.clock.advance(3600 + 300)
  await sealDue({ table: w.table('www'), now: w.clock.now, log: w.runtime.log })
}
