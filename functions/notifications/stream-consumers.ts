import type { AudiencePager } from '../../lib/audience.ts'
import { type Consumer, on } from '../../lib/consumer.ts'
import { channelDue, notificationRow } from '../../lib/outbox.ts'
import { uncount } from './inbox/counters.ts'
import { notification } from './repository.ts'

/** What happens after notifications are due, in the order of their making. */
export const notices = (pagers: () => Promise<readonly AudiencePager[]>): readonly Consumer[] => [
  on(notificationRow, ['made'], async (notice, context) => {
    // Loaded once something is to be told: it knows every text.
    const { carryPage } = await import('./send/fan-out.ts')
    await carryPage(await pagers())(notice, context)
  }),
  on(channelDue, ['made', 'changed'], async (notice, context) => {
    const { carryChannel } = await import('./channels/page.ts')
    await carryChannel(await pagers())(notice, context)
  }),
  on(notification, ['gone'], uncount),
]
