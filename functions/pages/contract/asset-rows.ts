import { notFound } from '../../../lib/contract/failure.ts'
import { text } from '../../../lib/contract/reply.ts'
import type { Rows } from '../../../lib/contract/row.ts'

export const StyleMissing = notFound('Style sheet not found', 'NOT_FOUND')

/** Files that pages load, besides pictures and scripts. */
export const assetRows = {
  getStyle: {
    summary: 'Get the style sheet of the pages, with the accent colour that its name carries',
    method: 'GET',
    path: '/assets/:file',
    access: 'anyone',
    host: 'both',
    standalone: true,
    duringMaintenance: true,
    reply: text('text/css; charset=utf-8', { cache: 31_536_000 }),
    fails: [StyleMissing],
    costs: { depth: 0, read: 0, write: 0 },
    example: { path: { file: '0123456789abcdef-2447c6.css' } },
  },
} as const satisfies Rows
