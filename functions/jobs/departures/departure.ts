import { tenantUser } from '../../../lib/identity/person/records.ts'
import type { Leaver } from '../../../lib/personal-data.ts'
import type { Table } from '../../../lib/table/table.ts'
import { remove, type Write } from '../../../lib/table/write.ts'
import { removalWrites } from '../assignments/removal.ts'
import { type JobAssignment, jobAssignment, shiftDay, volunteerSignup } from '../repository.ts'

/** Rows of each kind that one page of an erasure removes. */
const pageSize = 30

/** Takes an assignment away; its place is free again. */
export const relieve = async (
  table: Table,
  assignment: JobAssignment,
  told: readonly Write[] = [],
): Promise<void> => {
  const written = await table.write([...removalWrites(assignment), ...told])
  // A job that is gone has no places to count any more.
  if (!written.ok && !written.failed.includes(0)) await table.remove(jobAssignment, assignment)
}

const forgetDays = async (table: Table, memberId: string): Promise<boolean> => {
  const { items, cursor } = await table.list(shiftDay, { holes: { memberId }, limit: pageSize })
  if (items.length > 0) await table.write(items.map((day) => remove(shiftDay, day)))
  return cursor !== undefined
}

/** One page of what somebody who left the school worked at: places are free again. True while there is more. */
export const eraseWork = async ({ userId, since }: Leaver, table: Table): Promise<boolean> => {
  const page = { index: 'gsi1' as const, holes: { memberId: userId }, limit: pageSize }
  const [assigned, offered, back] = await Promise.all([
    table.list(jobAssignment, page),
    table.list(volunteerSignup, page),
    table.get(tenantUser, { id: userId }),
  ])
  const [places, offers] = [
    assigned.items.filter(({ assignedAt }) => assignedAt <= since),
    offered.items.filter(({ createdAt }) => createdAt <= since),
  ]
  for (const assignment of places) await relieve(table, assignment)
  if (offers.length > 0) await table.write(offers.map((offer) => remove(volunteerSignup, offer)))
  const days = back === undefined && (await forgetDays(table, userId))
  return places.length + offers.length > 0 || days
}
