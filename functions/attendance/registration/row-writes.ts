import type { Table } from '../../../lib/table/table.ts'
import type { WriteResult } from '../../../lib/table/transact.ts'
import { type Attendee, attendee } from '../../events/index.ts'
import type { Claim } from '../repository.ts'
import type { RegistrationStep } from './registration-plan.ts'

/**
 * Writes a row and its dependents. A single row needs no transaction, which costs twice as much, and is sent once. A
 * second attempt could arrive after the person was seen on the event and has withdrawn. Fails with 503 without a
 * response.
 */
export const writeRow = async (table: Table, { writes, row }: RegistrationStep): Promise<WriteResult> => {
  if (writes.length > 1) return table.write(writes)
  const outcome = await table.put(attendee, row, { absent: true }, { once: true })
  return outcome.ok ? { ok: true } : { ok: false, failed: [0], found: [outcome.found] }
}

/** Whether the row exists, even after a refusal: the response was lost, or another request has completed the claim. */
export const isWritten = (written: WriteResult, { entryId }: Claim): boolean =>
  written.ok || (written.found[0] as Attendee | undefined)?.entryId === entryId
