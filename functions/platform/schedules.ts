import { every } from '../../lib/scheduled/schedule.ts'
import { pulse } from '../../lib/stream-lag.ts'

export const schedules = [
  every('minute', 'platform.pulse', async ({ table, now }) => {
    await table.put(pulse, { name: 'stream', at: now().toISOString() })
  }),
]
