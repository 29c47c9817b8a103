import type { ChangeContext } from '../../lib/consumer.ts'
import type { Table } from '../../lib/table/table.ts'
import { remove, type Write } from '../../lib/table/write.ts'
import {
  type Budget,
  budget,
  budgetComment,
  budgetDeed,
  budgetGuard,
  budgetPlace,
  budgetRevision,
  retirementWrites,
  revivalWrites,
} from './repository.ts'

/** Budgets, and rows below one, that one page changes. */
const pageSize = 25

const pageOf = async (table: Table, orgId: string) =>
  (await table.list(budget, { keyParams: { orgId }, limit: pageSize, strong: true })).items

/** Writes a change of every budget of an organization, page by page. `plan` returns no writes for a changed budget. */
const changeBudgets = async (
  orgId: string,
  plan: (found: Budget) => readonly Write[],
  { table }: ChangeContext,
): Promise<void> => {
  let cursor: string | undefined
  do {
    const page = await table.list(budget, { keyParams: { orgId }, limit: pageSize, strong: true, cursor })
    for (const found of page.items) {
      const writes = plan(found)
      if (writes.length === 0) continue
      const { ok } = await table.write(writes)
      if (!ok) throw new Error('a budget changed during its removal or restoration')
    }
    cursor = page.cursor
  } while (cursor !== undefined)
}

/** Removes the budgets of a deleted organization from all lists and counts. Repeating it changes nothing. */
export const retireBudgets = (orgId: string, deletedAt: string, context: ChangeContext): Promise<void> =>
  changeBudgets(
    orgId,
    (found) => (found.orgDeletedAt === undefined ? retirementWrites(found, deletedAt) : []),
    context,
  )

/** Returns the budgets of a restored organization to all lists and counts. Repeating it changes nothing. */
export const reviveBudgets = (orgId: string, context: ChangeContext): Promise<void> =>
  changeBudgets(orgId, (found) => (found.orgDeletedAt === undefined ? [] : revivalWrites(found)), context)

/** Removes one page of a budget's rows. Returns whether it found any. */
const purgeBelow = async (table: Table, budgetId: string): Promise<boolean> => {
  const page = { keyParams: { budgetId }, limit: pageSize, strong: true }
  const [revisions, comments, deeds] = await Promise.all([
    table.list(budgetRevision, page),
    table.list(budgetComment, page),
    table.list(budgetDeed, page),
  ])
  const gone = [
    ...revisions.items.map((row) => remove(budgetRevision, row)),
    ...comments.items.map((row) => remove(budgetComment, row)),
    ...deeds.items.map((row) => remove(budgetDeed, row)),
  ]
  if (gone.length > 0) await table.write(gone)
  return gone.length > 0
}

/** Removes one page of a deleted organization's budgets, each after its rows. Returns whether more may exist. */
export const purgeBudgets = async (table: Table, orgId: string): Promise<boolean> => {
  const [items, guards] = await Promise.all([
    pageOf(table, orgId),
    table.list(budgetGuard, { keyParams: { orgId }, limit: pageSize, strong: true }),
  ])
  const busy = await Promise.all(items.map(({ id }) => purgeBelow(table, id)))
  const gone = [
    ...items
      .filter((_, at) => !busy[at])
      .flatMap(({ id }) => [remove(budget, { orgId, id }), remove(budgetPlace, { budgetId: id })]),
    ...guards.items.map((row) => remove(budgetGuard, row)),
  ]
  if (gone.length > 0) await table.write(gone)
  return items.length > 0 || guards.items.length > 0
}
