import { type Consumer, on } from '../../lib/consumer.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { removeFromRoles } from './members.ts'

/** Whoever left the school holds none of its roles any more. */
export const streamConsumers: readonly Consumer[] = [
  on(tenantUser, ['gone'], async ({ before }, { table, now }) => {
    if (!before) return
    // Departures are rare, and the rows of this domain are large.
    await removeFromRoles(table, before, now())
  }),
]
