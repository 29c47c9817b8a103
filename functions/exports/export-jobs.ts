import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { answer } from '../../lib/contract/reply.ts'
import { days } from '../../lib/contract/time.ts'
import type { AuditAction } from '../../lib/identity/audit/actions.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import type { Operation } from '../../lib/operation.ts'
import type { Table } from '../../lib/table/table.ts'
import type { Write } from '../../lib/table/write.ts'
import { findSettings } from '../policies/index.ts'
import type { contract, Export, ExportFormatName } from './contract.ts'
import { ExportFormat, ExportKind, ExportMissing, exportLimits } from './contract.ts'
import type { ExportJob } from './repository.ts'
import { findJob, jobWrite, listExportJobs, moveWrite } from './repository.ts'
import { scheduleRemoval, scheduleWatch } from './scheduled-tasks.ts'
import { emptyStorage } from './storage.ts'

type Rows = (typeof contract)['rows']

type ExportRequest = { readonly kind: ExportKind; readonly format?: ExportFormatName | undefined }

/** An export that has run for this long is dead, and another one may begin. */
const maxRunSeconds = days

const jobSeconds = 7 * days

const addressSeconds = 300

const formats: Readonly<Record<ExportKind, readonly ExportFormatName[]>> = {
  organizations: ['json', 'csv'],
  people: ['json', 'csv'],
  events: ['json', 'csv'],
  budgets: ['json', 'csv'],
  school: ['jsonl'],
}

/** The requested format, otherwise the first that the school allows. */
const formatOf = async ({ kind, format }: ExportRequest, table: Table): Promise<ExportFormatName> => {
  const offered = formats[kind].filter((one) => format === undefined || one === format)
  const [first] = offered
  if (kind === 'school') return first ?? fail(ExportFormat)
  const { reporting } = await findSettings(table)
  return (
    offered.find((one) => reporting.exportFormats.some((allowed) => allowed === one)) ?? fail(ExportFormat)
  )
}

const auditExport = (
  context: Context<'admin'>,
  action: AuditAction,
  { id, kind, format }: ExportJob,
): Write =>
  audit(context, {
    action,
    actor: context.caller,
    targetType: 'export',
    targetId: id,
    detail: { kind, format },
  })

const isRunning = ({ status, startedAt }: ExportJob, now: Date): boolean =>
  status === 'running' && now.getTime() - Date.parse(startedAt) < maxRunSeconds * 1000

const newJob = (
  { kind, format }: Pick<ExportJob, 'kind' | 'format'>,
  context: Context<'admin'>,
): ExportJob => {
  const now = context.now()
  const at = now.toISOString()
  const id = context.newId()
  return {
    kind,
    format,
    id,
    status: 'running',
    startedAt: at,
    updatedAt: at,
    items: 0,
    bytes: 0,
    turn: 0,
    nudges: 0,
    seenTurn: -1,
    stuck: 0,
    leasedUntil: 0,
    fileKey: `${context.tenant.key}/${id}/${kind}.${format}`,
    ...emptyStorage,
    expiresAt: new Date(now.getTime() + jobSeconds * 1000).toISOString(),
  }
}

/**
 * Starts an export, unless one of its kind is running, which is returned instead. The previous file is removed.
 * Audited.
 */
export const beginExport = async (requested: ExportRequest, context: Context<'admin'>) => {
  const { table } = context
  const [format, before] = await Promise.all([formatOf(requested, table), findJob(table, requested.kind)])
  if (before && isRunning(before, context.now())) return { job: before, isNew: false }
  await spend(context, 'exports', exportLimits.person, identityOf(context.caller))
  const job = newJob({ kind: requested.kind, format }, context)
  const { ok } = await table.write([
    jobWrite(before, job),
    scheduleWatch(context, job),
    auditExport(context, 'export.started', job),
    ...(before ? [scheduleRemoval(context, before, 0)] : []),
  ])
  if (ok) return { job, isNew: true }
  const other = await findJob(table, requested.kind)
  return other && isRunning(other, context.now()) ? { job: other, isNew: false } : fail(ConcurrentChange)
}

const requireJob = async (kind: string, table: Table): Promise<ExportJob> => {
  const exportKind = ExportKind.options.find((one) => one === kind) ?? fail(ExportMissing)
  return (await findJob(table, exportKind)) ?? fail(ExportMissing)
}

/** Returns the progress of an export, with an address for a finished file. Handing out an address is audited. */
export const getExport: Operation<Rows['getExport']> = async ({ kind }, context) => {
  const job = await requireJob(kind, context.table)
  if (job.status !== 'done') return viewOf(job)
  await spend(context, 'exports.address', exportLimits.person, identityOf(context.caller))
  const until = new Date(context.now().getTime() + addressSeconds * 1000)
  const address = await context.gateways.exports.address(job.fileKey, until)
  await context.table.write([auditExport(context, 'export.handed_out', job)])
  const name = job.fileKey.split('/').at(-1) ?? ''
  return viewOf(job, { name, address, expiresAt: until.toISOString() })
}

/** Stops an export. Its files are removed within a minute. Audited. */
export const stopExport = async (kind: string, context: Context<'admin'>): Promise<void> => {
  const job = await requireJob(kind, context.table)
  if (job.status === 'removed') fail(ExportMissing)
  const at = context.now().toISOString()
  const { ok } = await context.table.write([
    moveWrite(job, { status: 'removed', updatedAt: at, finishedAt: at }),
    scheduleRemoval(context, job, 0),
    auditExport(context, 'export.removed', job),
  ])
  if (!ok) fail(ConcurrentChange)
}

/** An export as its school sees it. */
export const viewOf = (job: ExportJob, file?: Export['file']): Export => {
  const { kind, format, status, startedAt, updatedAt, finishedAt, items, bytes } = job
  return { kind, format, status, startedAt, updatedAt, finishedAt, items, bytes, ...(file ? { file } : {}) }
}

export const startExport: Operation<Rows['startExport']> = async (input, context) => {
  const { job, isNew } = await beginExport(input, context)
  return isNew ? viewOf(job) : answer(viewOf(job), { message: 'Export is running', status: 200 })
}

export const listExports: Operation<Rows['listExports']> = async (_, { table }) => {
  return (await listExportJobs(table)).map((job) => viewOf(job))
}

export const removeExport: Operation<Rows['removeExport']> = async ({ kind }, context) => {
  await stopExport(kind, context)
  return undefined
}
