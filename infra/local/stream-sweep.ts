import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Removes consumed records from the engine's own file. */
export type Sweep = { upTo: (shard: string, sequenceNumber: string) => void; close: () => void }

const statement = `DELETE FROM _stream_records
  WHERE table_name = ? AND shard_id = ? AND CAST(sequence_number AS INTEGER) <= CAST(? AS INTEGER)
    AND id < (SELECT MAX(id) FROM _stream_records WHERE table_name = ?)`

/**
 * The engine keeps every stream record for a day and each write becomes slower with their number, so what has
 * been consumed goes at once. The newest record stays: the engine counts on from it, and without it sequence
 * numbers would begin at 1 again. A locked file is no error: the next sweep takes what this one left.
 */
export const openSweep = (dataDir: string, table: string): Sweep => {
  const file = new DatabaseSync(join(dataDir, 'table.sqlite'), { timeout: 20 })
  const remove = file.prepare(statement)
  return {
    upTo: (shard, sequenceNumber) => {
      try {
        remove.run(table, shard, sequenceNumber, table)
      } catch {
        // Busy: see above.
      }
    },
    close: () => file.close(),
  }
}
