import { setTimeout as pause } from 'node:timers/promises'
import { pulse, pulseSeen } from '../../../functions/platform/repository.ts'
import { platformKey } from '../../../lib/identity/school/schools.ts'
import type { Runtime } from '../../../lib/runtime.ts'
import { meter } from '../../../lib/table/meter.ts'
import { openTable } from '../../../lib/table/table.ts'

/** Waits until what was written so far has come through the stream: it keeps its order, so a pulse comes behind all of it. */
export const untilFollowed = async ({ client, now }: Runtime): Promise<void> => {
  const table = openTable({ client, tenant: platformKey, now, meter: meter() })
  const at = now().toISOString()
  await table.put(pulse, { name: 'stream', at })
  const isBehind = async (): Promise<boolean> =>
    ((await table.get(pulseSeen, { name: 'stream' }, { strong: true }))?.at ?? '') < at
  while (await isBehind()) await pause(50)
}
