import { join } from 'node:path'
import { readJson, writeJson } from '../data/data-folder.ts'

/** How far each shard of one stream has been consumed: its last sequence number, or that it is finished. */
export type Positions = {
  after: (shard: string) => string | undefined
  finished: (shard: string) => boolean
  move: (shard: string, sequenceNumber: string) => void
  finish: (shard: string) => void
}

type Kept = { stream: string; after: Record<string, string>; finished: string[] }

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'stream' in value && 'after' in value && 'finished' in value

/** The positions of the data folder; those of another stream (a table made anew) do not count. */
export const openPositions = (dataDir: string, stream: string): Positions => {
  const path = join(dataDir, 'stream.json')
  const found = readJson(path)
  const kept: Kept = isKept(found) && found.stream === stream ? found : { stream, after: {}, finished: [] }
  const change = (edit: () => void): void => {
    edit()
    writeJson(path, kept)
  }
  return {
    after: (shard) => kept.after[shard],
    finished: (shard) => kept.finished.includes(shard),
    move: (shard, sequenceNumber) =>
      change(() => {
        kept.after[shard] = sequenceNumber
      }),
    finish: (shard) =>
      change(() => {
        kept.finished.push(shard)
      }),
  }
}
