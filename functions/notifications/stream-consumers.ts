import type { AudiencePager } from '../../lib/audience.ts'
import { type Consumer, on } from '../../lib/consumer.ts'
import { channelDue, notificationRow } from '../../lib/outbox.ts'
import { carryChannel } from './channels/page.ts'
import { uncount } from './inbox/counters.ts'
import { notification } from './repository.ts'
import { carryPage } from './send/fan-out.ts'

/** What happens after notifications are due, in the order of their making. */
export const notices = (pagers: readonly AudiencePager[]): readonly Consumer[] => [
  on(notificationRow, ['made'], carryPage(pagers)),
  on(channelDue, ['made', 'changed'], carryChannel(pagers)),
  on(notification, ['gone'], uncount),
]
