import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, update, type Write } from '../../lib/table/write.ts'
import { Export, ExportKind } from './contract.ts'

const text = z.string()
const maybe = z.optional(text)

/**
 * The newest export of a kind at a school: its progress, and where it continues. The key allows one of a kind at a
 * time. `turn` counts finished pieces; every piece is written on the condition of the previous turn.
 */
export const ExportJob = z.object({
  kind: ExportKind,
  id: text,
  ...z.omit(Export, { kind: true, file: true }).shape,
  turn: z.number(),
  /** Raised to repeat a piece that died. */
  nudges: z.number(),
  /** Turn seen by the last check, and how often in a row. */
  seenTurn: z.number(),
  stuck: z.number(),
  /** Epoch milliseconds until which an invocation is writing the next piece. */
  leasedUntil: z.number(),
  /** Where the source continues, in the source's own format. */
  position: maybe,
  fileKey: text,
  /** Id of the multipart upload, number of its parts, and the chain of their hashes. */
  upload: maybe,
  parts: z.number(),
  chain: text,
  /** Bytes that are still too few for a part. */
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

/** At most one export per kind. */
export const listExportJobs = async (table: Table): Promise<readonly ExportJob[]> =>
  (await table.list(exportJob, { keyParams: {}, limit: 10, strong: true })).items

/** Replaces the previous export, if it has not changed since it was read. */
export const jobWrite = (before: ExportJob | undefined, job: ExportJob): Write =>
  put(
    exportJob,
    job,
    before ? { equals: { id: before.id, status: before.status, turn: before.turn } } : { absent: true },
  )

/** Changes an export that has not moved since it was read. */
export const moveWrite = (
  { kind, id, turn, status }: ExportJob,
  set: Partial<ExportJob>,
  remove: readonly (keyof ExportJob)[] = [],
): Write => update(exportJob, { kind }, { set, remove }, { exists: true, equals: { id, turn, status } })

/** Leases the next piece; false when another invocation holds it. */
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
