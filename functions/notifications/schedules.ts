import { tenantListing } from '../../lib/identity/person/records.ts'
import { every, type ScheduleContext } from '../../lib/scheduled/schedule.ts'
import type { Table } from '../../lib/table/table.ts'
import { collectReceipts } from './channels/push.ts'

const schoolsAtOnce = 100
/** Limit of rounds of a hundred receipts for one school in an hourly run. The next run takes the rest. */
const maxRounds = 20

const collectFrom = async (context: ScheduleContext, table: Table): Promise<void> => {
  for (let round = 0; round < maxRounds; round += 1)
    if ((await collectReceipts({ ...context, table })) === 0) return
}

/** Collects the push receipts of every school. One school's failure does not affect the others. */
const collectAll = async (context: ScheduleContext): Promise<void> => {
  let cursor: string | undefined
  do {
    const page = await context.table.list(tenantListing, { keyParams: {}, limit: schoolsAtOnce, cursor })
    const done = await Promise.allSettled(
      page.items.map(({ tenantKey }) => collectFrom(context, context.table.at(tenantKey))),
    )
    const failed = done.filter(({ status }) => status === 'rejected').length
    if (failed > 0)
      context.log({ level: 'warn', operation: 'clock.strike', schedule: 'notifications.receipts', failed })
    cursor = page.cursor
  } while (cursor)
}

export const schedules = [every('hour', 'notifications.receipts', collectAll, 20)]
