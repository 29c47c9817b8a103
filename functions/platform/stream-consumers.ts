import { on } from '../../lib/consumer.ts'
import { days } from '../../lib/contract/time.ts'
import { platformKey } from '../../lib/identity/school/schools.ts'
import { channelDue, outboxMail } from '../../lib/outbox.ts'
import { pulse, pulseSeen } from '../../lib/stream-lag.ts'
import type { Table } from '../../lib/table/table.ts'
import { mailTrouble, pushTrouble, type Trouble } from './repository.ts'

const troubleSeconds = days

const recordTrouble = async (
  table: Table,
  of: typeof mailTrouble | typeof pushTrouble,
  { id, state }: Pick<Trouble, 'id' | 'state'>,
  at: Date,
): Promise<void> => {
  const expiresAt = new Date(at.getTime() + troubleSeconds * 1000).toISOString()
  await table.at(platformKey).put(of, { id, state, at: at.toISOString(), expiresAt })
}

/** Signs of life that the stream delivers: pulses, and refusals of the gateways. */
export const streamConsumers = [
  on(pulse, ['made', 'changed'], async ({ after }, { table, now }) => {
    if (after) await table.put(pulseSeen, { ...after, seenAt: now().toISOString() })
  }),

  // One row per mail, so that a repeated change event counts once. A mail without a recipient is dropped without
  // trouble.
  on(outboxMail, ['changed'], async ({ after }, { table, now }) => {
    if (!after) return
    const { id, status, attempts } = after
    if (status === 'sent' && attempts > 1) await table.at(platformKey).remove(mailTrouble, { id })
    const failing = (status === 'dropped' && attempts > 1) || (status === 'pending' && attempts > 0)
    if (!failing) return
    await recordTrouble(table, mailTrouble, { id, state: status === 'dropped' ? status : 'retried' }, now())
  }),

  on(channelDue, ['changed'], async ({ after }, { table, now }) => {
    if (!after) return
    const { cause, template, page, channel, attempt, ended } = after
    const of = channel === 'email' ? mailTrouble : pushTrouble
    const id = [table.tenant, cause, template, page].join(' ')
    if (ended === 'sent') await table.at(platformKey).remove(of, { id })
    else if (attempt > 0)
      await recordTrouble(table, of, { id, state: ended === 'failed' ? 'dropped' : 'retried' }, now())
  }),
]
