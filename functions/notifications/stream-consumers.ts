import type { AudiencePager } from '../../lib/audience.ts'
import { type Consumer, on } from '../../lib/consumer.ts'
import { channelDue, notificationRow } from '../../lib/outbox.ts'
import { sendChannel } from './channels/dispatch.ts'
import { uncountRemoved } from './inbox/counters.ts'
import { notification } from './repository.ts'
import { sendPage } from './send/fan-out.ts'

/** What happens after notifications are due, in the order of their making. */
export const streamConsumers = (pagers: readonly AudiencePager[]): readonly Consumer[] => [
  on(notificationRow, ['made'], sendPage(pagers)),
  on(channelDue, ['made', 'changed'], sendChannel(pagers)),
  on(notification, ['gone'], uncountRemoved),
]
