import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { entity } from '../../table/entity.ts'
import type { Page } from '../../table/lists/list.ts'
import type { Table } from '../../table/table.ts'
import { type AuditEntry, auditEntry } from './audit.ts'

type List<V> = (cursor: string | undefined) => Promise<Page<V>>

/** All pages of a list. */
export async function* pagesOf<V>(list: List<V>): AsyncGenerator<readonly V[]> {
  let cursor: string | undefined
  do {
    const page: Page<V> = await list(cursor)
    if (page.items.length > 0) yield page.items
    cursor = page.cursor
  } while (cursor !== undefined)
}

const pageSize = 500

/** A school's audit rows of a month in order, or of one hour if given. Strongly consistent. */
export const auditRows = (
  table: Table,
  month: string,
  hour?: string,
): AsyncGenerator<readonly AuditEntry[]> =>
  pagesOf((cursor) =>
    table.list(auditEntry, {
      keyParams: { month },
      ...(hour === undefined ? {} : { from: `${hour}:`, to: `${hour}:~` }),
      limit: pageSize,
      cursor,
      strong: true,
    }),
  )

const text = z.string()

/**
 * The seal of a school's audit rows of one hour: their number, a hash over all of them in order, and the link to the
 * previous seal (rules/identity 52). Seals are numbered in the order of their creation.
 */
export const AuditSeal = z.object({
  hour: text,
  number: z.number(),
  count: z.number(),
  hash: text,
  previous: text,
  chain: text,
  sealedAt: text,
})
export type AuditSeal = z.infer<typeof AuditSeal>
export const auditSeal = entity('AuditSeal', AuditSeal, { scope: 'tenant', pk: 'AUDITSEALS', sk: '{hour}' })

/** A page of a seal's leaves: `<at>#<id> <hash>` for each row. They show which row is missing, edited or added. */
export const AuditLeaves = z.object({ hour: text, page: text, leaves: z.array(text) })
export type AuditLeaves = z.infer<typeof AuditLeaves>
export const auditLeaves = entity('AuditLeaves', AuditLeaves, {
  scope: 'tenant',
  pk: 'AUDITLEAVES#{hour}',
  sk: '{page}',
})

/** A school's newest seal. */
export const AuditHead = z.object({ tenantKey: text, number: z.number(), hour: text, chain: text })
export type AuditHead = z.infer<typeof AuditHead>
export const auditHead = entity('AuditHead', AuditHead, {
  scope: 'global',
  pk: 'AUDITHEADS',
  sk: '{tenantKey}',
})

export const sha256 = (...lines: readonly string[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('base64url')

const sorted = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, field]) => [name, sorted(field)]))
}

export const leafOf = (entry: AuditEntry): string =>
  `${entry.at}#${entry.id} ${sha256(JSON.stringify(sorted(entry)))}`

/** The link before a school's first seal. */
export const genesisOf = (tenantKey: string): string => sha256('audit', tenantKey)

export const chainOf = ({
  previous,
  number,
  hour,
  count,
  hash,
}: Pick<AuditSeal, 'previous' | 'number' | 'hour' | 'count' | 'hash'>): string =>
  sha256(previous, String(number), hour, String(count), hash)

/** A running hash over leaves, independent of their division into pages. */
export const leafHash = () => {
  const hash = createHash('sha256')
  let count = 0
  return {
    add(leaves: readonly string[]): void {
      for (const leaf of leaves) hash.update(`${leaf}\n`)
      count += leaves.length
    },
    end: () => ({ count, hash: hash.digest('base64url') }),
  }
}
