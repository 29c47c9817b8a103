import * as z from 'zod/mini'
import type { Runtime } from '../../../lib/runtime.ts'
import { entity } from '../../../lib/table/entity.ts'
import { put, update } from '../../../lib/table/write.ts'
import { rounded } from '../figures.ts'
import { rush, tableOf } from './storm-world.ts'

/** An item as large as the row of an attendee. */
const Sample = z.object({ id: z.string(), of: z.string(), text: z.string(), taken: z.number() })
const sample = entity('Sample', Sample, {
  scope: 'tenant',
  pk: 'SAMPLE#{id}',
  sk: 'S',
  gsi1: { pk: 'SAMPLES#{of}', sk: '{id}' },
})

const count = 1500
const text = 'x'.repeat(400)
/** One partition of the index would bound them: DynamoDB takes a thousand units a second there. */
const partitions = 16

const rateOf = async (act: (at: number) => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await rush(Array.from({ length: count }), async (_, at) => void (await act(at)))
  return rounded(count / ((performance.now() - begun) / 1000))
}

/**
 * What the engine does in a second from this process: puts, and transactions of the size of a registration in which
 * nobody shares a seat counter with anybody.
 */
export const baselines = async (runtime: Runtime): Promise<{ puts: number; transactions: number }> => {
  const table = tableOf(runtime)
  const puts = await rateOf((at) =>
    table.put(sample, { id: `put${at}`, of: `puts${at % partitions}`, text, taken: 0 }),
  )
  const transactions = await rateOf((at) =>
    table.write([
      put(sample, { id: `row${at}`, of: `rows${at % partitions}`, text, taken: 0 }, { absent: true }),
      update(sample, { id: `put${at}` }, { add: { taken: 1 } }, { exists: true, below: { taken: 1 } }),
    ]),
  )
  return { puts, transactions }
}
