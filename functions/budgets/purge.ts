import type { ChangeContext } from '../../lib/consumer.ts'
import type { Table } from '../../lib/table/table.ts'
import { remove, type Write } from '../../lib/table/write.ts'
import { type Budget, budget, retirementWrites, revivalWrites } from './repository.ts'

/** Budgets that one page changes. */
const pageSize = 25

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

const rowsOf = (budgetId: string) => ({ template: 'BUD#{budgetId}', keyParams: { budgetId } }) as const

/** Deletes the comments and the log of a deleted budget. Repeating it changes nothing. */
export const purgeRows = async (table: Table, budgetId: string): Promise<void> => {
  if (await table.purgePage(rowsOf(budgetId))) await purgeRows(table, budgetId)
}

/** Removes one page of a deleted organization's budgets, each after its rows. Returns whether more may exist. */
export const purgeBudgets = async (table: Table, orgId: string): Promise<boolean> => {
  const { items } = await table.list(budget, { keyParams: { orgId }, limit: pageSize, strong: true })
  const busy = await Promise.all(items.map(({ id }) => table.purgePage(rowsOf(id))))
  const gone = items.filter((_, at) => !busy[at]).map((row) => remove(budget, row))
  if (gone.length > 0) await table.write(gone)
  return items.length > 0
}
