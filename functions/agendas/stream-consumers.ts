import { on } from '../../lib/consumer.ts'
import { eventAgenda, eventCard } from '../events/index.ts'

/** When an event is purged, its agenda goes with it. */
export const streamConsumers = [
  on(eventCard, ['gone'], async ({ before }, { table }) => {
    if (before) await table.remove(eventAgenda, { eventId: before.eventId })
  }),
]
