import type { ChangeContext } from '../../lib/consumer.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import type { Table } from '../../lib/table/table.ts'
import type { ListKind } from './contract.ts'
import { readListText } from './lists.ts'
import { type ExportJob, findJob, leasePiece, moveWrite } from './repository.ts'
import { scheduleRemoval } from './scheduled-tasks.ts'
import { schoolSource } from './school-export.ts'
import { dropFiles, keepPiece, partBytes, readCarry } from './storage.ts'

/** `hasRows`: a JSON value follows others. */
type SourcePosition = {
  readonly stage: 'first' | 'next' | 'end'
  readonly cursor?: string | undefined
  readonly hasRows?: boolean
}

const startPosition: SourcePosition = { stage: 'first' }

type ListFormat = 'csv' | 'json'

/** A list of the school: CSV (RFC 4180) without formulas, or one JSON list (rules/exports 10). */
const listSource = (table: Table, kind: ListKind, format: ListFormat, position?: string): Source => {
  let current: SourcePosition = position ? JSON.parse(position) : startPosition
  const readText = readListText(kind)
  const [opening, comma, closing] = format === 'json' ? ['[', ',', ']\n'] : ['', '', '']
  return {
    async next() {
      const { stage, cursor, hasRows = stage === 'next' } = current
      if (stage === 'end') return undefined
      const page = await readText(table, format, cursor, stage === 'first')
      const isLast = page.cursor === undefined
      const before = (stage === 'first' ? opening : '') + (hasRows && page.items > 0 ? comma : '')
      const isBegun = hasRows || page.items > 0
      current = { stage: isLast ? 'end' : 'next', cursor: page.cursor, hasRows: isBegun }
      return { text: before + page.text + (isLast ? closing : ''), items: page.items }
    },
    position: () => JSON.stringify(current),
  }
}

/** One step of a source: text for the file, and the number of its rows. */
type SourceStep = { readonly text: string; readonly items: number }

/**
 * Source of a file's text, in steps. `position` is where to continue after the last step; `next` resolves to undefined
 * at the end.
 */
export type Source = { next(): Promise<SourceStep | undefined>; position(): string }

/** Limits of one piece. It ends with the first limit that it reaches. */
export type PieceLimits = { readonly items: number; readonly bytes: number; readonly seconds: number }

/** Short enough that other work of the stream waits only for a moment. */
const defaultLimits: PieceLimits = { items: 10_000, bytes: partBytes, seconds: 4 }

/** Longer than the longest invocation. */
const leaseSeconds = 90

const system = { address: '', userAgent: '', native: false, requestId: 'export' }

const sourceOf = (job: ExportJob, { table, gateways }: ChangeContext): Source =>
  job.kind === 'school'
    ? schoolSource({ table, startedAt: job.startedAt, media: gateways.media }, job.position)
    : listSource(table, job.kind, job.format === 'csv' ? 'csv' : 'json', job.position)

type Piece = { readonly bytes: Buffer; readonly items: number; readonly isEnd: boolean }

const writePiece = async (
  source: Source,
  carry: Uint8Array,
  limits: PieceLimits,
  now: () => Date,
): Promise<Piece> => {
  const until = now().getTime() + limits.seconds * 1000
  const chunks: Uint8Array[] = [carry]
  let size = carry.length
  let items = 0
  let isEnd = false
  while (items < limits.items && size < limits.bytes && now().getTime() < until) {
    const step = await source.next()
    if (!step) {
      isEnd = true
      break
    }
    const chunk = Buffer.from(step.text)
    chunks.push(chunk)
    size += chunk.length
    items += step.items
  }
  return { bytes: Buffer.concat(chunks), items, isEnd }
}

/** Audit row and scheduled removal of a finished file. */
const finishWrites = (job: ExportJob, context: ChangeContext) => {
  const { kind, format, id } = job
  return [
    scheduleRemoval(context, job),
    audit(
      { ...context, device: system },
      {
        action: 'export.finished',
        actor: 'system',
        targetType: 'export',
        targetId: id,
        detail: { kind, format },
      },
    ),
  ]
}

/** Removes the files of a piece that does not count: another one was faster, or the export was stopped meanwhile. */
const dropUnused = async (
  job: ExportJob,
  stored: Partial<ExportJob>,
  { table, gateways }: ChangeContext,
): Promise<void> => {
  const current = await findJob(table, job.kind)
  const isAlive = current?.id === job.id && (current.status === 'running' || current.status === 'done')
  if (!isAlive) return dropFiles(gateways.exports, { ...job, ...stored })
  const { upload, carryKey } = stored
  if (upload !== undefined && upload !== current.upload)
    await gateways.exports.abort({ key: job.fileKey, id: upload })
  if (carryKey !== undefined) await gateways.exports.remove(carryKey)
}

/**
 * Writes the next piece of an export, unless another invocation is writing it. Continues where the last piece stopped,
 * stores the bytes, and moves the export on. That change brings the next change event. A piece that is killed at any
 * point is repeated.
 */
export const writeNextPiece = async (
  job: ExportJob,
  context: ChangeContext,
  limits: PieceLimits = defaultLimits,
): Promise<void> => {
  const { table, gateways, now } = context
  if (!(await leasePiece(table, job, now().getTime(), leaseSeconds))) return
  const source = sourceOf(job, context)
  const carry = await readCarry(gateways.exports, job)
  const piece = await writePiece(source, carry, limits, now)
  const attempt = { isEnd: piece.isEnd, attempt: context.newId() }
  const { stored, isWhole } = await keepPiece(gateways.exports, job, piece.bytes, attempt)
  const at = now().toISOString()
  const moved: Partial<ExportJob> = {
    ...stored,
    turn: job.turn + 1,
    leasedUntil: 0,
    items: job.items + piece.items,
    bytes: job.bytes + piece.bytes.length - carry.length,
    position: source.position(),
    updatedAt: at,
    ...(isWhole ? { status: 'done' as const, finishedAt: at } : {}),
  }
  const isCarried = stored.carryKey === undefined && job.carryKey !== undefined
  const fieldsToRemove = [
    ...(isCarried ? ['carryKey' as const] : []),
    ...(isWhole ? ['upload' as const] : []),
  ]
  const written = await table.write([
    moveWrite(job, moved, fieldsToRemove),
    ...(isWhole ? finishWrites(job, context) : []),
  ])
  if (!written.ok) await dropUnused(job, stored, context)
  else if (job.carryKey !== undefined) await gateways.exports.remove(job.carryKey)
}
