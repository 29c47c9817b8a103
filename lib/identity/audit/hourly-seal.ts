import type { Log } from '../../log.ts'
import type { Table } from '../../table/table.ts'
import { put, remove } from '../../table/write.ts'
import { type AuditDue, auditDue, hourOf } from './due.ts'
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

/** Rows of an hour may arrive this long after its end. */
const settleSeconds = 5 * 60

/** The first hour that must not be sealed yet; all earlier ones are over and settled. */
export const openHour = (now: Date): string =>
  hourOf(new Date(now.getTime() - settleSeconds * 1000).toISOString())

const digest = async (
  table: Table,
  hour: string,
  keep: (page: number, leaves: string[]) => Promise<unknown>,
) => {
  const hash = leafHash()
  let page = 0
  for await (const rows of auditRows(table, hour.slice(0, 7), hour)) {
    const leaves = rows.map(leafOf)
    hash.add(leaves)
    await keep(page, leaves)
    page += 1
  }
  return hash.end()
}

const newSeal = (
  tenantKey: string,
  hour: string,
  rows: Pick<AuditSeal, 'count' | 'hash'>,
  head: AuditHead | undefined,
  now: Date,
): AuditSeal => {
  const linked = {
    hour,
    ...rows,
    number: (head?.number ?? 0) + 1,
    previous: head?.chain ?? genesisOf(tenantKey),
  }
  return { ...linked, chain: chainOf(linked), sealedAt: now.toISOString() }
}

/** A seal never changes. Rows that changed since are reported in the log, and `npm run verify-audit` names them. */
const compare = async (table: Table, due: AuditDue, seal: AuditSeal): Promise<'kept' | 'differs'> => {
  const { count, hash } = await digest(table, seal.hour, async () => undefined)
  await table.remove(auditDue, due)
  return count === seal.count && hash === seal.hash ? 'kept' : 'differs'
}

/**
 * Seals one hour of one school: first the leaves, then in one transaction the seal, the head and the removal of the
 * due row. `lost`: another run came first. Safe to repeat.
 */
const sealHour = async (
  table: Table,
  due: AuditDue,
  now: Date,
): Promise<AuditSeal | 'kept' | 'differs' | 'lost'> => {
  const { tenantKey, hour } = due
  const [sealed, head] = await Promise.all([
    table.get(auditSeal, { hour }, { strong: true }),
    table.get(auditHead, { tenantKey }, { strong: true }),
  ])
  if (sealed) return compare(table, due, sealed)
  const rows = await digest(table, hour, (page, leaves) =>
    table.put(auditLeaves, { hour, page: String(page).padStart(6, '0'), leaves }),
  )
  const seal = newSeal(tenantKey, hour, rows, head, now)
  const { number, chain } = seal
  const written = await table.write([
    put(auditSeal, seal, { absent: true }),
    put(
      auditHead,
      { tenantKey, number, hour, chain },
      head ? { equals: { number: head.number } } : { absent: true },
    ),
    remove(auditDue, due),
  ])
  return written.ok ? seal : 'lost'
}

type HourlySealContext = { readonly table: Table; now(): Date; readonly log: Log }

/** Seals hours in order. The log line is a copy of the chain's end that the table's owner cannot change. */
const sealSchool = async (
  { table, now, log }: HourlySealContext,
  dues: readonly AuditDue[],
): Promise<void> => {
  for (const due of dues) {
    const outcome = await sealHour(table.at(due.tenantKey), due, now())
    const { tenantKey: tenant, hour } = due
    if (outcome === 'differs')
      log({
        level: 'error',
        operation: 'clock.seal',
        alarm: 'audit rows differ from their seal',
        tenant,
        hour,
      })
    else if (typeof outcome === 'object') {
      const { number, count, chain } = outcome
      log({ operation: 'clock.seal', sealed: 'audit', tenant, hour, number, count, chain })
    }
  }
}

const width = 8

const bySchool = (dues: readonly AuditDue[]): AuditDue[][] => {
  const schools = new Map<string, AuditDue[]>()
  for (const due of dues) schools.set(due.tenantKey, [...(schools.get(due.tenantKey) ?? []), due])
  return [...schools.values()]
}

/**
 * Seals every settled hour of every school with rows, however old. Due hours are in one list, so there is no search. A
 * school's hours are sealed in sequence, schools in parallel.
 */
export const sealDue = async (context: HourlySealContext): Promise<void> => {
  const { table, now } = context
  const to = openHour(now())
  const list = (cursor: string | undefined) =>
    table.list(auditDue, { keyParams: {}, to, limit: 200, cursor, strong: true })
  for await (const dues of pagesOf(list)) {
    const schools = bySchool(dues)
    for (let at = 0; at < schools.length; at += width)
      await Promise.all(schools.slice(at, at + width).map((own) => sealSchool(context, own)))
  }
}
