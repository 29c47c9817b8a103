import { tenantListing } from '../../lib/identity/person/records.ts'
import { every, type ScheduleContext } from '../../lib/scheduled/schedule.ts'
import type { Table } from '../../lib/table/table.ts'
import { collectReceipts } from './channels/push.ts'

const schoolsAtOnce = 100
/** Hundreds of receipts that one school may have in an hour's run; what is left comes with the next. */
const maxRounds = 20

const collectFrom = async (context: ScheduleContext, table: Table): Promise<void> => {
  for (let round = 0; round < maxRounds; round += 1)
    if ((await collectReceipts({ ...context, table })) === 0) return
}

/** Asks for the receipts of every school's push messages. One school's trouble is not the others'. */
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
