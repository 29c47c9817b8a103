import type { AudiencePager } from '../../lib/audience.ts'
import { type Consumer, on } from '../../lib/consumer.ts'
import { channelDue, notificationRow } from '../../lib/outbox.ts'
import { carryChannel } from './channel-page.ts'
import { uncount } from './expiry.ts'
import { carryPage } from './fan-out.ts'
import { notification } from './repository.ts'

/** What happens after notifications are due, in the order of their making. */
export const notices = (pagers: readonly AudiencePager[]): readonly Consumer[] => [
  on(notificationRow, ['made'], carryPage(pagers)),
  on(channelDue, ['made', 'changed'], carryChannel),
  on(notification, ['gone'], uncount),
]
