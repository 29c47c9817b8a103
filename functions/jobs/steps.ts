import { lost } from '../../lib/table/retry.ts'
import type { Table } from '../../lib/table/table.ts'
import type { Write } from '../../lib/table/write.ts'
import { EventChanged } from './contract/failures.ts'

/**
 * A write of a transaction, and what follows when its condition is refused: a failure for whoever asked, or another
 * plan, which `refused` prepares with what it found.
 */
export type Step = { readonly write: Write; refused?(found: unknown): void }

/** Carries out what `plan` says, all or nothing. When others are faster each time 409 `Event was changed by someone else`. */
export const carryOut = async (table: Table, plan: () => Promise<readonly Step[]>): Promise<void> => {
  await table.retryOnConflict(
    async () => {
      const steps = await plan()
      const written = await table.write(steps.map(({ write }) => write))
      if (written.ok) return true
      for (const at of written.failed) steps[at]?.refused?.(written.found[at])
      return lost
    },
    { failure: EventChanged },
  )
}
