import type { Table } from '../../table/table.ts'
import { tenantListing } from '../person/records.ts'
import { platformKey } from '../school/schools.ts'
import { auditDue, hourOf } from './due.ts'
import { openHour } from './hourly-seal.ts'
import {
  type AuditHead,
  type AuditSeal,
  auditHead,
  auditLeaves,
  auditRows,
  auditSeal,
  chainOf,
  genesisOf,
  leafHash,
  leafOf,
  pagesOf,
} from './seals.ts'

/** One difference from the seals. `row` is `<at>#<id>`. */
export type AuditProblem = {
  readonly tenant: string
  readonly hour: string
  readonly what:
    | 'row missing'
    | 'row edited'
    | 'row added'
    | 'hour not sealed'
    | 'seal broken'
    | 'seal missing'
  readonly row?: string
}

const collectPages = async <V>(pages: AsyncGenerator<readonly V[]>): Promise<V[]> => {
  const all: V[] = []
  for await (const page of pages) all.push(...page)
  return all
}

const split = (leaf: string): [row: string, hash: string] => {
  const at = leaf.lastIndexOf(' ')
  return [leaf.slice(0, at), leaf.slice(at + 1)]
}

/** Checks the chain: numbers without a gap, each seal linked to the one before, the last one equal to the head. */
const chainProblems = (
  tenant: string,
  seals: readonly AuditSeal[],
  head: AuditHead | undefined,
): AuditProblem[] => {
  const problems: AuditProblem[] = []
  const inOrder = [...seals].sort((a, b) => a.number - b.number)
  let previous = genesisOf(tenant)
  let number = 0
  for (const seal of inOrder) {
    const { hour } = seal
    if (seal.number !== number + 1) problems.push({ tenant, hour, what: 'seal missing' })
    else if (seal.previous !== previous || seal.chain !== chainOf(seal))
      problems.push({ tenant, hour, what: 'seal broken' })
    previous = seal.chain
    number = seal.number
  }
  const { hour = '', chain, number: last = 0 } = head ?? {}
  if (last !== number) problems.push({ tenant, hour, what: 'seal missing' })
  else if (head && chain !== previous) problems.push({ tenant, hour, what: 'seal broken' })
  return problems
}

/** Compares the rows of a sealed hour with the leaves of its seal. */
const hourProblems = async (table: Table, tenant: string, seal: AuditSeal): Promise<AuditProblem[]> => {
  const { hour } = seal
  const pages = await collectPages(
    pagesOf((cursor) => table.list(auditLeaves, { keyParams: { hour }, limit: 20, cursor, strong: true })),
  )
  const leaves = pages.flatMap((page) => page.leaves)
  const hash = leafHash()
  hash.add(leaves)
  const own = hash.end()
  const broken = own.count !== seal.count || own.hash !== seal.hash
  const rows = await collectPages(auditRows(table, hour.slice(0, 7), hour))
  const now = new Map(rows.map((entry) => split(leafOf(entry))))
  const then = new Map(leaves.map(split))
  const named = (what: AuditProblem['what'], keys: readonly string[]) =>
    keys.map((row) => ({ tenant, hour, what, row }))
  return [
    ...(broken ? [{ tenant, hour, what: 'seal broken' as const }] : []),
    ...named(
      'row missing',
      [...then.keys()].filter((row) => !now.has(row)),
    ),
    ...named(
      'row added',
      [...now.keys()].filter((row) => !then.has(row)),
    ),
    ...named(
      'row edited',
      [...now].filter(([row, leaf]) => (then.get(row) ?? leaf) !== leaf).map(([row]) => row),
    ),
  ]
}

const monthsBetween = (first: string, last: string): string[] => {
  const months: string[] = []
  const at = new Date(`${first}-01T00:00:00.000Z`)
  for (; at.toISOString().slice(0, 7) <= last; at.setUTCMonth(at.getUTCMonth() + 1))
    months.push(at.toISOString().slice(0, 7))
  return months
}

/** Rows of settled hours without a seal: they were inserted later, or the clock has not sealed them yet. */
const unsealedProblems = async (
  table: Table,
  tenant: string,
  seals: readonly AuditSeal[],
  now: Date,
): Promise<AuditProblem[]> => {
  const covered = new Set(seals.map(({ hour }) => hour))
  const open = openHour(now)
  const [first = open] = [...covered].sort()
  const problems: AuditProblem[] = []
  for (const month of monthsBetween(first.slice(0, 7), open.slice(0, 7)))
    for await (const rows of auditRows(table, month))
      for (const { at, id } of rows) {
        const hour = hourOf(at)
        if (hour >= open || covered.has(hour)) continue
        const due = await table.get(auditDue, { hour, tenantKey: tenant })
        problems.push({ tenant, hour, what: due ? 'hour not sealed' : 'row added', row: `${at}#${id}` })
      }
  return problems
}

/** All differences between one school's audit rows and their seals. */
export const checkSchool = async (
  table: Table,
  tenant: string,
  now: Date,
): Promise<{ readonly seals: number; readonly problems: readonly AuditProblem[] }> => {
  const own = table.at(tenant)
  const head = await own.get(auditHead, { tenantKey: tenant }, { strong: true })
  const seals = await collectPages(
    pagesOf((cursor) => own.list(auditSeal, { keyParams: {}, limit: 500, cursor, strong: true })),
  )
  const problems = chainProblems(tenant, seals, head)
  for (const seal of seals) problems.push(...(await hourProblems(own, tenant, seal)))
  problems.push(...(await unsealedProblems(own, tenant, seals, now)))
  return { seals: seals.length, problems }
}

/** Keys of every school that has, or may have, audit rows. */
export const auditedSchools = async (table: Table): Promise<string[]> => {
  const all = { keyParams: {}, limit: 500, strong: true } as const
  const [heads, dues, listed] = await Promise.all([
    collectPages(pagesOf((cursor) => table.list(auditHead, { ...all, cursor }))),
    collectPages(pagesOf((cursor) => table.list(auditDue, { ...all, cursor }))),
    collectPages(pagesOf((cursor) => table.list(tenantListing, { ...all, cursor }))),
  ])
  return [
    ...new Set([platformKey, ...[...heads, ...dues, ...listed].map(({ tenantKey }) => tenantKey)]),
  ].sort()
}
