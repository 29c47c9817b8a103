import type { Table } from '../../../lib/table/table.ts'
import type { Written } from '../../../lib/table/transact.ts'
import { type Attendee, attendee } from '../../events/index.ts'
import type { Claim } from '../repository.ts'
import type { Step } from './seat-choice.ts'

/**
 * A row and what goes with it; alone it needs no transaction, which would cost twice as much. It is sent once then: sent
 * again, it might come after its person was seen on the event and has left. Fails with 503 where nobody answers.
 */
export const writeRow = async (table: Table, { writes, row }: Step): Promise<Written> => {
  if (writes.length > 1 || !row) return table.write(writes)
  const outcome = await table.put(attendee, row, { absent: true }, { once: true })
  return outcome.ok ? { ok: true } : { ok: false, failed: [0], found: [outcome.found] }
}

/** Whether a refused row stands all the same: an answer was lost, or somebody else has completed the claim. */
export const isThere = (written: Written, { entryId }: Claim): boolean =>
  written.ok || (written.found[0] as Attendee | undefined)?.entryId === entryId
