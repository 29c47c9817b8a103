import { on } from '../../lib/consumer.ts'
import { deletedMessage } from './repository.ts'

/** When a deleted message ends, so does what hung on it. */
export const notices = [
  on(deletedMessage, ['gone'], async ({ before }, { table }) => {
    if (!before) return
    // Long after a message was deleted, and rarely.
    const { purgeBelow } = await import('./purge.ts')
    await purgeBelow(table, before.id)
  }),
]
