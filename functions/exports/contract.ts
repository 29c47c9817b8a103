import * as z from 'zod/mini'
import { invalid, notFound } from '../../lib/contract/failure.ts'
import { data, done } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import { hours } from '../../lib/contract/time.ts'

export const ExportMissing = notFound('Export not found. Start a new one.', 'EXPORT_NOT_FOUND')
export const ExportFormat = invalid(
  'This export is not available in that format. Choose another format.',
  'EXPORT_FORMAT',
)

/** Lists of the school. `events` includes drafts and past ones. */
const listKinds = ['organizations', 'people', 'events', 'budgets'] as const
export type ListKind = (typeof listKinds)[number]

/** A list, or all data of the school. */
export const ExportKind = z.enum([...listKinds, 'school'])
export type ExportKind = z.infer<typeof ExportKind>

/** `jsonl`: one JSON document per line (docs/decisions/033). */
export const ExportFormatName = z.enum(['csv', 'json', 'jsonl'])
export type ExportFormatName = z.infer<typeof ExportFormatName>

/** Progress of an export. `file` is present once it is done, with an address that expires after minutes. */
export const Export = z.object({
  kind: ExportKind,
  format: ExportFormatName,
  status: z.enum(['running', 'done', 'failed', 'removed']),
  startedAt: z.string(),
  updatedAt: z.string(),
  finishedAt: z.optional(z.string()),
  /** Rows, or lines, written so far. */
  items: z.number(),
  bytes: z.number(),
  file: z.optional(z.object({ name: z.string(), address: z.string(), expiresAt: z.string() })),
})
export type Export = z.infer<typeof Export>

export const exportLimits = { person: { max: 20, seconds: hours } } as const

export const contract = declare('exports', 'Exports of a school as files, written in the background', {
  startExport: {
    summary: 'Start an export, or return the running export of the same kind',
    method: 'POST',
    path: '/exports',
    access: 'admin',
    inPerson: true,
    consequence: 'export',
    body: z.strictObject({ kind: ExportKind, format: z.optional(ExportFormatName) }),
    reply: data(Export, 'Export started', { status: 202 }),
    fails: [ExportFormat],
    limits: exportLimits,
    costs: { depth: 4, read: 4, write: 9 },
    example: { as: 'root', body: { kind: 'organizations', format: 'csv' } },
  },
  listExports: {
    summary: 'List the newest export of each kind, without download addresses',
    method: 'GET',
    path: '/exports',
    access: 'admin',
    consequence: 'none',
    reply: data(z.array(Export)),
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'root' },
  },
  getExport: {
    summary: 'Get the progress of an export and, once done, a download address valid for five minutes',
    method: 'GET',
    path: '/exports/:kind',
    access: 'admin',
    inPerson: true,
    consequence: 'export',
    reply: data(Export),
    fails: [ExportMissing],
    limits: exportLimits,
    costs: { depth: 4, read: 3, write: 5 },
    example: { as: 'root', path: { kind: 'organizations' } },
  },
  removeExport: {
    summary: 'Stop an export and delete its file',
    method: 'DELETE',
    path: '/exports/:kind',
    access: 'admin',
    consequence: 'none',
    inPerson: true,
    reply: done('Export removed'),
    fails: [ExportMissing],
    costs: { depth: 3, read: 3, write: 8 },
    example: { as: 'root', path: { kind: 'organizations' } },
  },
})
