import type { AudiencePager } from '../../lib/audience.ts'
import { type Consumer, on } from '../../lib/consumer.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { channelDue, notificationRow } from '../../lib/outbox.ts'
import { hasLeftOrganization } from '../events/index.ts'
import { sendChannel } from './channels/dispatch.ts'
import { uncountRemoved } from './inbox/counters.ts'
import { forgetOrganization } from './mutes.ts'
import { notification } from './repository.ts'
import { sendPage } from './send/fan-out.ts'

/** Consumers that deliver due notifications, in the order of creation, and forget mutes of organizations left. */
export const streamConsumers = (pagers: readonly AudiencePager[]): readonly Consumer[] => [
  on(notificationRow, ['made'], sendPage(pagers)),
  on(channelDue, ['made', 'changed'], sendChannel(pagers)),
  on(notification, ['gone'], uncountRemoved),
  on(orgMember, ['changed', 'gone'], async ({ before, after }, { table }) => {
    if (before && hasLeftOrganization(before, after))
      await forgetOrganization(table, before.userId, before.orgId)
  }),
]
