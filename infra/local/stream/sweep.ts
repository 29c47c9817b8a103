import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Removes consumed records from the engine's own file. */
export type Sweep = { upTo: (shard: string, sequenceNumber: string) => void; close: () => void }

const fileOf = (dataDir: string): DatabaseSync =>
  new DatabaseSync(join(dataDir, 'table.sqlite'), { timeout: 5000 })

/**
 * With every write the engine asks for the highest number of its stream, and without an index reads every record to
 * find it: a backlog of 20,000 lets through a hundred writes a second, with one two thousand. Finding it anew is cheap.
 */
export const indexStream = (dataDir: string): void => {
  const file = fileOf(dataDir)
  try {
    file.exec(`CREATE INDEX IF NOT EXISTS stream_places
      ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`)
  } finally {
    file.close()
  }
}

const statement = `DELETE FROM _stream_records
  WHERE table_name = ? AND shard_id = ? AND CAST(sequence_number AS INTEGER) <= CAST(? AS INTEGER)
    AND id < (SELECT MAX(id) FROM _stream_records WHERE table_name = ?)`

/**
 * The engine keeps every stream record for a day, and the file grows with them, so what has been consumed goes at once. The newest record stays: the engine counts on from it, and without it sequence
 * numbers would begin at 1 again. A locked file is no error: the next sweep takes what this one left.
 */
export const openSweep = (dataDir: string, table: string): Sweep => {
  const file = fileOf(dataDir)
  file.exec('PRAGMA busy_timeout = 20')
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
