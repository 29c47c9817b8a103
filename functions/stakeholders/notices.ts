import { type Consumer, on } from '../../lib/consumer.ts'
import { tenantUser } from '../../lib/identity/records.ts'
import { forget } from './members.ts'

/** Whoever left the school holds none of its roles any more. */
export const notices: readonly Consumer[] = [
  on(tenantUser, ['gone'], async ({ before }, { table, now }) => {
    if (before) await forget(table, before, now())
  }),
]
