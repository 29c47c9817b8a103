import { on } from '../../lib/consumer.ts'
import { purgeBelow } from './purging.ts'
import { deletedMessage } from './repository.ts'

/** When a deleted message ends, so does what hung on it. */
export const notices = [
  on(deletedMessage, ['gone'], async ({ before }, { table }) => {
    if (before) await purgeBelow(table, before.id)
  }),
]
