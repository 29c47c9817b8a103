import { on } from '../../lib/consumer.ts'
import { platformKey } from '../../lib/identity/schools.ts'
import { outboxMail } from '../../lib/outbox.ts'
import { mailTrouble, pulse, pulseSeen } from './signs.ts'

const troubleSeconds = 24 * 3600

/** Signs of life that come through the stream: a pulse, and mails that the gateway refuses. */
export const notices = [
  on(pulse, ['made', 'changed'], async ({ after }, { table, now }) => {
    if (after) await table.put(pulseSeen, { ...after, seenAt: now().toISOString() })
  }),

  // One row for each mail, so that the same notice twice counts once. A mail to nobody is dropped without any trouble.
  on(outboxMail, ['changed'], async ({ after }, { table, now }) => {
    if (!after) return
    const { id, status, attempts } = after
    const own = table.at(platformKey)
    if (status === 'sent' && attempts > 1) await own.remove(mailTrouble, { id })
    const failing = (status === 'dropped' && attempts > 1) || (status === 'pending' && attempts > 0)
    if (!failing) return
    const at = now()
    const expiresAt = new Date(at.getTime() + troubleSeconds * 1000).toISOString()
    const state = status === 'dropped' ? 'dropped' : 'retried'
    await own.put(mailTrouble, { id, state, at: at.toISOString(), expiresAt })
  }),
]
