import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, update, type Write } from '../../lib/table/write.ts'
import { Export, ExportKind } from './contract.ts'

const text = z.string()
const maybe = z.optional(text)

/**
 * The newest export of a kind at a school: how far it is, and where it goes on. There is one of a kind at a time, by its
 * key. `turn` counts the pieces that are done; every piece is written under the one before.
 */
export const ExportJob = z.object({
  kind: ExportKind,
  id: text,
  ...z.omit(Export, { kind: true, file: true }).shape,
  turn: z.number(),
  /** Raised to have a piece that died carried out once more. */
  nudges: z.number(),
  /** The turn that was seen last, and how often in a row. */
  seenTurn: z.number(),
  stuck: z.number(),
  /** Epoch milliseconds: until then somebody is busy with the next piece. */
  leasedUntil: z.number(),
  /** Where the source goes on; its own words. */
  position: maybe,
  fileKey: text,
  /** What is written of a file in parts, their number, and the chain of their hashes. */
  upload: maybe,
  parts: z.number(),
  chain: text,
  /** What is too small for a part yet. */
  carryKey: maybe,
  expiresAt: text,
})
export type ExportJob = z.infer<typeof ExportJob>
export const exportJob = entity('ExportJob', ExportJob, {
  expected: true,
  scope: 'tenant',
  pk: 'EXPORTS',
  sk: '{kind}',
  ttl: 'expiresAt',
})

export const findJob = (table: Table, kind: ExportKind): Promise<ExportJob | undefined> =>
  table.get(exportJob, { kind }, { strong: true })

/** There are as many as kinds. */
export const listExports = async (table: Table): Promise<readonly ExportJob[]> =>
  (await table.list(exportJob, { keyParams: {}, limit: 10, strong: true })).items

/** A new export in the place of the one before, if that is still as it was read. */
export const jobWrite = (before: ExportJob | undefined, job: ExportJob): Write =>
  put(
    exportJob,
    job,
    before ? { equals: { id: before.id, status: before.status, turn: before.turn } } : { absent: true },
  )

/** A change of an export that has not moved since it was read. */
export const moveWrite = (
  { kind, id, turn, status }: ExportJob,
  set: Partial<ExportJob>,
  remove: readonly (keyof ExportJob)[] = [],
): Write => update(exportJob, { kind }, { set, remove }, { exists: true, equals: { id, turn, status } })

/** Takes the next piece for a while; false when somebody else is busy with it. */
export const leasePiece = async (
  table: Table,
  { kind, id, turn }: ExportJob,
  now: number,
  seconds: number,
): Promise<boolean> => {
  const set = { leasedUntil: now + seconds * 1000 }
  const free = { equals: { id, turn, status: 'running' as const }, below: { leasedUntil: now + 1 } }
  return (await table.update(exportJob, { kind }, { set }, { exists: true, ...free })).ok
}
