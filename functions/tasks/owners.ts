import { maxErasedPerPage } from '../../lib/personal-data.ts'
import { unchanged } from '../../lib/table/condition.ts'
import type { Table } from '../../lib/table/table.ts'
import { type Task, task } from './repository.ts'

/** Removes the owner of tasks. A task that changed in the meantime is left for the next pass. */
export const releaseTasks = async (table: Table, tasks: readonly Task[]): Promise<void> => {
  for (const { ownerUserId: _, ...left } of tasks) {
    await table.put(task, { ...left, version: left.version + 1 }, unchanged(left))
  }
}

/** Releases one page of a person's tasks. Returns true while there may be more. */
export const releaseOwned = async (
  table: Table,
  userId: string,
  since?: string | undefined,
): Promise<boolean> => {
  const page = { index: 'gsi1' as const, keyParams: { ownerUserId: userId }, limit: maxErasedPerPage }
  const { items } = await table.list(task, page)
  const own = items.filter(({ updatedAt }) => since === undefined || updatedAt <= since)
  await releaseTasks(table, own)
  return own.length === maxErasedPerPage
}
