import { type ChangeContext, on } from '../../lib/consumer.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import type { Table } from '../../lib/table/table.ts'
import { remove, update } from '../../lib/table/write.ts'
import { eventCard, findLostRights, hasLeftOrganization, organizationsOf } from '../events/index.ts'
import { releaseOwned, releaseTasks } from './owners.ts'
import { listTasks, task, taskBoard } from './repository.ts'

/** Removes an organization's tasks for a deleted event. A repetition finds and counts nothing. */
const removeTasks = async (table: Table, orgId: string, eventId: string): Promise<void> => {
  for (const one of await listTasks(table, { orgId, eventId })) {
    const written = await table.write([
      remove(task, one, { exists: true }),
      update(taskBoard, { orgId }, { add: { taskCount: -1 } }),
    ])
    if (!written.ok && !written.failed.includes(0)) await table.remove(task, one)
  }
}

const suspended = async (userId: string, { table }: ChangeContext): Promise<void> => {
  while (await releaseOwned(table, userId));
}

/**
 * Tasks of an event are removed with it. A person who leaves an organization, or is suspended, loses their tasks there.
 */
export const streamConsumers = [
  on(eventCard, ['gone'], async ({ before }, { table }) => {
    if (!before) return
    for (const orgId of organizationsOf(before)) await removeTasks(table, orgId, before.eventId)
  }),
  on(orgMember, ['changed', 'gone'], async ({ before, after }, { table }) => {
    if (!before || !hasLeftOrganization(before, after)) return
    const tasks = await listTasks(table, { orgId: before.orgId })
    await releaseTasks(
      table,
      tasks.filter(({ ownerUserId }) => ownerUserId === before.userId),
    )
  }),
  on(tenantUser, ['changed'], async ({ before, after }, context) => {
    if (before && after?.accessSuspended && findLostRights(before, after)) await suspended(after.id, context)
  }),
]
