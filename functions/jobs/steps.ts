import { fail } from '../../lib/contract/failure.ts'
import { pause } from '../../lib/table/pause.ts'
import type { Table } from '../../lib/table/table.ts'
import type { Write } from '../../lib/table/write.ts'
import { EventChanged } from './contract/failures.ts'

/**
 * A write of a transaction, and what follows when its condition is refused: a failure for whoever asked, or another
 * plan, which `refused` prepares with what it found.
 */
export type Step = { readonly write: Write; refused?(found: unknown): void }

const attempts = 8

/** Carries out what `plan` says, all or nothing. After eight lost races 409 `Event was changed by someone else`. */
export const carryOut = async (table: Table, plan: () => Promise<readonly Step[]>): Promise<void> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const steps = await plan()
    const written = await table.write(steps.map(({ write }) => write))
    if (written.ok) return
    for (const at of written.failed) steps[at]?.refused?.(written.found[at])
    if (attempt > 0) await pause(attempt)
  }
  fail(EventChanged)
}
