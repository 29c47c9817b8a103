import { type Consumer, on } from '../../lib/consumer.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { removeFromRoles } from './members.ts'

/** Removes people who left the school from its roles. */
export const streamConsumers: readonly Consumer[] = [
  on(tenantUser, ['gone'], async ({ before }, { table, now }) => {
    if (!before) return
    // Departures are rare, and the code of this domain is large.
    await removeFromRoles(table, before, now())
  }),
]
