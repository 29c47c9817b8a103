import { randomBytes } from 'node:crypto'
import { dayMs } from '../../lib/contract/time.ts'
import { addressKey, dayOf } from '../../lib/identity/limit/networks.ts'
import { every } from '../../lib/scheduled/schedule.ts'
import { pulse } from '../../lib/stream-lag.ts'

const dayAfter = (now: Date, by: number): string => dayOf(new Date(now.getTime() + by * dayMs))

export const schedules = [
  // Keys exist before their day. A past key is removed at once, so that names in the log lead to nobody any more.
  every('hour', 'platform.address-keys', async ({ table, now }) => {
    for (const day of [dayAfter(now(), 0), dayAfter(now(), 1)]) {
      const expiresAt = new Date(Date.parse(day) + dayMs).toISOString()
      const secret = randomBytes(32).toString('base64url')
      await table.put(addressKey, { day, secret, expiresAt }, { absent: true })
    }
    await table.remove(addressKey, { day: dayAfter(now(), -1) })
  }),
  every('minute', 'platform.pulse', async ({ table, now }) => {
    await table.put(pulse, { name: 'stream', at: now().toISOString() })
  }),
]
