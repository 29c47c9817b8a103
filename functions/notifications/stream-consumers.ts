import type { AudiencePager } from '../../lib/audience.ts'
import { type Consumer, on } from '../../lib/consumer.ts'
import { channelDue, notificationRow } from '../../lib/outbox.ts'
import { sendChannel } from './channels/dispatch.ts'
import { uncountRemoved } from './inbox/counters.ts'
import { notification } from './repository.ts'
import { sendPage } from './send/fan-out.ts'

/** Consumers that deliver due notifications, in the order of creation. */
export const streamConsumers = (pagers: readonly AudiencePager[]): readonly Consumer[] => [
  on(notificationRow, ['made'], sendPage(pagers)),
  on(channelDue, ['made', 'changed'], sendChannel(pagers)),
  on(notification, ['gone'], uncountRemoved),
]
