import type { Table } from '../../lib/table/table.ts'
import { remove } from '../../lib/table/write.ts'
import { task, taskBoard } from './repository.ts'

const rowsAtOnce = 50

/**
 * Purges one page of a deleted organization's tasks, and the board with the last. Returns whether there may be more.
 */
export const purgeTasks = async (table: Table, orgId: string): Promise<boolean> => {
  const { items } = await table.list(task, { keyParams: { orgId }, limit: rowsAtOnce, strong: true })
  if (items.length > 0) await table.write(items.map((one) => remove(task, one)))
  else await table.remove(taskBoard, { orgId })
  return items.length > 0
}
